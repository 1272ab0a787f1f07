"""How far the meaning leg can be trusted on a corpus, found out without anybody's judgements.

A passage is cut in two. From the first part every word is struck that also stands in the second, so that words cannot
help; then the embedder is asked to find the second part among other passages. One that understands this corpus still
does, one that only compares spellings does not. The figure decides the weights of the two legs.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from wherefrom.ports.models import Embedder
from wherefrom.text.analysis import analyse
from wherefrom.text.words import clean, tokens

if TYPE_CHECKING:
    from wherefrom.ports.engines import Vector

__all__ = ["SAMPLE", "Trust", "measure_trust"]

SAMPLE = 750
"""Passages worth passing to `measure_trust`; more make it slower and not better."""
_PROBES = 150

_FEWEST_TERMS_LEFT = 3
_FEWEST_TERMS_SOUGHT = 6
_FEWEST_PROBES = 5
_PRIOR_REACH = 0.3
_PRIOR_PROBES = 10
_LONGEST_SOUGHT = 600
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？।])|\n+")


class Trust(NamedTuple):
    """`reach`: how many deviations nearer the sought half is than a random passage, when no word is shared.

    `background`: the cosine of a question with a passage that has nothing to do with it.
    """

    reach: float = _PRIOR_REACH
    background: float = 0.0
    probes: int = 0

    def as_dict(self) -> dict[str, float]:
        return {"reach": round(self.reach, 4), "background": round(self.background, 4), "probes": self.probes}

    @classmethod
    def from_dict(cls, stored: Mapping[str, float]) -> Trust:
        return cls(float(stored["reach"]), float(stored["background"]), int(stored["probes"]))


class _Probe(NamedTuple):
    question: str
    sought: str


def measure_trust(passages: Sequence[tuple[str, Vector]], embedder: Embedder) -> Trust:
    """Probe an embedder with a random sample of the indexed passages (text, stored vector), at most `SAMPLE` of them.

    Equal samples give equal figures, in whatever order they come. Embeds at most 300 short texts.
    """
    import numpy as np

    sample = sorted(passages, key=lambda passage: _order(passage[0]))[:SAMPLE]
    found = ((number, probe) for number, (text, _) in enumerate(sample) if (probe := _probe(text)))
    cut = list(islice(found, _PROBES))
    probed = {number for number, _ in cut}
    others = [vector for number, (_, vector) in enumerate(sample) if number not in probed and vector.any()]
    if len(cut) < _FEWEST_PROBES:
        return Trust()
    questions = embedder.embed([probe.question for _, probe in cut], role="query")
    sought = embedder.embed([probe.sought for _, probe in cut], role="passage")
    # Not by `@`, which would wake a thread that then waits, turning, on the other core.
    cosines = np.einsum("ik,jk->ij", questions, np.vstack([sought, *others]))
    mean, deviation = cosines.mean(axis=1), cosines.std(axis=1)
    reached = (cosines.diagonal() - mean) / np.maximum(deviation, 1e-6)
    reach = (float(reached.sum()) + _PRIOR_PROBES * _PRIOR_REACH) / (len(cut) + _PRIOR_PROBES)
    return Trust(reach, float(mean.mean()), len(cut))


def _order(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).digest()


def _probe(text: str) -> _Probe | None:
    """Cut at a third, between sentences where there are some; None where too little is left to ask or to find."""
    first, second = _halves(text)
    second = second[:_LONGEST_SOUGHT]
    sought = set(analyse(second))
    if len(sought) < _FEWEST_TERMS_SOUGHT:
        return None
    left = [token for token in tokens(clean(first)) if sought.isdisjoint(analyse(token))]
    question = " ".join(left)
    return _Probe(question, second) if len(analyse(question)) >= _FEWEST_TERMS_LEFT else None


def _halves(text: str) -> tuple[str, str]:
    sentences = [sentence for sentence in _SENTENCE.split(text) if sentence.strip()]
    joint = "\n"
    if len(sentences) < 2:
        sentences, joint = text.split(), " "
    middle = max(1, len(sentences) // 3)
    return joint.join(sentences[:middle]), joint.join(sentences[middle:])
