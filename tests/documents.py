"""The same small document as every kind of source has it, so that each edit can be tried on each of them."""

import json
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.pdf_writer import write_pdf
from tests.web_server import Reply, WebServer

WORDS = ("amber", "birch", "cedar", "dune", "ember", "fjord")


def section(word: str) -> tuple[str, str]:
    """A heading, and a paragraph that is long enough to be a passage of its own."""
    sentences = [f"The {word} rule number {n} says that {word} work is checked by {n + 2} people." for n in range(9)]
    return word.title(), " ".join(sentences)


SECTIONS = tuple(section(word) for word in WORDS)
Sections = Sequence[tuple[str, str]]


@dataclass
class Origin:
    """Where a document lies. `write` replaces it, `rename` gives it another name, `delete` takes it away."""

    folder: Path
    name: str = "rules"

    @property
    def target(self) -> str:
        return str(self.folder)

    def write(self, sections: Sections) -> None:
        raise NotImplementedError

    def rename(self) -> None:
        self._file.rename(self.folder / f"other{self._file.suffix}")
        self.name = "other"

    def delete(self) -> None:
        self._file.unlink()

    @property
    def _file(self) -> Path:
        return self.folder / f"{self.name}{self.ending}"

    ending = ".md"


class Markdown(Origin):
    def write(self, sections: Sections) -> None:
        self._file.write_text("# Rules\n\n" + "\n\n".join(f"## {head}\n\n{text}" for head, text in sections) + "\n")


class Code(Origin):
    ending = ".py"

    def write(self, sections: Sections) -> None:
        functions = [
            f'def {head.lower()}():\n    """{text[:80]}"""\n' + "".join(f"    step({n}, '{head}')\n" for n in range(20))
            for head, text in sections
        ]
        self._file.write_text('"""Rules."""\n\n\n' + "\n\n".join(functions))


class Pdf(Origin):
    ending = ".pdf"

    def write(self, sections: Sections) -> None:
        lines: list[str] = []
        for head, text in sections:
            words = text.split()
            lines += [head, "", *(" ".join(words[at : at + 12]) for at in range(0, len(words), 12)), ""]
        pages = [lines[at : at + 45] for at in range(0, len(lines), 45)]
        starts = [lines.index(head) for head, _ in sections]
        contents = [(lines[at], at // 45 + 1, at % 45) for at in starts]
        self._file.write_bytes(write_pdf(pages, outline=contents))


class Zip(Origin):
    ending = ".zip"
    inside = "docs/rules.md"

    def write(self, sections: Sections) -> None:
        text = "# Rules\n\n" + "\n\n".join(f"## {head}\n\n{text}" for head, text in sections) + "\n"
        with zipfile.ZipFile(self._file, "w") as archive:
            archive.writestr(self.inside, text)
            archive.writestr("readme.txt", "What else lies here.")

    def rename(self) -> None:
        with zipfile.ZipFile(self._file) as archive:
            held = {name: archive.read(name) for name in archive.namelist()}
        with zipfile.ZipFile(self._file, "w") as archive:
            for name, data in held.items():
                archive.writestr(name.replace("rules", "other"), data)


class Repo(Markdown):
    def write(self, sections: Sections) -> None:
        super().write(sections)
        self._commit()

    def rename(self) -> None:
        super().rename()
        self._commit()

    def delete(self) -> None:
        super().delete()
        self._commit()

    def _commit(self) -> None:
        if not (self.folder / ".git").exists():
            self._git("init", "--quiet")
        self._git("add", "--all")
        self._git("-c", "user.name=t", "-c", "user.email=t@example", "commit", "--quiet", "--allow-empty", "-m", "x")

    def _git(self, *words: str) -> None:
        subprocess.run(["git", "-C", str(self.folder), *words], check=True, capture_output=True)


@dataclass
class Ticket(Origin):
    title: str = "Rules"
    tickets: list[dict[str, object]] = field(default_factory=list[dict[str, object]])
    ending = ".json"

    @property
    def target(self) -> str:
        return f"ticket:{self._file}"

    def write(self, sections: Sections) -> None:
        comments = [
            {"id": head, "body": text, "user": {"login": "ana"}, "created_at": "2026-01-01T00:00:00Z"}
            for head, text in sections
        ]
        other = {"number": 8, "title": "Other", "body": "Something else.", "updated_at": "2026-01-01T00:00:00Z"}
        self.tickets = [{**other, "number": 7, "title": self.title, "comments": comments}, {**other, "comments": []}]
        self._dump()

    def rename(self) -> None:
        self.tickets[0]["title"] = "Other rules"
        self._dump()

    def delete(self) -> None:
        del self.tickets[0]
        self._dump()

    def _dump(self) -> None:
        for number, ticket in enumerate(self.tickets):
            ticket["updated_at"] = f"2026-02-{10 + len(json.dumps(ticket)) % 18:02}T00:00:0{number}Z"
        self._file.write_text(json.dumps(self.tickets))


@dataclass
class Page(Origin):
    server: WebServer | None = None

    @property
    def target(self) -> str:
        return f"{self._server.url}/rules.html"

    @property
    def _server(self) -> WebServer:
        assert self.server
        return self.server

    def write(self, sections: Sections) -> None:
        body = "".join(f"<h2>{head}</h2><p>{text}</p>" for head, text in sections)
        html = f"<html><head><title>Rules</title></head><body><main>{body}</main></body></html>"
        self._server.pages["/rules.html"] = Reply(html.encode(), 200, {"content-type": "text/html; charset=utf-8"})

    def delete(self) -> None:
        del self._server.pages["/rules.html"]


class Mcp(Markdown):
    @property
    def target(self) -> str:
        return f"mcp:{sys.executable} -m tests.folder_mcp_server {self.folder}"
