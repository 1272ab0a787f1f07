"""The one analysis of all engines: a text becomes terms, a query becomes weighted terms that meet them.

Passages are stemmed in the language that was recognised. A short query often cannot be recognised, so it asks for the
stems of every language that the passages may have been read in: whatever a passage was taken for, its words are found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, filterfalse, islice
from typing import NamedTuple

from wherefrom.text.identifiers import names_one_thing, pieces, plain_names, plain_words
from wherefrom.text.languages import LATIN, Guess, guess, languages_of_script, likeliest, script_of, scripts_of
from wherefrom.text.stems import stem, stems
from wherefrom.text.stopwords import stopwords
from wherefrom.text.unspaced import has_unspaced, pairs, singles, without_runs
from wherefrom.text.words import clean, fold, folded, tokens

__all__ = ["ANALYSIS_VERSION", "QueryTerms", "analyse", "analyse_all", "analyse_query", "language_of"]

ANALYSIS_VERSION = 2
"""Raised with every change that gives an equal text other terms; an index belongs to one version."""

_MOST_CACHED_WORDS = 200_000
_TOKENS_TO_SEE_A_SCRIPT = 50
_TEXTS_AT_ONCE = 64
_WHOLE = 1.5
_ALL_PARTS = 0.6
_HYPHENATED_WHOLE = 0.5
_UNSURE_STEM = 0.5
_UNLIKELY_STEM = 0.25
_SINGLE_CHARACTER = 0.3
_SHORTEST_GUESSED_STEM = 3
_NO_TERMS: tuple[str, ...] = ()


class QueryTerms(NamedTuple):
    """`weights` is what an engine is asked; `exact` are those of its terms that name one particular thing.

    `words` tells which terms stand for which word as written, so that an unknown word can be named.
    """

    weights: Mapping[str, float]
    exact: frozenset[str]
    words: Mapping[str, frozenset[str]]

    @property
    def weight(self) -> float:
        """Of all words together: a word that is asked for in several forms counts once."""
        return sum(max(self.weights[term] for term in terms) for terms in self.words.values())


def analyse(text: str, *, language: str | None = None) -> list[str]:
    """The terms of a passage or a title, in no order that means anything; repeated as often as they occur.

    `language` (ISO 639-1) is for callers who know; otherwise the text decides, and English where it does not.
    """
    (terms,) = _analysed([_taken_apart(text, language)])
    return terms


def analyse_all(texts: Iterable[str]) -> Iterator[list[str]]:
    """`analyse` for many texts: what their new words cost, they share."""
    waiting = iter(texts)
    while batch := [_taken_apart(text) for text in islice(waiting, _TEXTS_AT_ONCE)]:
        yield from _analysed(batch)


class _Apart(NamedTuple):
    """A text's tokens, the languages to read them in, and the terms of what has no spaces between its words."""

    tokens: list[str]
    by_script: tuple[tuple[str, str], ...]
    unspaced: list[str]


def _taken_apart(text: str, language: str | None = None) -> _Apart:
    text = clean(text)
    unspaced: list[str] = []
    if has_unspaced(text):
        unspaced = [*pairs(text), *singles(text)]
        text = without_runs(text)
    found = tokens(text)
    by_script = guess(text, found, frozenset((language,))).by_script if language else likeliest(text, found)
    return _Apart(found, by_script, unspaced)


def _analysed(batch: list[_Apart]) -> Iterator[list[str]]:
    for by_script in {apart.by_script for apart in batch}:
        found = chain.from_iterable(apart.tokens for apart in batch if apart.by_script == by_script)
        _terms_in(by_script).learn(found)
    for found, by_script, unspaced in batch:
        terms = list(chain.from_iterable(map(_terms_in(by_script).__getitem__, found)))
        if not terms and found:  # nothing but small words: then they are the subject
            terms = [fold(token) for token in found]
        yield terms + unspaced


def analyse_query(text: str, *, languages: Collection[str] | None = None) -> QueryTerms:
    """Read a query. `languages` are those of the indexed passages, where known: fewer stems are then tried."""
    text = clean(text)
    among = frozenset(languages) if languages else None
    ask = _Question(guess(text, tokens(without_runs(text)), among), among)
    ask.read_unspaced(text)
    ask.read_words(tokens(without_runs(text)))
    return QueryTerms(ask.weights, frozenset(ask.exact), {word: frozenset(terms) for word, terms in ask.words.items()})


def language_of(text: str) -> str:
    """The language in which `analyse` reads most words of a text; empty where it has none for their script.

    Counted over a corpus it gives the `languages` that a query needs.
    """
    text = clean(text)
    found = tokens(text)
    scripts = Counter(script_of(token) for token in found[:_TOKENS_TO_SEE_A_SCRIPT])
    return guess(text, found).of(scripts.most_common(1)[0][0]) if scripts else ""


class _Learned(dict[str, tuple[str, ...]]):
    """Something written to its terms. Many are learnt at once, which costs a fraction of one after the other."""

    def __missing__(self, word: str) -> tuple[str, ...]:
        self.learn((word,))
        return self[word]

    def learn(self, words: Iterable[str]) -> None:
        """Other threads read meanwhile: they see nothing that is half made."""
        if len(self) >= _MOST_CACHED_WORDS:
            self.clear()
        if new := set(filterfalse(self.__contains__, words)):
            self.update(self._made(new))

    def _made(self, new: set[str]) -> dict[str, tuple[str, ...]]:
        raise NotImplementedError


