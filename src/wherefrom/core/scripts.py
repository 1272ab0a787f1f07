"""Scripts by whether they write blanks between words: as ranges of characters, for patterns."""

from __future__ import annotations

__all__ = ["HAN", "HANGUL", "KANA", "MARKS", "SOUTHEAST_ASIAN"]

HAN = "\u2e80-\u2fdf\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
KANA = "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
HANGUL = "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af"
"""Written with blanks, but not between a word and what is said of it."""
SOUTHEAST_ASIAN = "\u0e01-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1000-\u1049\u1050-\u109f\u1780-\u17d3\u17dc\u17dd"
MARKS = "\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff"
"""Accents and vowels that are written on a letter, in scripts that write blanks; of India with its letters."""
