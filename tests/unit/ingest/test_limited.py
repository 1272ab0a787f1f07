"""Reading in limited processes: every document's fate is its own, and the parent always goes on."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.ingest.readers import PNG, whole
from wherefrom.core.documents import ContentKind
from wherefrom.core.locators import Box, CodeLocator, Locator, PdfLocator, PdfRegion, TextLocator
from wherefrom.core.passing_over import Passed
from wherefrom.errors import AdapterError, ContentError, InvalidValue, MissingExtra, WherefromError
from wherefrom.ingest.limited import exchange
from wherefrom.ingest.limited.answers import as_reading
from wherefrom.ingest.limited.frames import LARGEST_FRAME, OVERSIZED, Frame, FrameBuffer, framed
from wherefrom.ingest.limited.pool import LimitedReaders
from wherefrom.ingest.limited.wire import reading_frame
from wherefrom.ports.documents import Blob, ChunkPiece
from wherefrom.ports.reading import Reading, Refused, Unpacked

OBEDIENT = "tests.unit.ingest.readers:Obedient"
ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def readers() -> Iterator[LimitedReaders]:
    with LimitedReaders(OBEDIENT, workers=2, seconds=20) as readers:
        yield readers


@pytest.fixture
def hasty() -> Iterator[LimitedReaders]:
    with LimitedReaders(OBEDIENT, workers=1, seconds=1, memory=512 << 20) as readers:
        yield readers


def document(text: str, path: str = "a.txt") -> Blob:
    return Blob(uri=f"file:///{path}", data=text.encode(), path=path)


def said(outcome: object) -> str:
    assert isinstance(outcome, Reading), outcome
    return outcome.text


def test_a_document_comes_back_as_it_was_read(readers: LimitedReaders) -> None:
    assert readers.read(document("Grüße, 世界")) == whole("a.txt", "Grüße, 世界")


def test_an_empty_document_is_a_document(readers: LimitedReaders) -> None:
    assert readers.read(document("")).text == ""


def test_a_page_is_drawn_there_too(readers: LimitedReaders) -> None:
    blob = Blob("file:///a.pdf", b"pages", "a.pdf", "application/pdf")
    boxes = [Box(1.0, 2.0, 3.5, 4.0)]
    assert readers.render(blob, 7, boxes) == PNG + f"a.pdf application/pdf 7 {boxes}".encode()


@pytest.mark.parametrize(
    ("order", "told"),
    [("segfault", "drawing it crashed"), ("hang", "drawing it took longer"), ("eat 4000000000", "memory")],
)
def test_a_page_that_cannot_be_drawn_is_an_error_and_the_next_one_is_drawn(
    hasty: LimitedReaders, order: str, told: str
) -> None:
    with pytest.raises(ContentError, match=told):
        hasty.render(document(order), 1, [])
    assert hasty.render(document("next"), 1, []).startswith(PNG)
    assert hasty.read(document("and read")).text == "and read"


def test_what_a_page_is_drawn_as_is_a_picture_or_nothing() -> None:
    with (
        LimitedReaders("tests.unit.ingest.readers:Lying", seconds=20) as readers,
        pytest.raises(ContentError, match="nonsense"),
    ):
        readers.render(document("page"), 1, [])


def test_many_documents_all_come_back_once(readers: LimitedReaders) -> None:
    blobs = [document(f"number {n}", f"{n}.txt") for n in range(500)]
    found = dict(readers.map(blobs))
    assert {blob.path: said(read) for blob, read in found.items()} == {f"{n}.txt": f"number {n}" for n in range(500)}


def test_many_threads_may_read(readers: LimitedReaders) -> None:
    found: dict[int, str] = {}

    def read(n: int) -> None:
        found[n] = readers.read(document(f"number {n}")).text

    threads = [threading.Thread(target=read, args=(n,)) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {n: f"number {n}" for n in range(12)}


def test_only_a_little_is_taken_ahead(readers: LimitedReaders) -> None:
    taken = 0

    def endless() -> Iterator[Blob]:
        nonlocal taken
        while True:
            taken += 1
            yield document(f"number {taken}")

    round = readers.map(endless())
    for _ in range(10):
        next(round)
    round.close()  # type: ignore[attr-defined]
    assert taken < 100


def test_a_document_can_be_read_while_others_are(readers: LimitedReaders) -> None:
    texts = [readers.read(document(f"again {blob.path}")).text for blob, _ in readers.map([document("one", "1")] * 40)]
    assert texts == ["again 1"] * 40


def test_a_large_document_comes_through_whole(readers: LimitedReaders) -> None:
    text = "A line of a long text.\n" * 400_000
    assert [said(read) for _, read in readers.map([document(text)] * 2)] == [text, text]


@pytest.mark.parametrize(
    ("order", "kind", "told"),
    [
        ("content a.pdf", ContentError, "cannot be read (got a.pdf) → try another"),
        ("extra pdf", MissingExtra, "reading PDFs needs an optional part (got pdf) → pip install 'wherefrom[pdf]'"),
        ("invalid 5", InvalidValue, "no good (got 5) → better"),
        ("adapter x", AdapterError, "not now (got x)"),
        ("bug .", ContentError, "its reader failed on it (got KeyError: 'no such key')"),
        ("recurse .", ContentError, "it is nested too deep to be read"),
        ("surrogate .", ContentError, "its reader failed on it (got UnicodeEncodeError"),
        ("exit 3", ContentError, "reading it crashed (exit code 3)"),
        ("segfault .", ContentError, "reading it crashed (SIGSEGV)"),
        ("eat 3000000000", ContentError, "reading it needs more than 1,024 MiB of memory"),
    ],
)
def test_what_went_wrong_is_told_and_the_next_document_is_read(
    readers: LimitedReaders, order: str, kind: type[WherefromError], told: str
) -> None:
    with pytest.raises(kind) as caught:
        readers.read(document(order))
    assert type(caught.value) is kind
    assert str(caught.value).startswith(told)
    assert getattr(caught.value, "extra", "pdf") == "pdf"
    assert caught.value.retryable is (kind is AdapterError)
    assert readers.read(document("fine")).text == "fine"


@pytest.mark.parametrize("order", ["hang .", "spin ."])
def test_a_document_that_takes_too_long_is_given_up_and_only_that_one(hasty: LimitedReaders, order: str) -> None:
    blobs = [document("one", "1"), document(order, "bad"), *(document(f"number {n}", f"{n}") for n in range(2, 9))]
    outcomes = {blob.path: outcome for blob, outcome in hasty.map(blobs)}
    error = outcomes.pop("bad")
    assert isinstance(error, ContentError)
    assert error.message == "reading it took longer than 1 s"
    assert sorted(outcomes) == [str(n) for n in range(1, 9)]
    assert all(isinstance(outcome, Reading) for outcome in outcomes.values())


def test_crashes_in_a_row_spoil_nothing_around_them(readers: LimitedReaders) -> None:
    orders = ["exit 1" if n % 5 == 0 else f"number {n}" for n in range(25)]
    outcomes = {blob.path: read for blob, read in readers.map(document(o, str(n)) for n, o in enumerate(orders))}
    assert {int(n) for n, outcome in outcomes.items() if isinstance(outcome, ContentError)} == set(range(0, 25, 5))


def test_a_document_does_not_pay_for_what_others_left_behind(hasty: LimitedReaders) -> None:
    """The third does not fit beside what the first two leaked, and is read in a fresh process."""
    orders = ["leak 150000000", "leak 150000000", "eat 300000000"]
    assert [said(read) for _, read in hasty.map(map(document, orders))] == ["leaked", "leaked", "300000000"]


def test_what_libraries_print_does_not_reach_the_answers(readers: LimitedReaders) -> None:
    assert readers.read(document("print noise")).text == "printed"


def test_a_map_left_early_leaves_no_answers_behind(readers: LimitedReaders) -> None:
    round = readers.map(document(f"number {n}") for n in range(1_000))
    next(round)
    round.close()  # type: ignore[attr-defined]
    assert readers.read(document("afterwards")).text == "afterwards"


def test_a_reader_that_cannot_be_made_is_no_fault_of_the_document() -> None:
    with (
        LimitedReaders("tests.unit.ingest.readers:broken") as readers,
        pytest.raises(AdapterError, match=r"cannot begin .*no reader today"),
    ):
        readers.read(document("fine"))


def test_a_process_that_dies_before_it_begins_is_no_fault_of_the_document() -> None:
    with (
        LimitedReaders(OBEDIENT, memory=10 << 20) as readers,
        pytest.raises(AdapterError, match=r"the reading process (does not start|cannot begin)"),
    ):
        readers.read(document("fine"))


def test_a_name_that_is_no_text_is_an_error_of_its_document(readers: LimitedReaders) -> None:
    outcomes = [outcome for _, outcome in readers.map([document("x", "bad\udcff"), document("fine")])]
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["ContentError", "Reading"]


# Archives


def test_an_archive_comes_out_as_its_members_and_then_itself(readers: LimitedReaders) -> None:
    outcomes = [*readers.map([document("one\nrefuse\ntwo", "a.box"), document("beside", "b")])]
    assert {blob.path: said(o) for blob, o in outcomes if isinstance(o, Reading)} == {
        "a.box!/0": "one",
        "a.box!/2": "two",
        "b": "beside",
    }
    assert [(o.path, o.reason) for _, o in outcomes if isinstance(o, Refused)] == [("a.box!/1", "not this one")]
    assert [(b.path, o) for b, o in outcomes if isinstance(o, Unpacked)] == [("a.box", Unpacked(2, 1))]
    (at,) = [n for n, (blob, _) in enumerate(outcomes) if blob.path == "a.box"]
    assert all(blob.path in ("b", "a.box") for blob, _ in outcomes[at:])


def test_what_is_passed_over_in_an_archive_is_told_before_the_archive(readers: LimitedReaders) -> None:
    outcomes = [*readers.map([document("one\npass\npass", "a.box")])]
    assert [o for _, o in outcomes if isinstance(o, Passed)] == [
        ("a.box!/1", "not worth it"),
        ("a.box!/2", "not worth it"),
    ]
    assert outcomes[-1][1] == Unpacked(1, 0)


@pytest.mark.parametrize(
    ("last", "told"), [("break", "the box is broken"), ("crash", "reading it crashed (exit code 3)")]
)
def test_an_archive_that_breaks_in_the_middle_keeps_what_came_before(
    readers: LimitedReaders, last: str, told: str
) -> None:
    outcomes = [(blob.path, outcome) for blob, outcome in readers.map([document(f"one\ntwo\n{last}", "a.box")])]
    assert sorted(path for path, outcome in outcomes if isinstance(outcome, Reading)) == ["a.box!/0", "a.box!/1"]
    assert [o.message for path, o in outcomes if path == "a.box" and isinstance(o, ContentError)] == [told]


def test_an_archive_larger_than_memory_streams_through_one_worker() -> None:
    members = "\n".join(["large 8000000"] * 24)
    with LimitedReaders(OBEDIENT, workers=1, memory=256 << 20) as readers:
        outcomes = [outcome for _, outcome in readers.map([document(members, "a.box"), document("x\ny", "b.box")])]
    assert outcomes.count(Unpacked(24, 0)) == 1
    assert sum(isinstance(outcome, Reading) for outcome in outcomes) == 26


def test_what_comes_out_of_an_archive_is_read_even_if_it_looks_like_one(readers: LimitedReaders) -> None:
    with pytest.raises(ContentError):
        readers.read(document("content of.box", "x.box"))


# Lies


@pytest.mark.parametrize("lie", ["outside", "number", "flood", "garbage"])
def test_answers_that_cannot_be_believed_fail_their_document_only(lie: str) -> None:
    with LimitedReaders("tests.unit.ingest.readers:Lying", workers=1, seconds=20) as readers:
        outcomes = {
            blob.path: o for blob, o in readers.map([document("a", "a"), document(lie, "lie"), document("b", "b")])
        }
    assert isinstance(outcomes.pop("lie"), ContentError)
    assert [said(outcome) for outcome in outcomes.values()] == ["a", "b"]


def test_a_frame_may_come_in_any_pieces() -> None:
    frames = [Frame(b"a", b"{}", b"body"), Frame(b"b", b"null"), Frame(b"c", b"[1]", b"x" * 1_000)]
    stream = b"".join(part for frame in frames for part in framed(frame))
    for size in (1, 2, 7, 10, 100, len(stream)):
        buffer = FrameBuffer()
        assert [f for at in range(0, len(stream), size) for f in buffer.feed(stream[at : at + size])] == frames


def test_a_frame_beyond_the_limit_is_refused_before_it_comes() -> None:
    (good,) = framed(Frame(b"a", b"{}"))
    assert FrameBuffer().feed(good + b"r" + (LARGEST_FRAME + 1).to_bytes(4, "little") + bytes(4)) == [
        Frame(b"a", b"{}"),
        OVERSIZED,
    ]


_spans = st.tuples(st.integers(0, 50), st.integers(0, 50)).map(sorted)


@st.composite
def _locators(draw: st.DrawFn) -> Locator:
    start, end = draw(_spans)
    kind = draw(st.sampled_from(["text", "code", "pdf"]))
    if kind == "text":
        return TextLocator(section=tuple(draw(st.lists(st.text(), max_size=3))), char_start=start, char_end=end)
    if kind == "code":
        return CodeLocator(path=draw(st.text()), line_start=1, line_end=2, char_start=start, char_end=end)
    box = Box(*draw(st.tuples(*[st.floats(allow_nan=False, allow_infinity=False)] * 4)))
    region = PdfRegion(page=1, box=box, char_start=start, char_end=end)
    return PdfLocator(page=1, regions=(region,), char_start=start, char_end=end)


@given(
    text=st.text(st.characters(exclude_categories=["Cs"]), min_size=50, max_size=80),
    locators=st.lists(st.lists(_locators(), min_size=1, max_size=3), max_size=4),
    words=st.text(max_size=5),
    kind=st.sampled_from(ContentKind),
)
def test_every_reading_survives_the_way(
    text: str, locators: list[list[Locator]], words: str, kind: ContentKind
) -> None:
    pieces = [
        ChunkPiece(own, words + own, tuple(places), kind)
        for places in locators
        for own in (words, text[places[0].char_start : places[-1].char_end])
    ]
    reading = Reading("title", text, pieces, kind, "python", (words,), ((0, 9, "key"), (12, 20, words)))
    assert as_reading(reading_frame(reading)) == reading


# What a process may not do


@pytest.fixture
def listening() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_a_reader_reaches_no_network(readers: LimitedReaders, listening: int) -> None:
    with pytest.raises(ContentError, match="PermissionError"):
        readers.read(document(f"connect {listening}"))


def test_not_even_below_the_interpreter(readers: LimitedReaders, listening: int) -> None:
    if "namespace" not in readers.confinement():
        pytest.skip("this system permits no network namespace")
    assert readers.read(document(f"connect_below {listening}")).text == "-1"


def test_a_reader_writes_no_files(readers: LimitedReaders, tmp_path: Path) -> None:
    for order in ("write", "write_below"):
        with suppress(ContentError):
            assert readers.read(document(f"{order} {tmp_path / 'file'}")).text != "written"
    assert not any(path.stat().st_size for path in tmp_path.iterdir())


def test_where_the_kernel_can_it_keeps_the_files_of_others_shut(readers: LimitedReaders, tmp_path: Path) -> None:
    if "by the kernel" not in readers.confinement():
        pytest.skip("this kernel has no Landlock")
    secret = tmp_path / "secret"
    secret.write_text("mine")
    assert readers.read(document(f"read_below {secret}")).text == "-1"
    assert readers.read(document(f"write_below {tmp_path / 'new'}")).text == "-1"
    assert not (tmp_path / "new").exists()


def test_a_reader_starts_no_programs(readers: LimitedReaders) -> None:
    with pytest.raises(ContentError, match="PermissionError"):
        readers.read(document("run true"))


def test_a_reader_sees_nothing_of_where_it_was_started(
    readers: LimitedReaders, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("WHEREFROM_MADE_UP_KEY", "1")
    monkeypatch.chdir(tmp_path)
    with LimitedReaders(OBEDIENT) as fresh:
        assert set(fresh.read(document("environment .")).text.split()) <= {"LC_CTYPE", "PYTHONPATH", "PYTHONUTF8"}
        assert fresh.read(document("folder .")).text == "/"


def test_refusing_inside_the_process_needs_nothing_of_the_system() -> None:
    code = """
