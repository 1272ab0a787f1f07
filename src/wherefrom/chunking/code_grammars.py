"""What the nodes of each language's syntax tree are called: the one table; a new language is one row.

`definitions` give a node type the word that stands in an AST path. A language without a row is read by the rule at the
bottom: a node that has a name, and whose type sounds like a function or like something that holds functions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from wherefrom.core.values import value

__all__ = ["FUNCTION", "Grammar", "grammar_of"]

FUNCTION = "function"


@value
class Grammar:
    definitions: Mapping[str, str] = field(default_factory=dict[str, str])
    """Node type → `function`, or the word for what holds functions: `class`, `module`, `impl`…"""
    imports: frozenset[str] = frozenset()
    opened: frozenset[str] = frozenset()
    """Holds definitions without being one: an include guard, a list of declarations."""
    wrappers: frozenset[str] = frozenset()
    """Stands around a definition and belongs to it: decorators, `export`, a template's head."""
    leads: frozenset[str] = frozenset()
    """Belongs to what follows, as a comment does: attributes, signatures."""
    modes: frozenset[str] = frozenset()
    """Said once for what follows, with a blank line between or not: `public:`, `private`."""
    valued: Mapping[str, str] = field(default_factory=dict[str, str])
    """Node type → the field that makes it a definition when one of `values` stands there: `const f = () => …`."""
    values: Mapping[str, str] = field(default_factory=dict[str, str])
    calls: Mapping[str, str] = field(default_factory=dict[str, str])
    """Called names that define (Elixir): `def`, `defmodule`."""
    in_clauses: bool = False
    """One function is written as several definitions of the same name, which stay together."""
    is_guessed: bool = False


def grammar_of(language: str) -> Grammar:
    return _GRAMMARS.get(language, _UNKNOWN)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _types(**words: str) -> dict[str, str]:
    """`function="a b"` → {"a": "function", "b": "function"}; a trailing underscore spares Python's keywords."""
    return {type: word.rstrip("_") for word, types in words.items() for type in types.split()}


_UNKNOWN = Grammar(
    imports=_words("import_statement import_declaration import use_declaration include_directive"), is_guessed=True
)

_C_TYPES = _types(
    function="function_definition",
    struct="struct_specifier",
    union="union_specifier",
    enum="enum_specifier",
)
_C_OPENED = _words("preproc_ifdef preproc_if preproc_else preproc_elif preproc_elifdef linkage_specification")
_C_VALUES = _types(type="struct_specifier union_specifier enum_specifier class_specifier")

_C = Grammar(
    definitions=_C_TYPES,
    imports=_words("preproc_include"),
    opened=_C_OPENED,
    leads=_words("attribute_declaration"),
    valued={"type_definition": "type"},
    values=_C_VALUES,
)
_CPP = Grammar(
    definitions=_C_TYPES
    | _types(class_="class_specifier", namespace="namespace_definition", concept="concept_definition"),
    imports=_words("preproc_include using_declaration import_declaration"),
    opened=_C_OPENED | _words("declaration_list"),
    wrappers=_words("template_declaration"),
    leads=_words("attribute_declaration"),
    modes=_words("access_specifier"),
    valued={"type_definition": "type"},
    values=_C_VALUES,
)

_JAVASCRIPT = Grammar(
    definitions=_types(
        function="function_declaration generator_function_declaration method_definition",
        class_="class_declaration abstract_class_declaration",
        interface="interface_declaration",
        enum="enum_declaration",
        type="type_alias_declaration",
        module="internal_module module",
    ),
    imports=_words("import_statement import_alias"),
    wrappers=_words(
        "export_statement ambient_declaration expression_statement lexical_declaration variable_declaration"
    ),
    leads=_words("decorator"),
    valued={
        "variable_declarator": "value",
        "assignment_expression": "right",
        "field_definition": "value",
        "public_field_definition": "value",
        "pair": "value",
    },
    values=_types(function="arrow_function function_expression generator_function", class_="class"),
)

