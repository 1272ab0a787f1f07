"""How what others wrote reaches a model."""

from hypothesis import given
from hypothesis import strategies as st

from wherefrom.core.search import Hit, ItemKind, Trust
from wherefrom.retrieval.cite import wrapped


def hit(text: str, trust: Trust) -> Hit:
    return Hit(
        kind=ItemKind.CLAIM,
        id="1",
        text=text,
        score=1.0,
        citation=None,
        place='a"<b>',
        title="",
        trust=trust,
        wrapped=text,
    )


@given(texts=st.lists(st.tuples(st.text(), st.sampled_from(Trust)), max_size=6))
def test_only_what_is_not_trusted_is_wrapped_by_a_marker_that_no_content_holds(texts: list[tuple[str, Trust]]) -> None:
    hits = [hit(text, trust) for text, trust in texts]
    shown = wrapped(hits)
    assert shown == wrapped(hits)
    assert [each.text for each in shown] == [text for text, _ in texts]
    for each in shown:
        if each.trust is Trust.TRUSTED:
            assert each.wrapped == each.text
            continue
        marker = each.wrapped.rsplit("</", 1)[1].removesuffix(">")
        assert each.wrapped.startswith(f'<{marker} from="a&quot;&lt;b>">\n')
        assert not any(marker in other.text for other in shown)


def test_other_content_has_another_marker() -> None:
    one, other = (wrapped([hit(text, Trust.UNTRUSTED)])[0].wrapped for text in ("one", "two"))
    assert one.splitlines()[-1] != other.splitlines()[-1]
