"""Text that a page hides by its style sheets, its colours or its characters is not the text of the page."""

import time

import pytest

from wherefrom.loading.html import load_html
from wherefrom.ports.documents import Blob, RawDocument

PROSE = "The refund is paid within five working days after the return was approved by the desk. " * 4


def load(markup: str) -> RawDocument:
    return load_html(Blob("https://example.org/a", markup.encode(), "a"))


def page(sheet: str, body: str, head: str = "") -> RawDocument:
    return load(f"<html><head>{head}<style>{sheet}</style></head><body><p>{PROSE}</p>{body}</body></html>")


@pytest.mark.parametrize(
    ("sheet", "body"),
    [
        (".x{display:none}", "<p class='a x'>secret</p>"),
        ("#y { visibility : hidden }", "<p id=y>secret</p>"),
        ("aside{display:none!important}", "<aside style='display:block'>secret</aside>"),
        (".x{opacity:0}", "<div class=x><p>secret</p></div>"),
        (".x{opacity:0.0}", "<p class=x>secret</p>"),
        (".x{font-size:0}", "<div class=x><p>secret</p></div>"),
        (".x{FONT-SIZE: 1px;}", "<p class=x>secret</p>"),
        ("p.x{display:none}", "<p class=x>secret</p>"),
        (".a.b{display:none}", "<p class='b a'>secret</p>"),
        ("h6, .x , #z{color:red;display:none}", "<p class=x>secret</p>"),
        ("/* .x{display:block} */ .q{} .x{content:'}';display:none}", "<p class=x>secret</p>"),
        ("@media screen{.x{display:none}}", "<p class=x>secret</p>"),
        ("@media print{.x{display:block}} .x{display:none}", "<p class=x>secret</p>"),
        (".x{display:block} .x{display:none}", "<p class=x>secret</p>"),
        (".x{color:transparent}", "<p class=x>secret</p>"),
        (".x{color:#fff}", "<p class=x>secret</p>"),
        ("body{background:black} .x{color:#000}", "<p class=x>secret</p>"),
        ("", "<p style='color:transparent'>secret</p>"),
        ("", "<p style='color:rgba(1, 2, 3, 0)'>secret</p>"),
        ("", "<p style='color:white'>secret</p>"),
        ("", "<p style='color:#fefefe;background:#FFFFFF'>secret</p>"),
        ("", "<p><font color=white>secret</font></p>"),
        ("", "<table bgcolor=black><tr><td><font color='#000000'>secret</font></td></tr></table>"),
        ("", "<p style='font-size:1px'>secret</p>"),
    ],
)
def test_what_nobody_can_read_is_left_out_and_counted(sheet: str, body: str) -> None:
    document = page(sheet, body)
    assert "secret" not in document.text
    assert document.text == PROSE.strip()
    assert any("1 hidden element" in notice for notice in document.notices)


@pytest.mark.parametrize(
    ("sheet", "body"),
    [
        (".x{display:none}", "<p class=xx>shown</p>"),
        ("@media print{.x{display:none}}", "<p class=x>shown</p>"),
        ("@media (max-width:600px){.x{display:none}}", "<p class=x>shown</p>"),
        (
            ".hidden{display:none} @media (min-width:9em){.md\\:block{display:block}}",
            "<p class='hidden md:block'>shown</p>",
        ),
        (".x{display:none} .x.open{display:block}", "<p class='x open'>shown</p>"),
        ("p{display:none} #y{display:block}", "<p id=y>shown</p>"),
        (".x{display:none}", "<p class=x style='display:block'>shown</p>"),
        (".x{display:none} .x{display:block}", "<p class=x>shown</p>"),
        ("nav .x{display:none}", "<p class=x>shown</p>"),
        (".x:hover{display:none}", "<p class=x>shown</p>"),
        (".x{opacity:0;animation:come 1s forwards}", "<p class=x>shown</p>"),
        ("ul{font-size:0} ul li{font-size:16px}", "<ul><li>shown</li></ul>"),
        (".x{visibility:hidden} .y{visibility:visible}", "<div class=x><p class=y>shown</p></div>"),
        (".x{color:transparent;background-clip:text}", "<h2 class=x>shown</h2>"),
        (".hero{background:#123} .x{color:#fff}", "<div class=hero><p class=x>shown</p></div>"),
        ("main .hero{background:#123} .x{color:#fff}", "<div class=hero><p class=x>shown</p></div>"),
        (".x{color:#fff}", "<div class=x><p style='background:black'>shown</p></div>"),
        ("body{opacity:0;visibility:hidden}", "<p>shown</p>"),
        (".x{font-size:12px;opacity:.9;color:#333}", "<p class=x>shown</p>"),
    ],
)
def test_what_somebody_can_read_stays(sheet: str, body: str) -> None:
    document = page(sheet, body)
    assert document.text.count("shown") == 1


def test_white_letters_stay_where_a_sheet_elsewhere_may_have_coloured_what_is_behind_them() -> None:
    linked = "<link rel=stylesheet href=/site.css>"
    assert "shown" in page("", "<p style='color:white'>shown</p>", linked).text
    assert "secret" not in page("", "<p style='color:white;background:white'>secret</p>", linked).text


def test_characters_that_nobody_sees_are_taken_out_and_counted() -> None:
    document = load(
        f"<title>Re\u200bfunds</title><p>{PROSE}</p><p>pass\u200bword is\u202e evil\u2066 \U000e0041here</p>"
    )
    assert document.text.endswith("password is evil here")
    assert document.title == "Refunds"
    assert document.notices == ("left out: 4 invisible characters",)
    for unit in document.units:
        assert document.text[unit.locator.char_start : unit.locator.char_end].strip()


def test_characters_that_join_letters_and_emoji_stay() -> None:
    words = "می\u200cخواهم 👩\u200d💻 ❤\ufe0f"
    document = load(f"<p>{PROSE}</p><p>{words}</p>")
    assert words in document.text
    assert document.notices == ()


@pytest.mark.parametrize(
    "markup",
    [
        "<style>"
        + "".join(f".a.b{n}{{display:none}}" for n in range(20_000))
        + "</style>"
        + "<p class='a b1'>x</p>" * 20_000,
        "<style>" + "@media screen{a{}" * 50_000 + "</style><p>x</p>",
        "<style>" + "{" * 300_000 + "</style><p>x</p>",
        "<style>" + "a" * 300_000 + " >{display:none}</style><p>x</p>",
        "<style>" + "/*" * 200_000 + "</style><p>x</p>",
        "<style>.x{color:#fff}</style>" + "<div class=x>" * 3_000 + "<p style='color:red'>x</p>" * 20_000,
        "<p class='" + " ".join(f"c{n}" for n in range(50_000)) + "'>x</p><style>.c1.c2{display:none}</style>",
        "<style>" + ":a(" * 100_000 + "{display:none}</style><p>x</p>",
    ],
)
def test_however_it_is_made_a_page_is_looked_at_in_little_time(markup: str) -> None:
    began = time.monotonic()
    load(markup)
    assert time.monotonic() - began < 20
