"""Rules files: read as claims that stand on their lines, and checked against what is there."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from wherefrom.claims.raising import raise_about
from wherefrom.claims.rules.looking import Surroundings
from wherefrom.claims.rules.naming import named_in
from wherefrom.claims.rules.reading import Rule, rules_of
from wherefrom.claims.rules.sorting import RULE, RulesReport, StaleRule, sorted_out
from wherefrom.claims.rules.things import Thing
from wherefrom.core.actors import ActorKind
from wherefrom.core.attention import AttentionEvent, cause_of
from wherefrom.core.claims import ACTIVE, Claim, ClaimStatus, Scope, ScopeType
from wherefrom.core.evidence import EvidenceKind, EvidenceRef
from wherefrom.core.paging import ClaimFilter
from wherefrom.core.pointers import from_file
from wherefrom.core.wellformed import JSON
from wherefrom.errors import InvalidValue
from wherefrom.services.checking import Checking
from wherefrom.services.claims import Claims
from wherefrom.services.desk import Verbs

__all__ = ["Rules", "RulesReport"]

_FILES = ("AGENTS.md", "CLAUDE.md", "CONTRIBUTING.md", ".github/CONTRIBUTING.md", "docs/CONTRIBUTING.md")
_FOLDERS = {".claude/rules": (".md",), ".cursor/rules": (".mdc", ".md")}
_NOT_LOOKED_INTO = frozenset({".git", "node_modules", ".venv", "venv", "__pycache__", ".tox", "target", ".wherefrom"})
_MOST_PATHS = 50_000
_MOST_FILES = 200
_LONGEST_DOMAIN = 200
_KEPT = (*ACTIVE, ClaimStatus.HYPOTHESIS)


class Rules(Verbs):
    def read(self, folder: str | Path = ".", *, project: str | None = None) -> RulesReport:
        """Each rule one claim. Read again, only what changed changes: a rule with other words supersedes its claim,
        one that was taken out is in the inbox, because the evidence of its claim is gone.

        Paths, make targets and scripts that rules name are looked for. No rule is ever carried out.
        """
        root = Path(folder).expanduser().resolve()
        if self._desk.ground.revision(from_file(str(root))) is None or not root.is_dir():
            raise InvalidValue("there is no such folder, or it may not be read", value=str(folder), hint="name another")
        reading = _Reading(self, root, project)
        for file in _rules_files(root):
            reading.take(file)
        reading.check()
        return reading.report


class _Reading(Verbs):
    """One pass over the rules of a folder."""

    def __init__(self, rules: Rules, root: Path, project: str | None) -> None:
        super().__init__(rules._desk)  # pyright: ignore[reportPrivateUsage]  -- of the same family
        self._root = root
        self._project = project
        self._scope = Scope(ScopeType.REPO, str(root))
        self._claims = Claims(self._desk)
        self._standing: list[tuple[Rule, Claim, str]] = []
        self._read: set[Path] = set()
        self._superseded: set[str] = set()
        self.report = RulesReport()
        with self._record.read(self._actor) as unit:
            where = ClaimFilter(scope=self._scope, tag=RULE, status=_KEPT, personal=True)
            self._known = list(unit.claims.every(where))

    def take(self, file: Path) -> None:
        if file.resolve() in self._read:
            return  # one file under two names
        self._read.add(file.resolve())
        name = file.relative_to(self._root).as_posix()
        pin = self._desk.ground.pin(from_file(str(file)))
        if pin.text is None:
            self._tell(skipped=(*self.report.skipped, (name, pin.why or "it cannot be read")))
            return
        rules = rules_of(pin.text)
        found = sorted_out(rules, [claim for claim in self._known if self._stands_in(claim, file)])
        learned = [(rule, self._learn(rule, file)) for rule in found.new]
        changed = [(rule, self._replace(rule, old, file)) for rule, old in found.changed]
        self._standing += [(rule, claim, name) for rule, claim in (*found.same, *learned, *changed)]
        self._tell(
            files=(*self.report.files, name),
            rules=self.report.rules + len(rules),
            learned=self.report.learned + len(learned),
            changed=self.report.changed + len(changed),
            unchanged=self.report.unchanged + len(found.same),
        )

    def check(self) -> None:
        """Whether what the rules name is there, and whether their lines still stand."""
        if not self._standing and not self._known:
            return
        paths = list(_paths(self._root))
        around = Surroundings(paths, self._text, is_whole=len(paths) < _MOST_PATHS)
        stale = [each for standing in self._standing if (each := _looked(*standing, around)) is not None]
        standing = {claim.id: claim for _, claim, _ in self._standing}
        gone = [claim for claim in self._known if claim.id not in standing and claim.id not in self._superseded]
        self._tell(stale=tuple(stale), removed=len(gone))
        self._attend({each.claim: each for each in stale}, standing)
        Checking(self._desk).check(scope=self._scope)

    def _attend(self, stale: Mapping[str, StaleRule], standing: Mapping[str, Claim]) -> None:
        with self._record.write(self._actor) as unit:
            for id in {claim.id for claim in self._known} | standing.keys():
                if id not in stale:
                    unit.attention.settle(cause_of(AttentionEvent.RULE_STALE, id))
            for id, told in stale.items():
                detail: dict[str, JSON] = {"text": told.text, "place": told.place, "missing": list(told.missing)}
                raise_about(unit, standing[id], AttentionEvent.RULE_STALE, self._desk.ids, detail=detail)
            unit.commit()

    def _learn(self, rule: Rule, file: Path) -> Claim:
        lines = (rule.line_start, rule.line_end)
        evidence = from_file(str(file), lines=lines, quote=rule.quote)
        section = " › ".join(rule.section)[:_LONGEST_DOMAIN] or None
        return self._claims.learn(
            rule.text, [evidence], domain=section, tags=[RULE], scope=self._scope, project=self._project
        )

    def _replace(self, rule: Rule, old: Claim, file: Path) -> Claim:
        """The old claim stays where it also stands in another file, or where an agent asks: people supersede."""
        new = self._learn(rule, file)
        elsewhere = any(self._file_of(ref) != file for ref in old.evidence)
        may = self._actor.kind in (ActorKind.USER, ActorKind.SYSTEM)
        if new.id == old.id or elsewhere or not may:
            return new
        self._superseded.add(old.id)
        return self._claims.supersede(old.id, new.id, reason=f"the rule in {file.name} says it otherwise now")

    def _stands_in(self, claim: Claim, file: Path) -> bool:
        return any(self._file_of(ref) == file for ref in claim.evidence)

    def _file_of(self, ref: EvidenceRef) -> Path | None:
        if ref.kind is not EvidenceKind.FILE or ref.path is None:
            return None
        return Path(ref.repo or self._root, ref.path)

    def _text(self, name: str) -> str | None:
        return self._desk.ground.pin(from_file(str(self._root / name))).text

    def _tell(self, **changes: object) -> None:
        self.report = replace(self.report, **changes)  # pyright: ignore[reportArgumentType]  -- fields of a report


def _looked(rule: Rule, claim: Claim, file: str, around: Surroundings) -> StaleRule | None:
    named = named_in(rule.text)
    lacking = [(each, why) for each in named if (why := around.missing(each)) is not None]
    if "` or `" in rule.text and len(lacking) < len(named):  # one command of several is enough, a path is named itself
        lacking = [(each, why) for each, why in lacking if each.thing in (Thing.FILE, Thing.FOLDER)]
    if not lacking:
        return None
    missing = tuple(why for _, why in lacking)
    lines = f"L{rule.line_start}" + (f"-L{rule.line_end}" if rule.line_end > rule.line_start else "")
    return StaleRule(claim=claim.id, text=rule.text, place=f"{file}:{lines}", missing=missing)


def _rules_files(root: Path) -> Iterator[Path]:
    for name in _FILES:
        if (root / name).is_file():
            yield (root / name).resolve() if (root / name).resolve().is_relative_to(root) else root / name
    for folder, endings in _FOLDERS.items():
        found = [each for each in _walked(root / folder) if each.suffix in endings]
        yield from sorted(found)[:_MOST_FILES]


def _walked(folder: Path) -> Iterator[Path]:
    for place, folders, files in os.walk(folder, followlinks=False):
        folders.sort()
        yield from (Path(place, name) for name in files)


def _paths(root: Path) -> Iterator[str]:
    """Every file and folder, relative; what builds and tools leave behind is not looked into."""
    count = 0
    for place, folders, files in os.walk(root, followlinks=False):
        folders[:] = sorted(each for each in folders if each not in _NOT_LOOKED_INTO)
        inside = Path(place).relative_to(root).as_posix()
        for name in (*folders, *files):
            yield name if inside == "." else f"{inside}/{name}"
            count += 1
            if count >= _MOST_PATHS:
                return
