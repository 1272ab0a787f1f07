"""Opening a cited place with what the person has: an editor at the line, a browser at the text, a page as an image."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import tempfile
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from wherefrom.core.documents import ContentKind
from wherefrom.errors import NotFound, UsageError

if TYPE_CHECKING:
    from wherefrom.config import Settings
    from wherefrom.core.locators import Locator
    from wherefrom.core.regions import Region
    from wherefrom.services.knowledge import Knowledge
    from wherefrom.services.reaching import Copy

__all__ = ["Unopened", "at_text", "opened"]

_FRAGMENT_WORDS = 12
_FRAGMENT_LENGTH = 200
_SENTENCE = 6
"""So many words are no heading, which a page may have in its table of contents too."""
_BLOCKS = re.compile(r"[\n\t]|(?<=[。！？])")
"""Where one block of a page may end and the next begin."""
_LARGEST_SEARCHED = 50_000_000
_READ_ONLY = 0o400


class Unopened(UsageError):
    """Nothing here can open it; `place` is where it is."""

    def __init__(self, message: str, place: str, *, hint: str) -> None:
        super().__init__(message, value=place, hint=hint)
        self.place = place


def opened(region: Region, knowledge: Knowledge, settings: Settings) -> str:
    """What was opened. Unopened where nothing here can open it, UsageError where nothing is kept of it."""
    try:
        with suppress(NotFound):  # its original is not kept
            if _place(region).kind == "pdf":
                return _page(region, knowledge)
        return _reached(region, knowledge, settings)
    except NotFound:
        place = region.citation.place
        raise UsageError("nothing is kept to open here", value=place, hint="read its last words above") from None


def at_text(url: str, text: str) -> str:
    """Browsers scroll to a text that the address names; it must stand in one block, so a heading is left out."""
    blocks = [words for block in _BLOCKS.split(text) if (words := block.split())]
    if not blocks:
        return url
    words = next((block for block in blocks if len(block) >= _SENTENCE), max(blocks, key=len))[:_FRAGMENT_WORDS]
    while len(words) > 1 and len(" ".join(words)) > _FRAGMENT_LENGTH:
        words.pop()
    # A hyphen marks what stands around the text, so it is written as a number too.
    named = quote(" ".join(words), safe="").replace("-", "%2D")
    return f"{url.partition('#')[0]}#:~:text={named}"


def _place(region: Region) -> Locator:
    return region.places[0] if region.places else region.citation.locator


def _words(region: Region) -> str:
    """As they stand there now."""
    return region.state.now or region.text


def _page(region: Region, knowledge: Knowledge) -> str:
    """The page as an image, with a box around every cited line."""
    image = _new_file(f"{region.citation.chunk[:8]}.png", knowledge.citations.page_image(region))
    return _viewed(image)


def _reached(region: Region, knowledge: Knowledge, settings: Settings) -> str:
    reach = knowledge.citations.reach(region)
    if reach.url is not None:
        return _browsed(reach.url if _place(region).kind == "ticket" else at_text(reach.url, _words(region)))
    if reach.path is not None:
        line = _line_in(reach.path, region)
        if line is not None:
            return _edited(reach.path, line, settings)
        if getattr(region.citation.locator, "commit", None) is None:
            return _looked_at(reach.path, region, settings)
    return _copied(region, knowledge.citations.copy(region), settings)


def _browsed(url: str) -> str:
    if not webbrowser.open(url):
        raise Unopened("no browser could be started here", url, hint="open the address where there is one")
    return url


def _line_in(path: Path, region: Region) -> int | None:
    """Where the words stand in the file; None if they do not stand there as they are."""
    with path.open("rb") as file:
        text = file.read(_LARGEST_SEARCHED).decode("utf-8", "replace")
    words, expected = _words(region), _place(region).char_start
    at = expected if text.startswith(words, expected) else text.find(words)
    return text.count("\n", 0, at) + 1 if words and at >= 0 else None


def _looked_at(path: Path, region: Region, settings: Settings) -> str:
    """A file whose text is not written in it as it reads, or that says something else by now."""
    if region.blob is not None and region.content_kind is not ContentKind.CODE:
        return _viewed(path)
    return _edited(path, getattr(_place(region), "line_start", None) or region.line or 1, settings)


def _copied(region: Region, copy: Copy, settings: Settings) -> str:
    path = _new_file(copy.name, copy.data)
    if copy.line is None:
        return _viewed(path)
    return _edited(path, copy.line, settings)


def _new_file(name: str, data: bytes) -> Path:
    """Of the person's own, and not to be written: what is changed in a copy would be lost."""
    path = Path(tempfile.mkdtemp(prefix="wherefrom-")) / name
    path.write_bytes(data)
    path.chmod(_READ_ONLY)
    return path


def _viewed(path: Path) -> str:
    """With the program that the desktop has for it."""
    viewer = ["xdg-open", str(path)]
    if shutil.which(viewer[0]) is None:
        raise Unopened("there is no xdg-open to view this with", str(path), hint="open the file where there is one")
    subprocess.Popen(viewer, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603 -- their viewer
    return str(path)


def _edited(path: Path, line: int, settings: Settings) -> str:
    editor, *options = shlex.split(settings.editor or "") or ["vi"]
    place, is_code = f"{path}:{line}", "code" in editor
    if shutil.which(editor) is None:
        raise Unopened(f"there is no editor {editor}", place, hint="name another one in EDITOR")
    at = ["--goto", place] if is_code else [f"+{line}", str(path)]
    subprocess.run([editor, *options, *at], check=False)  # noqa: S603 -- the person's own editor
    return place
