"""PDF files made by hand: lines of Helvetica, a page a sequence; enough to test what reads them, on any machine."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import md5
from struct import pack

SIZE = 10
LEADING = 12
WIDTH, HEIGHT = 612, 792
MARGIN = 72
_PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")


def write_pdf(
    pages: Sequence[Sequence[str] | None],
    *,
    rotate: int = 0,
    columns: int = 1,
    row_wise: bool = False,
    crop: tuple[float, float, float, float] | None = None,
    title: str | None = None,
    header: str | None = None,
    footer: str | None = None,
    outline: Sequence[tuple[str, int, int]] = (),
    password: str | None = None,
    scanned: bool = False,
    unseen: bool = False,
) -> bytes:
    """Each page its lines from the top, an empty one for a gap; None is a page that is only a picture.

    Columns are filled one after the other; `row_wise` draws them line by line across the page, as some programs do. A
    tab in a line begins a cell further right. `{page}` in header and footer is the page's number. The outline has
    (title, page, line), in order. With a password, even an empty one, the file is encrypted. `scanned` pages are filled
    by a picture, under which `unseen` text is laid.
    """
    file = _File(password)
    contents = [
        _picture() if lines is None else _drawn(lines, columns, row_wise, header, footer, number)
        for number, lines in enumerate(pages, start=1)
    ]
    contents = [_picture(WIDTH, HEIGHT) * scanned + b" 3 Tr " * unseen + content for content in contents]
    kids = " ".join(f"{5 + 2 * index} 0 R" for index in range(len(pages)))
    outlined = f"/Outlines {5 + 2 * len(pages)} 0 R" if outline else ""
    file.add(f"<</Type/Catalog/Pages 2 0 R{outlined}>>".encode())
    file.add(f"<</Type/Pages/Count {len(pages)}/Kids[{kids}]>>".encode())
    file.add(b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>")
    file.add(b"<<" + (b"/Title " + file.string(title.encode("utf-16")) if title else b"") + b">>")
    cropped = f"/CropBox[{' '.join(map(str, crop))}]" if crop else ""
    for index, content in enumerate(contents):
        page = (
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {WIDTH} {HEIGHT}]{cropped}/Rotate {rotate}"
            f"/Resources<</Font<</F1 3 0 R>>>>/Contents {6 + 2 * index} 0 R>>"
        )
        file.add(page.encode())
        file.add_stream(content)
    if outline:
        _add_outline(file, outline, first=5 + 2 * len(pages))
    return file.finished()


def _drawn(
    lines: Sequence[str], columns: int, row_wise: bool, header: str | None, footer: str | None, number: int
) -> bytes:
    a_column = -(-len(lines) // columns)
    step = (WIDTH - 2 * MARGIN + 20) / columns
    placed = [
        (MARGIN + column * step, HEIGHT - MARGIN - row * LEADING, lines[column * a_column + row])
        for column in range(columns)
        for row in range(min(a_column, len(lines) - column * a_column))
    ]
    if row_wise:
        placed.sort(key=lambda line: -line[1])
    if header is not None:
        placed.insert(0, (MARGIN, HEIGHT - 36, header.replace("{page}", str(number))))
    if footer is not None:
        placed.append((MARGIN, 36, footer.replace("{page}", str(number))))
    return b"BT/F1 %d Tf\n" % SIZE + b"".join(_line(*line) for line in placed) + b"ET"


def _line(x: float, y: float, text: str) -> bytes:
    return b"".join(
        b"1 0 0 1 %.2f %.2f Tm (%s) Tj\n" % (x + 90 * index, y, _escaped(cell))
        for index, cell in enumerate(text.split("\t"))
    )


def _escaped(text: str) -> bytes:
    return text.encode("cp1252").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def _picture(width: int = 400, height: int = 400) -> bytes:
    pixels = bytes(range(0, 256, 4))
    return b"q %d 0 0 %d 0 0 cm BI /W 8 /H 8 /CS /G /BPC 8 ID " % (width, height) + pixels + b" EI Q "


def _add_outline(file: _File, outline: Sequence[tuple[str, int, int]], first: int) -> None:
    last = first + len(outline)
    file.add(f"<</Type/Outlines/First {first + 1} 0 R/Last {last} 0 R/Count {len(outline)}>>".encode())
    for index, (title, page, line) in enumerate(outline):
        number = first + 1 + index
        links = f"/Prev {number - 1} 0 R" * (index > 0) + f"/Next {number + 1} 0 R" * (number < last)
        top = HEIGHT - MARGIN - line * LEADING + SIZE
        place = f"/Parent {first} 0 R{links}/Dest[{5 + 2 * (page - 1)} 0 R/XYZ 0 {top} 0]"
        file.add(b"<</Title " + file.string(title.encode("utf-16")) + place.encode() + b">>")


class _File:
    """Objects in order, their positions, and the cipher (RC4 with 40 bits, the oldest) if there is one."""

    def __init__(self, password: str | None) -> None:
        self._out = bytearray(b"%PDF-1.4\n")
        self._starts: list[int] = []
        self._id = md5(b"made by hand").digest()
        self._owner = self._key = b""
        if password is not None:
            padded = (password.encode() + _PADDING)[:32]
            self._owner = _rc4(md5(padded).digest()[:5], padded)
            self._key = md5(padded + self._owner + pack("<i", -4) + self._id).digest()[:5]

    def add(self, body: bytes) -> None:
        self._starts.append(len(self._out))
        self._out += b"%d 0 obj\n" % len(self._starts) + body + b"\nendobj\n"

    def add_stream(self, content: bytes) -> None:
        sealed = self._sealed(content)
        self.add(b"<</Length %d>>stream\n" % len(sealed) + sealed + b"\nendstream")

    def string(self, content: bytes) -> bytes:
        return b"<" + self._sealed(content).hex().encode() + b">"

    def _sealed(self, content: bytes) -> bytes:
        if not self._key:
            return content
        number = pack("<i", len(self._starts) + 1)[:3] + b"\0\0"
        return _rc4(md5(self._key + number).digest()[:10], content)

    def finished(self) -> bytes:
        start, count = len(self._out), len(self._starts) + 1
        self._out += b"xref\n0 %d\n0000000000 65535 f \n" % count
        self._out += b"".join(b"%010d 00000 n \n" % at for at in self._starts)
        self._out += b"trailer\n<</Size %d/Root 1 0 R/Info 4 0 R/ID[<%s><%s>]" % (
            count,
            self._id.hex().encode(),
            self._id.hex().encode(),
        )
        if self._key:
            user = _rc4(self._key, _PADDING)
            self._out += b"/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<%s>/U<%s>>>" % (
                self._owner.hex().encode(),
                user.hex().encode(),
            )
        self._out += b">>\nstartxref\n%d\n%%%%EOF\n" % start
        return bytes(self._out)


def _rc4(key: bytes, content: bytes) -> bytes:
    state = list(range(256))
    at = 0
    for index in range(256):
        at = (at + state[index] + key[index % len(key)]) & 255
        state[index], state[at] = state[at], state[index]
    first = second = 0
    sealed = bytearray()
    for byte in content:
        first = (first + 1) & 255
        second = (second + state[first]) & 255
        state[first], state[second] = state[second], state[first]
        sealed.append(byte ^ state[(state[first] + state[second]) & 255])
    return bytes(sealed)
