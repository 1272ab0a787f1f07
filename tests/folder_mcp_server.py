"""An MCP server whose resources are the files of a folder: `python -m tests.folder_mcp_server FOLDER`."""

import sys
from pathlib import Path

from mcp.server.mcpserver import MCPServer

SERVER = MCPServer("folder")


def serve(file: Path) -> None:
    @SERVER.resource(f"files://docs/{file.name}", mime_type="text/markdown")
    def read() -> str:
        return file.read_text()


if __name__ == "__main__":
    for path in sorted(Path(sys.argv[1]).iterdir()):
        serve(path)
    SERVER.run("stdio")
