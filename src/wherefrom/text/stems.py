"""Stemming by language through Snowball, behind one lock: its stemmers may not be shared by threads."""

from __future__ import annotations

from functools import cache
from threading import Lock
from typing import Protocol

from wherefrom.text.irregular import BASE_FORMS

__all__ = ["SNOWBALL", "stem"]

SNOWBALL: dict[str, str] = {
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
    def stemWord(self, word: str, /) -> str: ...


def stem(word: str, language: str) -> str:
    """The stem of a word in lower case; the word itself in a language without a stemmer."""
    if language not in SNOWBALL:
        return word
    if language == "en":
        word = BASE_FORMS.get(word, word)
    with _LOCK:
        return _stemmer(SNOWBALL[language]).stemWord(word) or word


@cache
def _stemmer(algorithm: str) -> _Stemmer:
    import Stemmer

    # Words are cached with everything else that is known of them, in analysis.py.
    return Stemmer.Stemmer(algorithm, 0)
