"""Stemming by language through Snowball, behind one lock: its stemmers may not be shared by threads."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from threading import Lock
from typing import Protocol

from wherefrom.text.irregular import BASE_FORMS

__all__ = ["stem", "stems"]

_SNOWBALL: dict[str, str] = {
    "ar": "arabic",
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "eo": "esperanto",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fa": "persian",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hi": "hindi",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "ne": "nepali",
    "nl": "dutch",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
}
"""ISO 639-1 code to Snowball's name."""

_LOCK = Lock()


class _Stemmer(Protocol):
    def stemWords(self, words: Sequence[str], /) -> list[str]: ...


def stem(word: str, language: str) -> str:
    return stems((word,), language)[0]


def stems(words: Sequence[str], language: str) -> Sequence[str]:
    """The stem of each, given in lower case; the words themselves in a language without a stemmer."""
    if language not in _SNOWBALL:
        return words
    if language == "en":
        words = list(map(BASE_FORMS.get, words, words))
    with _LOCK:
        found = _stemmer(_SNOWBALL[language]).stemWords(words)
    return [stem or word for stem, word in zip(found, words, strict=True)] if "" in found else found


@cache
def _stemmer(algorithm: str) -> _Stemmer:
    import Stemmer

    # Words are cached with everything else that is known of them, in analysis.py.
    return Stemmer.Stemmer(algorithm, 0)
