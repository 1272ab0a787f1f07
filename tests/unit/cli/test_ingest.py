"""What is told while documents are read."""

import pytest

from wherefrom.cli.ingest import rate_of


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
