"""Small words with large consequences, and words that stand for one another, in English.

What the rules that judge a sentence know of the language. Words are given as people write them and kept as stems, so
that every form of them is met.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from wherefrom.text.stems import stem
from wherefrom.text.stopwords import stopwords

__all__ = [
    "AGAIN_AND_AGAIN",
    "ANAPHORS",
    "ATTACHING",
    "BEING",
    "CONDITIONS",
    "DENIALS_ELSEWHERE",
    "ENDED",
    "EXCLUSIVE",
    "GENERIC",
    "HEDGES",
    "JOINING",
    "LIGHT",
    "MAY",
    "MUST",
    "NEGATIONS",
    "NO_EXCEPTION",
    "OPPOSITES",
    "PARTIAL",
    "PAST",
    "PHRASES",
    "PLACES",
    "PREPOSITIONS",
    "PRESENT",
    "RARE",
    "RELATING",
    "REPORTED",
    "RESTRICTING",
    "SETTLING",
    "UNIVERSAL",
    "UNREAL",
    "VERBS_OF_GRAMMAR",
    "WEEKDAYS",
    "is_small",
    "sense_of",
    "turned",
]

_LANGUAGE = "en"
_TELLING_WORDS = """use used using won give given let same other others another own again still already yet toward
    towards out off down up through against across along together ever once"""
_TELLING = frozenset(_TELLING_WORDS.split())
"""A search does well to leave them out; who reads a sentence must not."""
_MOST_CACHED = 50_000

PHRASES: tuple[tuple[str, str], ...] = (
    ("at all times", "always"),
    ("the most", "mostofall"),
    ("no longer", "not"),
    ("other than", "except"),
    ("apart from", "except"),
    ("aside from", "except"),
    ("nowhere else", "in no other place"),
    ("anywhere else", "in other places"),
    ("not have to", "neednot"),
    ("not need to", "neednot"),
    ("need not", "neednot"),
    ("not required to", "neednot"),
    ("have to", "must"),
    ("has to", "must"),
    ("had to", "must"),
    ("need to", "must"),
    ("needs to", "must"),
    ("are required to", "must"),
    ("is required to", "must"),
    ("are obliged to", "must"),
    ("is able to", "can"),
    ("are able to", "can"),
    ("quarter of an hour", "15 minutes"),
    ("half an hour", "30 minutes"),
    ("switched off", "disabled"),
    ("turned off", "disabled"),
    ("switch off", "disable"),
    ("turn off", "disable"),
    ("switched on", "enabled"),
    ("turned on", "enabled"),
    ("are gone", "are removed"),
    ("is gone", "is removed"),
    ("to off", "to disabled"),
    ("to on", "to enabled"),
    ("off by default", "disabled by default"),
    ("on by default", "enabled by default"),
    ("hand in", "submit"),
    ("handed in", "submitted"),
    ("hand back", "return"),
    ("handed back", "returned"),
    ("give back", "return"),
    ("given back", "returned"),
    ("gets back", "returned"),
    ("carry over", "move"),
    ("carried over", "moved"),
    ("each time", "always"),
    ("as well as", "and"),
)
"""Several words that mean one: a phrase and what it is read as, longest of a kind first."""

NEGATIONS = frozenset(
    {
        "not",
        "no",
        "never",
        "none",
        "nobody",
        "nothing",
        "nowhere",
        "neither",
        "nor",
        "without",
        "cannot",
        "neednot",
    }
)
_DENIALS_ELSEWHERE = """
    nicht kein keine keinen keinem keiner nie niemals nichts niemand ohne ne pas jamais aucun aucune rien sans
    nunca ningún ninguno ninguna nada sin non mai nessun nessuno nessuna senza não nenhum nenhuma sem niet geen
    nooit niets zonder inte aldrig ingen inget ikke aldri ei eivät nie żaden bez není nikdy žádný не нет никогда
    ни без ні δεν لا ليس לא değil yok nem soha tidak bukan
