"""The scrubber: secrets in text, found before the text is indexed, sent to a model or logged.

Two kinds are found: tokens that are known by their shape wherever they stand (`tokens`), and values that are known by
what stands before them (`contexts`). What only looks like one is told apart in `doubt`. Every step is linear in the
length of the text, and a text without secrets, which is nearly every one, costs little more than splitting it.
"""

from __future__ import annotations

from wherefrom.text.secrets.scrubber import MASK, Secret, find_secrets, mask, scrub

__all__ = ["MASK", "Secret", "find_secrets", "mask", "scrub"]
