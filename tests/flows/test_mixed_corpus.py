"""One command reads a repository, PDFs, pages, tickets, an MCP server and an archive; every citation opens."""

import shutil
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.documents import SECTIONS, Ticket, section
from tests.pdf_writer import write_pdf
from tests.web_server import WebServer, web_server
from wherefrom.bootstrap import open_settings
from wherefrom.config import load_settings
from wherefrom.core.documents import Chunk
from wherefrom.core.paging import ChunkFilter, EntryFilter
from wherefrom.retrieval.cite import citation_of

ROOT = Path(__file__).parents[2]
CITATIONS = 1_000


@pytest.fixture(scope="module")
def server() -> Iterator[WebServer]:
    with web_server() as server:
        for number in range(12):
            links = "".join(f'<a href="/page{other}.html">{other}</a> ' for other in range(12))
            body = "".join(f"<h2>{name} {number}</h2><p>{text} On page {number}.</p>" for name, text in SECTIONS)
            head = f"<head><title>Page {number}</title></head>"
            html = f"<html>{head}<body><nav>{links}</nav><main>{body}</main></body></html>"
            server.page(f"/page{number}.html", html, etag=f'"{number}"')
        yield server


@pytest.fixture
def targets(tmp_path: Path, server: WebServer) -> list[str]:
    return [
        str(repository(tmp_path / "repo")),
        str(papers(tmp_path / "papers")),
        f"url_crawl:{server.url}/page0.html",
        tickets(tmp_path),
        mcp_server(tmp_path / "served"),
        str(archive(tmp_path / "old.zip")),
    ]


def repository(folder: Path) -> Path:
    """The project's own source, committed as it is here."""
    shutil.copytree(ROOT / "src" / "wherefrom", folder / "wherefrom", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "docs", folder / "docs")
    for words in (["init", "-q"], ["add", "-A"], ["-c", "user.name=t", "-c", "user.email=t@e", "commit", "-qm", "x"]):
        subprocess.run(["git", "-C", str(folder), *words], check=True)
    return folder


def papers(folder: Path) -> Path:
    folder.mkdir()
    lines = [
        f"Line {n} of the report on {word} and what {word} did in the year {1900 + n}."
        for word in ("alder", "beech", "cork")
        for n in range(120)
    ]
    pages = [lines[at : at + 40] for at in range(0, len(lines), 40)]
    (folder / "plain.pdf").write_bytes(write_pdf(pages, footer="page {page}"))
    short = [[line[:38] for line in page] for page in pages]
    (folder / "columns.pdf").write_bytes(write_pdf(short, columns=2))
    (folder / "turned.pdf").write_bytes(write_pdf(pages[:3], rotate=90))
    (folder / "locked.pdf").write_bytes(write_pdf(pages[:3], password=""))
    (folder / "scanned.pdf").write_bytes(write_pdf([None, None]))
    return folder


def tickets(folder: Path) -> str:
    export = Ticket(folder, "issues")
    export.write([section(f"tree{number}") for number in range(20)])
    return export.target


def mcp_server(folder: Path) -> str:
    folder.mkdir()
    for head, text in SECTIONS:
        (folder / f"{head.lower()}.md").write_text(f"# {head}\n\n{text}\n")
    return f"mcp:{sys.executable} -m tests.folder_mcp_server {folder}"


def archive(path: Path) -> Path:
    with zipfile.ZipFile(path, "w") as made:
        for head, text in SECTIONS:
            made.writestr(f"notes/{head}.md", f"# {head}\n\n{text} In the archive.\n")
        made.writestr("report.pdf", write_pdf([[f"An archived line number {n}." for n in range(30)]]))
    return path


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_one_command_reads_everything_and_every_citation_opens_its_place(
    tmp_path: Path, targets: list[str], server: WebServer
) -> None:
    said = {"WHEREFROM_ALLOW": server.authority}
    settings = load_settings(store=str(tmp_path / "store.db"), environment=said, folder=Path("/"))
    with open_settings(settings) as knowledge:
        report = knowledge.ingest(*targets)
        assert report.sources == len(targets)
        assert [(Path(failure.uri).name, "OCR" in failure.reason) for failure in report.failed] == [
            ("scanned.pdf", True)
        ]
        with knowledge.record.read(knowledge.actor) as unit:
            chunks = list(unit.chunks.every(ChunkFilter()))
            contents = {entry.id: entry.content for entry in unit.entries.every(EntryFilter())}
            headings = unit.entries.headings(contents)
        kinds = Counter(place.kind for chunk in chunks for place in chunk.locators)
        assert kinds.keys() >= {"code", "text", "pdf", "web", "ticket"}
        assert all(_is_whole(chunk, contents[chunk.entry]) for chunk in chunks)
        some = Random(11).sample(chunks, min(CITATIONS, len(chunks)))
        regions = knowledge.citations.resolve(citation_of(chunk, headings[chunk.entry]) for chunk in some)
        assert Counter(region.state.ground.value for region in regions) == {"fresh": len(some)}
        assert all(region.text == chunk.text == region.state.now for region, chunk in zip(regions, some, strict=True))
        again = knowledge.ingest(*targets)
        assert (again.embedded, again.removed, again.entries) == (0, 0, report.entries)


def _is_whole(chunk: Chunk, content: str) -> bool:
    """Its words are the document's own at its place, and every page it touches has its boxes."""
    own = content[chunk.locators[0].char_start : chunk.locators[-1].char_end] == chunk.text
    return own and all(place.kind != "pdf" or place.regions for place in chunk.locators)
