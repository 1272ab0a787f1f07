"""A session: where a store and a model are named once, for all its branches."""

from __future__ import annotations

from wherefrom.agents.branch import Branch
from wherefrom.agents.model import SessionModel
from wherefrom.agents.recollection import Recollection
from wherefrom.agents.stores.given import as_store
from wherefrom.agents.tools import Tools
from wherefrom.core.ids import new_id
from wherefrom.ports.logs import ActionLog
from wherefrom.ports.models import LanguageModel
from wherefrom.ports.stores import KnowledgeStore

__all__ = ["Session"]


class Session:
    """`Session(knowledge_store=SQLiteKnowledgeStore("~/knowledge.db"))`; then `new_branch` for each conversation."""

    def __init__(
        self,
        *,
        knowledge_store: KnowledgeStore | None = None,
        model: LanguageModel | str | None = None,
        log: ActionLog | None = None,
    ) -> None:
        self.id = new_id()
        self.branches: list[Branch] = []
        self._knowledge_store = as_store(knowledge_store)
        self._model = SessionModel(model)
        self._log = log
        self._call_ids: set[str] = set()
        self._recollection = Recollection()

    def new_branch(
        self,
        system: str = "",
        *,
        knowledge_store: KnowledgeStore | None = None,
        model: LanguageModel | str | None = None,
        tools: Tools = (),
    ) -> Branch:
        """A branch with the session's store and model, unless it is given its own."""
        branch = Branch(
            system,
            knowledge_store=self._knowledge_store if knowledge_store is None else knowledge_store,
            model=self._model if model is None else model,
            tools=tools,
            log=self._log,
            session_id=self.id,
            call_ids=self._call_ids,
            recollection=self._recollection,
        )
        self.branches.append(branch)
        return branch
