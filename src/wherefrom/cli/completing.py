"""Closed vocabularies on the command line: shown in the help, completed by the shell, and checked by the verbs.

The verbs check them, not Typer, so that a wrong one gives the same error code as on every other face.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import typer

__all__ = ["ATTENTION", "CLAIM_STATUSES", "CLEARABLE", "KINDS", "RELATIONS", "ROLES", "STATUSES", "Words"]


@dataclass(frozen=True)
class Words:
    words: tuple[str, ...]

    def option(self, *names: str, help: str) -> Any:
        return typer.Option(*names, metavar="|".join(self.words), help=help, autocompletion=self.beginning)

    def beginning(self, incomplete: str) -> list[str]:
        return [word for word in self.words if word.startswith(incomplete)]


ROLES = Words(("member", "admin", "owner"))
KINDS = Words(("user", "agent", "system", "tool"))
STATUSES = Words(("pending", "indexed", "stale", "failed"))
CLEARABLE = Words(("tags", "project", "audience", "agents"))
CLAIM_STATUSES = Words(("hypothesis", "inferred", "observed", "verified", "disputed", "superseded"))
RELATIONS = Words(("entails", "supports", "contradicts", "duplicates"))
ATTENTION = Words(("open", "snoozed", "resolved"))
