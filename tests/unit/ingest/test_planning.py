"""What there is to do, seen from addresses and revisions alone."""

from wherefrom.core.documents import Known, SourceStatus
from wherefrom.ingest.planning import planned
from wherefrom.ports.documents import Found, Scan


def known(uri: str, revision: str | None = "1", *, hash: str = "h", status: str = "indexed", version: int = 1) -> Known:
    return Known(
        id=uri,
        uri=uri,
        revision=revision,
        content_hash=hash,
        chunker="c",
        chunker_version=version,
        status=SourceStatus(status),
    )


def plan(scan: Scan, *there: Known, force: bool = False) -> tuple[list[str], list[str], list[str]]:
    found = planned(
        scan, {each.uri or "": each for each in there}, is_current=lambda k: k.chunker_version == 1, force=force
    )
    return (
        [each.uri for each in found.changed],
        [each.uri or "" for each in found.unchanged],
        [each.uri or "" for each in found.gone],
    )


def test_an_equal_revision_is_unchanged_a_new_one_changed_and_what_is_missing_gone() -> None:
    scan = Scan([Found("a", "1"), Found("b", "2"), Found("c", "1")])
    assert plan(scan, known("a"), known("b"), known("d")) == (["b", "c"], ["a"], ["d"])


def test_without_a_revision_a_document_is_always_looked_at() -> None:
    assert plan(Scan([Found("a")]), known("a", None)) == (["a"], [], [])


def test_what_failed_or_was_cut_by_an_older_chunker_is_read_again() -> None:
    scan = Scan([Found("a", "1"), Found("b", "1")])
    assert plan(scan, known("a", status="failed"), known("b", version=0)) == (["a", "b"], [], [])


def test_a_scan_that_was_cut_short_removes_nothing() -> None:
    assert plan(Scan([Found("a", "1")], is_whole=False), known("a"), known("b")) == ([], ["a"], [])


def test_force_reads_everything() -> None:
    assert plan(Scan([Found("a", "1")]), known("a"), force=True) == (["a"], [], [])


def test_members_of_an_archive_are_there_while_the_archive_is() -> None:
    members = [known("x.zip!/a"), known("x.zip!/b")]
    assert plan(Scan([Found("x.zip", "1")]), *members) == ([], ["x.zip!/a", "x.zip!/b"], [])
    assert plan(Scan([Found("x.zip", "2")]), *members) == (["x.zip"], [], [])
    assert plan(Scan([]), *members)[2] == ["x.zip!/a", "x.zip!/b"]


def test_an_archive_with_refused_members_is_unchanged_while_it_has_its_revision() -> None:
    members = [known("x.zip!/a"), known("x.zip!/b", status="failed")]
    found = planned(Scan([Found("x.zip", "1")]), {each.uri or "": each for each in members}, is_current=lambda _: True)
    assert ([], members[:1], members[1:]) == (found.changed, found.unchanged, found.refused)
    assert plan(Scan([Found("x.zip", "2")]), *members)[0] == ["x.zip"]
    assert plan(Scan([Found("x.zip", "1")]), *members, force=True)[0] == ["x.zip"]
    assert plan(Scan([Found("x.zip", "1")]), known("x.zip!/b", None, status="failed"))[0] == ["x.zip"]
