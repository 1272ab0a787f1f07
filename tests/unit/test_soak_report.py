"""The table of the campaigns."""

from pathlib import Path

from tests.soak_report import report


def test_a_campaign_replaces_its_own_row_and_leaves_the_others(tmp_path: Path) -> None:
    table = tmp_path / "docs" / "soak.md"
    report("b", size="1", result="first", into=table)
    report("a", size="2", result="kept", into=table)
    report("b", size="3", result="second", into=table)
    rows = [line for line in table.read_text().splitlines() if line.startswith("| ")][1:]
    assert [row.split(" | ")[0] for row in rows] == ["| a", "| b"]
    assert "second" in rows[1]
    assert "first" not in table.read_text()
