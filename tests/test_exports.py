"""Everything public is importable from `wherefrom` itself, and type checkers see the same as the running program."""

import ast
import builtins
import subprocess
import sys
from pathlib import Path

import pytest

import wherefrom
from wherefrom import knowledge


def _seen_by_type_checkers() -> dict[str, str]:
    """Name → where it comes from, as the TYPE_CHECKING block says."""
    tree = ast.parse(Path(wherefrom.__file__).read_text(encoding="utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    found: dict[str, str] = {}
    for node in block.body:
        if isinstance(node, ast.Assign):  # the one that is called something else where it lives
            (new,), old = node.targets, ast.unparse(node.value)
            found[ast.unparse(new)] = f"{found.pop(old)}:{old}"
            continue
        assert isinstance(node, ast.ImportFrom)
        found |= {alias.name: str(node.module) for alias in node.names}
    return found


@pytest.mark.parametrize("name", wherefrom.__all__)
def test_a_public_name_is_importable(name: str) -> None:
    assert getattr(wherefrom, name) is not None
    assert name in dir(wherefrom)


def test_all_that_is_imported_by_a_star_is_new_to_python() -> None:
    assert [name for name in wherefrom.__all__ if hasattr(builtins, name)] == []
    assert callable(wherefrom.open)


def test_the_names_are_sorted_and_each_is_there_once() -> None:
    assert list(wherefrom.__all__) == sorted(set(wherefrom.__all__))


def test_type_checkers_see_the_same_names_at_the_same_places() -> None:
    assert _seen_by_type_checkers() == wherefrom._HOME_OF


@pytest.mark.parametrize(
    "name",
    ["EvidenceKind", "IllegalTransition", "JsonlLog", "MemoryLog", "MissingEvidence", "ScopeType", "derive_severity"],
)
def test_what_agents_need_of_claims_stands_at_their_front_door(name: str) -> None:
    assert name in knowledge.__all__
    assert getattr(knowledge, name) is not None


def test_the_front_door_for_agents_and_the_package_call_the_same_things_alike() -> None:
    both = set(knowledge.__all__) & set(wherefrom.__all__)
    assert [name for name in both if getattr(knowledge, name) is not getattr(wherefrom, name)] == []


def test_an_unknown_name_is_no_attribute() -> None:
    with pytest.raises(AttributeError):
        _ = wherefrom.no_such_thing


def test_importing_wherefrom_loads_nothing_else() -> None:
    heavy = "{'sqlalchemy', 'pydantic', 'typer', 'rich', 'numpy', 'alembic'}"
    code = f"import sys, wherefrom; assert not {heavy} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
