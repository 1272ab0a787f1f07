"""What answers betray: whoever may not see something learns from no error, cursor, lens or echo that it is there."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from wherefrom import Knowledge
from wherefrom.bootstrap import open_settings
from wherefrom.config import Settings
from wherefrom.core.access import Visibility
from wherefrom.core.attention import AttentionEvent
from wherefrom.errors import InvalidValue, WherefromError

CLOSED, ABSENT = "closed", "absent"


class People(NamedTuple):
    """Ann is in the restricted project and in the board; Bob is in neither."""

    owner: Knowledge
    ann: Knowledge
    bob: Knowledge


@pytest.fixture
def people(store_url: str) -> Iterator[People]:
    with open_settings(Settings(store=store_url, embedder="hash")) as owner:
        owner.projects.create(CLOSED, restricted=True)
        owner.groups.create("board")
        owner.members.set("ann", projects=[CLOSED], groups=["board"])
        owner.members.set("bob")
        yield People(owner, owner.as_member("ann"), owner.as_member("bob"))


def told(ask: Callable[[], object], name: str) -> tuple[str, str, str | None]:
    """What an error says, but for the name that was asked with."""
    with pytest.raises(WherefromError) as error:
        ask()
    found = error.value
    return found.code, found.message.replace(name, "NAME"), (found.hint or "").replace(name, "NAME")


def test_a_write_without_evidence_says_the_same_of_a_hidden_project_as_of_none(people: People) -> None:
    hidden, missing = (
        told(lambda name=name: people.bob.learn("x", [], project=name), name) for name in (CLOSED, ABSENT)
    )
    assert hidden == missing
    assert people.ann.attention.count() == 0


def test_nobody_writes_into_the_inbox_of_a_group_that_they_are_not_in(people: People) -> None:
    with pytest.raises(InvalidValue, match="would not see this yourself"):
        people.bob.learn("Read this at once.", [], audience=["board"])
    assert people.ann.attention.count() == 0


def test_a_report_says_the_same_of_a_hidden_project_as_of_none(people: People) -> None:
    def report(name: str) -> object:
        seen_by = Visibility(org=people.bob.actor.org, project=name)
        return people.bob.attention.report(AttentionEvent.RUN_FAILED, "source", f"of {name}", seen_by=seen_by)

    assert told(lambda: report(CLOSED), CLOSED) == told(lambda: report(ABSENT), ABSENT)
    assert people.ann.attention.count() == 0
