"""Docs cannot drift: every example in them is run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from wherefrom.config import load_settings

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")])
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(((?!https?:|#)[^)#]+)[^)]*\)")


def blocks(page: Path, language: str) -> list[str]:
    return [body for kind, body in BLOCK.findall(page.read_text()) if kind == language]


def pages_with(language: str) -> list[object]:
    return [pytest.param(page, id=str(page.relative_to(ROOT))) for page in PAGES if blocks(page, language)]


def run(command: str | list[str], folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        **variables,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder / "data"),
    }
    return subprocess.run(
        command,
        cwd=folder,
        env=environment,
        shell=isinstance(command, str),
        capture_output=True,
        text=True,
        timeout=100,
    )


@pytest.mark.parametrize("page", pages_with("console"))
def test_every_command_of_a_page_runs_in_the_order_shown(
    page: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    needs_postgres = "$POSTGRES" in page.read_text()
    variables = {"POSTGRES": str(request.getfixturevalue("postgres_url"))} if needs_postgres else {}
    for block in blocks(page, "console"):
        for line in block.splitlines():
            if line.startswith("$ "):
                done = run(line[2:], tmp_path, **variables)
                assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"


@pytest.mark.parametrize("page", pages_with("python"))
def test_every_python_example_of_a_page_runs(page: Path, tmp_path: Path) -> None:
    script = tmp_path / "example.py"
    script.write_text("\n".join(blocks(page, "python")))
    done = run([sys.executable, str(script)], tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", pages_with("sh"))
def test_every_make_target_that_a_page_names_exists(page: Path) -> None:
    for target in re.findall(r"^make (\w+)", "\n".join(blocks(page, "sh")), re.MULTILINE):
        done = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", [pytest.param(page, id=str(page.relative_to(ROOT))) for page in PAGES])
def test_every_link_to_a_file_leads_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_table_of_settings_names_every_setting_and_its_variable() -> None:
    page = (ROOT / "docs" / "operating.md").read_text()
    for setting in load_settings(environment={}, folder=ROOT).origins:
        assert f"`{setting.name}`" in page, setting.name
        assert f"`WHEREFROM_{setting.name.upper()}`" in page or setting.name == "editor", setting.name
