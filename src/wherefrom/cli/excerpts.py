"""What was found, on a terminal: its words folded, its place as a link, and the command that shows more of it."""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Collection, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from wherefrom.cli.output import console
from wherefrom.cli.wording import safe, short

if TYPE_CHECKING:
    from wherefrom.cli.output import Output
    from wherefrom.core.documents import Citation

__all__ = ["cut", "excerpt", "folded", "look_closer", "tell_place", "told"]

_NARROWEST, _WIDEST = 40, 100
_LINES_SHOWN = 3
_WORDS_BEFORE = 4
_RAGGED = 8
"""So much of a line may stay empty because the next word is too long for it."""
_KIND_AND_ID = re.compile(r"([a-z_]+)[: ]([0-9a-f]{32})")


def excerpt(
    text: str, *, indent: int, ending: str = " …", lines: int = _LINES_SHOWN, terms: Collection[str] = ()
) -> list[str]:
    """On as many lines at most, each behind `indent` blanks: the first words, or those around most of the `terms`."""
    width = min(_WIDEST, max(_NARROWEST, console(sys.stdout).width - 1)) if sys.stdout.isatty() else _WIDEST
    words = text.split()
    start = _start(words, frozenset(terms), room=(width - indent - _RAGGED) * lines)
    shown = " ".join(words[start:])
    return _wrapped(f"… {shown}" if start else shown, width, indent, max_lines=lines, placeholder=ending)


def _start(words: Sequence[str], terms: frozenset[str], *, room: int) -> int:
    """The word to begin with so that as many of the terms as can be are seen; the first, where it is no worse."""
    if not terms or sum(map(len, words)) + len(words) <= room:
        return 0
    from wherefrom.text.analysis import analyse, language_of

    language = language_of(" ".join(words)) or None
    known = {word: terms.intersection(analyse(word, language=language)) for word in set(words)}
    found = [known[word] for word in words]
    latest = _latest(words, room)
    starts = [0, *(max(0, min(place - _WORDS_BEFORE, latest)) for place, of_it in enumerate(found) if of_it)]
    return max(starts, key=lambda start: (_seen(words, found, start, room), -start))


def _latest(words: Sequence[str], room: int) -> int:
    """The word from which the rest fills the lines: a later one would leave some of them empty."""
    for place in range(len(words) - 1, -1, -1):
        room -= len(words[place]) + 1
        if room < 0:
            return place + 1
    return 0


def _seen(words: Sequence[str], found: Sequence[frozenset[str]], start: int, room: int) -> int:
    seen: set[str] = set()
    for word, of_it in zip(islice(words, start, None), islice(found, start, None), strict=True):
        room -= len(word) + 1
        if room < 0:
            break
        seen |= of_it
    return len(seen)


def cut(text: str, *, indent: int) -> str:
    """On one line; what the terminal has no room for behind `indent` is left out."""
    line = " ".join(text.split())
    if not sys.stdout.isatty():
        return line
    from rich.text import Text

    shown = Text(safe(line))
    shown.truncate(max(_NARROWEST, console(sys.stdout).width - indent), overflow="ellipsis")
    return shown.plain


def folded(text: str, *, indent: int) -> list[str]:
    """All of it: on one line where nobody looks, else on as many as it takes."""
    if not sys.stdout.isatty():
        return [" " * indent + text]
    return _wrapped(text, max(_NARROWEST, console(sys.stdout).width), indent)


def tell_place(out: Output, line: str, uri: str | None) -> None:
    """A headline that a terminal can open, if it knows how."""
    link = _link_of(uri)
    out.line(line, style="bold" + (f" link {link}" if link else ""))


def told(place: str) -> str:
    """As it is printed; where nothing but an id says what it is, the beginning of the id does."""
    made = _KIND_AND_ID.fullmatch(place)
    return f"{made[1]} {short(made[2])}" if made else place


def look_closer(citation: Citation | None, claim: str) -> str:
    """The command that shows the passage, or how the claim came about that stands on none."""
    return f"wherefrom history {short(claim)}" if citation is None else f"wherefrom show {short(citation.chunk)}"


def _link_of(uri: str | None) -> str | None:
    """None for what is no address, and for one that would say more to the terminal than where to go.

    An address is content: it may hold anything, and a link is written as it is.
    """
    try:
        if uri is not None and Path(uri).is_absolute():
            return Path(uri).as_uri()
        is_plain = uri is not None and uri.isprintable() and " " not in uri
        return _opening(uri) if uri and is_plain and urlsplit(uri).scheme in ("http", "https", "file") else None
    except ValueError:
        return None


def _opening(uri: str) -> str:
    """A file of a repository is `file://REPOSITORY#PATH`, which opens nothing; the same file checked out does."""
    base, _, path = uri.partition("#")
    repository = Path(unquote(urlsplit(base).path))
    if path and urlsplit(base).scheme == "file" and (repository / unquote(path)).is_file():
        return (repository / unquote(path)).as_uri()
    return uri


def _wrapped(text: str, width: int, indent: int, **limits: object) -> list[str]:
    blanks = " " * indent
    return textwrap.wrap(text, width, initial_indent=blanks, subsequent_indent=blanks, **limits)  # pyright: ignore[reportArgumentType]  -- options of textwrap
