"""A process that stops in the middle of projecting or rebuilding, says so, and waits to be killed.

python -m tests.retrieval.interrupted STORE ENGINE (catch-up | EMBEDDER) COMMITS
"""

import sys
from threading import Event
from typing import Any

from tests.retrieval import models
from wherefrom.bootstrap import open_settings
from wherefrom.config import Settings
from wherefrom.retrieval import projector, shelves

COMMITS = [0]


def stopping(engine: Any, most: int) -> Any:
    """The engine, whose commits stop when there were so many in this process."""
    commit = engine.commit

    def counted(mark: Any = None) -> None:
        if COMMITS[0] == most:
            print("stopped", flush=True)
            Event().wait()
        COMMITS[0] += 1
        commit(mark)

    engine.commit = counted
    return engine


def main(store: str, engine: str, work: str, most: str) -> None:
    models.register()
    projector._ITEMS_A_STEP = projector._CHANGES_A_STEP = 10  # pyright: ignore[reportPrivateUsage]
    opened = shelves.Shelves.index
    known: dict[int, Any] = {}

    def index(self: Any, *arguments: Any) -> Any:
        found = opened(self, *arguments)
        return known.setdefault(id(found), found if "commit" in vars(found) else stopping(found, int(most)))

    shelves.Shelves.index = index
    with open_settings(Settings(store=store, engine=engine, embedder="counting:old")) as knowledge:
        knowledge.index.catch_up() if work == "catch-up" else knowledge.index.reembed(work)


if __name__ == "__main__":
    main(*sys.argv[1:])
