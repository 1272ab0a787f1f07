"""Archives: what lies in them comes out, and what is made to harm does not."""

import bz2
import gzip
import io
import lzma
import random
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.core.passing_over import Passed
from wherefrom.errors import ContentError
from wherefrom.loading import bounds
from wherefrom.loading.archive import is_archive, unpack
from wherefrom.ports.documents import Blob
from wherefrom.ports.reading import Refused

FILES = {"read.me": b"hello", "src/deep/a.py": b"print()\n", "empty": b""}


def zipped(files: dict[str, bytes] = FILES, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return made.getvalue()


def tarred(files: dict[str, bytes] = FILES, *members: tarfile.TarInfo) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
        for info in members:
            archive.addfile(info)
    return made.getvalue()


def archive(data: bytes, path: str = "a.zip", media_type: str = "") -> Blob:
    return Blob(f"file:///{path}", data, path, media_type, repo="r", commit="c")


def taken(blob: Blob) -> dict[str, bytes]:
    return {child.path: child.data for child in unpack(blob) if isinstance(child, Blob)}


def refused(blob: Blob) -> dict[str, str]:
    """With the reason; each says what to do next too."""
    told = [child for child in unpack(blob) if isinstance(child, Refused)]
    assert all(each.hint and "→" not in each.reason for each in told)
    return {each.path: each.reason for each in told}


def passed(blob: Blob) -> list[tuple[str, str]]:
    return [child for child in unpack(blob) if isinstance(child, Passed)]


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("a.zip", zipped()),
        ("a.zip", zipped(method=zipfile.ZIP_STORED)),
        ("a.zip", zipped(method=zipfile.ZIP_BZIP2)),
        ("a.zip", zipped(method=zipfile.ZIP_LZMA)),
        ("a.tar", tarred()),
        ("a.tar.gz", gzip.compress(tarred())),
        ("a.TGZ", gzip.compress(tarred())),
        ("a.tar.bz2", bz2.compress(tarred())),
        ("a.tar.xz", lzma.compress(tarred())),
    ],
)
def test_what_was_packed_comes_out_under_the_archives_name(path: str, data: bytes) -> None:
    blob = archive(data, path)
    assert is_archive(blob)
    assert taken(blob) == {f"{path}!/{name}": content for name, content in FILES.items()}
    assert refused(blob) == {}
    first = next(unpack(blob))
    assert first == Blob(f"file:///{path}!/read.me", b"hello", f"{path}!/read.me", repo="r", commit="c")


@pytest.mark.parametrize(("ending", "compress"), [("gz", gzip.compress), ("bz2", bz2.compress), ("xz", lzma.compress)])
def test_a_compressed_file_holds_the_file_without_its_ending(ending: str, compress: Callable[[bytes], bytes]) -> None:
    assert taken(archive(compress(b"a log"), f"var/app.log.{ending}")) == {f"var/app.log.{ending}!/app.log": b"a log"}


@pytest.mark.parametrize(
    ("blob", "is_one"),
    [
        (archive(zipped(), "report.docx"), False),
        (archive(zipped(), "no-ending"), True),
        (archive(tarred(), "no-ending"), True),
        (archive(gzip.compress(b"x"), "no-ending"), True),
        (archive(b"just text", "no-ending"), False),
        (archive(zipped(), "download.php", "application/zip; charset=binary"), True),
        (archive(b"", "zip"), False),
        (archive(b"", ".zip"), False),
        (archive(b"no zip at all", "a.zip"), True),
    ],
)
def test_an_archive_is_known_by_name_origin_or_beginning(blob: Blob, is_one: bool) -> None:
    assert is_archive(blob) is is_one


