"""An MCP server as they were before 2026, written by hand: it starts at once, and misbehaves when told to.

`python tests/old_mcp_server.py [good | dies | mute | chatty | endless | many | flood | bare]`
"""

import json
import os
import sys
import time
from base64 import b64encode
from typing import Any

NOTE = "notes://team/rollback.md"
TEXTS = {
    NOTE: "Rollbacks are manual.",
    "notes://team/diary.txt": "Dear diary",
    "notes://team/environment.txt": "\n".join(sorted(os.environ)),
    "notes://team/slow.txt": "at last",
    "notes://team/parts.txt": "first\0second",
    "notes://team/mixed.txt": "",
    "notes://team/empty.txt": "",
    "notes://team/garbled.bin": "",
}
PAPER = b"%PDF-1.7\n\0"
ODD_CONTENTS: dict[str, list[dict[str, str]]] = {
    "notes://team/mixed.txt": [{"uri": "a", "text": "x"}, {"uri": "b", "blob": "eA=="}],
    "notes://team/empty.txt": [],
    "notes://team/garbled.bin": [{"uri": "c", "blob": "é!"}],
    "notes://team/disk": [{"uri": "d", "mimeType": "application/octet-stream", "blob": b64encode(bytes(9)).decode()}],
    "notes://team/paper": [{"uri": "e", "mimeType": "application/octet-stream", "blob": b64encode(PAPER).decode()}],
}


def listed(behaviour: str, cursor: str | None) -> dict[str, Any]:
    if behaviour == "endless":
        return {"resources": [{"uri": f"notes://endless/{cursor}", "name": "x"}], "nextCursor": f"{cursor}."[-3:]}
    resources: list[dict[str, Any]] = [{"uri": uri, "name": uri} for uri in TEXTS]
    resources.append({"uri": "notes://team/huge.iso", "name": "huge", "size": 10**12})
    resources.append({"uri": "notes://team/a!/b.txt", "name": "as if in an archive"})
    resources.append({"uri": "notes://team/" + "long" * 1_000, "name": "long"})
    if behaviour == "many":
        resources += [{"uri": f"notes://many/{number}", "name": "x"} for number in range(51_000)]
    return {"resources": resources}


def read(behaviour: str, uri: str) -> dict[str, Any]:
    if uri.endswith("diary.txt") and behaviour == "dies":
        print("out of ink", file=sys.stderr, flush=True)
        os._exit(3)
    if uri.endswith("slow.txt"):
        time.sleep(60)
    if uri in ODD_CONTENTS:
        return {"contents": ODD_CONTENTS[uri]}
    return {"contents": [{"uri": uri, "mimeType": "text/plain", "text": part} for part in TEXTS[uri].split("\0")]}


def answer(behaviour: str, method: str, params: dict[str, Any]) -> dict[str, Any]:
    """KeyError for what it does not know or have."""
    if method == "initialize":
        can = {} if behaviour == "bare" else {"resources": {"subscribe": True}}
        return {"protocolVersion": "2025-06-18", "capabilities": can, "serverInfo": {"name": "old", "version": "1"}}
    if method == "resources/list":
        return listed(behaviour, params.get("cursor"))
    if method == "resources/read":
        return read(behaviour, params["uri"])
    if method == "resources/subscribe":
        send({"method": "notifications/resources/updated", "params": {"uri": params["uri"]}})
        send({"method": "notifications/resources/list_changed"})
        return {}
    raise KeyError(method)


def send(message: dict[str, Any]) -> None:
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def main() -> None:
    behaviour = sys.argv[1] if len(sys.argv) > 1 else "good"
    if behaviour == "mute":
        print("thinking", file=sys.stderr, flush=True)
        time.sleep(60)
    if behaviour == "chatty":
        print("this is no JSON", flush=True)
    if behaviour == "flood":
        while True:
            print("word " * 10_000, file=sys.stderr)
    for line in sys.stdin:
        asked = json.loads(line)
        if "id" not in asked:
            continue
        try:
            send({"id": asked["id"], "result": answer(behaviour, asked["method"], asked.get("params") or {})})
        except KeyError as error:
            code = -32002 if asked["method"] == "resources/read" else -32601
            send({"id": asked["id"], "error": {"code": code, "message": f"no {error}"}})


if __name__ == "__main__":
    main()
