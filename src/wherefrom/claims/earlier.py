"""The numbers of claims as they were drawn before the record's revision 0006, as long as a store has such.

Each permutation was a multiple of the one before, so three of them told little more than one, and hundreds of
strangers shared them. Claims that have these are looked up by them until they were given new ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from wherefrom.claims.likeness import readings

__all__ = ["earlier_bands"]

_PRIME = (1 << 61) - 1
_PERMUTATIONS = tuple(
    ((0x9E3779B97F4A7C15 * turn + 1) % _PRIME, (0xC2B2AE3D27D4EB4F * turn + 7) % _PRIME) for turn in range(1, 19)
)


def earlier_bands(text: str) -> Sequence[str]:
    return [band for words in readings(text) for band in _bands(words)]


def _bands(words: frozenset[str]) -> list[str]:
    numbers = [crc32(word.encode("utf-8", "surrogatepass")) for word in words]
    least = [min((a * number + b) % _PRIME for number in numbers) for a, b in _PERMUTATIONS]
    return [f"{at:x}:{least[at]:x}:{least[at + 1]:x}:{least[at + 2]:x}" for at in range(0, len(least), 3)]
