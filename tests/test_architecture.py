"""The house stands as docs/architecture.md draws it: a file imports from lower floors only."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

SRC = Path(__file__).parent.parent / "src"
FILES = sorted((SRC / "wherefrom").rglob("*.py"))
MIGRATIONS = "wherefrom.record.migrations"
LONGEST_FILE = 400

FLOORS: dict[str, float] = {
    name: floor
    for floor, names in {
        0: "errors",
        1: "core",
        2: "ports text config egress",
        3: "record engines models sources blobs loading chunking",
        4: "retrieval",
        5: "ingest claims",
        6: "services",
        7: "plugins",
        7.5: "bootstrap",
        8: "agents",
        8.5: "knowledge",
        9: "jobs",
        11: "cli demo",
    }.items()
    for name in names.split()
}
ENGINE_ROOM = 3
"""The floor that only bootstrap and plugins look into."""
FRONT_DOOR = "wherefrom"
WIRING = {"plugins", "bootstrap"}
SEEN_BY_TESTING = {"errors", "core", "ports", "testing"}


def _module(file: Path) -> str:
    parts = file.relative_to(SRC).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _part(module: str) -> str:
    """The package or file right under wherefrom that a module belongs to; the front door itself is `wherefrom`."""
    named = module.split(".")[1] if "." in module else module
    return named if named in FLOORS or (SRC / "wherefrom" / named).is_dir() else FRONT_DOOR


@cache
def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def _imports(file: Path) -> Iterator[str]:
    """Every module of ours that a file imports, anywhere in it."""
    for node in ast.walk(_tree(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "wherefrom")
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "wherefrom":
            yield from (
                (f"wherefrom.{alias.name}" for alias in node.names) if node.module == "wherefrom" else [node.module]
            )


def _is_allowed(importer: str, imported: str) -> bool:
    if imported == importer or importer == FRONT_DOOR:
        return True  # inside one package, or the front door, which leads everywhere
    if importer == "testing":
        return imported in SEEN_BY_TESTING
    if imported == FRONT_DOOR:
        return FLOORS[importer] > FLOORS["bootstrap"]
    if FLOORS[imported] == ENGINE_ROOM:
        return importer in WIRING
    return FLOORS[imported] < FLOORS[importer]


@pytest.mark.parametrize("file", FILES, ids=_module)
def test_a_file_imports_from_lower_floors_only(file: Path) -> None:
    importer = _part(_module(file))
    assert importer in FLOORS or importer in (FRONT_DOOR, "testing"), f"{importer} has no floor"
    wrong = [name for name in _imports(file) if not _is_allowed(importer, _part(name))]
    assert wrong == []


@pytest.mark.parametrize(
    ("importer", "imported", "allowed"),
    [
        ("core", "errors", True),
        ("core", "ports", False),
        ("ports", "text", False),
        ("record", "engines", False),
        ("retrieval", "record", False),
        ("cli", "record", False),
        ("bootstrap", "record", True),
        ("services", "cli", False),
        ("testing", "record", False),
        ("testing", "ports", True),
    ],
)
def test_the_rule_itself(importer: str, imported: str, allowed: bool) -> None:
    assert _is_allowed(importer, imported) is allowed


def test_only_the_settings_read_the_environment() -> None:
    reading = {
        _module(file)
        for file in FILES
        for node in ast.walk(_tree(file))
        if (isinstance(node, ast.Attribute) and node.attr in ("environ", "environb", "getenv"))
        or (
            isinstance(node, ast.ImportFrom)
            and node.module == "os"
            and {a.name for a in node.names} & {"environ", "getenv"}
        )
    }
    assert reading <= {"wherefrom.config"}


def test_nothing_prints_but_the_demo() -> None:
    printing = {
        _module(file)
        for file in FILES
        for node in ast.walk(_tree(file))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    }
    assert printing <= {"wherefrom.demo.story"}


def test_above_the_services_nobody_opens_a_unit_of_work() -> None:
    opening = {
        _module(file)
        for file in FILES
        for node in ast.walk(_tree(file))
        if isinstance(node, ast.Attribute) and node.attr in ("read", "write")
        if isinstance(node.value, ast.Attribute) and node.value.attr == "record"
        if FLOORS.get(_part(_module(file)), 0) > FLOORS["bootstrap"]
    }
    assert opening == set()


@pytest.mark.parametrize("file", FILES, ids=_module)
def test_a_file_is_one_thing_and_short(file: Path) -> None:
    if not _module(file).startswith(MIGRATIONS):
        assert len(file.read_text(encoding="utf-8").splitlines()) <= LONGEST_FILE


@pytest.mark.parametrize("file", FILES, ids=_module)
def test_a_module_names_what_it_offers(file: Path) -> None:
    """`__all__` is there, sorted, and holds every class and function that another file takes from the module."""
    module = _module(file)
    if module.startswith(f"{MIGRATIONS}.") or file.stem == "__main__" or module == FRONT_DOOR:
        return
    offered, defined = _offered(_tree(file)), _defined(_tree(file))
    if offered is None:
        assert not defined, "no __all__"
        return
    assert offered == sorted(offered, key=_order)
    assert (_taken()[module] & defined) - set(offered) == set()


@pytest.mark.parametrize("file", FILES, ids=_module)
def test_a_module_offers_no_function_and_no_constant_that_only_it_uses(file: Path) -> None:
    """The types of what it offers are offered with it; what migrations and plugins name is named in a string."""
    classes = {node.name for node in _tree(file).body if isinstance(node, ast.ClassDef)}
    offered = {name for name in _offered(_tree(file)) or () if name not in classes and not _is_a_type(name)}
    alone = {name for name in offered if _users()[name] <= {file}}
    assert alone == set()


def _offered(tree: ast.Module) -> list[str] | None:
    for node in tree.body:
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["__all__"]:
            return ast.literal_eval(node.value)
    return None


def _defined(tree: ast.Module) -> set[str]:
    return {
        node.name
        for node in tree.body
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_")
    }


@cache
def _taken() -> defaultdict[str, set[str]]:
    """What is imported from each module by name, anywhere in the product."""
    taken = defaultdict[str, set[str]](set)
    for file in FILES:
        for node in ast.walk(_tree(file)):
            if isinstance(node, ast.ImportFrom) and node.module:
                taken[node.module] |= {alias.name for alias in node.names}
    return taken


def _order(name: str) -> tuple[int, str]:
    """Constants, then classes, then the rest, as ruff sorts them."""
    return (0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2, name)


def _is_a_type(name: str) -> bool:
    return name[:1].isupper() and not name.isupper()


@cache
def _users() -> defaultdict[str, set[Path]]:
    """In which files of the product, its tests and its tools each word stands."""
    users = defaultdict[str, set[Path]](set)
    for folder in ("src", "tests", "bench", "scripts"):
        for file in (SRC.parent / folder).rglob("*.py"):
            for word in set(re.findall(r"\w+", file.read_text(encoding="utf-8"))):
                users[word].add(file)
    return users
