"""Text that makes a careless expression look at everything again and again is read in no time."""

import signal
from collections.abc import Callable, Iterator

import pytest

from wherefrom.claims.rules.looking import Surroundings
from wherefrom.claims.rules.naming import named_in
from wherefrom.claims.rules.reading import rules_of
from wherefrom.claims.rules.things import Named, Thing
from wherefrom.core.quotes import find_quote
from wherefrom.text.secrets import scrub
from wherefrom.text.sentences import sentences
from wherefrom.text.statements import statements

LENGTH, PATIENCE = 60_000, 30


@pytest.fixture(autouse=True)
def hang_guard() -> Iterator[None]:
    def ended(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ended)
    signal.alarm(PATIENCE)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def make_target(text: str) -> object:
    around = Surroundings(["Makefile"], lambda _: text)
    return around.missing(Named(Thing.TARGET, "test"))


READERS: dict[str, Callable[[str], object]] = {
    "rules": rules_of,
    "names in a rule": named_in,
    "make targets": make_target,
    "secrets": scrub,
    "sentences": lambda text: list(sentences(text)),
    "statements": statements,
    "a quote": lambda text: find_quote(text[: LENGTH // 2] + "?", text),
}


@pytest.mark.parametrize("part", ["](", "[a](", "`", " ", "a/", "| ", "make ", "a=", "(", '"', "\r", "a. ", "not "])
@pytest.mark.parametrize("reader", READERS)
def test_a_long_line_of_one_thing_is_read(reader: str, part: str) -> None:
    READERS[reader]((part * LENGTH)[:LENGTH] + "\x00!")
