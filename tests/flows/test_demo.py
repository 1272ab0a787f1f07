"""`make demo` plays the whole story, whatever the environment says."""

import pytest

from wherefrom.demo import story as demo


def test_every_step_of_the_story_holds(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WHEREFROM_KEY", "somebody else's")
    monkeypatch.setenv("WHEREFROM_ORG", "another")
    assert demo.main() == 0
    assert f"{len(demo.STORY)} steps held" in capsys.readouterr().out


def test_a_step_that_does_not_hold_fails_the_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "PRIVATE_WORDS", "words that nobody wrote")
    assert demo.main() == 1
