"""JSON, JSON lines, YAML and TOML: verbatim, members named by their paths."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.core.locators import TextLocator
from wherefrom.loading.json_text import load_json, load_json_lines
from wherefrom.loading.settings_text import load_toml, load_yaml
from wherefrom.ports.documents import Blob, RawDocument


def blob(text: str) -> Blob:
    return Blob("file:///a", text.encode("utf-8", "surrogatepass"), "a")


def anchors(document: RawDocument) -> dict[str | None, str]:
    return {
        unit.locator.anchor: document.text[unit.locator.char_start : unit.locator.char_end]
        for unit in document.units
        if isinstance(unit.locator, TextLocator)
    }


def test_small_json_is_one_unit() -> None:
    assert anchors(load_json(blob(' {"a": 1} '))) == {"$": '{"a": 1}'}


def test_big_members_are_units_with_their_paths() -> None:
    long = "x" * 2000
    written = json.dumps({"small": 1, "b c": [1, {"d": long}], "items": {"e": long}}, indent=1)
    document = load_json(blob(written))
    assert document.text == written
    assert anchors(document) == {
        "$.small": '"small": 1',
        '$["b c"][0]': "1",
        '$["b c"][1].d': f'"d": "{long}"',
        "$.items.e": f'"e": "{long}"',
    }
    assert document.units[-1].section == ("items",)


def test_small_neighbours_are_together() -> None:
    written = json.dumps([{"id": number, "name": f"item {number}"} for number in range(300)])
    found = anchors(load_json(blob(written)))
    assert next(iter(found)).startswith("$[0]..$[")
    assert len(found) < 30


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1,}',
        "{'a': 1}",
        "[" * 100_000,
        "nothing",
        '{"a": 1} {"b": 2}',
        '{"a":' * 5000,
        "[1,,2]",
        '["a longer text with one control \x01 in it"]',
    ],
)
def test_json_that_does_not_parse_is_still_text(text: str) -> None:
    document = load_json(blob(text))
    assert document.text == text
    assert [(unit.locator.char_start, unit.locator.char_end) for unit in document.units] == [(0, len(text))]
    assert "plain text" in document.notices[0]


def test_numbers_of_any_length_are_no_trouble() -> None:
    assert not load_json(blob("[" + "9" * 50_000 + ", 1e999999]")).notices


def test_half_characters_in_keys_do_not_come_out() -> None:
    document = load_json(blob('{"\\ud800": "' + "x" * 2000 + '", "b": 1}'))
    assert list(anchors(document)) == ['$["\\ufffd"]', "$.b"]


@given(
    st.recursive(
        st.none() | st.integers() | st.text(max_size=400),
        lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=5),
        max_leaves=20,
    ),
    st.sampled_from([None, 1]),
)
def test_every_unit_of_json_parses_with_its_neighbours(thing: object, indent: int | None) -> None:
    written = json.dumps(thing, indent=indent)
    document = load_json(blob(written))
    assert not document.notices
    for unit in document.units:
        part = written[unit.locator.char_start : unit.locator.char_end]
        assert any(_parses(around.format(part)) for around in ("{}", "[{}]", "{{{}}}"))


def _parses(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def test_json_lines_are_named_by_their_lines() -> None:
    document = load_json_lines(blob('{"a": 1}\n\n{"a": 2}\nbroken\n'))
    assert anchors(document) == {"line=1..line=4": document.text}


def test_yaml_members_begin_at_the_left() -> None:
    text = "# top\nname: x\nrun: |\n  not: a key\n" + "  line\n" * 300 + "list:\n- a\n"
    found = anchors(load_yaml(blob(text)))
    assert list(found) == ["$.name", "$.run", "$.list..$[0]"]
    assert next(iter(found.values())).startswith("# top")


def test_toml_tables_are_members_and_texts_are_not() -> None:
    text = 'a = 1\n\n[tool.x]\nb = """\n[no.table]\n"""\n' + "c = 1\n" * 300 + "[[more]]\nd = 2\n"
    found = anchors(load_toml(blob(text)))
    assert not any("no.table" in (anchor or "") for anchor in found)
    assert any("$.tool.x" in (anchor or "") for anchor in found)
