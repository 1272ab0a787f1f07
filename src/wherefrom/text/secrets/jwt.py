"""JSON web tokens: known by a head that is JSON."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode
from binascii import Error

__all__ = ["WEB_TOKEN", "is_web_token"]

WEB_TOKEN = re.compile(r"(?<![A-Za-z0-9])(eyJ[\w-]{10,4000}+)\.(eyJ[\w-]{8,}+)(?:\.[\w-]*+)?")


def is_web_token(found: re.Match[str]) -> bool:
    head = found[1]
    try:
        return isinstance(json.loads(urlsafe_b64decode(head + "=" * (-len(head) % 4))), dict)
    except (Error, ValueError):
        return False
