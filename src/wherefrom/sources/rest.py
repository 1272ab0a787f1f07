"""Polite GETs of a tracker's REST interface: one origin, a named credential, its errors in our words."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

from wherefrom.core.wellformed import JSON
from wherefrom.egress import Egress, Fetched, Target
from wherefrom.errors import AdapterError, InvalidValue
from wherefrom.sources.thread import parsed

__all__ = ["Answer", "Api", "query_of", "with_query"]

_NEXT_LINK = re.compile(r'<([^<>]*)>\s*;[^<,]*\brel="?next\b')
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


class Answer(NamedTuple):
    """`next_page` is where the Link header leads, if it leads anywhere; `at` is the server's own clock."""

    body: JSON
    next_page: str | None
    at: float | None


class Api:
    """The address of one tracker. Whatever its answers say, the credential goes to this origin only."""

    def __init__(self, egress: Egress, root: str, headers: Mapping[str, str], token: str | None) -> None:
        self._egress = egress
        self._origin = Target.of(root).origin
        self._headers = {**headers, **_authorization(root, token)}

    def get(self, url: str) -> Answer:
        """ContentError if it is gone or is no JSON, AdapterError for all that may be mended or waited for."""
        if Target.of(url).origin != self._origin:
            raise AdapterError("the tracker leads to another host", value=url, hint="that host needs its own source")
        answer = self._egress.fetch(url, headers=self._headers, also=(401, 403))
        _check_allowed(answer)
        link = _NEXT_LINK.search(answer.headers.get("link", ""))
        body = parsed(answer.data, "the answer")
        return Answer(body, urljoin(url, link[1]) if link else None, _clock(answer))


def query_of(url: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(url).query, keep_blank_values=True))


def with_query(url: str, changed: Mapping[str, str]) -> str:
    """The address with some of its query set anew."""
    return urlsplit(url)._replace(query=urlencode({**query_of(url), **changed}), fragment="").geturl()


def _authorization(root: str, token: str | None) -> dict[str, str]:
    """`user:token` is Basic (Jira Cloud), anything else a bearer token (GitHub, Jira Data Center)."""
    if not token:
        return {}
    target = Target.of(root)
    if target.scheme != "https" and target.host not in _LOOPBACK:
        raise InvalidValue("a credential would travel unencrypted", value=target.host, hint="use https")
    if ":" in token:
        return {"Authorization": f"Basic {b64encode(token.encode()).decode()}"}
    return {"Authorization": f"Bearer {token}"}


def _check_allowed(answer: Fetched) -> None:
    """Trackers say 403 both for "never" and for "not so fast"."""
    if answer.status not in (401, 403):
        return
    after = answer.headers.get("retry-after", "")
    if answer.status == 403 and (after or answer.headers.get("x-ratelimit-remaining") == "0"):
        hint = f"try again in {after} s" if after.isdecimal() else "try again later"
        raise AdapterError("the tracker asks to wait", value=answer.url, hint=hint, retryable=True)
    hint = "give the source a `credential` that may read it"
    raise AdapterError(f"the tracker refuses us ({answer.status})", value=answer.url, hint=hint)


def _clock(answer: Fetched) -> float | None:
    try:
        return parsedate_to_datetime(answer.headers.get("date", "")).timestamp()
    except (ValueError, TypeError):
        return None
