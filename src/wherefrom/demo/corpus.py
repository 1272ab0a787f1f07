"""The small company of the story: a handbook as PDF, notes, rules for agents, and the code that pays refunds.

Nothing in it is true of anybody. The labelled sentences of the tests are about these texts.
"""

from __future__ import annotations

from pathlib import Path

from wherefrom.demo.paper import pdf_of

__all__ = ["HANDBOOK", "write_corpus"]

HANDBOOK: tuple[tuple[str, ...], ...] = (
    (
        "Lantern Handbook",
        "",
        "Lantern sells bicycle lamps to shops in eleven countries.",
        "The company was founded in 2009 in Ghent by Ines Maes and Tom Pauwels.",
        "About 140 people work here, two thirds of them in Ghent.",
        "",
        "This handbook holds for everyone. Questions go to people@lantern.example.",
    ),
    (
        "Working hours",
        "",
        "A full week has 38 hours. Everybody chooses their hours between seven and",
        "nineteen o'clock; the hours between ten and fifteen are common.",
        "",
        "Holidays are 27 days a year. Ten of them can be moved into the next year.",
        "Who falls ill on a holiday gets the day back with a doctor's note.",
    ),
    (
        "Remote work",
        "",
        "Three days a week can be worked from anywhere in the European Union.",
        "Working from outside the Union needs the consent of the people team.",
        "The company pays 40 euros a month towards the internet at home.",
    ),
    (
        "Travel",
        "",
        "Trains before planes below six hours. Trips are booked in the portal,",
        "never on a private card. First class is allowed from four hours on.",
        "",
        "The daily allowance is 52 euros within Belgium and 64 euros abroad.",
        "Receipts are handed in within 30 days.",
    ),
    (
        "Security",
        "",
        "Laptops lock after five minutes. Disks are encrypted.",
        "Passwords live in the vault and in no other place.",
        "",
        "A lost device is reported to security@lantern.example within two hours.",
        "Visitors are accompanied at all times.",
    ),
    (
        "On call",
        "",
        "Whoever is on call answers within 15 minutes. The rota changes on Mondays.",
        "A week on call earns one day off and 250 euros.",
        "",
        "An incident of the first level is announced to all customers within one hour.",
    ),
    (
        "Refunds",
        "",
        "Refunds over 100 euros need two approvals: one from support, one from",
        "finance. The second approver is never the person who made the sale.",
        "",
        "Refunds are paid within five working days to the account of the purchase.",
        "Refunds are not paid in cash.",
    ),
    (
        "Leaving",
        "",
        "Notice is given in writing. The notice period is three months after the",
        "trial time, which lasts six months.",
        "",
        "On the last day the laptop, the badge and the keys are handed back.",
    ),
)

_AGENTS = """# Rules for agents

- Run `make test` before every commit.
- Payments live in `src/pay.py`; never change `src/legacy/charge.py`.
- Amounts are integers in cents. Never use floats for money.
- Deploy with `make ship`.
- The API is described in `docs/api.md`.
- Release notes go to `docs/releases.md`.
"""

_MAKEFILE = """test:
\tpython -m pytest

release:
\t./scripts/release.sh
"""

_API = """# API

## Limits

A key may make 600 requests a minute. Above that the API answers 429 and names the seconds to wait.

## Errors

Every error has a code. `E-1042` means that a refund lacks its second approval. `E-2001` means that the account of the
purchase is closed.

## Versions

Version 3 is current. Version 2 is switched off on 31 March 2027.
"""

_RELEASES = """# Releases

## 3.4

Refunds can be paid in parts. The report of open refunds loads twice as fast.

## 3.3

Support for Swiss francs. The old webhooks are gone.
"""

_PAY = '''"""Refunds: who must approve them, and how they are paid."""

APPROVALS_ABOVE = 100_00
NEEDED_APPROVALS = 2
DAYS_TO_PAY = 5


class NotApproved(Exception):
    """E-1042: a refund lacks its second approval."""


def approve(refund, approver):
    """Note an approval; the person who made the sale does not count."""
    if approver != refund.seller:
        refund.approvers.add(approver)


def is_approved(refund):
    """Refunds above 100 euros need two approvals, others none."""
    if refund.cents <= APPROVALS_ABOVE:
        return True
    return len(refund.approvers) >= NEEDED_APPROVALS


def pay(refund, bank):
    """Send the money to the account of the purchase."""
    if not is_approved(refund):
        raise NotApproved(refund.id)
    return bank.transfer(refund.account, refund.cents)
'''


def write_corpus(folder: Path) -> Path:
    """The folder, filled."""
    files: dict[str, bytes | str] = {
        "handbook.pdf": pdf_of("Lantern Handbook", HANDBOOK),
        "AGENTS.md": _AGENTS,
        "Makefile": _MAKEFILE,
        "docs/api.md": _API,
        "docs/releases.md": _RELEASES,
        "src/pay.py": _PAY,
    }
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder
