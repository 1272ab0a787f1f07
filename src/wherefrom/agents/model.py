"""The model of a session: named, given, or the one that the settings name; opened when it is first asked."""

from __future__ import annotations

from threading import Lock

from wherefrom.errors import UsageError
from wherefrom.ports.models import LanguageModel

__all__ = ["SessionModel"]


class SessionModel:
    """Shared by the branches of a session, and with it the ledger of tokens."""

    def __init__(self, model: LanguageModel | str | None = None) -> None:
        self._model = model
        self._turn = Lock()

    def open(self) -> LanguageModel:
        with self._turn:
            if self._model is None or isinstance(self._model, str):
                self._model = _opened(self._model)
            return self._model


def _opened(spec: str | None) -> LanguageModel:
    from wherefrom.bootstrap import open_model

    model = open_model(spec)
    if model is None:
        raise UsageError(
            "there is no model to ask",
            hint="Session(model='anthropic:…'), or `model` in wherefrom.toml, or WHEREFROM_MODEL",
        )
    return model
