"""A PDF of plain pages: enough to show where a sentence stands in one."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["pdf_of"]

_FIRST_PAGE = 4
_HEAD = "BT /F1 11 Tf 14 TL 72 720 Td"


def pdf_of(title: str, pages: Sequence[Sequence[str]]) -> bytes:
    """Each page its lines in Helvetica, an empty line leaves a gap; the first of each stands in the contents."""
    kids = " ".join(f"{_FIRST_PAGE + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        f"<</Type/Catalog/Pages 2 0 R/Outlines {_FIRST_PAGE + 2 * len(pages)} 0 R>>",
        f"<</Type/Pages/Count {len(pages)}/Kids[{kids}]>>",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    ]
    for number, lines in enumerate(pages):
        content = _FIRST_PAGE + 2 * number + 1
        drawn = "\n".join([_HEAD, *(f"({_escaped(line)}) Tj T*" for line in lines), "ET"])
        objects += [
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents {content} 0 R>>",
            f"<</Length {len(drawn.encode('cp1252'))}>>stream\n{drawn}\nendstream",
        ]
    objects += _contents([lines[0] for lines in pages])
    objects.append(f"<</Title({_escaped(title)})>>")
    return _file(objects)


def _contents(headings: Sequence[str]) -> list[str]:
    root = _FIRST_PAGE + 2 * len(headings)
    items = [f"<</Type/Outlines/First {root + 1} 0 R/Last {root + len(headings)} 0 R/Count {len(headings)}>>"]
    for number, heading in enumerate(headings):
        before = f"/Prev {root + number} 0 R" if number else ""
        after = f"/Next {root + number + 2} 0 R" if number + 1 < len(headings) else ""
        place = f"/Dest[{_FIRST_PAGE + 2 * number} 0 R/XYZ 0 740 0]"
        items.append(f"<</Title({_escaped(heading)})/Parent {root} 0 R{before}{after}{place}>>")
    return items


def _file(objects: Sequence[str]) -> bytes:
    out = bytearray(b"%PDF-1.4\n")
    starts: list[int] = []
    for number, body in enumerate(objects, start=1):
        starts.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("cp1252")
    table = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{start:010} 00000 n \n".encode() for start in starts)
    trailer = f"trailer\n<</Size {len(objects) + 1}/Root 1 0 R/Info {len(objects)} 0 R>>"
    return bytes(out) + f"{trailer}\nstartxref\n{table}\n%%EOF\n".encode()


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
