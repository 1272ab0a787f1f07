"""What a name promises: whether a value assigned to it would be a secret."""

from __future__ import annotations

import re

from wherefrom.text.secrets.doubt import is_key, is_password, is_uuid

__all__ = ["asks_for", "is_password_name"]

_PASSWORD = re.compile(r"(?i)pass(?:w(?:or)?d|phrase|code)|pass(?![a-z])|pwd|pw(?![a-z])|secret(?!ar)")
_TOKEN = re.compile(r"(?i)token(?!i[sz])|creds?(?![a-z])|credentials?(?![a-z])|[_.\-](?:basic_?)?auth(?![a-z])")
_KEY = re.compile(
    r"(?i)(?:api|access|private|secret|auth|encrypt(?:ion)?|sign(?:ing)?|master|service|account|session|client|admin|app"
    r"|consumer|shared|storage|subscription|license)[_.\-]{0,2}key(?![a-z])"
)
_ACCESS_ID = re.compile(r"(?i)(?:access[_.\-]?(?:key[_.\-]?)?|\bkey[_.\-])id\Z|\baccess_key\Z")
_HEX = re.compile(r"[0-9a-f]{32}")

_ISSUER = re.compile(
    r"(?i)adafruit|airtable|algolia|artifactory|asana|atlassian|bitbucket|cloudant|cloudflare|codecov|cohere|coinbase"
    r"|confluent|contentful|datadog|dropbox|drone|etsy|facebook|fastly|finnhub|freshbooks|gitter|heroku|hubspot"
    r"|jfrog|jira|kraken|kucoin|launchdarkly|linkedin|looker|mailchimp|mailgun|mapbox|mattermost|meraki|messagebird"
    r"|netlify|newrelic|okta|plaid|\bsl(?=[_.\-]|key|pass|api)|snyk|softlayer|sonar|sourcegraph|sumo|trello|travis|twitch"
    r"|twitter|yandex|zendesk"
)
_ISSUED = re.compile(r"(?i)(?:key|token|login|access[_.\-]?id|client[_.\-]?id)\Z")
_LONGEST_ISSUED = 64
_IBM = re.compile(r"(?i)(?:ibm|iam)[\w.\-]*key\Z")
_IBM_LENGTH = 44

_ABOUT_IT = re.compile(
    r"(?i)(?:\b|_|(?<=[a-z])(?=(?-i:[A-Z])))(?:ids?|names?|files?|path|dir|ur[li]|type|size|len|length|count|version|var"
    r"|variable|field|label|hint|prompt|regex|pattern|policy|endpoint|host|server|port|format|ttl|expir\w+|age|days|alg"
    r"|algorithm|prefix|suffix|header|class|provider|manager|vault|store|ring|pair|ref|index|column|env|arn|selector|usage"
    r"|limits?|scope|method|mode|title|text|description|error|message|template|placeholder|source|status|kind|input"
    r"|strategy|encoding|rotation|tests?|spec|budget)\Z"
)
"""The last word of a name that is about a secret: `token_url`, `passwordField`, `SECRET_NAME`."""
_PUBLIC = re.compile(
    r"(?i)(?:pub(?:lic)?|[cx]srf|authenticity|verification|page|next|continuation|sync|cache)[_.\-]?(?:key|token)"
)
_EXPRESSION = re.compile(r"\w [+*&?] \w|&&")


def is_password_name(name: str) -> bool:
    return _PASSWORD.search(name) is not None and not _ABOUT_IT.search(name)


def asks_for(name: str, value: str, *, is_quoted: bool) -> bool:
    """Whether this value is a secret under this name."""
    if _PUBLIC.search(name):
        return False
    if _ISSUER.search(name) and _ISSUED.search(name):
        return len(value) <= _LONGEST_ISSUED and (is_key(value) or is_uuid(value))
    if _ACCESS_ID.search(name):
        return _HEX.fullmatch(value) is not None
    if _ABOUT_IT.search(name):
        return False
    if _PASSWORD.search(name):
        return is_password(value, is_quoted=is_quoted)
    if _KEY.search(name) or _TOKEN.search(name):
        return is_key(value) or (is_uuid(value) and "api" in name.lower()) or _is_typed(value)
    return _IBM.search(name) is not None and len(value) == _IBM_LENGTH and is_key(value)


def _is_typed(value: str) -> bool:
    """A key that a person made up: only with signs that no name and no expression has."""
    return is_password(value, is_quoted=False) and not is_key(value) and _EXPRESSION.search(value) is None
