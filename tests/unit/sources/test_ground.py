"""Files as evidence, when they are seen for the first time only later."""

from pathlib import Path

import pytest

from wherefrom.core.evidence import EvidenceRef, GroundState, Standing, from_file
from wherefrom.core.ids import content_hash
from wherefrom.sources.ground import FileGround

TEXT = "one\ntwo approvals\nthree\n"


def looked(folder: Path, ref: EvidenceRef, seen: str | None = None) -> GroundState:
    (folder / "pay.py").write_text(TEXT)
    known = None if seen is None else content_hash(seen)
    standing = Standing(claim="c", position=0, ref=ref, seen_text=seen, seen_hash=known)
    return FileGround(folder).look(standing).state


@pytest.mark.parametrize(
    ("ref", "state"),
    [
        (from_file("pay.py"), GroundState.FRESH),
        (from_file("pay.py", quote="two approvals"), GroundState.FRESH),
        (from_file("pay.py", lines=(2, 2), quote="two approvals"), GroundState.FRESH),
        (from_file("pay.py", quote="nine approvals"), GroundState.CHANGED),
        (from_file("pay.py", lines=(90, 91)), GroundState.CHANGED),
        (from_file("pay.py", lines=(90, 91), quote="nine approvals"), GroundState.CHANGED),
    ],
)
def test_a_first_look_that_comes_late_looks_for_the_quote_and_the_lines(
    tmp_path: Path, ref: EvidenceRef, state: GroundState
) -> None:
    assert looked(tmp_path, ref) is state


def test_a_quote_outside_the_lines_that_are_cited_has_moved(tmp_path: Path) -> None:
    assert looked(tmp_path, from_file("pay.py", lines=(3, 3), quote="two approvals")) is GroundState.MOVED
    assert looked(tmp_path, from_file("pay.py", lines=(3, 3), quote="two approvals"), "three") is GroundState.MOVED
