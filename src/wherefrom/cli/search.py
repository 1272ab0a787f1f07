"""`wherefrom search`: passages and claims, each with its place."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.excerpts import excerpt, folded, look_closer, tell_place, told
from wherefrom.cli.scopes import as_project
from wherefrom.cli.wording import counted, short
from wherefrom.errors import NotFound

if TYPE_CHECKING:
    from wherefrom.core.claims import Claim
    from wherefrom.core.search import Hit, LegRank, SearchResult
    from wherefrom.services.knowledge import Knowledge

__all__ = ["register"]

_MARGIN = 5
_CAUSES = {
    "nothing_ingested": "Nothing is here yet that could be found.",
    "all_filtered": "There are matches, and the filters leave all of them out.",
    "words_unknown": "No passage has these words.",
    "below_threshold": "Nothing is near enough in meaning to count as an answer.",
}
_NEXT_STEPS = {
    "nothing_ingested": "wherefrom ingest .",
    "all_filtered": "say it again with fewer filters",
    "words_unknown": "use other words",
    "below_threshold": "use other words",
}


def register(app: typer.Typer, *, section: str) -> None:
    command(app, "search", section=section)(search)


def search(
    call: Call,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="What you are looking for.")],
    kind: Annotated[str, typer.Option("--kind", metavar="KIND,KIND", help="Of chunk, claim, piece.")] = "",
    project: Annotated[str | None, typer.Option("--project", metavar="P", help="That project and org-wide.")] = None,
    types: Annotated[list[str] | None, typer.Option("--type", metavar="T", help="Of this type.")] = None,
    tags: Annotated[list[str] | None, typer.Option("--tag", metavar="T", help="With this tag.")] = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="At most so many, 1 to 100.")] = 20,
    recipe: Annotated[str, typer.Option("--recipe", metavar="NAME", help="fast, hybrid or precise.")] = "hybrid",
    fusion: Annotated[str, typer.Option("--fusion", metavar="NAME", help="trusting or rrf.")] = "trusting",
    as_of: Annotated[str | None, typer.Option("--as-of", metavar="TIME", help="As known then (claims).")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Say how each hit came about.")] = False,
    expect: Annotated[str | None, typer.Option("--expect", metavar="ID", help="Say why this is not there.")] = None,
) -> None:
    """Search documents and claims, by words and by meaning; every hit says where it stands."""
    with call.knowledge() as knowledge:
        result = knowledge.search(
            query,
            kinds=[each for each in kind.split(",") if each],
            project=as_project(knowledge, project),
            types=types or (),
            tags=tags or (),
            limit=limit,
            recipe=recipe,
            fusion=fusion,
            as_of=as_of,
            explain=explain,
            expect=expect,
        )
        claims = {} if call.json else _claims(knowledge, result)
    if call.json:
        call.out.result(result, "")
    else:
        _show(call, result, claims, expect)


def _claims(knowledge: Knowledge, result: SearchResult) -> dict[str, Claim]:
    """Those among the hits, to say who stands behind them."""
    found: dict[str, Claim] = {}
    for hit in result.hits:
        if hit.kind != "chunk":
            with suppress(NotFound):
                found[hit.id] = knowledge.claims.get(hit.id, as_of=result.query.as_of)
    return found


def _show(call: Call, result: SearchResult, claims: Mapping[str, Claim], expect: str | None) -> None:
    from wherefrom.text.analysis import analyse_query

    asked = analyse_query(result.query.text).weights
    for number, hit in enumerate(result.hits, start=1):
        claim = claims.get(hit.id)
        tell_place(call.out, f"{number:>3}  {_headline(hit, claim)}", hit.citation.uri if hit.citation else None)
        for line in excerpt(hit.text, indent=_MARGIN, terms=asked):
            call.out.line(line)
        for line in folded(_reasons(hit) if result.explanation else _behind(hit, claim), indent=_MARGIN):
            call.out.note(line)
    for notice in result.notices:
        call.out.note(f"Note: {notice}")
    if result.cause is not None:
        call.out.note(_CAUSES[result.cause])
        for word, near in (result.nearest or {}).items():
            if near:
                call.out.note(f"     {word}: did you mean {', '.join(near)}?")
        call.out.next_step(_NEXT_STEPS[result.cause])
    _explain(call, result, expect)
    found = counted(len(result.hits), "hits")
    call.out.note(f"{found} of {_searched(result)} in {result.milliseconds:.0f} ms")
    if result.hits:
        call.out.next_step(look_closer(result.hits[0].citation, result.hits[0].id))


def _headline(hit: Hit, claim: Claim | None) -> str:
    """Where it stands: a claim that cites no passage, on what else it does."""
    from wherefrom.claims.grounding import told_place
    from wherefrom.core.evidence import strongest

    return told(hit.place if claim is None or hit.citation is not None else told_place(strongest(claim.evidence)))


def _behind(hit: Hit, claim: Claim | None) -> str:
    from wherefrom.core.severity import claim_line

    return f"{hit.kind} {short(hit.id)}" + (f" · {claim_line(claim)}" if claim is not None else "")


def _searched(result: SearchResult) -> str:
    kinds = set(result.query.kinds)
    if kinds == {"chunk"}:
        return counted(result.passages, "passages")
    return counted(result.passages, "passages and claims" if "chunk" in kinds else "claims")


def _reasons(hit: Hit) -> str:
    told = [f"score {hit.score:.2f}", _leg("words", hit.words), _leg("meaning", hit.meaning)]
    return " · ".join([*told, f"terms {', '.join(hit.terms)}" if hit.terms else "no term of the query"])


def _leg(name: str, rank: LegRank | None) -> str:
    return f"{name} –" if rank is None else f"{name} #{rank.rank} ({rank.score:.2f})"


def _explain(call: Call, result: SearchResult, expect: str | None) -> None:
    if result.explanation is None:
        return
    call.out.note(f"Asked for: {', '.join(result.explanation.terms)}")
    for each in result.explanation.filters:
        call.out.note(f"Filter: {each}")
    for line in folded(_expected(result, expect), indent=0) if expect else ():
        call.out.line(line)


def _expected(result: SearchResult, expect: str) -> str:
    missing = result.explanation.expected if result.explanation else None
    if missing is not None:
        return f"{short(missing.id)} is not among them: {missing.reason}"
    place = next((place for place, hit in enumerate(result.hits, start=1) if hit.is_of(expect)), None)
    return f"{expect} is among them" + (f", at place {place}" if place else "")
