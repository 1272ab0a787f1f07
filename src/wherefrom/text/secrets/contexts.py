"""Values that are secrets because of what stands before them: a name, a header, a command, an address, a frame."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from wherefrom.text.secrets.doubt import is_key, is_passphrase, is_password, is_placeholder, is_uuid
from wherefrom.text.secrets.names import asks_for, is_password_name

__all__ = ["CONTEXTS", "Finder", "Span"]


class Span(NamedTuple):
    start: int
    end: int


Finder: TypeAlias = Callable[[str, int], Span | None]
"""Given a text and where a telling word begins in it: the span of the secret there."""

_ASSIGNED = re.compile(
    r"""[\w.\-]{0,40}+(?P<array>\[\d{0,6}\])?\\?["'`\])]{0,3}(?:[ \t]{1,8}value)?  # the rest of the name
    (?P<sep>[ \t]{0,8}(?:=>|[:?!]{0,3}={1,3}|:|,(?=[ \t]*\\?["'])|\((?=["'])|>|\|\|)?[ \t]{0,8})
    (?:@?\\?"(?P<double>[^"\\\n]{4,400}+)\\?"|'(?P<single>[^'\n]{4,400}+)'|`(?P<back>[^`\n]{4,400}+)`
    |(?P<bare>[^\s"'`<;]{6,400}+))""",
    re.VERBOSE,
)
_COMPARED = re.compile(r"""["']([^"'\n]{4,400}+)["'][ \t]{0,4}[!=]={1,2}[ \t]{0,4}[\w.\-]{0,40}\Z""")
_REST_OF_NAME = re.compile(r"[\w\-]{0,40}")
_NAME_SIGNS = "_.-"
_LONGEST_NAME = 40
_AFTER_VALUE = ",)]}:."
_FOR_QUOTED_ONLY = frozenset({"=>", "==", "===", "!=", "!==", "||", ",", "("})

_TAKES_IT = re.compile(r"(?i)(?:\A|[^.\w])[\w\-]*(?:passw(?:or)?d|secrete?)\w*(?:\.assign)?\Z")
_OTHER_NAME = re.compile(r"(?i)[a-z_]\w*(?:token|key|passw|secret|cred)\w*")

_AUTHORIZATION = re.compile(
    r"""(?i)authorization\\?["']?[ \t]{0,4}[:=][ \t]{0,4}\\?["'`]?
    (?:(?:bearer|basic|token|digest|api-?token|api-?key)[ ]+)?([\w\-.~+/=@:]{8,2000}+)""",
    re.VERBOSE,
)
_BEARER = re.compile(r"(?i)bearer[ ]+([\w\-.~+/=]{16,2000}+)")
_USER_OPTION = re.compile(r"""[ ](?:-u|--user)[ =]{0,3}["']?([^\s"':]{0,100}+)["']?:["']?([^\s"']{0,100}+)""")
_LONGEST_COMMAND = 500
_END_OF_COMMAND = re.compile(r"(?<!\\)\n")
_USER_INFO = re.compile(r"""://[^\s:@/"'<>]{0,100}+:([^\s@/"'<>]{4,200}+)@[\w\[]""")
_BUNDLE = re.compile(r"""(?i)bundle_\w+?__\w+[ \t]*[:=][ \t]*["']?(\w{4,80}+:\w{4,80}+)""")
_REGISTRY = re.compile(r"//[^/\s]{1,100}+/(?:[^\s:]{0,100}/)?:\Z")
_REGISTRY_TOKEN = re.compile(r"(?i)_(?:authtoken|auth|password)[ ]*=[ ]*([\w\-.+/=]{8,400}+)")
_KEY_BEGINS = re.compile(r"-----BEGIN[ A-Z0-9]{0,40} ?PRIVATE KEY(?: BLOCK)?-----")
_KEY_ENDS = re.compile(r"-----(?:END|BEGIN)")
_KEY_CUT_OFF = re.compile(r"(?:[\s\\nr]{0,8}[A-Za-z0-9+/=]{20,}+)*+")
_SHORTEST_KEY, _LONGEST_KEY = 40, 20_000
_COMMON = frozenset(
    {
        "admin",
        "guest",
        "mypass",
        "mypassword",
        "mysql",
        "pass",
        "passwd",
        "password",
        "postgres",
        "pwd",
        "root",
        "secret",
        "test",
        "tiger",
        "token",
        "user",
        "username",
        "yyy",
    }
)


def _assigned(text: str, at: int) -> Span | None:
    """`name = value` in any notation."""
    found = _ASSIGNED.match(text, at)
    if not found:
        return None
    kind = str(found.lastgroup)
    if found[kind].isalpha():
        return None  # as nearly always
    start, end = found.span(kind)
    sep, value, is_quoted = found["sep"], found[kind], kind != "bare"
    if kind == "bare":
        value = value.rstrip(_AFTER_VALUE)
        end = start + len(value)
    name = text[_begin_of_name(text, at) : found.start("sep")].rstrip("\\\"'`[]() \t0123456789")
    if not _fits(found, kind, name):
        return None
    is_phrase = is_quoted and sep.strip() == "=" and is_password_name(name) and is_passphrase(value)
    return Span(start, end) if is_phrase or asks_for(name, value, is_quoted=is_quoted) else None


def _fits(found: re.Match[str], kind: str, name: str) -> bool:
    """Whether what stands between name and value may stand there."""
    sep, sign = found["sep"], found["sep"].strip()
    if kind != "bare":
        is_argument = sign in ("(", ",") and not is_key(found[kind]) and not is_uuid(found[kind])
        if is_argument and not (sign == "(" and _TAKES_IT.search(name)):
            return False
        return not (kind == "single" and found["array"]) and bool(sign or (sep and name.lower() != "pass"))
    if not sign:
        return bool(sep) and name.startswith("-")  # --api-key value
    follows = found.string[found.end() : found.end() + 1]
    is_statement = follows == ";" and sep != sign  # `secret = other;` but not `Password=x;`
    is_name = _OTHER_NAME.fullmatch(found[kind].rstrip(_AFTER_VALUE)) is not None
    return sign not in _FOR_QUOTED_ONLY and not (is_statement or is_name or found[kind].endswith("..."))


def _begin_of_name(text: str, at: int) -> int:
    earliest = max(0, at - _LONGEST_NAME)
    while at > earliest and (text[at - 1].isalnum() or text[at - 1] in _NAME_SIGNS):
        at -= 1
    return at


def _compared(text: str, at: int) -> Span | None:
    """`"value" == name`."""
    sign = text.rfind("=", max(0, at - _LONGEST_NAME), at)
    if sign < 1 or text[sign - 1] not in "=!":
        return None
    found = _COMPARED.search(text, max(0, at - _LONGEST_NAME - 410), at)
    if not found:
        return None
    name = text[_begin_of_name(text, at) : _end_of(_REST_OF_NAME, text, at)]
    return Span(*found.span(1)) if asks_for(name, found[1], is_quoted=True) else None


def _named(text: str, at: int) -> Span | None:
    return _assigned(text, at) or _compared(text, at)


def _authorized(text: str, at: int) -> Span | None:
    """A header, the settings of npm, or a name as others."""
    found = _AUTHORIZATION.match(text, at)
    if not found:
        return _for_registry(text, at - 1) or _named(text, at)
    value = found[1]
    is_secret = is_uuid(value) or is_key(value) or is_password(value, is_quoted=False)
    return Span(*found.span(1)) if is_secret else None


def _borne(text: str, at: int) -> Span | None:
    found = _BEARER.match(text, at)
    return Span(*found.span(1)) if found and is_key(found[1]) else None


def _logged_in(text: str, at: int) -> Span | None:
    """`curl -u user:password`; a key may stand for both."""
    found = _USER_OPTION.search(text, at, at + _LONGEST_COMMAND)
    if not found or _END_OF_COMMAND.search(text, at, found.start()):
        return None
    part = 2 if found[2] else 1
    value = found[part]
    return Span(*found.span(part)) if value.lower() not in _COMMON and is_password(value, is_quoted=True) else None


def _in_address(text: str, at: int) -> Span | None:
    found = _USER_INFO.match(text, at)
    if not found or found[1].lower() in _COMMON or (is_placeholder(found[1]) and not found[1].isalnum()):
        return None
    return Span(*found.span(1))


def _for_packages(text: str, at: int) -> Span | None:
    """What Bundler sends to a private server."""
    found = _BUNDLE.match(text, at)
    return Span(*found.span(1)) if found else None


def _for_registry(text: str, at: int) -> Span | None:
    """What npm sends to the registry whose address stands before it: `//host/:_authToken=…`."""
    found = _REGISTRY_TOKEN.match(text, at)
    return Span(*found.span(1)) if found and _REGISTRY.search(text, max(0, at - 220), at) else None


def _private_key(text: str, at: int) -> Span | None:
    """The lines within its frame; of one that was cut off, those that look like it."""
    begin = _KEY_BEGINS.match(text, at)
    if not begin:
        return None
    start = begin.end()
    frame = _KEY_ENDS.search(text, start, start + _LONGEST_KEY)
    is_whole = frame is not None and frame[0].endswith("END")
    end = frame.start() if frame and is_whole else _end_of(_KEY_CUT_OFF, text, start)
    return Span(start, end) if end - start >= _SHORTEST_KEY else None


def _end_of(pattern: re.Pattern[str], text: str, start: int) -> int:
    found = pattern.match(text, start)
    return found.end() if found else start


CONTEXTS: Mapping[bytes, tuple[str, Finder]] = {
    b"-----begin": ("private-key", _private_key),
    b"://": ("password-in-address", _in_address),
    b"access": ("assigned", _named),
    b"auth": ("authorization", _authorized),
    b"bearer": ("bearer", _borne),
    b"bundle_": ("assigned", _for_packages),
    b"cred": ("assigned", _named),
    b"curl": ("command", _logged_in),
    b"key": ("assigned", _named),
    b"login": ("assigned", _named),
    b"pass": ("assigned", _named),
    b"pw": ("assigned", _named),
    b"secret": ("assigned", _named),
    b"token": ("assigned", _named),
}
"""A telling word, in lower case, with its rule."""