def test_nested_archives_are_opened_as_far_as_people_nest_them() -> None:
    data = b"the end"
    for depth in range(3):
        data = zipped({f"{depth}.txt": b"x", f"in{depth}.zip" if depth else "leaf.txt": data})
    blob = archive(data)
    assert taken(blob)["a.zip!/in2.zip!/in1.zip!/leaf.txt"] == b"the end"
    deeper = archive(zipped({"one.zip": data}))
    assert refused(deeper) == {"a.zip!/one.zip!/in2.zip!/in1.zip": "archives are opened 3 deep, and this lies deeper"}
    assert "a.zip!/one.zip!/in2.zip!/1.txt" in taken(deeper)


def test_a_broken_archive_inside_is_one_refused_member() -> None:
    blob = archive(zipped({"bad.zip": b"nothing", "good.txt": b"x"}))
    assert taken(blob) == {"a.zip!/good.txt": b"x"}
    assert "broken" in refused(blob)["a.zip!/bad.zip"]


@pytest.mark.parametrize("name", ["/etc/passwd", "../up", "a/../../b", "C:\\x", "c:/x", "..\\up", "a/..", "x" * 1_001])
@pytest.mark.parametrize("pack", [zipped, tarred])
def test_a_path_that_leads_out_is_refused(name: str, pack: Callable[[dict[str, bytes]], bytes]) -> None:
    blob = archive(pack({name: b"evil", "good": b"x"}), "a.zip" if pack is zipped else "a.tar")
    assert list(taken(blob).values()) == [b"x"]
    assert list(refused(blob).values()) == ["its path leads out of the archive"]


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE])
def test_links_and_devices_in_a_tar_are_refused(kind: bytes) -> None:
    info = tarfile.TarInfo("strange")
    info.type, info.linkname = kind, "/etc/passwd"
    blob = archive(tarred({"good": b"x"}, info), "a.tar")
    assert taken(blob) == {"a.tar!/good": b"x"}
    assert list(refused(blob)) == ["a.tar!/strange"]


def test_a_link_in_a_zip_is_refused() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as opened:
        link = zipfile.ZipInfo("link")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        opened.writestr(link, "/etc/passwd")
    assert refused(archive(made.getvalue())) == {"a.zip!/link": "it is a link or a device, no file"}


def test_an_encrypted_member_is_refused_and_the_others_come_out() -> None:
    data = bytearray(zipped({"locked": b"x", "open": b"y"}, zipfile.ZIP_STORED))
    local, central = data.index(b"PK\x03\x04"), data.index(b"PK\x01\x02")
    data[local + 6] |= 1
    data[central + 8] |= 1
    blob = archive(bytes(data))
    assert refused(blob) == {"a.zip!/locked": "it is encrypted"}
    assert taken(blob) == {"a.zip!/open": b"y"}


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_of_two_with_one_name_the_first_counts() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as opened:
        opened.writestr("same", "first")
        opened.writestr("./same", "second")
        opened.writestr("same", "third")
    assert taken(archive(made.getvalue())) == {"a.zip!/same": b"first"}
    again = "another of this name came before it"
    assert refused(archive(made.getvalue())) == {"a.zip!/same (2)": again, "a.zip!/same (3)": again}


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_what_would_be_passed_over_in_a_folder_is_in_an_archive_and_a_folder_is_told_once(
    pack: Callable[[dict[str, bytes]], bytes],
) -> None:
    files = {
        "a.md": b"# A",
        "__MACOSX/._a.md": b"x",
        "__MACOSX/docs/._b.md": b"x",
        "docs/.DS_Store": b"\0\0",
        "docs/pic.PNG": b"no picture",
        "docs/odd": b"\x89PNG\r\n",
        "docs/zeros.txt": b"a\0b",
        "docs/wide.txt": "wide".encode("utf-16"),
        "x/node_modules/y/i.js": b"x",
        "x/node_modules/z.js": b"x",
        "x/.git/config": b"x",
        "uv.lock": b"x",
    }
    path = "a.zip" if pack is zipped else "a.tar"
    blob = archive(pack(files), path)
    assert sorted(taken(blob)) == [f"{path}!/a.md", f"{path}!/docs/wide.txt"]
    assert refused(blob) == {}
    assert passed(blob) == [
        (f"{path}!/__MACOSX", "what macOS packs for itself"),
        (f"{path}!/docs/.DS_Store", "hidden"),
        (f"{path}!/docs/pic.PNG", "binary"),
        (f"{path}!/docs/odd", "binary"),
        (f"{path}!/docs/zeros.txt", "binary"),
        (f"{path}!/x/node_modules", "vendored"),
        (f"{path}!/x/.git", "version control"),
        (f"{path}!/uv.lock", "generated"),
    ]