_GRAMMARS: dict[str, Grammar] = {
    "python": Grammar(
        definitions=_types(function="function_definition", class_="class_definition"),
        imports=_words("import_statement import_from_statement future_import_statement"),
        wrappers=_words("decorated_definition"),
    ),
    "javascript": _JAVASCRIPT,
    "typescript": _JAVASCRIPT,
    "tsx": _JAVASCRIPT,
    "java": Grammar(
        definitions=_types(
            function="method_declaration constructor_declaration compact_constructor_declaration",
            class_="class_declaration",
            interface="interface_declaration annotation_type_declaration",
            record="record_declaration",
            enum="enum_declaration",
        ),
        imports=_words("package_declaration import_declaration"),
    ),
    "go": Grammar(
        definitions=_types(function="function_declaration method_declaration", type="type_spec type_alias"),
        imports=_words("package_clause import_declaration"),
        wrappers=_words("type_declaration"),
    ),
    "rust": Grammar(
        definitions=_types(
            function="function_item",
            macro="macro_definition",
            struct="struct_item",
            union="union_item",
            enum="enum_item",
            trait="trait_item",
            impl="impl_item",
            module="mod_item",
        ),
        imports=_words("use_declaration extern_crate_declaration"),
        opened=_words("foreign_mod_item"),
        leads=_words("attribute_item"),
    ),
    "c": _C,
    "cpp": _CPP,
    "cuda": _CPP,
    "objc": _C,
    "csharp": Grammar(
        definitions=_types(
            function="method_declaration constructor_declaration destructor_declaration operator_declaration "
            "conversion_operator_declaration local_function_statement indexer_declaration",
            class_="class_declaration",
            interface="interface_declaration",
            struct="struct_declaration",
            record="record_declaration record_struct_declaration",
            enum="enum_declaration",
            namespace="namespace_declaration",
        ),
        imports=_words("using_directive extern_alias_directive"),
        opened=_words("preproc_region preproc_if"),
    ),
    "ruby": Grammar(
        definitions=_types(function="method singleton_method", class_="class singleton_class", module="module"),
        modes=_words("identifier"),
    ),
    "php": Grammar(
        definitions=_types(
            function="function_definition method_declaration",
            class_="class_declaration",
            interface="interface_declaration",
            trait="trait_declaration",
            enum="enum_declaration",
            namespace="namespace_definition",
        ),
        imports=_words("namespace_use_declaration"),
    ),
    "kotlin": Grammar(
        definitions=_types(
            function="function_declaration secondary_constructor",
            class_="class_declaration",
            object="object_declaration companion_object",
        ),
        imports=_words("package_header import_list import_header"),
    ),
    "swift": Grammar(
        definitions=_types(
            function="function_declaration init_declaration deinit_declaration subscript_declaration",
            class_="class_declaration",
            protocol="protocol_declaration",
        ),
        imports=_words("import_declaration"),
    ),
    "scala": Grammar(
        definitions=_types(
            function="function_definition",
            class_="class_definition",
            object="object_definition package_object",
            trait="trait_definition",
            enum="enum_definition",
        ),
        imports=_words("package_clause import_declaration"),
    ),
    "bash": Grammar(definitions=_types(function="function_definition")),
    "lua": Grammar(definitions=_types(function="function_declaration")),
    "sql": Grammar(
        definitions=_types(
            function="create_function create_procedure create_trigger",
            table="create_table",
            view="create_view create_materialized_view",
            type="create_type",
        ),
        wrappers=_words("statement"),
    ),
    "elixir": Grammar(
        calls=_types(
            function="def defp defmacro defmacrop defguard defguardp defdelegate",
            module="defmodule defprotocol defimpl",
        ),
        leads=_words("unary_operator"),
        in_clauses=True,
    ),
    "haskell": Grammar(
        definitions=_types(
            function="function bind",
            class_="class",
            instance="instance",
            type="data_type newtype type_synomym type_family data_family",
        ),
        imports=_words("header imports import"),
        opened=_words("declarations"),
        leads=_words("signature"),
        in_clauses=True,
    ),
}
