"""What was erased, known again without a word of it: by keyed hashes of its address and of its bytes."""

from __future__ import annotations

from wherefrom.core.ids import keyed_hash, sha256
from wherefrom.core.values import value

__all__ = ["Erasures", "erasure_mark"]

_NOTHING = ("", sha256(b""))
"""Hashes of what was never read, and of files without a byte: many have them, and nothing was in them."""


def erasure_mark(secret: str, source: str, told: str | None) -> str | None:
    """Of an address or a hash. Without the org's secret no guess can be confirmed by it; None where it says nothing."""
    return None if told is None or told in _NOTHING else keyed_hash(secret, "erased", source, told)


@value
class Erasures:
    """Of one source. Who wants such a document back says so by reading it from another source."""

    secret: str = ""
    source: str = ""
    marks: frozenset[str] = frozenset()

    def has(self, told: str) -> bool:
        """Whether this is the address, or the hash of the bytes, of something that was erased."""
        return bool(self.marks) and erasure_mark(self.secret, self.source, told) in self.marks
