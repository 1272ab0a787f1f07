"""Language models by name: `anthropic:MODEL`, `openai:MODEL`, `scripted:PATH`. Each is imported when it is opened."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

from wherefrom.config import Settings, load_settings
from wherefrom.errors import InvalidValue

if TYPE_CHECKING:
    from wherefrom.ports.models import LanguageModel

__all__ = ["ModelOptions", "Models", "open_model"]


@dataclass(frozen=True, kw_only=True)
class ModelOptions:
    """What the operator configured. `base_url` is any endpoint that speaks like the provider that is named."""

    base_url: str | None = None
    api_key: str | None = None
    most_tokens: int | None = None
    """The cap of the ledger; None: no cap."""


def open_model(spec: str | None = None, options: ModelOptions | None = None) -> LanguageModel | None:
    """By name; without one the model of the settings, None if they name none.

    The address and key of the settings belong to the model of the settings; another one needs its own options. The
    cap of the settings holds for every model that is opened without options. Where
    there is no key, the provider's library looks for its own variable in the environment.
    """
    settings = load_settings()
    named = spec or settings.model
    return None if named is None else _opened(named, options or _options(named, settings))


class Models:
    """Those of some settings, by name as above. Each is opened when it is first asked for, and once: one ledger."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._opened: dict[str, LanguageModel] = {}
        self._turn = Lock()

    def __call__(self, spec: str | None) -> LanguageModel | None:
        named = spec or self._settings.model
        if named is None:
            return None
        with self._turn:
            if named not in self._opened:
                self._opened[named] = _opened(named, _options(named, self._settings))
            return self._opened[named]


def _options(named: str, settings: Settings) -> ModelOptions:
    if named != settings.model:
        return ModelOptions(most_tokens=settings.model_tokens)
    return ModelOptions(base_url=settings.model_url, api_key=settings.model_key, most_tokens=settings.model_tokens)


def _opened(spec: str, options: ModelOptions) -> LanguageModel:
    from wherefrom.models.language.ledger import Ledger

    kind, _, argument = spec.partition(":")
    ledger = Ledger(options.most_tokens)
    if kind == "scripted":
        from wherefrom.models.language.scripted import open_scripted

        return open_scripted(argument, ledger=ledger)
    if not argument:
        raise InvalidValue("no such model", value=spec, hint="anthropic:MODEL, openai:MODEL or scripted:PATH")
    from wherefrom.models.language.endpoint import open_endpoint

    return open_endpoint(kind, argument, base_url=options.base_url, api_key=options.api_key, ledger=ledger)