"""
DENIALS_ELSEWHERE = frozenset(_DENIALS_ELSEWHERE.split())
"""Denials of other languages: where one side has one and the other has not, nothing can be said."""
MUST = frozenset(["must", "shall", "neednot"])
MAY = frozenset(["may", "can", "could", "might", "cannot"])
HEDGES = frozenset(["perhaps", "maybe", "probably", "possibly", "supposedly", "allegedly", "reportedly"])
LIGHT = frozenset(["amount", "amounts", "total", "exactly", "currently", "always", "each"])
"""Words that add nothing which a passage must repeat."""
RESTRICTING = frozenset(["outside", "without", "unless", "except", "excluding", "besides", "until", "else"])
"""What stands in a passage and not in the sentence restricts the passage to something else."""
VERBS_OF_GRAMMAR = frozenset(
    {
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "has",
        "have",
        "had",
        "do",
        "does",
        "did",
        "get",
        "gets",
        "will",
        "would",
    }
    | {"can", "cannot", "may", "must", "shall", "should", "could", "might"}
)
BEING = frozenset(["is", "are", "was", "were", "be", "been", "being", "get", "gets", "got"])
PRESENT = frozenset(["is", "are", "has", "have", "does", "do"])
PAST = frozenset(["was", "were", "had", "did"])
_RARE = "few little rarely seldom occasionally infrequently hardly barely scarcely almost nearly practically virtually"
RARE = frozenset(_RARE.split())
"""What nearly does not hold is neither so nor not so."""
_PARTIAL = """most some several many often sometimes usually mostly generally typically normally partly largely
    should"""
PARTIAL = RARE | frozenset(_PARTIAL.split())
"""What holds for some, or as a rule, need not hold."""
EXCLUSIVE = frozenset(["only", "solely", "exclusively", "merely"])
UNIVERSAL = frozenset(["all", "every", "always", "each", "any", "both", "entire", "whole", "everything", "everywhere"])
"""Who says so leaves nothing out; what is told without them may have exceptions."""
NO_EXCEPTION = UNIVERSAL | frozenset(
    ["never", "no", "none", "nobody", "nothing", "nowhere", "whoever", "whatever", "everyone", "everybody"]
)
AGAIN_AND_AGAIN = frozenset(["night", "morning", "afternoon", "evening", "weekend", "weekday", "time", "other"])
"""What may follow `every` where it tells how often."""
UNREAL = frozenset(["will", "would"])
"""What is yet to come, or would be, is not so now."""
RELATING = frozenset(["who", "which", "whose", "where"])
JOINING = frozenset(["before", "after", "while", "because", "although", "though", "whereas", "since", "until"])
"""Where another clause begins that tells when or why, often without a comma."""
CONDITIONS = frozenset({"if", "when", "whenever", "unless", "provided"})
ANAPHORS = frozenset(["it", "its", "this", "that", "these", "those", "they", "them", "their", "here", "there", "such"])
PREPOSITIONS = frozenset(["in", "on", "at", "to", "from", "by", "with", "for", "into", "of"])
_ATTACHING = """within inside outside until till since during through against across along between before after above
    below over under toward towards without except via per"""
ATTACHING = PREPOSITIONS | frozenset(_ATTACHING.split())
"""Whatever tells how a word or a number belongs to the others."""
WEEKDAYS = frozenset(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"])

_OPPOSITES = "before after; above below; over under; more less; more fewer; fast slow; early late; increase decrease"


def _stems(words: str | Iterable[str]) -> list[str]:
    listed = words.split() if isinstance(words, str) else words
    return [stem(word, _LANGUAGE) for word in listed]


OPPOSITES: dict[str, frozenset[str]] = {}
for _pair in _OPPOSITES.split(";"):
    _one, _other = _stems(_pair)
    OPPOSITES[_one] = OPPOSITES.get(_one, frozenset()) | {_other}
    OPPOSITES[_other] = OPPOSITES.get(_other, frozenset()) | {_one}

PLACES = frozenset(_stems("above below over under"))
GENERIC = frozenset(_stems("employee staff worker colleague everybody everyone anybody anyone somebody person people"))
"""Whoever is meant: a passage that leaves them out says the same."""
_ENDED = """removed dropped discontinued cancelled abolished revoked withdrawn deprecated obsolete replaced suspended
    repealed retired former formerly previously abandoned rejected expired"""
_REPORTED = """planned proposed suggested considered believed believe assumed thought expected intended hoped claimed
    rumoured denied wrong wrongly false falsely mistaken mistake myth instead rather almost example"""
SETTLING = frozenset(_stems("founded born located based headquartered named called current latest default main"))
"""Where one thing alone can stand beside the word: another one contradicts."""

_ALIKE = """
require need demand; allow permit; forbid prohibit ban; apply hold; submit return deliver; keep store live stay;
announce tell inform notify; move carry transfer; trip journey travel; company firm organisation organization
enterprise; holiday vacation leave; ill sick illness sickness; doctor physician; choose select pick; start begin
commence; end finish stop; delete remove; create make produce; earn worth; reply answer respond; buy purchase; big
large; fast quick rapid; find locate; consent agreement permission; error failure; approve approval approver; found
founder; euro eur €; dollar usd $; pound gbp £; bicycle bike; lamp light; worker employee; internet web; submit hand;
salary wage; customer client; enough suffice sufficient; show display; repair fix mend; car automobile; person people;
money cash; photo picture image; document file; send ship; build construct; join enter; help assist; describe document
explain; check verify test; rule policy; meeting appointment; home house; abroad overseas; current present; goal aim
"""
_NOT_ALIKE = frozenset(
    {"return", "stop", "web", "light", "document", "file", "locate", "test", "hand", "pay", "cash", "ship", "leave"}
    | {"make", "stay", "house", "present", "picture"}
)
"""Words of the groups above that mean too many other things to stand for their group."""
_TURNED = """
forbid allow; prohibit allow; ban allow; impossible possible; disable enable; exclude include; refuse accept; reject
accept; unencrypted encrypted; optional require; illegal legal; invalid valid; unlimited limited; disagree agree
"""


def _grouped() -> dict[str, str]:
    groups: dict[str, str] = {}
    for line in _ALIKE.replace("\n", " ").split(";"):
        kept = [word for word in line.split() if word not in _NOT_ALIKE]
        first, *others = _stems(kept) or [""]
        for other in others:
            groups.setdefault(other, groups.get(first, first))
    return groups


_SENSES = _grouped()
_POLES: dict[str, str] = {}
for _pair in _TURNED.replace("\n", " ").split(";"):
    _one, _other = _stems(_pair)
    _POLES[_one] = _SENSES.get(_other, _other)


@lru_cache(maxsize=_MOST_CACHED)
def sense_of(word: str) -> str:
    """The stem of a word in lower case, or that of the first word of those that stand for one another."""
    base = stem(word, _LANGUAGE)
    return _SENSES.get(base, base)


ENDED = frozenset(map(sense_of, _ENDED.split()))
"""A passage that has one of these, and the sentence has not, is about something that is no more."""
REPORTED = frozenset(map(sense_of, _REPORTED.split()))
"""Or tells what is not simply so."""


@lru_cache(maxsize=_MOST_CACHED)
def turned(word: str) -> str | None:
    """What a word denies: who forbids does not allow. None for a word that denies nothing."""
    return _POLES.get(stem(word, _LANGUAGE))


def is_small(word: str) -> bool:
    """Grammar rather than a subject."""
    return word in stopwords(_LANGUAGE) and word not in _TELLING
