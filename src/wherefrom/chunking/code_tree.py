"""A syntax tree into stretches: one for each function, one for the head of what holds functions, the rest packed.

The tree is walked with a cursor, never by recursion, and opened only where something lies inside that deserves a
stretch of its own. A stretch begins where a line begins and ends where the next one begins, so nothing is lost between
them. Where it begins depends on the nodes around it and not on how much stands before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from enum import IntEnum
from itertools import accumulate
from typing import NamedTuple

from tree_sitter import Language, Node, Tree, TreeCursor

from wherefrom.chunking.code_grammars import Grammar
from wherefrom.chunking.code_names import Definition, definition_at, may_define
from wherefrom.chunking.code_windows import LARGEST, SMALLEST, is_cut

__all__ = ["Stretch", "is_mostly_broken", "stretches"]

_MOST_BROKEN = 0.3
_STATEMENTS_CUT_EVERY = 3
_BODIES = ("body", "_list", "block", "declarations", "body_statement", "statements", "implementation_definition")
_LONGEST_PATH = 800
"""Characters; what lies deeper still (nobody wrote that) has the place of what it lies in."""

_COMMENT_GAP = 1
_MODE_GAP = 2
"""Rows from the end of a comment, or of `private`, to what it belongs to."""


class Place(NamedTuple):
    """The definition that something stands in."""

    symbol: str | None
    ast_path: str


class Stretch(NamedTuple):
    """From byte `start` to where the next one starts."""

    start: int
    place: Place


class _Kind(IntEnum):
    TOKEN = 0
    COMMENT = 1
    MODE = 2
    IMPORT = 3
    STATEMENT = 4
    UNIT = 5


_LEADING = (_Kind.COMMENT, _Kind.MODE)


class _Sort(NamedTuple):
    """What a node's type alone says of it. `is_plain`: no import, no definition, nothing that leads to one."""

    kind: _Kind
    is_plain: bool
    is_opened: bool
    is_body: bool


_SORTS = defaultdict[Language, dict[int, _Sort]](dict)
"""By the number of the type, which is cheaper to ask for than its name; filled as nodes are met."""


class _Atom(NamedTuple):
    """What is not cut here, from `at` to `end`. `start` is where its line begins, or -1 if it does not open a line."""

    start: int
    at: int
    end: int
    kind: _Kind
    place: Place


class _Scope(NamedTuple):
    """An opened node whose children have this place; `definition` is the id of the node that names it."""

    depth: int
    place: Place
    definition: int
    holds_functions: bool


_MODULE = Place(None, "module")
_IMPORTS = Place(None, "module/imports")


def is_mostly_broken(tree: Tree) -> bool:
    """Whether so much lies in error nodes that the tree says little about the text."""
    root = tree.root_node
    if not root.has_error:
        return False
    bearable = _MOST_BROKEN * (root.end_byte - root.start_byte)
    return any(lost > bearable for lost in accumulate(_lost_bytes(tree)))


def _lost_bytes(tree: Tree) -> Iterator[int]:
    """Of the leaves that lie right in an error node; what is well-formed inside one is not lost."""
    cursor, are_errors = tree.walk(), [False]
    while True:
        node = _current(cursor)
        if node.has_error and cursor.goto_first_child():
            are_errors.append(node.is_error)
            continue
        if (are_errors[-1] or node.is_error) and node.child_count == 0:
            yield node.end_byte - node.start_byte
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return
            are_errors.pop()


def _current(cursor: TreeCursor) -> Node:
    node = cursor.node
    if node is None:
        raise RuntimeError("a cursor stands on no node")
    return node


def stretches(tree: Tree, data: bytes, grammar: Grammar) -> Iterator[Stretch]:
    return _Packer(data, grammar).pack(_Walk(data, grammar, _SORTS[tree.language]).atoms(tree))


