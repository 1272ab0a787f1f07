"""Which node is a definition, and what people call it."""

from __future__ import annotations

import re
from typing import NamedTuple

from tree_sitter import Node

from wherefrom.chunking.code_grammars import FUNCTION, Grammar

__all__ = ["Definition", "definition_at", "may_define"]

_DEEPEST_WRAPPING = 4
_DEEPEST_DECLARATOR = 16
_LONGEST_NAME = 120
_NAME_FIELDS = ("name", "declarator", "property", "left", "key", "type")
_SPOKEN_NAME = re.compile(rb"[\w.!?]+")
_SCOPING = re.compile(r"::|->|[:\\]")
_NOISE = re.compile(r"<.*|[\s\"'`*&]+", re.DOTALL)
_LIKE_FUNCTIONS = ("function", "method", "func", "procedure", "subroutine", "macro", "task", "constructor")
_LIKE_HOLDERS = ("class", "struct", "interface", "trait", "namespace", "module", "object", "protocol", "contract")
_NOT_DEFINING = ("call", "invocation", "expression", "identifier", "reference", "type", "argument", "parameter", "name")


class Definition(NamedTuple):
    node: Node
    word: str
    """What stands in an AST path before the name: `function`, `class`, `impl`…"""

    @property
    def is_function(self) -> bool:
        return self.word == FUNCTION

    def name(self, grammar: Grammar) -> str:
        node = self.node
        named = _called_name(node) if grammar.calls else _named_by(node)
        if not named:
            return node.type.split("_")[0]
        receiver = node.child_by_field_name("receiver")
        return f"{_receiving_type(receiver)}.{named}" if receiver and receiver.type == "parameter_list" else named


def definition_at(node: Node, grammar: Grammar, data: bytes) -> Definition | None:
    """The definition that a node is, or that it does nothing but wrap."""
    for _ in range(_DEEPEST_WRAPPING):
        word = _word_for(node, grammar, data)
        if word:
            return None if word != "type" and _is_announced_only(node, data) else Definition(node, word)
        if node.type not in grammar.wrappers:
            return None
        inner = _wrapped(node)
        if inner is None:
            return None
        node = inner
    return None


def may_define(type: str, grammar: Grammar) -> bool:
    """Whether a node of this type is worth asking for `definition_at`."""
    return (
        grammar.is_guessed
        or type in grammar.definitions
        or type in grammar.valued
        or type in grammar.wrappers
        or (bool(grammar.calls) and type == "call")
    )


def _word_for(node: Node, grammar: Grammar, data: bytes) -> str | None:
    kind = node.type
    if kind in grammar.definitions:
        return grammar.definitions[kind]
    if kind in grammar.valued:
        value = node.child_by_field_name(grammar.valued[kind])
        return grammar.values.get(value.type) if value and not _is_announced_only(value, data) else None
    if grammar.calls and kind == "call":
        target = node.child_by_field_name("target")
        return (
            grammar.calls.get(data[target.start_byte : target.end_byte].decode("utf-8", "replace")) if target else None
        )
    return _guessed_word(node) if grammar.is_guessed else None


def _guessed_word(node: Node) -> str | None:
    """For a language without a row: it has a name and its type sounds like a definition."""
    kind = node.type
    if not node.is_named or kind.endswith(_NOT_DEFINING):
        return None
    like_function = any(part in kind for part in _LIKE_FUNCTIONS)
    if not like_function and not any(part in kind for part in _LIKE_HOLDERS):
        return None
    if node.child_by_field_name("name") is None:
        return None
    return FUNCTION if like_function else "class"


def _is_announced_only(node: Node, data: bytes) -> bool:
    """A prototype, an interface's method, a forward declaration: a statement among others."""
    if node.child_by_field_name("body") is not None:
        return False
    return node.type.endswith("_specifier") or data[node.end_byte - 1 : node.end_byte] == b";"


def _wrapped(node: Node) -> Node | None:
    inner = node.child_by_field_name("definition") or node.child_by_field_name("declaration")
    if inner:
        return inner
    named = node.named_child_count
    if node.type in ("lexical_declaration", "variable_declaration", "type_declaration") and named != 1:
        return None
    return node.named_child(named - 1) if named else None


def _named_by(node: Node) -> str:
    for field in _NAME_FIELDS:
        named = node.child_by_field_name(field)
        if named:
            return _shown(_declared(named) if field == "declarator" else named)
    for child in node.named_children:
        if child.type in ("simple_identifier", "type_identifier", "identifier", "object_reference"):
            return _shown(child)
    return ""


def _declared(node: Node) -> Node:
    """C hides the name under pointers, references and parameter lists."""
    for _ in range(_DEEPEST_DECLARATOR):
        inner = node.child_by_field_name("declarator")
        if inner is None and node.type in ("reference_declarator", "parenthesized_declarator"):
            inner = node.named_child(0)
        if inner is None:
            break
        node = inner
    return node


def _called_name(node: Node) -> str:
    """`def total(order) when …`: the first word after `def`."""
    arguments = next((child for child in node.named_children if child.type == "arguments"), None)
    spoken = _SPOKEN_NAME.match(arguments.text or b"") if arguments else None
    return spoken[0].decode("utf-8", "replace")[:_LONGEST_NAME] if spoken else ""


def _receiving_type(receiver: Node) -> str:
    """Go: `(s *Server[T])` → `Server`."""
    words = re.findall(r"\w+", (receiver.text or b"").decode("utf-8", "replace").split("[")[0])
    return words[-1] if words else ""


def _shown(node: Node) -> str:
    """`A::g`, `App\\Http` and `M:h` all with dots, so that a symbol has one form; no type arguments, no quotes."""
    text = (node.text or b"")[: _LONGEST_NAME * 4].decode("utf-8", "replace")
    if node.type.startswith("operator"):
        return " ".join(text.split())[:_LONGEST_NAME]
    return _SCOPING.sub(".", _NOISE.sub("", text))[:_LONGEST_NAME]