import os, socket, subprocess
from wherefrom.ingest.limited.confinement import refuse_in_process
refuse_in_process()
for forbidden in (
    socket.socket,
    lambda: socket.getaddrinfo("localhost", 80),
    lambda: subprocess.run(["true"]),
    lambda: os.system("true"),
    lambda: open("x", "w"),
    lambda: os.open("x", os.O_CREAT),
    lambda: os.mkdir("x"),
    lambda: os.remove("x"),
):
    try:
        forbidden()
    except PermissionError:
        continue
    raise SystemExit(f"not refused: {forbidden}")
open(os.devnull, "w").close()
open(os.__file__).close()
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_what_holds_here_is_told_in_words(readers: LimitedReaders) -> None:
    told = readers.confinement()
    assert "network" in told or "sockets refused" in told
    assert "1,024 MiB" in told
    assert "20 s" in told


# Beginning and end


def test_nothing_is_started_before_it_is_used() -> None:
    with LimitedReaders("no.such:thing"):
        pass


def test_closing_ends_the_processes() -> None:
    with LimitedReaders(OBEDIENT) as readers:
        process = int(readers.read(document("process .")).text)
        os.kill(process, 0)
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_a_process_killed_while_idle_is_not_noticed() -> None:
    with LimitedReaders(OBEDIENT) as readers:
        process = int(readers.read(document("process .")).text)
        os.kill(process, signal.SIGKILL)
        assert readers.read(document("fine")).text == "fine"


