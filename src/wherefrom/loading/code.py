"""Source code: one unit with all its lines; the chunker cuts it by its syntax.

The languages are called as tree-sitter-language-pack calls them.
"""

from __future__ import annotations

import re

from wherefrom.core.documents import ContentKind
from wherefrom.core.locators import CodeLocator
from wherefrom.loading.lines import count_lines
from wherefrom.loading.title import file_name, title_of
from wherefrom.ports.documents import Blob, RawDocument, RawUnit
from wherefrom.text.decoding import charset_in, decode

__all__ = ["LANGUAGES", "language_of", "load_code"]

LANGUAGES = {
    extension: language
    for language, extensions in {
        "actionscript": "as",
        "ada": "ada adb ads",
        "asm": "asm s",
        "astro": "astro",
        "bash": "sh bash zsh ksh bats",
        "bicep": "bicep",
        "c": "c h",
        "clojure": "clj cljs cljc edn",
        "cmake": "cmake",
        "commonlisp": "lisp lsp",
        "cpp": "cc cpp cxx c++ hh hpp hxx inl ipp",
        "csharp": "cs csx",
        "css": "css",
        "cuda": "cu cuh",
        "d": "d",
        "dart": "dart",
        "dockerfile": "dockerfile",
        "elisp": "el",
        "elixir": "ex exs",
        "elm": "elm",
        "erlang": "erl hrl",
        "fish": "fish",
        "fortran": "f f77 f90 f95 f03 f08",
        "fsharp": "fs fsx",
        "gdscript": "gd",
        "gleam": "gleam",
        "glsl": "glsl vert frag",
        "go": "go",
        "graphql": "graphql gql",
        "groovy": "groovy gradle",
        "haskell": "hs",
        "haxe": "hx",
        "hcl": "hcl",
        "ini": "ini cfg conf",
        "java": "java",
        "javascript": "js jsx mjs cjs",
        "jsonnet": "jsonnet libsonnet",
        "julia": "jl",
        "kotlin": "kt kts",
        "latex": "tex sty cls",
        "lua": "lua",
        "make": "mk mak",
        "matlab": "m",
        "nim": "nim",
        "nix": "nix",
        "objc": "mm",
        "ocaml": "ml",
        "ocaml_interface": "mli",
        "odin": "odin",
        "pascal": "pas pp",
        "perl": "pl pm",
        "php": "php phtml",
        "powershell": "ps1 psm1 psd1",
        "prisma": "prisma",
        "properties": "properties",
        "proto": "proto",
        "purescript": "purs",
        "python": "py pyi pyw pyx",
        "r": "r",
        "racket": "rkt",
        "rego": "rego",
        "ruby": "rb rake gemspec",
        "rust": "rs",
        "scala": "scala sc sbt",
        "scheme": "scm ss",
        "scss": "scss",
        "solidity": "sol",
        "sparql": "rq sparql",
        "sql": "sql ddl",
        "starlark": "bzl star",
        "svelte": "svelte",
        "swift": "swift",
        "tcl": "tcl",
        "terraform": "tf tfvars",
        "thrift": "thrift",
        "tsx": "tsx",
        "twig": "twig",
        "typescript": "ts mts cts",
        "typst": "typ",
        "verilog": "sv svh",
        "vhdl": "vhd vhdl",
        "vim": "vim",
        "vue": "vue",
        "wat": "wat",
        "wgsl": "wgsl",
        "xml": "xml xsd xsl xslt",
        "zig": "zig",
    }.items()
    for extension in extensions.split()
}

_NAMES = {
    "makefile": "make",
    "gnumakefile": "make",
    "dockerfile": "dockerfile",
    "containerfile": "dockerfile",
    "cmakelists.txt": "cmake",
    "rakefile": "ruby",
    "gemfile": "ruby",
    "vagrantfile": "ruby",
    "jenkinsfile": "groovy",
    "build.bazel": "starlark",
    "workspace": "starlark",
    "build": "starlark",
    "go.mod": "gomod",
    "meson.build": "meson",
    ".bashrc": "bash",
    ".zshrc": "bash",
    ".profile": "bash",
    ".vimrc": "vim",
}

_SHEBANG = re.compile(rb"#!\s*(?:\S*/)?(?:env\s+(?:-\S+\s+|\w+=\S*\s+)*(?:\S*/)?)?([A-Za-z]+)")
_INTERPRETERS = {
    "sh": "bash",
    "bash": "bash",
    "dash": "bash",
    "zsh": "bash",
    "ksh": "bash",
    "fish": "fish",
    "python": "python",
    "pypy": "python",
    "uv": "python",
    "node": "javascript",
    "bun": "javascript",
    "deno": "typescript",
    "ruby": "ruby",
    "perl": "perl",
    "php": "php",
    "lua": "lua",
    "tclsh": "tcl",
    "rscript": "r",
    "julia": "julia",
    "make": "make",
    "pwsh": "powershell",
    "elixir": "elixir",
    "escript": "erlang",
    "racket": "racket",
    "ocaml": "ocaml",
}


def load_code(blob: Blob) -> RawDocument:
    text, notices = decode(blob.data, charset_in(blob.media_type))
    if not text.strip():
        return RawDocument(title_of(blob), text, [], notices)
    locator = CodeLocator(
        path=blob.path,
        line_start=1,
        line_end=count_lines(text),
        repo=blob.repo,
        commit=blob.commit,
        char_start=0,
        char_end=len(text),
    )
    unit = RawUnit(locator, ContentKind.CODE, language=language_of(blob))
    return RawDocument(title_of(blob), text, [unit], notices)


def language_of(blob: Blob) -> str | None:
    """By the file's name; a file without an ending may say it in its first line."""
    return _language_named(blob.path) or _by_shebang(blob.data)


def _language_named(path: str) -> str | None:
    name = file_name(path).lower()
    ending = name.rpartition(".")[2] if "." in name else ""
    return _NAMES.get(name) or LANGUAGES.get(ending) or _NAMES.get(name.partition(".")[0])


def _by_shebang(data: bytes) -> str | None:
    found = _SHEBANG.match(data[:200])
    return _INTERPRETERS.get(found[1].decode().lower()) if found else None
