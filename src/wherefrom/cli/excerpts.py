"""What was found, on a terminal: its words folded, its place as a link, and the command that shows more of it."""

from __future__ import annotations

import re
import sys
import textwrap
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
_KIND_AND_ID = re.compile(r"([a-z_]+)[: ]([0-9a-f]{32})")


def excerpt(text: str, *, indent: int, ending: str = " …", lines: int = _LINES_SHOWN) -> list[str]:
    """The first words, on as many lines at most, each behind `indent` blanks."""
    width = min(_WIDEST, max(_NARROWEST, console(sys.stdout).width - 1)) if sys.stdout.isatty() else _WIDEST
    return _wrapped(" ".join(text.split()), width, indent, max_lines=lines, placeholder=ending)


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
