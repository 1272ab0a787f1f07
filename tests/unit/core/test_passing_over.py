"""What is no text, by its name, by what is said of it, and by how it begins."""

import pytest

from wherefrom.core.passing_over import is_binary

OFFICE = b"PK\x03\x04\x14\0\0\0[Content_Types].xml"


@pytest.mark.parametrize(
    ("name", "data", "media_type", "is_one"),
    [
        ("notes", b"words", "", False),
        ("notes.txt", b"a\0b", "", True),
        ("notes.txt", "wide".encode("utf-16"), "", False),
        ("picture", b"\x89PNG\r\n", "", True),
        ("paper.pdf", b"\0", "", False),
        ("paper", b"%PDF-1.7\n\0", "application/octet-stream", False),
        ("paper", b"\n%PDF-1.7\n\0", "", False),
        ("paper", b"\0", "application/pdf", False),
        ("letter", OFFICE, "application/octet-stream", False),
        ("letter", b"\0", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", False),
        ("program.x", b"PK\x03\x04\x14\0\0\0META-INF", "", True),
    ],
)
def test_what_holds_text_in_a_form_of_its_own_is_not_binary(
    name: str, data: bytes, media_type: str, is_one: bool
) -> None:
    assert is_binary(name, data, media_type) is is_one