class _Stems(_Learned):
    """Word to its stems, for one set of languages."""

    def __init__(self, languages: Guess) -> None:
        super().__init__()
        self._languages = languages

    def _made(self, new: set[str]) -> dict[str, tuple[str, ...]]:
        """One stem; two where somebody who types no accents would miss the first; none for a small word."""
        made = dict.fromkeys(new, _NO_TERMS)
        plain = [word for word in new if word.isascii()]
        made.update(_stems_in(self._languages.of(LATIN), plain))
        if len(plain) < len(new):
            for script, words in scripts_of(new.difference(plain)):
                language = self._languages.of(script)
                stems_of = dict(_stems_in(language, words))
                made.update(stems_of)
                made.update(_with_unaccented(language, stems_of))
        return made


class _Terms(_Learned):
    """Token as written to its terms: names for machines are many, and made of few words."""

    def __init__(self, stems: _Stems) -> None:
        super().__init__()
        self._stems = stems

    def _made(self, new: set[str]) -> dict[str, tuple[str, ...]]:
        stem_of, plain = self._stems.__getitem__, plain_words(new)
        new.difference_update(plain)
        named = dict(plain_names(new))
        split = {token: pieces(token) for token in new.difference(named)}
        self._stems.learn(chain(plain, *named.values(), *(words for words, _ in split.values())))
        made = dict(zip(plain, map(stem_of, plain), strict=True))
        for token, words in named.items():
            made[token] = (token.lower(), *chain.from_iterable(map(stem_of, words)))
        for token, (words, wholes) in split.items():
            made[token] = (*wholes, *chain.from_iterable(map(stem_of, words)))
        return made


@lru_cache(maxsize=64)
def _terms_in(by_script: tuple[tuple[str, str], ...]) -> _Terms:
    return _Terms(_Stems(Guess(by_script)))


class _Question:
    """Collects weighted terms; a term asked for twice keeps the greater weight."""

    def __init__(self, languages: Guess, among: frozenset[str] | None) -> None:
        self._languages = languages
        self._among = among
        self.weights: dict[str, float] = {}
        self.exact: set[str] = set()
        self.words: dict[str, set[str]] = {}

    def read_unspaced(self, text: str) -> None:
        if has_unspaced(text):
            for term in singles(text):
                self._ask(term, term, _SINGLE_CHARACTER)
            for term in pairs(text):
                self._ask(term, term, 1.0)

    def read_words(self, found: list[str]) -> None:
        for token in found:
            self._read(token, small_too=False)
        if not self.weights:
            for token in found:
                self._ask(token, fold(token), 1.0)
                self._read(token, small_too=True)

    def _read(self, token: str, *, small_too: bool) -> None:
        split, is_exact = pieces(token), names_one_thing(token)
        if is_exact:
            self.exact.add(split.wholes[0])
        for whole in split.wholes:
            self._ask(token, whole, _WHOLE if is_exact else _HYPHENATED_WHOLE if split.words else 1.0)
        share = min(1.0, _ALL_PARTS / len(split.words)) if is_exact and split.words else 1.0
        for word in split.words:
            if small_too or not _is_small(word, self._languages.of(script_of(word))):
                self._ask_stems(token, word, share)

    def _ask_stems(self, token: str, word: str, weight: float) -> None:
        script = script_of(word)
        likely = self._languages.of(script)
        other = _UNLIKELY_STEM if likely in self._languages.sure else _UNSURE_STEM
        self._ask(token, _stemmed(word, likely), weight)
        self._ask(token, _stemmed(fold(word), likely), weight * _UNSURE_STEM)
        for language in languages_of_script(script):
            term = _stemmed(word, language)
            if self._may_be(language, script) if self._among else len(term) >= _SHORTEST_GUESSED_STEM:
                self._ask(token, term, weight * other)

    def _may_be(self, language: str, script: str | None) -> bool:
        """Passages without evidence were read in the first language of their script, whatever the others are."""
        return language in (self._among or ()) or language == languages_of_script(script)[0]

    def _ask(self, token: str, term: str, weight: float) -> None:
        self.weights[term] = max(weight, self.weights.get(term, 0.0))
        self.words.setdefault(token, set()).add(term)


def _is_small(word: str, language: str) -> bool:
    """A small word, unless written in capitals: WHO, IT and US are no pronouns."""
    return word.lower() in stopwords(language) and not (len(word) > 1 and word.isupper())


def _stemmed(word: str, language: str) -> str:
    return fold(stem(word.casefold(), language))


def _stemmed_all(words: Iterable[str], language: str) -> Sequence[str]:
    return folded(stems([word.casefold() for word in words], language))


def _stems_in(language: str, words: list[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The words that are not small, each with its stem."""
    small = stopwords(language)
    telling = [word for word in words if word.lower() not in small or not _is_small(word, language)]
    return zip(telling, zip(_stemmed_all(telling, language), strict=True), strict=True)


def _with_unaccented(language: str, stems_of: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The words whose accents make a difference, each with its stem and the one that it has without them."""
    bare = dict(zip(stems_of, folded([*stems_of]), strict=True))
    unlike = [word for word in stems_of if bare[word].casefold() != word.casefold()]
    for word, other in zip(unlike, _stemmed_all([bare[word] for word in unlike], language), strict=True):
        own = stems_of[word]
        if other not in own:
            yield word, (*own, other)
