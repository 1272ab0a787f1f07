"""`ticket`: issues of GitHub and Jira, from an export or live.

Live, the first scan walks the whole list; later ones ask only for what changed since, and once a day the whole list is
walked again, because only that shows what was deleted.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from wherefrom.core.documents import Source
from wherefrom.core.wellformed import as_text
from wherefrom.egress import Egress, Target
from wherefrom.errors import AdapterError, ContentError, InvalidValue
from wherefrom.ports.documents import Blob, Found, Scan
from wherefrom.sources.export import Export, read_export, revision_of_ticket
from wherefrom.sources.folder import FolderConnector
from wherefrom.sources.github import GITHUB_HEADERS, GitHub, github_root
from wherefrom.sources.jira import JIRA_HEADERS, Jira, jira_root
from wherefrom.sources.rest import Api, query_of
from wherefrom.sources.thread import TICKET_MEDIA_TYPE, Ticket
from wherefrom.sources.tracker import Listed, Tracker

__all__ = ["TicketConnector"]

_DAY = 24 * 3600.0
_OVERLAP = 300.0
"""Seconds asked for twice: a change may become visible a little after its time."""
_SECRETS = frozenset({"token", "access_token", "password", "api_key", "apikey", "secret", "private_token"})
_NO_PULL_REQUESTS = "a pull request, and the source leaves them out"


class _State(NamedTuple):
    """The start of the last scan, and of the last one that walked the whole list."""

    since: float
    whole_at: float


class TicketConnector:
    """`credential` gives the token of a name; sources name it, they never hold it. `roots`: where exports may lie."""

    def __init__(
        self,
        egress: Egress,
        credential: Callable[[str], str | None],
        *,
        roots: Sequence[Path] | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._egress = egress
        self._credential = credential
        self._files = FolderConnector(roots)
        self._now = now
        self._trackers: dict[str, Tracker] = {}
        self._export: tuple[Found, Export] | None = None

    def check(self, source: Source) -> None:
        _check_config(source)
        if not _is_live(source):
            self._files.check(source)
            return
        self._egress.check(_root(source)[1])
        if kept := _SECRETS & {name.lower() for name in query_of(source.uri)}:
            raise _secret(min(kept))
        self._opened(source)

    def scan(self, source: Source, state: str | None) -> Scan:
        return self._scan_live(source, _state(state)) if _is_live(source) else self._scan_export(source)

    def fetch(self, source: Source, found: Found) -> Blob:
        ticket = self._tracker(source).ticket(found.uri) if _is_live(source) else self._exported(source, found)
        revision = revision_of_ticket(ticket)
        return Blob(found.uri, ticket.as_json(), ticket.id, TICKET_MEDIA_TYPE, revision, ticket.title or ticket.id)

    def close(self) -> None:
        self._trackers.clear()
        self._export = None
        self._files.close()
        self._egress.close()

    def _scan_live(self, source: Source, last: _State | None) -> Scan:
        began = self._now()
        is_whole = last is None or not 0 <= began - last.whole_at < _DAY
        since = None if last is None or is_whole else last.since - _OVERLAP
        self._trackers.pop(source.id, None)
        listed: dict[str, Listed] = {}
        clock = began
        for number, page in enumerate(self._tracker(source).pages(since)):
            # The earlier of both clocks: what changes while the list is walked is asked for again.
            clock = min(clock, page.at) if number == 0 and page.at is not None else clock
            listed.update({ticket.uri: ticket for ticket in page.tickets})
        state = _State(clock, clock if last is None or is_whole else last.whole_at)
        left_out = (
            [] if _wants_pull_requests(source) else [each.uri for each in listed.values() if each.is_pull_request]
        )
        return Scan(
            [Found(each.uri, each.revision or None) for each in listed.values() if each.uri not in set(left_out)],
            [(uri, _NO_PULL_REQUESTS) for uri in left_out],
            is_whole=is_whole,
            state=json.dumps(state),
        )

    def _scan_export(self, source: Source) -> Scan:
        export = self._read_export(source)
        wanted = _wants_pull_requests(source)
        left_out = [each.url for each in export.tickets.values() if each.is_pull_request and not wanted]
        return Scan(
            [
                Found(uri, revision_of_ticket(ticket))
                for uri, ticket in export.tickets.items()
                if uri not in set(left_out)
            ],
            [*export.skipped, *((uri, _NO_PULL_REQUESTS) for uri in left_out)],
            is_whole=export.is_whole,
        )

    def _exported(self, source: Source, found: Found) -> Ticket:
        try:
            return self._read_export(source).tickets[found.uri]
        except KeyError:
            raise ContentError(
                "this ticket is not in the export any more", value=found.uri, hint="run the source again"
            ) from None

    def _read_export(self, source: Source) -> Export:
        """Once for each state of the file. A missing export is no reason to take all its tickets for deleted."""
        there = self._files.scan(source, None)
        if len(there.found) != 1:
            reason = there.skipped[0][1] if there.skipped else "it is not there"
            raise AdapterError(f"the export cannot be read: {reason}", value=source.uri, hint="check the path")
        file = there.found[0]
        if self._export is None or self._export[0] != file:
            self._export = (file, read_export(self._files.fetch(source, file).data, file.uri))
        return self._export[1]

    def _tracker(self, source: Source) -> Tracker:
        if source.id not in self._trackers:
            self._trackers[source.id] = self._opened(source)
        return self._trackers[source.id]

    def _opened(self, source: Source) -> Tracker:
        headers, root = _root(source)
        api = Api(self._egress, root, headers, self._token(source))
        return GitHub(api, root) if headers is GITHUB_HEADERS else Jira(api, root, self._now)

    def _token(self, source: Source) -> str | None:
        name = source.config.get("credential")
        if name is None:
            return None
        token = self._credential(as_text(name, "credential"))
        if not token:
            raise InvalidValue(
                "no credential has this name, or it is empty",
                value=name,
                hint="name it in wherefrom.toml, [credentials]",
            )
        return token


def _is_live(source: Source) -> bool:
    return source.uri.lower().startswith(("http://", "https://"))


def _root(source: Source) -> tuple[dict[str, str], str]:
    url = source.uri.replace(" ", "%20")
    Target.of(url)  # refuses an address with a user in it, before anything is made of its parts
    if root := github_root(url):
        return GITHUB_HEADERS, root
    if root := jira_root(url):
        return JIRA_HEADERS, root
    raise InvalidValue(
        "neither GitHub nor Jira",
        value=source.uri,
        hint="give https://api.github.com/repos/OWNER/REPO/issues or https://HOST/rest/api/2/search?jql=…",
    )


def _wants_pull_requests(source: Source) -> bool:
    return source.config.get("pull_requests", True) is not False


def _check_config(source: Source) -> None:
    if kept := _SECRETS & {name.lower() for name in source.config}:
        raise _secret(min(kept))
    wanted = source.config.get("pull_requests", True)
    if not isinstance(wanted, bool):
        raise InvalidValue("pull_requests must be true or false", value=wanted, hint="leave it out to have them")


def _secret(name: str) -> InvalidValue:
    return InvalidValue(
        "a source holds no secrets",
        value=name,
        hint="name a credential in wherefrom.toml and give its name as `credential`",
    )


def _state(written: str | None) -> _State | None:
    """Nothing also for a state that is not ours: then all is listed anew."""
    try:
        since, whole_at = json.loads(written or "null")
        return _State(float(since), float(whole_at))
    except (ValueError, TypeError):
        return None