class _Walk:
    def __init__(self, data: bytes, grammar: Grammar, sorts: dict[int, _Sort]) -> None:
        self._data = data
        self._grammar = grammar
        self._sorts = sorts
        self._scopes = [_Scope(-1, _MODULE, 0, holds_functions=True)]

    def atoms(self, tree: Tree) -> Iterator[_Atom]:
        """Positions are bytes. The nodes' own points are left alone: in tree-sitter 0.26.0 reading them frees memory
        that is in use (py-tree-sitter #466)."""
        cursor, depth, before, after_lead = tree.walk(), 0, 0, False
        scopes, line_before = self._scopes, self._data.rfind
        if not cursor.goto_first_child():
            return
        while True:
            node = _current(cursor)
            at, end = node.start_byte, node.end_byte
            line = line_before(b"\n", before - 1 if before else 0, at) + 1
            opens_line = line > 0 or before == 0
            if opens_line or after_lead or end - at > LARGEST or scopes[-1].definition:
                kind, place, opened = self._look(node)
                if opened and cursor.goto_first_child():
                    if opened.place is not scopes[-1].place or opened.definition:
                        scopes.append(opened._replace(depth=depth))
                    depth += 1
                    continue
                if end > at and (opens_line or (after_lead and kind > _Kind.COMMENT)):
                    yield _Atom(line if opens_line else -1, at, end, kind, place)
                    after_lead = kind in _LEADING
            if end > before:
                before = end
            while not cursor.goto_next_sibling():
                if depth == 0 or not cursor.goto_parent():
                    return
                depth -= 1
                if scopes[-1].depth == depth:
                    scopes.pop()

    def _look(self, node: Node) -> tuple[_Kind, Place, _Scope | None]:
        """What a node is, where it stands, and the scope of its children if it is opened."""
        scope, sort = self._scopes[-1], self._sorts.get(node.kind_id) or self._sort(node)
        if sort.kind <= _Kind.COMMENT:
            return sort.kind, scope.place, None
        if not sort.is_plain and (closer := self._look_closer(node)):
            return closer
        kind = _Kind.IMPORT if scope.place is _IMPORTS else _Kind.STATEMENT
        is_opened = (
            _is_large(node)
            or sort.is_opened
            or node.is_error
            or (scope.holds_functions and scope.definition != 0 and sort.is_body)
        )
        return kind, scope.place, scope._replace(definition=0) if is_opened else None

    def _sort(self, node: Node) -> _Sort:
        grammar, type = self._grammar, node.type
        is_comment = "comment" in type or type == "haddock"
        kind = _Kind.TOKEN if not node.is_named else _Kind.COMMENT if is_comment else _Kind.STATEMENT
        told = grammar.imports | grammar.modes | grammar.leads
        sort = _Sort(
            kind,
            is_plain=type not in told and not may_define(type, grammar),
            is_opened=type in grammar.opened,
            is_body=type.endswith(_BODIES),
        )
        self._sorts[node.kind_id] = sort
        return sort

    def _look_closer(self, node: Node) -> tuple[_Kind, Place, _Scope | None] | None:
        scope, grammar, type = self._scopes[-1], self._grammar, node.type
        if type in grammar.imports and scope.place in (_MODULE, _IMPORTS):
            # Some grammars take the comment that follows the last import into it.
            is_opened = self._data.find(b"\n", node.start_byte, node.end_byte) >= 0
            return _Kind.IMPORT, _IMPORTS, scope._replace(place=_IMPORTS) if is_opened else None
        if type in grammar.modes:
            return _Kind.MODE, scope.place, None
        if type in grammar.leads and self._is_lead(node):
            return _Kind.COMMENT, scope.place, None
        definition = definition_at(node, grammar, self._data)
        return self._look_at_definition(node, definition) if definition else None

    def _look_at_definition(self, node: Node, definition: Definition) -> tuple[_Kind, Place, _Scope | None]:
        scope = self._scopes[-1]
        if definition.node.id == scope.definition:
            return _Kind.STATEMENT, scope.place, scope._replace(definition=0)
        outer = scope.place if scope.place is not _IMPORTS else _MODULE
        if len(outer.ast_path) > _LONGEST_PATH:
            return _Kind.STATEMENT, outer, scope._replace(definition=0) if _is_large(node) else None
        name = definition.name(self._grammar)
        place = Place(f"{outer.symbol}.{name}" if outer.symbol else name, f"{outer.ast_path}/{definition.word}:{name}")
        is_opened = _is_large(node) or (not definition.is_function and self._holds_definitions(definition.node))
        opened = _Scope(0, place, definition.node.id, holds_functions=not definition.is_function)
        return _Kind.UNIT, place, opened if is_opened else None

    def _holds_definitions(self, node: Node) -> bool:
        waiting = [node]
        while waiting:
            for child in waiting.pop().named_children:
                if definition_at(child, self._grammar, self._data):
                    return True
                if child.type.endswith(_BODIES) or child.is_error:
                    waiting.append(child)
        return False

    def _is_lead(self, node: Node) -> bool:
        """Elixir's `@doc` is an operator like any other, but for its sign."""
        return node.type != "unary_operator" or self._data.startswith(b"@", node.start_byte)