def test_a_busy_process_dies_with_its_parent(tmp_path: Path) -> None:
    code = f"""
import os, threading, sys
from wherefrom.ingest.limited.pool import LimitedReaders
from wherefrom.ports.documents import Blob
readers = LimitedReaders({OBEDIENT!r})
started = threading.Thread(target=lambda: print(readers.read(Blob("u", b"process .", "a")).text, flush=True))
started.start(); started.join()
threading.Thread(target=lambda: readers.read(Blob("u", b"spin .", "a")), daemon=True).start()
sys.stdin.read(1)
os._exit(0)
"""
    parent = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={"PYTHONPATH": str(ROOT)}
    )
    with parent:
        assert parent.stdout is not None
        process = int(parent.stdout.readline())
        time.sleep(0.3)  # so that it is busy; the assertion holds either way
        os.kill(process, 0)
        parent.communicate(b"x", timeout=30)
    assert _is_gone_soon(process)


def _is_gone_soon(process: int) -> bool:
    for _ in range(200):
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize(("ours", "processes"), [(0.0, 2), (0.12, 1)])
def test_a_second_process_helps_when_the_first_keeps_us_waiting_most_of_the_time(
    monkeypatch: pytest.MonkeyPatch, ours: float, processes: int
) -> None:
    monkeypatch.setattr(exchange, "_PATIENCE", 0.3)
    slow = [document("nap 0.08", f"{number}.txt") for number in range(60)]
    seen: set[str] = set()
    with LimitedReaders(OBEDIENT, workers=2, seconds=20) as readers:
        readers.read(slow[0])  # until it has begun, it keeps us waiting whoever is the slower
        for _, outcome in readers.map(slow):
            seen.add(said(outcome))
            time.sleep(ours)
    assert len(seen) == processes
