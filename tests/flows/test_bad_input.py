"""Whatever is wrong, every face says the same code, what it got, and what to do; nothing is half done."""

import json
import os
import socket
import sqlite3
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.flows.faces import FACES, Face, Refused, run_here
from wherefrom.config import load_settings
from wherefrom.errors import InvalidValue
from wherefrom.record import database


@pytest.fixture(params=FACES)
def open_face(request: pytest.FixtureRequest) -> Callable[[str | Path], Face]:
    return lambda store: FACES[request.param](str(store))


def refusal(act: Callable[[], Any]) -> dict[str, Any]:
    with pytest.raises(Refused) as refused:
        act()
    assert refused.value.told["hint"], "an error says what to do next"
    return refused.value.told


def filled(face: Face, path: Path) -> Path:
    """A store with enough in it that most of its pages are in use."""
    for number in range(40):
        face.do("entries.add", f"note {number}", f"{number} " * 2000)
    return path


# Places that are no store, or a broken one.


def test_a_file_of_something_else_is_left_alone(open_face: Callable[..., Face], tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Sir or Madam")
    assert refusal(lambda: open_face(file).do("entries.list"))["code"] == "not_a_store"
    assert file.read_text() == "Dear Sir or Madam"


def test_another_programs_database_is_left_alone(open_face: Callable[..., Face], tmp_path: Path) -> None:
    file = tmp_path / "places.sqlite"
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE bookmarks (url)")
    before = file.read_bytes()
    assert refusal(lambda: open_face(file).do("entries.list"))["code"] == "not_a_store"
    assert file.read_bytes() == before


def test_a_url_of_an_unknown_kind_is_refused_and_makes_no_folder(
    open_face: Callable[..., Face], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert refusal(lambda: open_face("redis://cache/0").do("entries.list"))["code"] == "invalid_value"
    assert list(tmp_path.iterdir()) == []


def test_a_truncated_store_is_told_from_a_whole_one(open_face: Callable[..., Face], tmp_path: Path) -> None:
    face = open_face(tmp_path / "store.db")
    file = filled(face, tmp_path / "store.db")
    with file.open("r+b") as stream:
        stream.truncate(file.stat().st_size // 3)
    assert refusal(lambda: face.do("entries.list"))["code"] == "store_corrupt"


def test_a_page_of_noise_is_noticed(open_face: Callable[..., Face], tmp_path: Path) -> None:
    face = open_face(tmp_path / "store.db")
    file = filled(face, tmp_path / "store.db")
    with file.open("r+b") as stream:
        stream.seek(4096 * 10)
        stream.write(b"\xa5" * (file.stat().st_size - 4096 * 12))
    assert refusal(lambda: face.do("entries.list", limit=1000))["code"] == "store_corrupt"


@pytest.mark.parametrize("place", ["file/store.db", "/proc/wherefrom/store.db"])
def test_a_place_that_can_hold_no_folder_is_said_so(open_face: Callable[..., Face], tmp_path: Path, place: str) -> None:
    (tmp_path / "file").touch()
    assert refusal(lambda: open_face(tmp_path / place).do("entries.list"))["code"] == "store_read_only"


@pytest.mark.skipif(sys.platform != "linux", reason="takes from root the right to pass permissions, as Linux knows it")
@pytest.mark.parametrize("held", [False, True], ids=["empty", "with a store in it"])
@pytest.mark.parametrize("kind", FACES)
def test_a_folder_that_may_not_be_written_is_said_so(kind: str, held: bool, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    if held:
        FACES[kind](str(folder / "store.db")).do("entries.add", "Refunds", "two approvals")
        (folder / "store.db").chmod(0o444)
    folder.chmod(0o555)
    done = _bound_by_permissions(kind, folder / "store.db")
    folder.chmod(0o755)
    assert (done.returncode, json.loads(done.stderr)["error"]["code"]) == (1, "store_read_only"), done.stderr


def _bound_by_permissions(kind: str, store: Path) -> subprocess.CompletedProcess[str]:
    adding = {
        "cli": ["-m", "wherefrom", "--json", "--store", str(store), "entries", "add", "t", "x"],
        "python": ["-c", _ADDING, str(store)],
    }
    return subprocess.run([sys.executable, "-c", _WITHOUT_OVERRIDE, *adding[kind]], capture_output=True, text=True)


_WITHOUT_OVERRIDE = """
import ctypes, os, sys
drop_from_bounding_set, dac_override, dac_read_search = 24, 1, 2
for capability in (dac_override, dac_read_search):
    ctypes.CDLL(None).prctl(drop_from_bounding_set, capability, 0, 0, 0)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""

_ADDING = """
import json, sys, wherefrom
try:
    wherefrom.open(sys.argv[1]).entries.add("t", "x")
except wherefrom.WherefromError as error:
    print(json.dumps({"error": error.as_dict()}), file=sys.stderr)
    sys.exit(1)
"""


def test_a_full_disk_undoes_the_write_and_keeps_the_rest(
    open_face: Callable[..., Face], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite's own limit of pages gives its own "disk is full", without a disk to fill."""
    face = open_face(tmp_path / "store.db")
    kept = [face.do("entries.add", "Refunds", "two approvals")["id"]]
    with monkeypatch.context() as limited:
        pages = (tmp_path / "store.db").stat().st_size // 4096 + 10
        limited.setattr(database, "_PRAGMAS", (*database._PRAGMAS, f"PRAGMA max_page_count = {pages}"))
        assert refusal(lambda: face.do("entries.add", "Too much", "words " * 50_000))["code"] == "store_full"
    assert [each["id"] for each in face.do("entries.list")["items"]] == kept


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)], capture_output=True).returncode:
        pytest.skip("file systems may not be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="mounts a file system")
def test_a_disk_that_is_really_full_is_said_so(open_face: Callable[..., Face], tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        face = open_face(disk / "store.db")
        face.do("entries.add", "Refunds", "two approvals")
        assert refusal(lambda: face.do("entries.add", "Too much", "words " * 500_000))["code"] == "store_full"
        assert [each["title"] for each in face.do("entries.list")["items"]] == ["Refunds"]


def test_a_full_disk_under_an_export_is_said_so(tmp_path: Path) -> None:
    store = ["--json", "--store", str(tmp_path / "store.db")]
    run_here([*store, "entries", "add", "Refunds", "two approvals"])
    done = run_here([*store, "export", "/dev/full"])
    assert (done.code, json.loads(done.stderr)["error"]["code"]) == (1, "store_full")


# Postgres that is not where, or what, the URL says.


def test_a_server_that_does_not_answer_is_said_so(open_face: Callable[..., Face]) -> None:
    told = refusal(lambda: open_face("postgresql://me:hush@127.0.0.1:1/x").do("entries.list"))
    assert (told["code"], told["retryable"]) == ("adapter", True)
    assert "hush" not in str(told)


@pytest.mark.parametrize("url", ["postgresql://host:port/x", "postgresql://[::1/x", "postgresql://"])
def test_a_url_that_is_none_is_said_so(open_face: Callable[..., Face], url: str) -> None:
    assert refusal(lambda: open_face(url).do("entries.list"))["code"] == "adapter"


@pytest.mark.postgres
def test_a_database_that_is_not_there_is_said_so(open_face: Callable[..., Face], postgres_server: str) -> None:
    url = urlsplit(postgres_server)._replace(path="/nowhere").geturl()
    assert refusal(lambda: open_face(url).do("entries.list"))["code"] == "adapter"


@contextmanager
def server_that_refuses_passwords() -> Iterator[int]:
    """The test Postgres trusts everybody, so this one speaks just enough of the protocol to say no."""

    def message(kind: bytes, body: bytes) -> bytes:
        return kind + struct.pack("!i", len(body) + 4) + body

    def serve() -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            with connection:
                said = connection.recv(4096)
                if said[4:8] in (struct.pack("!i", 80877103), struct.pack("!i", 80877104)):  # asks for TLS or GSS
                    connection.sendall(b"N")
                    connection.recv(4096)
                connection.sendall(message(b"R", struct.pack("!i", 3)))
                connection.recv(4096)
                connection.sendall(
                    message(b"E", b"SFATAL\0VFATAL\0C28P01\0Mpassword authentication failed for user\0\0")
                )

    with socket.create_server(("127.0.0.1", 0)) as listening:
        serving = threading.Thread(target=serve)
        serving.start()
        try:
            yield listening.getsockname()[1]
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            serving.join()


def test_a_wrong_password_is_said_so_and_not_repeated(open_face: Callable[..., Face]) -> None:
    with server_that_refuses_passwords() as port:
        url = f"postgresql://me:hush@127.0.0.1:{port}/x?gssencmode=disable"
        told = refusal(lambda: open_face(url).do("entries.list"))
    assert told["code"] == "adapter"
    assert "hush" not in str(told)
    assert "password" in told["message"]


# Values that cannot be kept.


@pytest.mark.parametrize("text", ["a\x00b", "a\ud800b"], ids=["NUL", "lone surrogate"])
def test_text_that_no_database_keeps_is_refused(face: Face, text: str) -> None:
    assert refusal(lambda: face.do("entries.add", "title", text))["code"] == "invalid_value"
    assert refusal(lambda: face.do("entries.add", text, "content"))["code"] == "invalid_value"
    assert face.do("entries.list")["items"] == []


def test_an_expired_key_is_refused(face: Face) -> None:
    key = face.do("keys.create", expires_in_days=1e-9)
    told = refusal(lambda: face.with_key(key["key"]).do("entries.list"))
    assert told["code"] == "unauthenticated"
    assert key["key"] not in str(told)


def test_a_cursor_of_another_query_is_refused(face: Face) -> None:
    for number in range(3):
        face.do("entries.add", f"note {number}", "x")
    cursor = face.do("entries.list", limit=1)["next"]
    assert refusal(lambda: face.do("entries.list", limit=1, type="howto", cursor=cursor))["code"] == "bad_cursor"
    assert refusal(lambda: face.do("audit.list", limit=1, cursor=cursor))["code"] == "bad_cursor"


SPOILT: dict[str, Callable[[str], str]] = {
    "NaN": lambda line: line.replace('"version": 1', '"version": NaN'),
    "infinity": lambda line: line.replace('"version": 1', '"version": -Infinity'),
    "a number beyond every float": lambda line: line.replace('"version": 1', '"created_at": 1e999'),
    "an unknown field": lambda line: line.replace('"version": 1', '"version": 1, "colour": "red"'),
    "a missing field": lambda line: line.replace('"title": "Refunds", ', ""),
    "an unknown kind": lambda line: line.replace('"kind": "entry"', '"kind": "spell"'),
    "a word for a number": lambda line: line.replace('"version": 1', '"version": "one"'),
    "an escaped lone surrogate": lambda line: line.replace("two approvals", "\\ud800"),
    "an escaped NUL": lambda line: line.replace("two approvals", "\\u0000"),
    "half a line": lambda line: line[: len(line) // 2],
    "no object": lambda _: "[]",
    "brackets without end": lambda _: "[" * 100_000,
}


@pytest.mark.parametrize("how", SPOILT)
def test_an_export_with_a_bad_line_is_not_imported_at_all(
    open_face: Callable[..., Face], tmp_path: Path, how: str
) -> None:
    home, away = open_face(tmp_path / "a.db"), open_face(tmp_path / "b.db")
    home.do("entries.add", "First", "good")
    home.do("entries.add", "Refunds", "two approvals")
    lines = home.export()
    assert away.do("entries.list")["items"] == []
    bad = [SPOILT[how](line) if '"title": "Refunds"' in line and '"kind": "entry"' in line else line for line in lines]
    assert bad != lines
    assert refusal(lambda: away.import_(bad))["code"] == "invalid_value"
    assert away.do("entries.list")["items"] == []
    assert away.import_(lines)["conflicting"] == 0


def test_an_import_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    done = run_here(["--json", "--store", str(tmp_path / "store.db"), "import", "-"], stdin=b'{"format": "\xff"}\n')
    assert (done.code, json.loads(done.stderr)["error"]["code"]) == (2, "invalid_value")


@pytest.mark.parametrize("name", ["nowhere.jsonl", "."])
def test_an_import_of_no_file_is_refused(tmp_path: Path, name: str) -> None:
    done = run_here(["--json", "--store", str(tmp_path / "store.db"), "import", str(tmp_path / name)])
    assert (done.code, json.loads(done.stderr)["error"]["code"]) == (2, "invalid_value")


@pytest.mark.parametrize(
    "written", [b'colour = "red"\n', b'key = "wf_hush"\n', b"store = 7\n", b"store = \n", b'store = "\xff"\n'],
    ids=["unknown", "a secret in a file", "a number", "not TOML", "not UTF-8"],
)  # fmt: skip
def test_a_settings_file_that_cannot_be_read_is_refused(
    written: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "wherefrom.toml").write_bytes(written)
    monkeypatch.chdir(tmp_path)
    done = run_here(["--json", "entries", "list"])
    told = json.loads(done.stderr)["error"]
    assert (done.code, told["code"]) == (2, "invalid_value")
    assert "hush" not in str(told)
    with pytest.raises(InvalidValue) as refused:
        load_settings(environment={}, folder=tmp_path)
    assert refused.value.as_dict() == told | {"value": refused.value.value, "message": refused.value.message}
