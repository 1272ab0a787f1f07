"""What the last `make soak` found, as a table in docs/soak.md: one row a campaign, replaced each time."""

import fcntl
from datetime import UTC, datetime
from pathlib import Path

REPORT = Path(__file__).parent.parent / "docs" / "soak.md"
HEAD = """# Soak

The campaigns at full size, as `make soak` last ran them. Written by `tests/soak_report.py`.

| campaign | date | size | result |
|---|---|---|---|
"""


def report(campaign: str, *, size: str, result: str, into: Path = REPORT) -> None:
    """Put this campaign's row into the table, in the place of the one it had."""
    into.parent.mkdir(exist_ok=True)
    with into.open("a+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        rows = {line.split(" | ")[0]: line for line in file.read().splitlines() if line.startswith("| ")}
        rows.pop("| campaign", None)
        rows[f"| {campaign}"] = f"| {campaign} | {datetime.now(UTC):%Y-%m-%d} | {size} | {result} |"
        file.truncate(0)
        file.write(HEAD + "".join(f"{rows[name]}\n" for name in sorted(rows)))
