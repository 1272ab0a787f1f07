"""A real MCP server for tests: over its pipes, or streamable HTTP with `--http PORT`.

`python -m tests.mcp_server [good | ticking] [--http PORT]`; tests/old_mcp_server.py has those that misbehave.
"""

import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from socket import socket
from subprocess import DEVNULL, Popen
from urllib.error import HTTPError
from urllib.request import urlopen

import anyio
from mcp.server.mcpserver import MCPServer
from mcp.server.subscriptions import InMemorySubscriptionBus, ResourceUpdated
from mcp.types import Annotations

ROOT = Path(__file__).parent.parent
NOTE = "notes://team/rollback.md"
BUS = InMemorySubscriptionBus()
BYTES = bytes(range(256))


def make(behaviour: str) -> MCPServer:
    server = MCPServer("notes", subscriptions=BUS, lifespan=ticking if behaviour == "ticking" else None)
    versions = count(1)

    @server.resource(
        NOTE,
        title="Rolling back",
        mime_type="text/markdown",
        annotations=Annotations(last_modified="2024-05-01T00:00:00Z"),
    )
    def rollback() -> str:
        return "Rollbacks are manual.\nOn Fridays too."

    @server.resource("notes://team/plan%20B.pdf", mime_type="application/pdf")
    def plan() -> bytes:
        return BYTES

    @server.resource("notes://team/logo.png", mime_type="image/png")
    def logo() -> bytes:
        return BYTES

    @server.resource("notes://private/diary.txt")
    def diary() -> str:
        return "Dear diary"

    @server.resource("notes://private/broken.txt")
    def broken() -> str:
        raise RuntimeError("the page is torn")

    @server.resource("notes://private/changing.txt")
    async def changing() -> str:
        """Reading it tells everybody who listens that the rollback note has changed."""
        await BUS.publish(ResourceUpdated(uri=NOTE))
        return f"version {next(versions)}"

    @server.resource("notes://{who}/page.txt")
    def page(who: str) -> str:
        return f"a page of {who}"

    return server


@asynccontextmanager
async def ticking(_: MCPServer) -> AsyncIterator[None]:
    """Somebody edits the note all the time."""

    async def edit() -> None:
        while True:
            await BUS.publish(ResourceUpdated(uri=NOTE))
            await anyio.sleep(0.05)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(edit)
        yield
        tasks.cancel_scope.cancel()


@contextmanager
def http_server() -> Iterator[str]:
    """Its address, once it answers."""
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "tests.mcp_server", "good", "--http", str(port)]
    with Popen(command, cwd=ROOT, stdout=DEVNULL, stderr=DEVNULL) as process:
        try:
            wait_for(port, process)
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            process.kill()


def wait_for(port: int, process: "Popen[bytes]") -> None:
    until = time.monotonic() + 30
    while time.monotonic() < until and process.poll() is None:
        try:
            urlopen(f"http://127.0.0.1:{port}/", timeout=5).close()
        except HTTPError as error:
            error.close()
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("the MCP server did not start")


def main() -> None:
    behaviour = sys.argv[1] if len(sys.argv) > 1 else "good"
    server = make(behaviour)
    if "--http" in sys.argv:
        server.run("streamable-http", port=int(sys.argv[sys.argv.index("--http") + 1]))
    else:
        server.run("stdio")


if __name__ == "__main__":
    main()
