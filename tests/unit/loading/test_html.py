"""Web pages: what a reader sees is kept, what stands on every page and what nobody sees is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from wherefrom.core.locators import WebLocator
from wherefrom.errors import ContentError
from wherefrom.loading import html_page
from wherefrom.loading.html import load_html
from wherefrom.ports.documents import Blob, RawDocument

PROSE = "The refund is paid within five working days after the return was approved by the desk. " * 4


def load(markup: str, **more: str) -> RawDocument:
    return load_html(Blob("https://example.org/a", markup.encode(), "a", **more))


def sections(document: RawDocument) -> list[tuple[tuple[str, ...], str]]:
    return [(unit.section, document.text[unit.locator.char_start : unit.locator.char_end]) for unit in document.units]


def test_headings_make_sections_with_a_path_that_finds_them() -> None:
    markup = (
        "<title> The  page </title><body><p>lead</p><div><h1>A</h1><p>a</p><h3 id=b>B <em>c</em></h3><p>b</p></div>"
    )
    document = load(markup)
    assert document.title == "The page"
    assert [(path, text.split("\n")[0]) for path, text in sections(document)] == [
        ((), "lead"),
        (("A",), "A"),
        (("A", "B c"), "B c"),
    ]
    paths = [unit.locator.css_path for unit in document.units if isinstance(unit.locator, WebLocator)]
    assert paths == ["html > body > p:nth-of-type(1)", "html > body > div:nth-of-type(1) > h1:nth-of-type(1)", "#b"]
    tree = LexborHTMLParser(markup)
    assert [node.text().split()[0] for path in paths if (node := tree.css_first(path or ""))] == ["lead", "A", "B"]


def test_blocks_lists_tables_and_code_keep_their_form() -> None:
    document = load(
        "<p>one\n  two<br>three</p>loose <b>text</b>"
        "<ul><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ul><ol><li>x<li>y</ol>"
        "<table><caption>Cap</caption><thead><tr><th>k</th><th>v</th></tr></thead>"
        "<tbody><tr><td>1</td><td><p>p</p><p>q</p></td></tr><tr><td></td><td></td></tr></tbody></table>"
        "<pre><code>if x:\n    <span>pass</span>\n</code></pre><dl><dt>term</dt><dd>meaning</dd></dl>"
    )
    assert document.text == (
        "one two\nthree\n\nloose text\n\n- a\n  - b\n- c\n  d\n\n1. x\n2. y\n\n"
        "Cap\nk | v\n1 | p q\n\nif x:\n    pass\n\nterm\nmeaning"
    )


@pytest.mark.parametrize(
    "hidden",
    [
        "<p hidden>secret</p>",
        "<div style='DISPLAY : none'>secret</div>",
        "<span style='visibility:hidden'>secret</span>",
        "<span style='dis/**/play:none'>secret</span>",
        "<p aria-hidden=true>secret</p>",
        "<p style='font-size:0px'>secret</p>",
        "<p style='opacity: 0'>secret</p>",
        "<p style='position:absolute;left:-9999px'>secret</p>",
        "<p style='text-indent:-9999px'>secret</p>",
        "<p style='height:0;overflow:hidden'>secret</p>",
        "<p style='width:1px;height:1px'>secret</p>",
        "<p class='x sr-only'>secret</p>",
        "<dialog>secret</dialog>",
        "<details hidden><summary>secret</summary></details>",
    ],
)
def test_what_nobody_sees_is_left_out_and_counted(hidden: str) -> None:
    document = load(f"<p>{PROSE}</p>{hidden}")
    assert "secret" not in document.text
    assert document.notices == ("left out: 1 hidden element",)


@pytest.mark.parametrize(
    "style", ["opacity:0.5", "font-size:0.8em", "left:-5px", "width:100px", "height:10px;overflow:hidden", "x"]
)
def test_ordinary_styles_hide_nothing(style: str) -> None:
    assert "shown" in load(f"<p style='{style}'>shown</p>").text


def test_scripts_styles_templates_and_comments_are_counted() -> None:
    document = load(
        f"<style>a</style><script>b</script><script>c</script><template>d</template><!-- e --><p>{PROSE}</p>"
    )
    assert document.text == PROSE.strip()
    assert document.notices == ("left out: 1 comment, 1 style sheet, 2 scripts, 1 template",)


SPHINX = f"""<html><head><title>Requests — docs</title></head><body>
<div class="related" role="navigation"><h3>Navigation</h3><ul><li><a href="i">index</a></li></ul></div>
<div class="document"><div class="documentwrapper"><div class="bodywrapper"><div class="body" role="main">
<section id="cookies"><h1>Cookies<a class="headerlink" href="#cookies" title="Link">¶</a></h1><p>{PROSE}</p>
<div class="highlight-python"><div class="highlight"><pre><span></span>&gt;&gt;&gt; r.cookies
</pre></div></div>
<table class="docutils"><tr><td><p>key</p></td><td><p>value</p></td></tr></table>
<ul class="simple"><li><a href="x">Sessions</a></li><li><a href="y">Timeouts</a></li></ul></section>
</div></div></div>
<div class="sphinxsidebar" role="navigation"><h3>Table of Contents</h3><ul><li><a>Cookies</a></li></ul></div></div>
<div class="footer">&copy; Copyright somebody. <a href="s">Sphinx</a></div></body></html>"""

MKDOCS = f"""<body><header class="md-header"><nav><a href="/">Logo</a></nav></header><div class="md-container">
<nav class="md-tabs"><a href=a>Home</a></nav><main class="md-main">
<div class="md-sidebar"><nav><a href=b>Sidebar entry</a></nav></div>
<div class="md-content"><article><h1 id=t>Title</h1><p>{PROSE}</p>
<aside class="md-source-file">Admonition text stays</aside>
<h2>Menu of navigation</h2><p>{PROSE}</p></article></div></main><footer><p>Made with tools</p></footer></div></body>"""

BLOG = f"""<body><div id="cookie-banner"><p>We value your privacy</p><a href=#>ok</a></div>
<div class="menu"><a href=a>Start</a>
<a href=b>About</a></div><div class="post"><h2>Post</h2><p>{PROSE}</p><p>{PROSE}</p></div>
<div class="sidebar"><a href=c>Archive of January</a> <a href=d>Archive of May</a></div>
<footer>Imprint of the blog</footer></body>"""


@pytest.mark.parametrize(
    ("markup", "kept", "dropped"),
    [
        (
            SPHINX,
            ["Cookies\n", "r.cookies", "key | value", "- Sessions\n- Timeouts"],
            ["¶", "Navigation", "Table of Contents", "Copyright"],
        ),
        (
            MKDOCS,
            ["Title", "Admonition text stays", "Menu of navigation"],
            ["Logo", "Home", "Sidebar entry", "Made with"],
        ),
        (BLOG, ["Post", "working days"], ["privacy", "About", "Archive", "Imprint"]),
    ],
    ids=["sphinx", "mkdocs", "blog"],
)
def test_the_frame_of_a_site_goes_and_the_page_stays(markup: str, kept: list[str], dropped: list[str]) -> None:
    document = load(markup)
    assert all(part in document.text for part in kept)
    assert not any(part in document.text for part in dropped)
    assert "of the site's frame" in document.notices[0]


def test_a_page_that_is_nothing_but_links_keeps_them() -> None:
    links = "".join(f"<li><a href={number}>Chapter {number}</a>" for number in range(30))
    assert load(f"<body><div class=toc><ul>{links}</ul></div></body>").text.count("Chapter") == 30


def test_an_old_page_made_of_tables_keeps_its_text() -> None:
    document = load(
        f"<table><tr><td><a href=x>Home</a></td><td><h1>Top</h1><p>{PROSE}</p>"
        "<table><tr><td>a</td><td>b</td></tr></table></td></tr></table>"
    )
    assert PROSE.strip() in document.text
    assert "a | b" in document.text
    assert document.units[-1].section == ("Top",)


def test_a_page_that_scripts_would_draw_says_so() -> None:
    with pytest.raises(ContentError, match="no text of its own"):
        load("<div id=root></div><script src=app.js></script>")
    assert load("").text == ""


@pytest.mark.parametrize(
    ("data", "media_type"),
    [
        ('<meta charset="koi8-r"><p>привет'.encode("koi8-r"), "text/html"),
        ("<p>привет".encode("koi8-r"), "text/html; charset=koi8-r"),
        ('<?xml version="1.0" encoding="koi8-r"?><p>привет'.encode("koi8-r"), ""),
        ("<p>привет".encode("utf-16"), ""),
    ],
)
def test_the_charset_is_what_the_server_or_the_page_declares(data: bytes, media_type: str) -> None:
    assert load_html(Blob("https://example.org", data, "", media_type)).text == "привет"


def test_entities_give_no_half_characters() -> None:
    assert load("<p>a&#0;b&#xD800;c").text.encode()


@pytest.mark.parametrize("piece", ["<div>", "<b>", "<b></p>", "<table><tr><td>", "<ul><li>", "<x-y>", "<font><p>"])
def test_deep_nesting_is_refused_before_it_costs_time(piece: str) -> None:
    with pytest.raises(ContentError, match="nested too deep"):
        load(piece * 100_000)


@pytest.mark.parametrize("piece", ["<div>", "<b>", "<ul><li>", "<blockquote>", "<table><tr><td>"])
def test_nesting_that_is_only_deep_is_read(piece: str) -> None:
    assert "x" in load(piece * 1_500 + "x").text


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "piece",
    [
        "<p>word ",
        "<li>a",
        "<h2>a</h2>",
        "<td>x",
        "</p>",
        "<a href=x>a</a> ",
        "<!-- -->x",
        "<div class='nav ad'>x</div>",
    ],
)
def test_long_pages_are_read_in_time(piece: str) -> None:
    load(piece * 60_000)


def test_a_page_over_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html_page, "LARGEST_PAGE", 10)
    with pytest.raises(ContentError, match="11 characters"):
        load("x" * 11)


TAGS = [
    "p",
    "div",
    "ul",
    "li",
    "table",
    "tr",
    "td",
    "h1",
    "h3",
    "pre",
    "a",
    "nav",
    "main",
    "article",
    "br",
    "b",
    "button",
    "dl",
    "dd",
]
TAGS_AND_TEXT = st.sampled_from(
    [f"<{tag}>" for tag in TAGS] + [f"</{tag}>" for tag in TAGS] + ["word ", "\n", "&amp;", "<!--", "<p hidden>"]
)


@given(st.lists(TAGS_AND_TEXT, max_size=60))
def test_units_lie_in_the_text_in_order_whatever_the_markup(pieces: list[str]) -> None:
    document = load("".join(pieces))
    after = 0
    for unit in document.units:
        assert after <= unit.locator.char_start < unit.locator.char_end <= len(document.text)
        after = unit.locator.char_end
        assert document.text[unit.locator.char_start : unit.locator.char_end].strip()


@given(st.lists(TAGS_AND_TEXT, max_size=40))
def test_no_word_is_lost_on_a_page_without_frame_and_hidden_parts(pieces: list[str]) -> None:
    kept = [
        piece for piece in pieces if piece not in ("<!--", "<p hidden>", "<nav>", "<button>", "<main>", "<article>")
    ]
    assert load("<body>" + "".join(kept)).text.count("word") == kept.count("word ")
