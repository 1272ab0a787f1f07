"""What somebody types who has read the first page only: short ids, bare paths, names from elsewhere."""

import json
from pathlib import Path

import pytest

from tests.flows.faces import Ran, run_here

CLAIM = "Parcels weigh at most 31 kilos."


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a store, a line of code and a home of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home" / "data"))
    (tmp_path / "dispatch.py").write_text("MAX_KILOS = 31\nCUTOFF_HOUR = 16\n")
    assert run_here(["init"]).code == 0
    return tmp_path


def learned(text: str = CLAIM, evidence: str = "file:dispatch.py#L1") -> str:
    return json.loads(said("learn", text, "--evidence", evidence, "--json").stdout)["id"]


def said(*words: str) -> Ran:
    return run_here(list(words))


def test_the_trail_of_a_claim_is_found_by_the_id_that_is_printed(here: Path) -> None:
    claim = learned()
    said("verify", claim, "--reason", "read the line")
    trail = said("audit", "--target", claim[:8]).stdout
    assert "knowledge.verify" in trail
    assert "knowledge.learn" in trail
