"""What is told while documents are read."""

import pytest

from wherefrom.cli.ingest import next_after, rate_of
from wherefrom.core.ingestion import Failure, IngestReport

FAILED = (Failure(uri="file:///a.pdf", code="content", reason="damaged"),)


@pytest.mark.parametrize(
    ("speed", "elapsed", "told"),
    [
        (96_974.0, 0.02, ""),
        (None, 5.0, ""),
        (12.4, None, ""),
        (1234.5, 1.0, "1,234 documents/s"),
    ],
)
def test_there_is_no_rate_before_there_was_time_to_measure_one(
    speed: float | None, elapsed: float | None, told: str
) -> None:
    assert rate_of(speed, elapsed) == told


@pytest.mark.parametrize(
    ("report", "step"),
    [
        (IngestReport(sources=1, entries=2, chunks=5), "wherefrom search"),
        (IngestReport(sources=1, entries=2, chunks=5, failed=FAILED), "wherefrom search"),
        (IngestReport(sources=1, failed=FAILED), "mend what is marked"),
        (IngestReport(sources=1, chunks=5, failed=FAILED), "mend what is marked"),
        (IngestReport(sources=1), "holds text"),
        (IngestReport(sources=1, entries=1), "holds text"),
        (IngestReport(sources=1, removed=1), "wherefrom sources list"),
    ],
)
def test_the_next_step_fits_what_was_read(report: IngestReport, step: str) -> None:
    assert step in next_after(report)


def test_a_dry_run_that_found_something_is_followed_by_the_run_itself() -> None:
    assert "--dry-run" in next_after(IngestReport(sources=1, entries=1, chunks=1), is_dry=True)
    assert "--dry-run" not in next_after(IngestReport(sources=1, failed=FAILED), is_dry=True)
