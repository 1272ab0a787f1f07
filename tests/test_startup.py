"""Starting is quick: measured beside a bare Python, so that the speed of the machine cancels out.

On the machine where this was written a bare Python takes 12 ms, `import wherefrom` 24 ms and `wherefrom --help` 125 ms.
The promises are 100 ms and 400 ms on a small machine, where a bare Python takes 20 to 25 ms.
"""

import compileall
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import wherefrom

RUNS = 9
HEAVY = {"alembic", "numpy", "pydantic", "rich", "sqlalchemy", "tantivy", "wordllama"}

_BARE = ["-c", "pass"]
_IMPORT = ["-c", "import wherefrom"]
_HELP = ["-m", "wherefrom", "--help"]
_SHOWING_HELP = """
import contextlib, os
from wherefrom.cli.app import run
with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
    run(["--help"])
"""
_LOADED = "import json, sys; print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))"


@pytest.fixture(scope="module")
def environment() -> dict[str, str]:
    """With bytecode, as an installed package has it."""
    compileall.compile_dir(Path(wherefrom.__file__).parent, quiet=1)
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def once(words: list[str], environment: dict[str, str]) -> float:
    """Seconds of the processor, not of the clock: other tests run beside this one."""
    with subprocess.Popen([sys.executable, *words], env=environment, stdout=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return used.ru_utime + used.ru_stime


def slower_than_bare(words: list[str], environment: dict[str, str]) -> float:
    """The best of several runs each, taken in turn, so that a busy moment meets both."""
    pairs = [(once(_BARE, environment), once(words, environment)) for _ in range(RUNS)]
    return min(measured for _, measured in pairs) / min(bare for bare, _ in pairs)


def test_importing_costs_no_more_than_a_few_bare_pythons(environment: dict[str, str]) -> None:
    assert slower_than_bare(_IMPORT, environment) < 4


def test_the_help_costs_no_more_than_sixteen_bare_pythons(environment: dict[str, str]) -> None:
    assert slower_than_bare(_HELP, environment) < 16


@pytest.mark.parametrize(
    "started",
    ["import wherefrom", _SHOWING_HELP],
    ids=["import", "help"],
)
def test_nothing_heavy_is_loaded_before_it_is_needed(started: str, environment: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"{started}\n{_LOADED}"], env=environment, capture_output=True, text=True, check=True
    )
    assert not HEAVY & set(json.loads(done.stdout))
