"""Opening a cited place with what the person has: an editor at the line, a browser at the text, a page as an image."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import tempfile
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote, urlsplit

from wherefrom.errors import UsageError

if TYPE_CHECKING:
    from wherefrom.config import Settings
    from wherefrom.core.regions import Region
    from wherefrom.services.knowledge import Knowledge

__all__ = ["opened"]

_FRAGMENT_WORDS = 12


def opened(region: Region, knowledge: Knowledge, settings: Settings) -> str:
    """What was opened; where nothing here can open it, its place is all that is told."""
    place = region.places[0] if region.places else region.citation.locator
    if place.kind == "pdf":
        return _page(region, knowledge)
    uri = region.citation.uri or ""
    if place.kind == "web" and urlsplit(uri).scheme in ("http", "https"):
        return _page_at(uri, region.text)
    if place.kind == "ticket" and urlsplit(uri).scheme in ("http", "https"):
        return _browsed(uri)
    return _file(region, settings)


def _page(region: Region, knowledge: Knowledge) -> str:
    """The page as an image, with a box around every cited line."""
    image = Path(tempfile.mkdtemp(prefix="wherefrom-")) / f"{region.citation.chunk[:8]}.png"
    image.write_bytes(knowledge.citations.page_image(region))
    _start(["xdg-open", str(image)])
    return str(image)


def _page_at(url: str, text: str) -> str:
    """Browsers scroll to a text that the address names."""
    words = " ".join(text.split()[:_FRAGMENT_WORDS])
    return _browsed(f"{url.split('#')[0]}#:~:text={quote(words, safe='')}")


def _browsed(url: str) -> str:
    webbrowser.open(url)
    return url


def _file(region: Region, settings: Settings) -> str:
    uri = region.citation.uri or ""
    parts = urlsplit(uri)
    path = Path(unquote(parts.path)) if parts.scheme == "file" else Path(uri)
    if not path.is_file():
        raise UsageError("this place has no file of its own here", value=uri, hint="read it above, or entries show")
    line = getattr(region.places[0] if region.places else None, "line_start", None) or region.line or 1
    command = shlex.split(settings.editor or "") or ["vi"]
    at = [f"{path}:{line}"] if "code" in command[0] else [f"+{line}", str(path)]
    _start([*command, *(["--goto"] if "code" in command[0] else []), *at], wait=True)
    return f"{path}:{line}"


def _start(command: list[str], *, wait: bool = False) -> None:
    if shutil.which(command[0]) is None:
        return
    if wait:
        subprocess.run(command, check=False)  # noqa: S603 -- the person's own editor
    else:
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603 -- their viewer