def test_what_is_passed_over_in_a_nested_archive_is_told_with_its_whole_path() -> None:
    blob = archive(zipped({"in.zip": zipped({"pic.png": b"x", "b.md": b"b"}), ".hidden.zip": b"nothing"}))
    assert passed(blob) == [("a.zip!/in.zip!/pic.png", "binary"), ("a.zip!/.hidden.zip", "hidden")]
    assert taken(blob) == {"a.zip!/in.zip!/b.md": b"b"}


def test_a_file_compressed_alone_is_taken_out_whatever_its_name_unless_it_is_binary() -> None:
    assert taken(archive(gzip.compress(b"x"), ".hidden.gz")) == {".hidden.gz!/.hidden": b"x"}
    assert passed(archive(gzip.compress(b"\x89PNG\r\n"), "a.gz")) == [("a.gz!/a", "binary")]


def test_a_member_that_is_damaged_is_refused_and_the_others_come_out() -> None:
    data = bytearray(zipped({"bad": b"abcdefgh", "good": b"y"}, zipfile.ZIP_STORED))
    data[data.index(b"abcdefgh")] ^= 0xFF
    assert list(taken(archive(bytes(data)))) == ["a.zip!/good"]
    assert "broken" in refused(archive(bytes(data)))["a.zip!/bad"]


# Bombs


@pytest.mark.parametrize(
    "compress",
    [
        pytest.param(lambda: zipped({"zeros": bytes(40 << 20)}), id="zip"),
        pytest.param(lambda: zipped({"zeros": bytes(40 << 20)}, zipfile.ZIP_BZIP2), id="zip-bzip2"),
        pytest.param(lambda: zipped({"zeros": bytes(40 << 20)}, zipfile.ZIP_LZMA), id="zip-lzma"),
        pytest.param(lambda: gzip.compress(bytes(40 << 20)), id="gz"),
        pytest.param(lambda: gzip.compress(tarred({"zeros": bytes(40 << 20)})), id="tar.gz"),
        pytest.param(lambda: bz2.compress(bytes(40 << 20)), id="bz2"),
        pytest.param(lambda: lzma.compress(bytes(40 << 20)), id="xz"),
    ],
)
def test_what_unpacks_to_far_more_than_it_is_comes_out_not_at_all(
    compress: Callable[[], bytes], request: pytest.FixtureRequest
) -> None:
    ending = request.node.callspec.id.partition("-")[0]
    blob = archive(compress(), f"a.{ending}")
    came: dict[str, bytes] = {}
    with suppress(ContentError):
        came |= taken(blob)
        assert refused(blob)
    assert came == {}


def test_many_small_bombs_are_one_large_bomb() -> None:
    with pytest.raises(ContentError, match="decompression bombs") as refusal:
        taken(archive(zipped({str(n): bytes(1 << 20) for n in range(20)})))
    assert "ingest the unpacked folder" in (refusal.value.hint or "")


