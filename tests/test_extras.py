"""A feature whose extra is missing says which command installs it."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from wherefrom.errors import MissingExtra
from wherefrom.plugins import EXTRAS, need

PYPROJECT = Path(__file__).parent.parent / "pyproject.toml"
BLOCKED = """
import sys
for name in {blocked!r}:
    sys.modules[name] = None
import wherefrom
try:
    wherefrom.open({store!r})
except wherefrom.MissingExtra as error:
    assert error.hint == {hint!r}, error.hint
    sys.exit(7)
"""


@pytest.mark.parametrize("extra", sorted(EXTRAS))
def test_a_missing_extra_names_the_command_that_installs_it(extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in EXTRAS[extra]:
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra) as told:
        need(extra, "this")
    assert told.value.hint == f"pip install 'wherefrom[{extra}]'"
    assert told.value.code == "missing_extra"


def test_one_missing_module_of_an_extra_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pgvector", None)
    with pytest.raises(MissingExtra):
        need("postgres", "this")


def test_a_postgres_store_without_its_driver_names_the_command() -> None:
    script = BLOCKED.format(
        blocked=("psycopg", "psycopg_c"),
        store="postgresql://nobody@localhost/x",
        hint="pip install 'wherefrom[postgres]'",
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 7


def test_the_extras_are_those_that_the_package_declares() -> None:
    declared = tomllib.loads(PYPROJECT.read_text())["project"]["optional-dependencies"]
    assert set(EXTRAS) == set(declared) - {"all", "dev"}
    assert set(declared["all"][0].removeprefix("wherefrom[").removesuffix("]").split(",")) == set(EXTRAS)
