"""Words and places as a terminal, or a pipe, gets them."""

from wherefrom.cli.excerpts import cut, excerpt, folded, told


def test_an_id_is_shortened_where_it_is_all_that_a_place_says() -> None:
    id = "0123456789abcdef0123456789abcdef"
    assert [told(f"claim:{id}"), told(f"chunk {id}")] == ["claim 01234567", "chunk 01234567"]
    assert told(f"{id}.md#p1") == f"{id}.md#p1", "it can be pasted"


def test_a_pipe_gets_whole_lines_and_excerpts_of_a_fixed_width() -> None:
    long = "word " * 100
    assert cut(long, indent=5) == long.strip()
    assert folded(long, indent=5) == [f"     {long}"]
    lines = excerpt(long, indent=5)
    assert len(lines) == 3
    assert lines[-1].endswith(" …")
    assert all(line.startswith("     word") and len(line) <= 100 for line in lines)