def _is_large(node: Node) -> bool:
    return node.end_byte - node.start_byte > LARGEST


class _Packer:
    """Decides which atoms begin a stretch."""

    def __init__(self, data: bytes, grammar: Grammar) -> None:
        self._data = data
        self._grammar = grammar
        self._open: _Atom | None = None
        self._last: _Atom | None = None

    def pack(self, atoms: Iterator[_Atom]) -> Iterator[Stretch]:
        lead: _Atom | None = None
        for atom in atoms:
            if lead and not self._belongs(lead, atom):
                if self._begins(lead):
                    yield self._begun(lead)
                self._last, lead = lead, None
            if lead is None and (atom.start < 0 or self._trails(atom)):
                continue
            whole = atom._replace(start=lead.start) if lead else atom
            lead = whole if atom.kind in _LEADING else None
            if lead is None:
                if self._begins(whole):
                    yield self._begun(whole)
                self._last = whole
        if lead and self._begins(lead):
            yield self._begun(lead)

    def _belongs(self, lead: _Atom, atom: _Atom) -> bool:
        return self._rows(lead, atom) <= (_MODE_GAP if lead.kind is _Kind.MODE else _COMMENT_GAP)

    def _trails(self, atom: _Atom) -> bool:
        """A remark under the last line of a function, further in than the function itself."""
        last = self._last
        return (
            atom.kind is _Kind.COMMENT
            and last is not None
            and last.kind is _Kind.UNIT
            and atom.at - atom.start > self._column(last)
            and self._rows(last, atom) <= _COMMENT_GAP
        )

    def _rows(self, above: _Atom, below: _Atom) -> int:
        """From the last line of one to the first of the other; some nodes end behind the newline."""
        return self._data.count(b"\n", above.end - 1, below.at)

    def _column(self, atom: _Atom) -> int:
        line = self._data.rfind(b"\n", atom.start, atom.at) + 1
        return atom.at - (line or atom.start)

    def _begun(self, atom: _Atom) -> Stretch:
        self._open = atom._replace(kind=_Kind.STATEMENT) if atom.kind < _Kind.IMPORT else atom
        return Stretch(atom.start, atom.place)

    def _begins(self, atom: _Atom) -> bool:
        current, last = self._open, self._last
        if current is None or last is None:
            return True
        if current.kind is _Kind.UNIT:
            is_next_clause = self._grammar.in_clauses and atom.kind is _Kind.UNIT and atom.place == current.place
            return not (is_next_clause and atom.end - current.start <= LARGEST)
        if atom.kind in _LEADING and atom.place.symbol == current.place.symbol:
            return self._is_full(atom, current, last)
        if atom.place != current.place or atom.kind is _Kind.UNIT:
            return True
        return atom.kind is not _Kind.TOKEN and self._is_full(atom, current, last)

    def _is_full(self, atom: _Atom, current: _Atom, last: _Atom) -> bool:
        if atom.end - current.start > LARGEST:
            return True
        if atom.start - current.start < SMALLEST:
            return False
        return is_cut(self._data[last.start : atom.start].strip(), _STATEMENTS_CUT_EVERY)
