"""What agents do and see: runs, messages, results of tools. Evidence of conversations points here."""

from __future__ import annotations

from dataclasses import replace

from wherefrom.core.attention import AttentionEvent, raised
from wherefrom.core.messages import Message, MessageRole, ToolResult, said_again
from wherefrom.core.paging import MessageFilter, Page, RunFilter
from wherefrom.core.runs import Agent, Run, RunState
from wherefrom.core.wellformed import as_choice, as_text
from wherefrom.errors import Conflict
from wherefrom.services.desk import Verbs

__all__ = ["Sessions"]

LONGEST_MESSAGE = 1_000_000


class Sessions(Verbs):
    def say(self, session_id: str, message_id: str, role: str, text: str) -> Message:
        """Keep a message; it is seen by whoever keeps it, and never found by a search.

        Only what a person keeps as the user's counts as a person's word.
        """
        message = Message(
            session_id=session_id,
            message_id=message_id,
            role=as_choice(MessageRole, role, "role"),
            text=as_text(text, "message", longest=LONGEST_MESSAGE),
            owner=self._actor.id,
            said_by=self._actor.kind,
        )
        with self._record.write(self._actor) as unit:
            known = unit.messages.get_many([message.id]).get(message.id)
            if known is not None:
                return said_again(known, message)
            saved = unit.messages.save(message)
            unit.commit()
        return saved

    def answered(self, session_id: str, tool_call_id: str, tool_name: str, text: str) -> ToolResult:
        """Keep what a tool gave back; once, as messages are."""
        result = ToolResult(
            session_id=session_id,
            tool_call_id=tool_call_id,
            tool_name=tool_name,
            text=as_text(text, "result", longest=LONGEST_MESSAGE),
            owner=self._actor.id,
        )
        with self._record.write(self._actor) as unit:
            known = unit.tool_results.get_many([result.id]).get(result.id)
            if known is not None:
                if (known.tool_name, known.text) != (result.tool_name, result.text):
                    raise Conflict(
                        "there is another result of this call", value=tool_call_id, hint="a new call has a new id"
                    )
                return known
            saved = unit.tool_results.save(result)
            unit.commit()
        return saved

    def messages(self, session_id: str, *, after: str | None = None, limit: int = 50) -> Page[Message]:
        """Of one session, oldest first."""
        with self._record.read(self._actor) as unit:
            return unit.messages.find(MessageFilter(session_id=session_id, personal=True), after=after, limit=limit)

    def register(self, agent_id: str, *, title: str = "", description: str = "") -> Agent:
        agent = Agent(id=agent_id, title=title or agent_id, description=description)
        with self._record.write(self._actor) as unit:
            known = unit.agents.get_many([agent_id]).get(agent_id)
            saved = unit.agents.save(agent if known is None else replace(agent, created_at=known.created_at))
            unit.commit()
        return saved

    def begin(self, *, agent_id: str | None = None, show_id: str | None = None, title: str = "") -> Run:
        """A run; what it learns names it. Runs that name the same show belong together."""
        run = Run(id=self._desk.ids(), agent_id=agent_id, show_id=show_id, title=title)
        with self._record.write(self._actor) as unit:
            saved = unit.runs.save(run)
            unit.commit()
        return saved

    def end(self, run_id: str, *, error: str | None = None) -> Run:
        """A run that failed asks for attention."""
        with self._record.write(self._actor) as unit:
            run = unit.runs.get(unit.runs.resolve(run_id))
            state = RunState.DONE if error is None else RunState.FAILED
            saved = unit.runs.save(replace(run, status=state, error=error, ended_at=self._desk.clock()))
            if error is not None:
                detail = {"text": run.title or error[:200], "error": error[:2000], "title": run.title}
                unit.attention.sight(
                    raised(
                        AttentionEvent.RUN_FAILED,
                        "run",
                        run.id,
                        id=self._desk.ids(),
                        seen_by=saved.seen_by,
                        detail=detail,
                    )
                )
            unit.commit()
        return saved

    def runs(self, where: RunFilter | None = None, *, after: str | None = None, limit: int = 50) -> Page[Run]:
        with self._record.read(self._actor) as unit:
            return unit.runs.find(where or RunFilter(newest_first=True), after=after, limit=limit)
