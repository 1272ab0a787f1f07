"""The nearest known words to an unknown one.

An index cannot list its words to somebody who may not see all of them. So it is asked for spellings that differ by a
slip or two, and what it finds is read back through the actor's unit: only words that they may read are named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from wherefrom.ports.engines import RetrievalEngine, Seek, Where
from wherefrom.ports.record import UnitOfWork
from wherefrom.text.analysis import analyse
from wherefrom.text.nearest import nearest_words
from wherefrom.text.words import clean, fold, tokens

__all__ = ["meant", "slips"]

_SHORTEST = 3
_LONGEST = 40
_DOCUMENTS = 20
_MOST_SPELLINGS = 6_000
_MOST_WORDS = 5
_LATIN = "abcdefghijklmnopqrstuvwxyz"
_FREQUENT = "aeiourstln"


def meant(
    unit: UnitOfWork,
    engines: Sequence[RetrievalEngine],
    acls: frozenset[int],
    unknown: Mapping[str, Collection[str]],
) -> dict[str, tuple[str, ...]]:
    """For each unknown word, given with its stems, the nearest that the actor may read; none where nothing is near."""
    return {
        word: _nearest(unit, engines, acls, fold(clean(word)), stems)
        for word, stems in islice(unknown.items(), _MOST_WORDS)
    }


def _nearest(
    unit: UnitOfWork, engines: Sequence[RetrievalEngine], acls: frozenset[int], word: str, stems: Collection[str]
) -> tuple[str, ...]:
    if not _SHORTEST <= len(word) <= _LONGEST:
        return ()
    asked = Seek(Where(acls), dict.fromkeys(islice(slips(word, stems), _MOST_SPELLINGS), 1.0), depth=_DOCUMENTS)
    ids = [id for engine in engines for id, _ in engine.search(asked).words]
    written = _as_mostly_written(_texts(unit, ids))
    return tuple(dict.fromkeys(written[near] for near in nearest_words(word, written)))


def _texts(unit: UnitOfWork, ids: Sequence[str]) -> Iterator[str]:
    chunks = unit.chunks.get_many(ids)
    yield from (chunk.text for chunk in chunks.values())
    yield from (heading.title for heading in unit.entries.headings({chunk.entry for chunk in chunks.values()}).values())
    yield from (claim.text for claim in unit.claims.get_many(ids).values())


def _as_mostly_written(texts: Iterable[str]) -> dict[str, str]:
    """Folded word to its most frequent spelling; its stem too, for a slip in `refund` is far from `Refunds`."""
    counted = Counter(token for text in texts for token in tokens(clean(text)))
    frequent = sorted(counted.items(), key=lambda each: (-each[1], each[0]))
    spelled = [token for token, _ in reversed(frequent)]
    return {stem: token for token in spelled for stem in analyse(token)} | {fold(token): token for token in spelled}


def slips(word: str, stems: Collection[str] = ()) -> Iterator[str]:
    """Each spelling once: one slip away from the word or a stem of it, then two, of which one is a frequent one.

    A slip is a letter dropped, swapped with the next, changed or added; the first two of these are the frequent ones.
    """
    bases = sorted({word, *(stem for stem in stems if len(stem) >= _SHORTEST)}, key=lambda base: (-len(base), base))
    seen = {word}
    for start in (*bases, *(slip for base in bases for slip in _frequent(base))):
        for spelling in (*_frequent(start), *_rewritten(start, _letters(start, all=start in bases))):
            if spelling not in seen:
                seen.add(spelling)
                yield spelling


def _letters(word: str, *, all: bool) -> str:
    """Those worth trying: of other scripts than ours only its own."""
    if not word.isascii():
        return "".join(sorted(set(word)))
    return _LATIN if all else "".join(sorted({*word, *_FREQUENT}))


def _frequent(word: str) -> list[str]:
    return [*_dropped(word), *_swapped(word)]


def _dropped(word: str) -> list[str]:
    return [word[:place] + word[place + 1 :] for place in range(len(word))]


def _swapped(word: str) -> list[str]:
    return [word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)]


def _rewritten(word: str, letters: str) -> Iterator[str]:
    """Changed at each place, or with one more at each."""
    for place in range(len(word) + 1):
        for letter in letters:
            yield word[:place] + letter + word[place + 1 :]
            yield word[:place] + letter + word[place:]
