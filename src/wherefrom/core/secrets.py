"""What happens to a secret that stands in what was read."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["SecretPolicy"]


class SecretPolicy(StrEnum):
    """Said per source, in its configuration: `secrets`."""

    REJECT = "reject"
    """The passage that holds it is not indexed."""
    REDACT = "redact"
    """It is masked, character for character, so that every place stays exact."""
    ALLOW = "allow"
