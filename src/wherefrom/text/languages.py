"""Which language a text is in, offline and in microseconds: by its script, its small words and its special letters."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from wherefrom.text.stopwords import LISTED, stopwords

__all__ = ["LATIN", "Guess", "guess", "languages_of_script", "likeliest", "script_of", "scripts_of"]

LATIN = "latin"

_SCRIPTS: dict[str, tuple[str, ...]] = {
    LATIN: (
        *("en", "de", "fr", "es", "pt", "it", "nl", "sv", "da", "no", "fi", "hu", "ro", "tr", "pl", "cs", "ca", "eu"),
        *("id", "ga", "et", "lt", "eo", "vi"),
    ),
    "cyrillic": ("ru", "uk", "bg", "sr"),
    "greek": ("el",),
    "arabic": ("ar", "fa"),
    "devanagari": ("hi", "ne"),
    "tamil": ("ta",),
    "armenian": ("hy",),
}
_LATIN_ONLY = {LATIN: _SCRIPTS[LATIN]}
_LATIN_LANGUAGES = frozenset(_SCRIPTS[LATIN])
_FIRST = _SCRIPTS[LATIN][0]
_ENGLISH_ASCII = ((LATIN, _FIRST),)
_ENGLISH = tuple((script, languages[0]) for script, languages in _SCRIPTS.items())
_SCRIPT_LETTERS = (
    (re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]"), LATIN),
    (re.compile("[\u0400-\u052f]"), "cyrillic"),
    (re.compile("[\u0370-\u03ff\u1f00-\u1fff]"), "greek"),
    (re.compile("[\u0600-\u06ff\u0750-\u077f]"), "arabic"),
    (re.compile("[\u0900-\u097f]"), "devanagari"),
    (re.compile("[\u0b80-\u0bff]"), "tamil"),
    (re.compile("[\u0530-\u058f]"), "armenian"),
)
_SPECIAL_LETTERS: dict[str, str] = {
    "ñ¿¡": "es",
    "ß": "de",
    "äöü": "de",
    "ãõ": "pt",
    "àèùêîûëïœç": "fr",
    "åäö": "sv",
    "æøå": "da no",
    "őű": "hu",
    "ğışİ": "tr",
    "łąęśźżćń": "pl",
    "řěůčšžýí": "cs",
    "țșăâî": "ro",
    "äö": "fi et",
    "õ": "et",
    "ėųįčšžū": "lt",
    "ĉĝĥĵŝŭ": "eo",
    "ạảấầẩẫậắằẳẵặẹẻẽếềểễệịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹđơư": "vi",
    "іїєґ": "uk",
    "ыэё": "ru",
    "ђјљњћџ": "sr",
    "پچژگکی": "fa",
    "ةإأ": "ar",
}
_ALL_SPECIAL = frozenset("".join(_SPECIAL_LETTERS))
_ENGLISH_TOO = """ach alt ant bare bat ben bent bet bin cad car care come comment deg dies dir dog door dove due end ham
    hat hay hi inn ins io jen kim mar mere met mind mint mod need num plus pole post pot pour pro proto quant sale sam
    san sea sed see sue tar till todo tom ton volt want war yo"""
"""Small words elsewhere, and in English or in programs words like others: one alone is no sign of another language."""
_LETTER_WEIGHT = 0.34
_SURE_SCORE = 1.5
_SURE_LEAD = 1.4
_LIKELY_SCORE = 1.0
_LIKELY_LEAD = 1.2


class Guess(NamedTuple):
    """The likeliest language of each script; `sure` holds those with real evidence."""

    by_script: tuple[tuple[str, str], ...]
    sure: frozenset[str] = frozenset()

    def of(self, script: str | None) -> str:
        """The language in which to read a word of this script; empty where none has a stemmer."""
        for known, language in self.by_script:
            if known == script:
                return language
        return ""


def languages_of_script(script: str | None) -> tuple[str, ...]:
    return _SCRIPTS.get(script or "", ())


def script_of(word: str) -> str | None:
    """The script of the first letter that has one with stemmers; None for the others."""
    if word.isascii():
        return LATIN
    for letters, script in _SCRIPT_LETTERS:
        if letters.search(word):
            return script
    return None


def scripts_of(words: Iterable[str]) -> Iterator[tuple[str | None, list[str]]]:
    """The same for many words: those of each script."""
    left = list(words)
    for letters, script in _SCRIPT_LETTERS:
        found, others = list[str](), list[str]()
        for word in left:
            (found if letters.search(word) else others).append(word)
        yield script, found
        left = others
    yield None, left


def guess(text: str, words: Iterable[str], among: frozenset[str] | None = None) -> Guess:
    """Judge by the words that only grammar needs; each counts less the more languages share it.

    Without evidence it is the first of the script: English, Russian, Arabic, Hindi. Code, mostly, has none.
    """
    return _best(_scores(text, words), among, _LATIN_ONLY if text.isascii() else _SCRIPTS)


def likeliest(text: str, words: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """`guess(…).by_script`, sooner where it is plain English: every passage comes through here."""
    scores = _scores(text, words)
    is_ascii = text.isascii()
    # The first of a script wins unless another has more.
    is_english = not scores or scores.get(_FIRST, 0.0) >= max(scores.values())
    if is_english and (is_ascii or scores.keys() <= _LATIN_LANGUAGES):
        return _ENGLISH_ASCII if is_ascii else _ENGLISH
    return _best(scores, None, _LATIN_ONLY if is_ascii else _SCRIPTS).by_script


def _scores(text: str, words: Iterable[str]) -> dict[str, float]:
    scores: defaultdict[str, float] = defaultdict(float)
    sharers = _sharers()
    for word in _small_words().intersection(words):
        for language, share in sharers[word]:
            scores[language] += share
    if not text.isascii():
        _count_letters(text, scores)
    return scores


def _count_letters(text: str, scores: dict[str, float]) -> None:
    present = _ALL_SPECIAL.intersection(text.lower())
    if not present:
        return
    for letters, languages in _SPECIAL_LETTERS.items():
        found = len(present.intersection(letters))
        for language in languages.split():
            if found:
                scores[language] = scores.get(language, 0.0) + found * _LETTER_WEIGHT


def _best(scores: dict[str, float], among: frozenset[str] | None, scripts: dict[str, tuple[str, ...]]) -> Guess:
    by_script: list[tuple[str, str]] = []
    sure: set[str] = set()
    for script, languages in scripts.items():
        allowed = [language for language in languages if language in among] if among else languages
        best, score, others = _leader(allowed or languages, scores)
        if len(allowed) == 1 or (score >= _SURE_SCORE and score >= _SURE_LEAD * others):
            sure.add(best)
        elif score < max(_LIKELY_SCORE, _LIKELY_LEAD * scores.get(languages[0], 0.0)):
            best = languages[0]
        by_script.append((script, best))
    return Guess(tuple(by_script), frozenset(sure))


def _leader(languages: Sequence[str], scores: Mapping[str, float]) -> tuple[str, float, float]:
    """The first of the best, its score, and the score of the next."""
    best, score, others = languages[0], -1.0, 0.0
    for language in languages:
        own = scores.get(language, 0.0)
        if own > score:
            best, score, others = language, own, max(score, 0.0)
        elif own > others:
            others = own
    return best, score, others


@cache
def _sharers() -> dict[str, tuple[tuple[str, float], ...]]:
    """Small word, in lower case and with a capital, to the languages that have it and what it says for each."""
    table: dict[str, list[str]] = {}
    english_too = frozenset(_ENGLISH_TOO.split())
    for language in LISTED:
        for word in stopwords(language):
            if len(word) == 1 and word.isascii():
                continue  # a, e, i, o: in code they are variables
            for spelling in {word, word.capitalize()}:
                table.setdefault(spelling, [_FIRST] if word in english_too else []).append(language)
    return {word: _shares(tuple(languages)) for word, languages in table.items()}


@cache
def _shares(languages: tuple[str, ...]) -> tuple[tuple[str, float], ...]:
    return tuple((language, 1.0 / len(languages)) for language in languages)


@cache
def _small_words() -> frozenset[str]:
    return frozenset(_sharers())
