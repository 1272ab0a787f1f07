"""Which loader reads what. A new kind of document is one file and a row here."""

from __future__ import annotations

import zipfile
from importlib import import_module
from io import BytesIO
from typing import NamedTuple, cast

from wherefrom.core.passing_over import begins_as_binary
from wherefrom.errors import ContentError, MissingExtra
from wherefrom.loading.code import language_of
from wherefrom.loading.title import file_name
from wherefrom.loading.unknown_code import is_code
from wherefrom.ports.documents import Blob, Loader
from wherefrom.text.decoding import decode

__all__ = ["KINDS", "Kind", "find_loader", "kind_of"]


class Kind(NamedTuple):
    """`extra` brings the library that the loader needs, if it needs one."""

    loader: str
    extensions: str = ""
    media_types: str = ""
    extra: str | None = None


_OFFICE = "application/vnd.openxmlformats-officedocument"
KINDS: dict[str, Kind] = {
    "text": Kind("wherefrom.loading.text:load_text", "txt text log", "text/plain"),
    "code": Kind("wherefrom.loading.code:load_code"),
    "markdown": Kind(
        "wherefrom.loading.markdown:load_markdown",
        "md markdown mdown mkd mkdn mdx mdc qmd rmd",
        "text/markdown text/x-markdown",
    ),
    "rst": Kind("wherefrom.loading.rst:load_rst", "rst rest", "text/x-rst text/prs.fallenstein.rst"),
    "table": Kind("wherefrom.loading.table:load_table", "csv tsv tab", "text/csv text/tab-separated-values"),
    "json": Kind(
        "wherefrom.loading.json_text:load_json", "json geojson json5 jsonc webmanifest", "application/json text/json"
    ),
    "json lines": Kind(
        "wherefrom.loading.json_text:load_json_lines", "jsonl ndjson", "application/jsonl application/x-ndjson"
    ),
    "yaml": Kind(
        "wherefrom.loading.settings_text:load_yaml",
        "yaml yml",
        "application/yaml application/x-yaml text/yaml text/x-yaml",
    ),
    "toml": Kind("wherefrom.loading.settings_text:load_toml", "toml", "application/toml"),
    "notebook": Kind("wherefrom.loading.notebook:load_notebook", "ipynb", "application/x-ipynb+json"),
    "mail": Kind("wherefrom.loading.mail:load_mail", "eml", "message/rfc822"),
    "html": Kind("wherefrom.loading.html:load_html", "html htm xhtml", "text/html application/xhtml+xml", "web"),
    "docx": Kind(
        "wherefrom.loading.word:load_word", "docx docm dotx", f"{_OFFICE}.wordprocessingml.document", "office"
    ),
    "pptx": Kind(
        "wherefrom.loading.slides:load_slides", "pptx pptm ppsx", f"{_OFFICE}.presentationml.presentation", "office"
    ),
    "xlsx": Kind("wherefrom.loading.sheets:load_sheets", "xlsx xlsm xltx", f"{_OFFICE}.spreadsheetml.sheet", "office"),
    "pdf": Kind("wherefrom.loading.pdf:PDF", "pdf", "application/pdf application/x-pdf", "pdf"),
    "ticket": Kind("wherefrom.loading.ticket:load_ticket", "", "application/vnd.wherefrom.ticket+json"),
}

_BY_EXTENSION = {ending: name for name, kind in KINDS.items() for ending in kind.extensions.split()}
_BY_MEDIA_TYPE = {media_type: name for name, kind in KINDS.items() for media_type in kind.media_types.split()}
_VAGUE = frozenset({"text/plain", "application/json", "text/json"})
"""What a server also says of files that have a more exact name: notes.md, run.ipynb."""
_OFFICE_FOLDERS = {"word/": "docx", "ppt/": "pptx", "xl/": "xlsx"}
_HEAD = 1_024
_PAGE_BEGINNINGS = ("<!doctype html", "<html")


def find_loader(blob: Blob) -> Loader:
    """The function that reads it. ContentError if there is none, MissingExtra if its library is not installed."""
    name = kind_of(blob)
    kind = KINDS[name]
    module, _, function = kind.loader.partition(":")
    try:
        return cast("Loader", getattr(import_module(module), function))
    except ModuleNotFoundError as error:
        if kind.extra is None or (error.name or "").partition(".")[0] == "wherefrom":
            raise
        raise MissingExtra(kind.extra, f"reading {name} files") from None


def kind_of(blob: Blob) -> str:
    """By its first bytes where they are sure, by what its origin says, by its name, by looking."""
    media_type = blob.media_type.partition(";")[0].strip().lower()
    ending = file_name(blob.path).lower().rpartition(".")[2]
    stated = _BY_MEDIA_TYPE.get(media_type)
    if stated is not None and media_type not in _VAGUE:
        return _by_magic(blob.data) or stated
    named = _by_magic(blob.data) or _BY_EXTENSION.get(ending) or ("code" if language_of(blob) else None)
    return named or (stated if stated != "text" else None) or _by_suffix(media_type) or _by_looking(blob)


def _by_magic(data: bytes) -> str | None:
    if data[:_HEAD].lstrip().startswith(b"%PDF-"):
        return "pdf"
    if not data.startswith(b"PK\x03\x04"):
        return None
    try:
        names = zipfile.ZipFile(BytesIO(data)).namelist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        return None
    if "[Content_Types].xml" not in names:
        return None
    return next(
        (kind for folder, kind in _OFFICE_FOLDERS.items() if any(name.startswith(folder) for name in names)), None
    )


def _by_suffix(media_type: str) -> str | None:
    return "json" if media_type.endswith("+json") else None


def _by_looking(blob: Blob) -> str:
    try:
        if begins_as_binary(blob.data):
            raise ContentError("this is not text")
        head = decode(blob.data[: 64 * _HEAD]).text
    except ContentError:
        named = blob.media_type or file_name(blob.path) or "this"
        raise ContentError(f"no loader for {named}", hint="it is not text, and not a format that is read") from None
    if head.lstrip()[:_HEAD].lower().startswith(_PAGE_BEGINNINGS):
        return "html"
    return "code" if is_code(blob.path, head) else "text"
