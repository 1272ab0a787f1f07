"""Many texts are embedded in a process of its own, which nobody has to look after."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from wherefrom.models.embedders import open_embedder, wordllama_apart
from wherefrom.models.embedders.wordllama import load_wordllama
from wherefrom.models.embedders.wordllama_apart import WordLlamaApart

TEXTS = [f"passage {number} › of the section “{number % 7}”\n    return {number}" for number in range(600)]
DEADLINE = 30.0


@pytest.fixture(autouse=True)
def _two_cores_and_few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wordllama_apart, "_cores", lambda: 2)
    monkeypatch.setattr(wordllama_apart, "_MANY", len(TEXTS) - 1)


@pytest.fixture
def embedder() -> WordLlamaApart:
    opened = open_embedder("wordllama:64")
    assert isinstance(opened, WordLlamaApart)
    return opened


def helper_of(embedder: WordLlamaApart) -> int:
    """The process, when it has taken over."""
    embedder.embed(TEXTS, role="passage")
    eventually(lambda: embedder.helper is not None)
    assert embedder.helper is not None
    return embedder.helper


def eventually(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + DEADLINE
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)


def is_running(process: int) -> bool:
    """Also not if it has ended and nobody asked how."""
    try:
        return " Z " not in Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False


def test_a_few_texts_start_no_process(embedder: WordLlamaApart) -> None:
    for text in TEXTS:
        embedder.embed([text], role="passage")
    assert embedder.helper is None


def test_the_process_gives_the_vectors_that_each_text_gets_alone(embedder: WordLlamaApart) -> None:
    helper = helper_of(embedder)
    odd = ["", " \n", "a \ud800 b", "x" * 100_000, *TEXTS]
    alone = np.concatenate([embedder.embed([text], role="passage") for text in odd])
    np.testing.assert_allclose(embedder.embed(odd, role="passage"), alone, atol=1e-3)
    assert embedder.helper == helper


def test_texts_are_embedded_here_until_the_process_is_ready_and_after_it_was_killed(embedder: WordLlamaApart) -> None:
    first = embedder.embed(TEXTS, role="passage")
    killed = helper_of(embedder)
    os.kill(killed, signal.SIGKILL)
    eventually(lambda: not is_running(killed))
    for _ in range(3):
        np.testing.assert_allclose(embedder.embed(TEXTS, role="passage"), first, atol=1e-3)
        assert embedder.helper is None


def test_it_ends_when_nobody_asks_and_another_takes_its_place(
    embedder: WordLlamaApart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wordllama_apart, "_PATIENCE", 0.3)
    first = helper_of(embedder)
    eventually(lambda: not is_running(first))
    np.testing.assert_allclose(
        embedder.embed(TEXTS[:200], role="passage"),
        np.concatenate([embedder.embed([text], role="passage") for text in TEXTS[:200]]),
        atol=1e-3,
    )
    assert helper_of(embedder) != first


def test_it_ends_with_the_embedder() -> None:
    embedder = WordLlamaApart(load_wordllama(64))
    helper = helper_of(embedder)
    del embedder
    eventually(lambda: not is_running(helper))


def test_it_ends_with_the_process_that_asked() -> None:
    script = (
        "import os, time\n"
        "from wherefrom.models.embedders import open_embedder, wordllama_apart\n"
        "wordllama_apart._cores = lambda: 2\n"
        "embedder = open_embedder('wordllama:64')\n"
        "embedder.embed(['a b'] * 3000, role='passage')\n"
        "while embedder.helper is None: time.sleep(0.02)\n"
        "print(embedder.helper, flush=True)\n"
        "time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as asking:
        assert asking.stdout is not None
        helper = int(asking.stdout.readline())
        asking.kill()
    eventually(lambda: not is_running(helper))