def test_overlapping_members_give_no_more_than_the_archive_may() -> None:
    """Many entries of the directory point at one compressed stream, so that declared ratios look harmless."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    core = packer.compress(bytes(1_000_000)) + packer.flush()
    check = zlib.crc32(bytes(1_000_000))
    blob = archive(_overlapping([f"{n:03}" for n in range(200)], core, 1_000_000, check))
    out = 0
    with suppress(ContentError):
        for child in unpack(blob):
            out += len(child.data) if isinstance(child, Blob) else 0
    assert out <= 16 << 20


def _overlapping(names: Sequence[str], core: bytes, size: int, check: int) -> bytes:
    local = struct.pack("<4sHHHHHIIIHH", b"PK\x03\x04", 20, 0, 8, 0, 0, check, len(core), size, 3, 0)
    body = local + names[0].encode() + core
    directory = b"".join(
        struct.pack(
            "<4sHHHHHHIIIHHHHHII", b"PK\x01\x02", 20, 20, 0, 8, 0, 0, check, len(core), size, 3, 0, 0, 0, 0, 0, 0
        )
        + name.encode()
        for name in names
    )
    end = struct.pack("<4sHHHHIIH", b"PK\x05\x06", 0, 0, len(names), len(names), len(directory), len(body), 0)
    return body + directory + end


def test_an_archive_with_more_members_than_it_may_is_left_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MOST_MEMBERS", 10)
    came: list[object] = []
    with pytest.raises(ContentError, match="too many members"):
        came.extend(unpack(archive(tarred({str(n): b"x" for n in range(11)}), "a.tar")))
    with pytest.raises(ContentError, match="too many members"):
        taken(archive(zipped({f"{n}/": b"" for n in range(11)})))


def test_a_tar_header_that_claims_to_be_huge_is_not_read() -> None:
    info = tarfile.TarInfo("pax")
    info.type, info.size = tarfile.XHDTYPE, 900 << 20
    blob = archive(info.tobuf(tarfile.PAX_FORMAT) + bytes(1 << 20), "a.tar")
    with pytest.raises(ContentError, match="broken"):
        taken(blob)


def test_a_chain_of_long_names_ends() -> None:
    link = tarfile.TarInfo("././@LongLink")
    link.type, link.size = tarfile.GNUTYPE_LONGNAME, 512
    blob = archive((link.tobuf(tarfile.GNU_FORMAT) + b"x" * 511 + b"\0") * 5_000, "a.tar")
    with pytest.raises(ContentError, match="broken"):
        taken(blob)


def test_a_large_member_of_a_tar_is_refused_and_the_next_comes_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wherefrom.loading.archive.LARGEST_MEMBER", 1_000)
    blob = archive(tarred({"large": bytes(1_001), "small": b"x"}), "a.tar")
    assert taken(blob) == {"a.tar!/small": b"x"}
    assert list(refused(blob)) == ["a.tar!/large"]


def test_what_hardly_shrinks_may_be_large() -> None:
    noise = random.Random(1).randbytes(20 << 20).replace(b"\0", b"\1")
    assert taken(archive(zipped({"noise": noise}))) == {"a.zip!/noise": noise}


@pytest.mark.parametrize("path", ["a.zip", "a.tar", "a.gz", "a.tar.gz", "a.tar.bz2", "a.tar.xz", "a.bz2", "a.xz"])
@pytest.mark.parametrize("data", [b"", b"\0" * 1_024, b"nothing of the kind"], ids=["empty", "zeros", "text"])
def test_what_is_no_archive_gives_nothing_or_an_error(path: str, data: bytes) -> None:
    with suppress(ContentError):
        assert taken(archive(data, path)) in ({}, {f"{path}!/a": b""})


@given(
    form=st.sampled_from(
        [
            ("a.zip", zipped()),
            ("a.tar", tarred()),
            ("a.tar.gz", gzip.compress(tarred())),
            ("a.gz", gzip.compress(b"x" * 99)),
        ]
    ),
    changes=st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), min_size=1, max_size=8),
    length=st.floats(0, 1),
)
def test_damage_never_raises_anything_but_a_content_error(
    form: tuple[str, bytes], changes: list[tuple[float, int]], length: float
) -> None:
    path, good = form
    data = bytearray(good)
    for place, byte in changes:
        data[int(place * len(data))] = byte
    with suppress(ContentError):
        for child in unpack(archive(bytes(data[: int(length * len(data)) if length < 0.5 else None]), path)):
            assert ".." not in child.path.split("/") or isinstance(child, Refused)
