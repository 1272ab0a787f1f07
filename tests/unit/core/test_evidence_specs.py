"""Evidence on one line, statements that are the same, and claims with a form."""

import pytest

from wherefrom.core.evidence import EvidenceRef
from wherefrom.core.evidence_specs import evidence_from
from wherefrom.core.pointers import (
    from_artifact,
    from_chunk,
    from_file,
    from_human_assertion,
    from_message,
    from_model_inference,
    from_tool_result,
    from_url,
    from_user_statement,
)
from wherefrom.core.statements import statement_hash
from wherefrom.errors import InvalidValue


@pytest.mark.parametrize(
    ("spec", "quote", "ref"),
    [
        ("file:src/pay.py", None, from_file("src/pay.py")),
        (
            "file:src/pay.py@abc123#L3-L9",
            "x = 1",
            from_file("src/pay.py", commit="abc123", lines=(3, 9), quote="x = 1"),
        ),
        ("file:src/pay.py#L3", None, from_file("src/pay.py", lines=(3, 3))),
        ("file:node_modules/@acme/x.js@HEAD", None, from_file("node_modules/@acme/x.js", commit="HEAD")),
        ("file:icon@2x.png", None, from_file("icon@2x.png")),
        ("file:C:\\pay.py", None, from_file("C:\\pay.py")),
        ("url:https://a.example/x#y", "said", from_url("https://a.example/x#y", quote="said")),
        ("chunk:abc", None, from_chunk("abc")),
        ("message:s/1/m", "hi", from_message("s/1", "m", "hi")),
        ("tool:call_1", "two", from_tool_result("call_1", "two")),
        ("artifact:report", None, from_artifact("report")),
        ("statement:s/m", None, from_user_statement("s", "m")),
        ("human:ann", None, from_human_assertion("ann", 7.0)),
        ("model:s/m", "because", from_model_inference("s", "m", "because")),
    ],
)
def test_a_spec_says_what_the_helper_makes(spec: str, quote: str | None, ref: EvidenceRef) -> None:
    assert evidence_from(spec, quote, 7.0) == ref


@pytest.mark.parametrize("quote", ["", "  "])
@pytest.mark.parametrize("spec", ["file:a.py", "model:s/m", "tool:call"])
def test_a_quote_says_something(spec: str, quote: str) -> None:
    with pytest.raises(InvalidValue, match="quote is empty"):
        evidence_from(spec, quote, 7.0)


@pytest.mark.parametrize(
    "url", ["ftp://x/y", "javascript:x", "file:///etc/passwd", "x.example/a", "http://", "http://[x"]
)
def test_only_pages_on_the_web_are_evidence_of_that_kind(url: str) -> None:
    with pytest.raises(InvalidValue) as told:
        evidence_from(f"url:{url}", None, 7.0)
    assert "https://" in str(told.value.hint)


@pytest.mark.parametrize("spec", ["", "file", "file:", "file: ", "rumour:x", "message:x", "message:/m", "model:s/m"])
def test_a_spec_that_points_at_nothing_is_refused(spec: str) -> None:
    with pytest.raises(InvalidValue):
        evidence_from(spec, None, 7.0)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Refunds need two.", " refunds  NEED\ntwo ", True),
        ("Straße", "STRASSE", True),
        ("Refunds need two.", "Refunds need two!", False),
        ("Refunds need two.", "Refunds need no two.", False),
    ],
)
def test_case_blanks_and_a_full_stop_make_no_other_statement(one: str, other: str, same: bool) -> None:
    assert (statement_hash(one) == statement_hash(other)) is same
