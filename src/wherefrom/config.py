"""Settings: the only reader of the environment and of `wherefrom.toml`.

Where the store is, first found: the flag, `WHEREFROM_STORE`, `store` in wherefrom.toml, .wherefrom/, the user's data
directory. File and folder are looked for here and then upwards, as git looks for a repository, no further than the
home directory; the nearer counts more. Above this folder only what belongs to the same user is taken: anybody may
leave a store in a folder that all share.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, NamedTuple, cast

from wherefrom.core.actors import DEFAULT_ORG
from wherefrom.core.values import value
from wherefrom.core.wellformed import as_text
from wherefrom.errors import InvalidValue

__all__ = [
    "STORE_FILE",
    "STORE_FOLDER",
    "Setting",
    "Settings",
    "load_settings",
    "user_data",
    "without_password",
]

_CONFIG_FILE = "wherefrom.toml"
STORE_FOLDER = ".wherefrom"
STORE_FILE = "store.db"

_VARIABLES = {
    "store": "WHEREFROM_STORE",
    "org": "WHEREFROM_ORG",
    "key": "WHEREFROM_KEY",
    "engine": "WHEREFROM_ENGINE",
    "embedder": "WHEREFROM_EMBEDDER",
    "embedder_url": "WHEREFROM_EMBEDDER_URL",
    "embedder_key": "WHEREFROM_EMBEDDER_KEY",
    "reranker": "WHEREFROM_RERANKER",
    "model": "WHEREFROM_MODEL",
    "model_url": "WHEREFROM_MODEL_URL",
    "model_key": "WHEREFROM_MODEL_KEY",
    "model_tokens": "WHEREFROM_MODEL_TOKENS",
    "originals": "WHEREFROM_ORIGINALS",
    "allow": "WHEREFROM_ALLOW",
    "roots": "WHEREFROM_ROOTS",
    "editor": "VISUAL EDITOR",
}
"""Where there are several, the first that says anything."""
_LISTS = frozenset({"allow", "roots"})
"""Written as arrays in the file, and with commas between them in the environment."""
_NUMBERS = frozenset({"model_tokens"})
_TABLES = frozenset({"mcp", "credentials"})
_PASSWORD_PARAMETER = re.compile(r"([?&](?:password|sslpassword)=)[^&]*", re.IGNORECASE)
_SECRET = frozenset({"key", "embedder_key", "model_key"})
_DEFAULTS = {"org": DEFAULT_ORG, "embedder": "wordllama"}
_BY_DEFAULT = "default"
_STORE_URLS = ("postgresql://", "postgres://")
_USER_DATA = "the user's data directory"
_ABOVE = ", above this folder"
_OF_A_FILE = ("onnx:", "scripted:")


@value
class Setting:
    """One value, and where it came from: the product's own question, asked of itself."""

    name: str
    value: str | None
    origin: str

    @property
    def shown(self) -> str:
        if self.value is None:
            return ""
        return "***" if self.name in _SECRET else without_password(self.value)


@value
class Settings:
    """Read once, handed on; nothing else looks at the environment."""

    store: str
    org: str = DEFAULT_ORG
    key: str | None = None
    engine: str | None = None
    embedder: str = _DEFAULTS["embedder"]
    embedder_url: str | None = None
    embedder_key: str | None = None
    reranker: str | None = None
    model: str | None = None
    """The language model: anthropic:MODEL, openai:MODEL or scripted:PATH."""
    model_url: str | None = None
    """Any endpoint that speaks like the provider that `model` names."""
    model_key: str | None = None
    model_tokens: int | None = None
    """How many tokens a process may have its model use; None: as many as it likes."""
    originals: str | None = None
    """Where originals are kept; None: beside an SQLite store, or in the user's data directory."""
    allow: tuple[str, ...] = ()
    """Addresses (hosts, host:port, networks) that may be fetched from although they are not public."""
    roots: tuple[str, ...] = ()
    """Folders that may be read from; none named: all."""
    editor: str | None = None
    mcp: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])
    """MCP servers by name: `command` and `args`, or `url`."""
    credentials: Mapping[str, str] = field(default_factory=dict[str, str])
    """Tokens by name; the file names the variable of the environment that holds each."""
    origins: tuple[Setting, ...] = ()
    passed_over: tuple[str, ...] = ()
    """What was found above this folder and belongs to somebody else."""

    @property
    def names_org(self) -> bool:
        """Whether anybody said which org, or it is the default."""
        return self.origin("org") != _BY_DEFAULT

    @property
    def names_store(self) -> bool:
        """Whether anybody said where the store of this folder is; one above it may be used, and is another's."""
        origin = self.origin("store")
        return origin != _USER_DATA and not origin.endswith(_ABOVE)

    def origin(self, name: str) -> str:
        return next((each.origin for each in self.origins if each.name == name), _BY_DEFAULT)


