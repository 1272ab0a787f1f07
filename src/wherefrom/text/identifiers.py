"""Names made by people for machines: split into their words, and kept whole."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from wherefrom.text.words import LONGEST_TERM, fold

__all__ = ["Pieces", "names_one_thing", "pieces", "plain_names", "plain_words"]

_MOST_PARTS = 8
_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_a-zA-Z]+")
_STRUCTURE = re.compile(r"[\d_\-./@\\:,+#'’]")
_PLAIN_LINE = re.compile(
    r"^(?:[a-z]{1,96}+|[A-Z]{1,96}+|[A-Z][a-z]{1,95}+|(?=.*[^\x00-\x7f])[^\d_\-./@\\:,+#'’\n]{1,96}+)$", re.MULTILINE
)
"""Nothing to take apart: one word in small letters, in capitals, with a capital; abroad, whatever has no structure."""
_NAME_LINE = re.compile(
    r"""^(?=.{1,96}$)(?:
    [a-z]{2,}+(?:[._\-]++[a-z]++)++ | [A-Z]{2,}+(?:[._\-]++[A-Z]++)++   # snake_case, one.dotted, kebab-case, A_SETTING
    | _++[a-z]{2,}+_*+                                                   # _own
    | (?![vV]\d|\d+$)[A-Za-z0-9]++ | [0-9]++\.[0-9]++                    # camelCase, sha256; 12.5
    )$""",
    re.MULTILINE | re.VERBOSE,
)
"""Names as most are: they have one spelling, and no part of them is a name itself."""
_PLACES = re.compile(r"[/\\@]|::")
_SEPARATORS = re.compile(r"[-._:,+#]+")
_SEPARATING = frozenset("-._:,+#")
_APOSTROPHE = re.compile(r"['’]")
_VERSION = re.compile(r"v(?=\d)")
_DECIMAL = re.compile(r"\d+(?:[.:]\d+)?")
_ENGLISH_ENDINGS = frozenset({"s", "t", "d", "m", "re", "ve", "ll"})


class Pieces(NamedTuple):
    """`wholes` are terms as they stand; `words` still want stemming."""

    words: tuple[str, ...]
    wholes: tuple[str, ...] = ()


def plain_words(tokens: Iterable[str]) -> list[str]:
    """Those tokens that are one word each, as they stand: `pieces` would say no more of them."""
    return _PLAIN_LINE.findall("\n".join(tokens))


def plain_names(tokens: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Those whose only whole is themselves, in small letters, each with its words: for them `pieces` says the same."""
    for name in _NAME_LINE.findall("\n".join(tokens)):
        words = [part for part in _PART.findall(name) if len(part) > 1]
        if len(words) <= _MOST_PARTS:
            yield name, words


def pieces(token: str) -> Pieces:
    """Take one token apart: `getUserName`, `get_user_name`, `src/pay.py`, `v1.2.3`, `E-1042`, `don't`."""
    if _is_plain(token):
        return Pieces((token[:LONGEST_TERM],))
    if "'" in token or "’" in token:
        return _spoken(token)
    if token.replace(",", "").isdigit():
        return Pieces((), (fold(token.replace(",", ""))[:LONGEST_TERM],))
    return _compound(token)


def _is_plain(word: str) -> bool:
    return _STRUCTURE.search(word) is None and not _is_camel(word)


def _is_camel(word: str) -> bool:
    return not (word.islower() or word.isupper() or word.istitle()) and word.isascii()


def _spoken(token: str) -> Pieces:
    """Apostrophes: endings are dropped (`Anna's`, `don't`), elisions parted (`l'homme`), names joined (`O'Brien`)."""
    parts = _APOSTROPHE.split(token)
    if len(parts) == 2 and parts[1].lower() in _ENGLISH_ENDINGS:
        return pieces(parts[0]) if parts[0] else Pieces(())
    joined = (fold("".join(parts)),) if len(parts[0]) == 1 and parts[0].isupper() else ()
    apart = [pieces(part) for part in parts if len(part) > 1]
    return Pieces(
        tuple(word for piece in apart for word in piece.words),
        tuple(dict.fromkeys((*joined, *(whole for piece in apart for whole in piece.wholes)))),
    )


def _compound(token: str) -> Pieces:
    folded = fold(token)
    wholes = [folded[:LONGEST_TERM], *_other_spellings(folded)]
    words: list[str] = []
    places = _PLACES.split(token)
    for place in places:
        atoms = [atom for atom in _SEPARATORS.split(place) if atom]
        if len(places) > 1 and len(atoms) > 1:
            wholes.append(fold(place)[:LONGEST_TERM])
        for atom in atoms:
            parts = _parts(atom)
            words += parts
            if len(parts) > 1 and (len(atoms) > 1 or len(places) > 1):
                wholes.append(fold(atom)[:LONGEST_TERM])
    return Pieces(tuple(words), tuple(dict.fromkeys(wholes)))


@lru_cache(maxsize=20_000)
def _parts(atom: str) -> tuple[str, ...]:
    """Words inside one atom; single letters and digits say nothing here, and a hash has no words at all."""
    if _is_plain(atom):
        return (atom[:LONGEST_TERM],) if len(atom) > 1 else ()
    if atom.isdigit():
        return (atom,) if len(atom) > 1 else ()
    parts = tuple([part for part in _PART.findall(atom) if len(part) > 1])
    return parts if len(parts) <= _MOST_PARTS else ()


def _other_spellings(folded: str) -> list[str]:
    """Each is rare, so each has a cheap sign that is looked for first."""
    spellings: list[str] = []
    if folded[0] == "v" and _VERSION.match(folded):
        spellings.append(folded[1:LONGEST_TERM])
    bare = folded.strip("_")
    if bare != folded and _STRUCTURE.search(bare):
        spellings.append(bare[:LONGEST_TERM])
    if folded[1:2] in _SEPARATING and folded[0].isalpha():
        atoms = _SEPARATORS.split(folded)
        if len(atoms) <= 4 and all(len(atom) <= 1 for atom in atoms[:-1]):
            spellings.append("".join(atoms)[:LONGEST_TERM])  # U.S., e-mail, x-ray, E-1042
    return spellings


def names_one_thing(token: str) -> bool:
    """Whether it stands for one particular thing: `src/pay.py`, `E-1042`; not `well-known`, `12.5`, `U.S.`."""
    if _is_plain(token):
        return False
    if "'" in token or "’" in token:
        parts = _APOSTROPHE.split(token)
        if len(parts) == 2 and parts[1].lower() in _ENGLISH_ENDINGS:
            parts = parts[:1]
        return any(names_one_thing(part) for part in parts if len(part) > 1)
    if any(letter.isdigit() for letter in token):
        return not token.replace(",", "").isdigit() and _DECIMAL.fullmatch(token) is None
    letters_only = token.replace("-", "").replace("/", "")
    if _is_plain(letters_only):
        return len(_PLACES.split(token)) > 2
    return all(len(atom) != 1 for atom in _SEPARATORS.split(token) if atom)