def load_settings(
    *,
    store: str | None = None,
    org: str | None = None,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> Settings:
    """What flags, environment and files say, the first of them that says anything."""
    here = (folder or Path.cwd()).absolute()
    said = os.environ if environment is None else environment
    looked = _Looked.from_here(here, said)
    written = _written(looked.file, here) if looked.file else {}
    if looked.folder and looked.file and looked.file.parent in looked.folder.parent.parents:
        written.pop("store", None)  # the folder is nearer
    flags = {"store": store, "org": org}
    chosen = {name: _choose(name, flags.get(name), said, written, looked) for name in _VARIABLES}
    told: dict[str, Any] = {name: setting.value for name, setting in chosen.items()}
    told |= {name: _parts(told[name]) for name in _LISTS} | {"store": _store_at(told["store"])}
    told |= {name: _number(told[name], name) for name in _NUMBERS}
    tables = _tables(looked.file) if looked.file else {}
    tokens = {name: said.get(str(variable), "") for name, variable in tables.get("credentials", {}).items()}
    servers = _servers(tables.get("mcp", {}), looked.file or here)
    passed_over = tuple(map(str, looked.passed_over))
    return Settings(**told, mcp=servers, credentials=tokens, origins=tuple(chosen.values()), passed_over=passed_over)


def _store_at(place: str) -> str:
    """A store's URL as it is; a folder means the store inside it; `~` is the home directory."""
    if "://" in place:
        if not place.startswith(_STORE_URLS):
            raise InvalidValue(
                "a store is an SQLite path or a postgresql:// URL",
                value=without_password(place),
                hint="for SQLite give the path alone",
            )
        return place
    path = Path(place).expanduser()
    if place.endswith(("/", os.sep)) or path.is_dir():
        path = path / STORE_FILE
    return str(path)


def without_password(store: str) -> str:
    """What may be shown and logged of a store's URL."""
    hidden = _PASSWORD_PARAMETER.sub(r"\1***", store) if "://" in store else store
    scheme, separator, rest = hidden.partition("://")
    login, at, place = rest.rpartition("@")
    user, colon, _ = login.partition(":")
    return f"{scheme}{separator}{user}{colon}***{at}{place}" if separator and at and colon else hidden


class _Looked(NamedTuple):
    """The nearest settings file and the nearest store folder, and what was passed over on the way."""

    here: Path
    file: Path | None
    folder: Path | None
    passed_over: tuple[Path, ...]

    @classmethod
    def from_here(cls, here: Path, said: Mapping[str, str]) -> _Looked:
        found: dict[str, Path] = {}
        foreign: list[Path] = []
        for folder in _upwards(here, said):
            file, store = folder / _CONFIG_FILE, folder / STORE_FOLDER
            there = {_CONFIG_FILE: (file,), STORE_FOLDER: (store,) if folder == here else (store, store / STORE_FILE)}
            for name, places in there.items():
                if name in found or not all(map(os.path.exists, places)):
                    continue
                if folder == here or all(_is_ours(place, said) for place in places):
                    found[name] = places[0]
                else:
                    foreign.append(places[0])
        return cls(here, found.get(_CONFIG_FILE), found.get(STORE_FOLDER), tuple(foreign))

    @property
    def told(self) -> str:
        if self.folder is None or self.folder.parent == self.here:
            return f"./{STORE_FOLDER}/"
        return f"{self.folder}/{_ABOVE}"


def _upwards(here: Path, said: Mapping[str, str]) -> Iterator[Path]:
    home = Path(said["HOME"]).resolve() if said.get("HOME") else None
    for folder in (here, *here.parents):
        yield folder
        if folder == home:
            return


def _is_ours(path: Path, said: Mapping[str, str]) -> bool:
    """Whether it, and what it may be a link to, belong to who asks; to root also if it is who called sudo."""
    if not hasattr(os, "geteuid"):
        return True
    mine = {os.geteuid()}
    if mine == {0} and said.get("SUDO_UID", "").isdigit():
        mine.add(int(said["SUDO_UID"]))
    try:
        return {path.lstat().st_uid, path.stat().st_uid} <= mine
    except OSError:
        return False


def _choose(
    name: str, flag: str | None, said: Mapping[str, str], written: Mapping[str, str], looked: _Looked
) -> Setting:
    if flag is not None:
        return Setting(name=name, value=flag, origin=f"--{name}")
    for variable in _VARIABLES[name].split():
        if said.get(variable):
            return Setting(name=name, value=said[variable], origin=variable)
    if name in written:
        return Setting(name=name, value=written[name], origin=str(looked.file))
    if name != "store":
        return Setting(name=name, value=_DEFAULTS.get(name), origin=_BY_DEFAULT)
    if looked.folder is not None:
        return Setting(name=name, value=str(looked.folder / STORE_FILE), origin=looked.told)
    return Setting(name=name, value=str(user_data(said) / STORE_FILE), origin=_USER_DATA)


def user_data(said: Mapping[str, str] | None = None) -> Path:
    """Where what belongs to the user is kept when nobody said where."""
    from platformdirs import user_data_path

    named = (os.environ if said is None else said).get("XDG_DATA_HOME")
    return Path(named) / "wherefrom" if named else user_data_path("wherefrom", appauthor=False)


def _as_setting(value: object, name: str) -> str:
    if name in _LISTS and isinstance(value, list):
        return ",".join(as_text(part, name) for part in cast("list[object]", value))
    if name in _NUMBERS and type(value) is int:
        return str(value)
    return as_text(value, name)


def _number(written: str | None, name: str) -> int | None:
    if written is None:
        return None
    try:
        number = int(written)
    except ValueError:
        number = 0
    if number < 1:
        raise InvalidValue(f"{name} is no number of them", value=written, hint="a whole number above zero")
    return number


def _parts(written: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in (written or "").split(",") if part.strip())


def _servers(named: Mapping[str, Any], path: Path) -> dict[str, Mapping[str, Any]]:
    for name, server in named.items():
        if not isinstance(server, dict) or not {"command", "url"} & set(cast("dict[str, object]", server)):
            raise InvalidValue(f"{path} has an MCP server without command or url", value=name, hint="give one of both")
    return dict(named)


def _tables(path: Path) -> dict[str, dict[str, Any]]:
    found = _loaded(path)
    for name in _TABLES & found.keys():
        if not isinstance(found[name], dict):
            raise InvalidValue(f"{name} must be a table", value=str(path), hint=f"write [{name}]")
    return {name: found[name] for name in _TABLES & found.keys()}


def _written(path: Path, here: Path) -> dict[str, str]:
    """The file's settings. A relative path is meant from the file's folder."""
    found = _loaded(path)
    allowed = _VARIABLES.keys() - _SECRET
    for name in found.keys() - allowed - _TABLES:
        raise InvalidValue(
            f"{path} has an unknown setting", value=name, hint=f"known are: {', '.join(sorted(allowed | _TABLES))}"
        )
    told = {name: _as_setting(value, name) for name, value in found.items() if name not in _TABLES}
    if "store" in told and "://" not in told["store"]:
        told["store"] = str(path.parent / Path(told["store"]).expanduser())
    return told if path.parent == here else {name: _from(path.parent, name, each) for name, each in told.items()}


def _from(folder: Path, name: str, written: str) -> str:
    """What names files as they are called from where the file is."""
    if name in ("roots", "originals"):
        return ",".join(str(folder / Path(part).expanduser()) for part in _parts(written))
    kind = next((each for each in _OF_A_FILE if written.startswith(each)), None)
    return written if kind is None else f"{kind}{folder / Path(written.removeprefix(kind)).expanduser()}"


def _loaded(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidValue(f"this file is not TOML: {error}", value=str(path), hint="mend that line") from None
    except OSError as error:
        raise InvalidValue(f"this file cannot be read: {error.strerror}", value=str(path), hint="mend it") from None
