"""What only the command line has: exit codes, streams, the terminal, where the store is, help and completion."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import cli_reference
from tests.flows.faces import Ran, run_here
from tests.flows.terminal import Terminal
from wherefrom.config import load_settings

WHEREFROM = [sys.executable, "-m", "wherefrom"]


@pytest.fixture
def store(tmp_path: Path) -> str:
    place = str(tmp_path / "store.db")
    assert run_here(["--store", place, "init"]).code == 0
    return place


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with a home of its own."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    return folder


def entry(store: str, title: str = "Refunds") -> str:
    return json.loads(run_here(["--store", store, "entries", "add", title, "two approvals", "--json"]).stdout)["id"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["entries", "list"], 0),
        (["entries", "show", "nope"], 3),
        (["entries", "lst"], 2),
        (["entries", "list", "--nix"], 2),
        (["entries", "list", "--limit", "many"], 2),
        (["entries", "add"], 2),
        (["entries"], 2),
        (["projects", "restrict", "nope"], 3),
        (["orgs", "create", "default"], 5),
        (["--store", "/proc/version", "entries", "list"], 1),
    ],
)
def test_an_exit_code_says_what_kind_of_answer_it_is(store: str, words: list[str], code: int) -> None:
    assert run_here(["--store", store, *words]).code == code


def test_a_bad_key_exits_4(store: str) -> None:
    assert run_here(["--store", store, "entries", "list"], key="nix").code == 4


@pytest.mark.parametrize("words", [["entries", "show", "nope"], ["entries", "lst"], ["keys", "create", "--nix"]])
def test_with_json_an_error_is_one_object_on_stderr(store: str, words: list[str]) -> None:
    done = run_here(["--store", store, *words, "--json"])
    told = json.loads(done.stderr)
    assert done.stdout == ""
    assert told.keys() == {"error"}
    assert {"code", "message", "hint"} <= told["error"].keys()


def test_options_of_every_command_stand_before_or_after_its_name(store: str, elsewhere: Path) -> None:
    before = run_here(["--store", store, "--json", "entries", "list"])
    after = run_here(["entries", "list", "--json", "--store", store])
    assert before.stdout == after.stdout == '{"items": [], "next": null}\n'
    assert list(elsewhere.iterdir()) == []


def test_a_fresh_key_is_all_that_stdout_carries(store: str) -> None:
    done = run_here(["--store", store, "keys", "create", "--role", "admin"])
    assert done.stdout.startswith("wf_")
    assert len(done.stdout.split()) == 1
    made = json.loads(run_here(["--store", store, "keys", "create", "--role", "admin", "--json"]).stdout)
    assert made.keys() == {"id", "key"}


def test_the_secret_of_an_org_is_never_shown(store: str) -> None:
    done = run_here(["--store", store, "orgs", "list", "--json"])
    assert "secret" not in done.stdout
    assert "secret" not in run_here(["--store", store, "orgs", "create", "acme", "--json"]).stdout


def test_a_bare_call_makes_no_store_and_names_the_next_command(elsewhere: Path) -> None:
    done = run_here(["--json"])
    assert json.loads(done.stdout) | {"store": ""} == {"store": "", "exists": False, "next": "wherefrom init"}
    assert [*elsewhere.parent.rglob("*")] == [elsewhere]
    assert run_here([]).code == 0


def test_a_bare_call_says_what_the_store_holds(store: str) -> None:
    entry(store)
    told = json.loads(run_here(["--store", store, "--json"]).stdout)
    assert (told["exists"], told["org"], told["actor"], told["counts"]["entries"]) == (True, "default", "local", 1)


def test_init_makes_a_store_here_once_and_hides_it_from_git(elsewhere: Path) -> None:
    assert json.loads(run_here(["init", "--json"]).stdout)["created"] is True
    assert json.loads(run_here(["init", "--json"]).stdout)["created"] is False
    assert sorted(path.name for path in elsewhere.rglob("*")) == [".gitignore", ".wherefrom", "store.db"]
    assert (elsewhere / ".wherefrom" / ".gitignore").read_text() == "*\n"


def test_a_store_is_looked_for_in_the_order_that_the_docs_give(elsewhere: Path) -> None:
    def origin(*words: str, environment: dict[str, str] | None = None) -> tuple[str, str]:
        done = run_here([*words, "config", "show", "--origin", "--json"], environment=environment)
        told = json.loads(done.stdout)["store"]
        return told["value"], told["origin"]

    said = {"WHEREFROM_STORE": "/said/store.db"}
    assert origin() == (str(elsewhere.parent / "data/wherefrom/store.db"), "the user's data directory")
    (elsewhere / ".wherefrom").mkdir()
    assert origin() == (str(elsewhere / ".wherefrom/store.db"), "./.wherefrom/")
    (elsewhere / "wherefrom.toml").write_text('store = "mine.db"\n')
    assert origin() == (str(elsewhere / "mine.db"), str(elsewhere / "wherefrom.toml"))
    assert origin(environment=said) == ("/said/store.db", "WHEREFROM_STORE")
    assert origin("--store", "flag.db", environment=said) == ("flag.db", "--store")


def test_a_folder_inside_has_the_store_of_the_one_above_and_says_why(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run_here(["init"]).code == 0
    inside = elsewhere / "src" / "deep"
    inside.mkdir(parents=True)
    monkeypatch.chdir(inside)
    assert json.loads(run_here(["--json"]).stdout)["store"] == str(elsewhere / ".wherefrom/store.db")
    told = json.loads(run_here(["config", "show", "--origin", "--json"]).stdout)["store"]
    assert told["origin"] == f"{elsewhere}/.wherefrom/, above this folder"
    checks = json.loads(run_here(["doctor", "--json"]).stdout)["checks"]
    (place,) = [check["told"] for check in checks if check["name"] == "place"]
    assert place == f"{elsewhere}/.wherefrom/store.db ({elsewhere}/.wherefrom/, above this folder)"


def test_init_makes_a_store_of_its_own_in_a_folder_inside(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_here(["init"])
    (elsewhere / "inside").mkdir()
    monkeypatch.chdir(elsewhere / "inside")
    assert json.loads(run_here(["init", "--json"]).stdout)["created"] is True
    assert json.loads(run_here(["--json"]).stdout)["store"] == str(elsewhere / "inside/.wherefrom/store.db")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="gives a folder to somebody else")
def test_a_store_above_that_belongs_to_somebody_else_is_passed_over_and_doctor_says_so(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_here(["init"])
    (elsewhere / "wherefrom.toml").write_text('org = "theirs"\n')
    for theirs in (elsewhere / ".wherefrom/store.db", elsewhere / "wherefrom.toml"):
        os.chown(theirs, 12345, 12345)
    (elsewhere / "inside").mkdir()
    monkeypatch.chdir(elsewhere / "inside")
    told = json.loads(run_here(["config", "show", "--origin", "--json"]).stdout)
    assert (told["store"]["origin"], told["org"]["value"]) == ("the user's data directory", "default")
    checks = json.loads(run_here(["doctor", "--json"]).stdout)["checks"]
    assert [check["told"] for check in checks if check["name"] == "passed over"] == [
        f"{elsewhere}/wherefrom.toml belongs to another user",
        f"{elsewhere}/.wherefrom belongs to another user",
    ]
    by_sudo = run_here(["config", "show", "--json"], environment={"SUDO_UID": "12345"})
    assert json.loads(by_sudo.stdout)["store"] == str(elsewhere / ".wherefrom/store.db")


def test_the_nearer_of_file_and_folder_counts_and_paths_are_meant_from_the_file(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = 'store = "mine.db"\nroots = ["docs", "/data"]\noriginals = "kept"\nmodel = "scripted:lines.json"\n'
    (elsewhere / "wherefrom.toml").write_text(said)
    inside = elsewhere / "inside"
    (inside / "deeper").mkdir(parents=True)
    settings = load_settings(environment={"HOME": str(elsewhere.parent)}, folder=inside / "deeper")
    assert (settings.store, settings.origin("store")) == (str(elsewhere / "mine.db"), str(elsewhere / "wherefrom.toml"))
    assert (settings.roots, settings.originals) == ((str(elsewhere / "docs"), "/data"), str(elsewhere / "kept"))
    assert settings.model == f"scripted:{elsewhere}/lines.json"
    monkeypatch.chdir(inside)
    run_here(["--store", ".wherefrom/store.db", "init"])
    settings = load_settings(environment={"HOME": str(elsewhere.parent)}, folder=inside / "deeper")
    assert (settings.store, settings.originals) == (str(inside / ".wherefrom/store.db"), str(elsewhere / "kept"))


def test_nothing_above_the_home_directory_is_looked_at(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_here(["init"])
    (elsewhere / "home" / "work").mkdir(parents=True)
    (elsewhere / "home" / ".wherefrom").mkdir()  # other things than a store may be kept there
    for home, origin in (("home", "the user's data directory"), ("", f"{elsewhere}/.wherefrom/, above this folder")):
        said = {"HOME": str(elsewhere / home)}
        assert load_settings(environment=said, folder=elsewhere / "home" / "work").origin("store") == origin


def test_settings_are_shown_without_their_secrets(elsewhere: Path) -> None:
    said = {"WHEREFROM_KEY": "wf_hush", "WHEREFROM_STORE": "postgresql://me:hush@db/x?sslpassword=hush"}
    for words in (["config", "show"], ["config", "show", "--json", "--origin"]):
        done = run_here(words, environment=said)
        assert "hush" not in done.stdout
        assert "postgresql://me:***@db/x" in done.stdout


def test_migrate_check_touches_nothing_and_exits_5_where_there_is_no_store(tmp_path: Path) -> None:
    missing = tmp_path / "deep" / "store.db"
    assert run_here(["--store", str(missing), "migrate", "--check"]).code == 5
    assert not missing.parent.exists()


def test_migrate_says_from_where_to_where(store_url: str) -> None:
    first = json.loads(run_here(["--store", store_url, "migrate", "--json"]).stdout)
    again = json.loads(run_here(["--store", store_url, "migrate", "--json"]).stdout)
    assert first["from"] is None
    assert again["from"] == again["to"] == first["to"]
    assert run_here(["--store", store_url, "migrate", "--check"]).code == 0


def test_doctor_finds_a_new_store_well(store_url: str) -> None:
    run_here(["--store", store_url, "init"])
    done = run_here(["--store", store_url, "doctor", "--json"])
    told = json.loads(done.stdout)
    states = {check["name"]: check["state"] for check in told["checks"]}
    assert (done.code, told["ok"]) == (0, True), told
    looked_at = (
        {"server", "encoding", "wall"} if "://" in store_url else {"integrity", "journal", "folder", "disk", "log"}
    )
    assert {states[name] for name in looked_at | {"store", "revision"}} == {"ok"}
    assert all(check["mend"] for check in told["checks"] if check["state"] != "ok")


def test_doctor_makes_no_store(tmp_path: Path) -> None:
    done = run_here(["--store", str(tmp_path / "x" / "store.db"), "doctor", "--json"])
    assert done.code == 0
    assert list(tmp_path.iterdir()) == []


def test_doctor_exits_5_and_names_what_mends_a_damaged_store(store: str) -> None:
    for number in range(50):
        entry(store, f"note {number}")
    with open(store, "r+b") as file:
        file.seek(4096 * 3)
        file.write(os.urandom(4096 * 20))
    done = run_here(["--store", store, "doctor", "--json"])
    problems = [check for check in json.loads(done.stdout)["checks"] if check["state"] == "problem"]
    assert done.code == 5
    assert problems
    assert all(check["mend"] for check in problems)


def test_what_comes_from_outside_cannot_steer_the_terminal(store: str) -> None:
    title = "\x1b]0;pwned\x07\u202etxt"
    entry(store, title)
    for words in (["entries", "list"], ["entries", "show", json.loads(_list(store))["items"][0]["id"]]):
        done = run_here(["--store", store, *words])
        assert not {"\x1b", "\x07", "\u202e"} & set(done.stdout)
    assert json.loads(_list(store))["items"][0]["title"] == title


def _list(store: str) -> str:
    return run_here(["--store", store, "entries", "list", "--json"]).stdout


def test_a_piped_table_is_whole_and_has_no_escape_sequences(store: str) -> None:
    entry(store, "long " * 60)
    done = run_here(["--store", store, "entries", "list"])
    assert ("long " * 60).strip() in done.stdout
    assert "\x1b" not in done.stdout + done.stderr


@pytest.mark.parametrize(("environment", "is_styled"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_a_terminal_gets_colours_unless_no_color_is_set(
    store: str, tmp_path: Path, environment: dict[str, str], is_styled: bool
) -> None:
    entry(store)
    with Terminal(["--store", store, "entries", "list"], tmp_path, environment) as terminal:
        assert terminal.ended() == 0
    assert ("\x1b[" in terminal.seen) is is_styled


def test_erasing_asks_first_and_an_interrupt_exits_130_with_nothing_erased(store: str, tmp_path: Path) -> None:
    id = entry(store)
    with Terminal(["--store", store, "erase", "entry", id], tmp_path, {}) as terminal:
        terminal.wait_for("[y/N]")
        assert terminal.interrupted() == 130
    assert "Traceback" not in terminal.seen
    with Terminal(["--store", store, "erase", "entry", id], tmp_path, {}) as terminal:
        terminal.wait_for("[y/N]")
        terminal.type("n\n")
        assert terminal.ended() == 1
    assert run_here(["--store", store, "entries", "show", id]).code == 0


def test_without_a_terminal_erasing_takes_yes(store: str) -> None:
    id = entry(store)
    assert run_here(["--store", store, "erase", "entry", id]).code == 2
    assert run_here(["--store", store, "entries", "show", id]).code == 0
    assert run_here(["--store", store, "erase", "entry", id, "--yes"]).code == 0
    assert run_here(["--store", store, "entries", "show", id]).code == 3


def test_a_reader_that_goes_away_is_no_noise(store: str) -> None:
    entry(store)
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*WHEREFROM, "--store", store, "export"], stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")


def test_an_export_is_written_whole_or_not_at_all(store: str, tmp_path: Path) -> None:
    entry(store)
    file = tmp_path / "all.jsonl"
    assert run_here(["--store", store, "export", str(file)]).code == 0
    kept = file.read_bytes()
    assert run_here(["--store", store, "export", str(file), "--project", "nope"]).code == 3
    assert file.read_bytes() == kept
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.jsonl", "store.db"]


def test_text_comes_from_an_argument_a_file_or_stdin(store: str, tmp_path: Path) -> None:
    file = tmp_path / "handbook.md"
    file.write_text("from a file")

    def added(done: Ran) -> tuple[str, str]:
        told = json.loads(done.stdout)
        return told["title"], told["content"]

    add = ["--store", store, "--json", "entries", "add"]
    assert added(run_here([*add, "t", "said"])) == ("t", "said")
    assert added(run_here([*add, "--file", str(file)])) == ("handbook.md", "from a file")
    assert added(run_here([*add, "t", "-"], stdin="→ stdin".encode())) == ("t", "→ stdin")
    assert run_here([*add, "t", "said", "--file", str(file)]).code == 2


@pytest.mark.parametrize(
    ("typed", "at", "offered"),
    [
        ("wherefrom key", "1", "keys"),
        ("wherefrom keys create --role a", "4", "admin"),
        ("wherefrom --st", "1", "--store"),
    ],
)
def test_the_shell_completes_commands_options_and_vocabularies(
    typed: str, at: str, offered: str, tmp_path: Path
) -> None:
    environment = {**os.environ, "_WHEREFROM_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": at}
    done = subprocess.run(WHEREFROM, env=environment, cwd=tmp_path, capture_output=True, text=True)
    assert offered in done.stdout.split()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_there_is_a_completion_script_for_the_shell(shell: str, tmp_path: Path) -> None:
    environment = {**os.environ, "_WHEREFROM_COMPLETE": f"source_{shell}"}
    done = subprocess.run(WHEREFROM, env=environment, cwd=tmp_path, capture_output=True, text=True)
    assert "_WHEREFROM_COMPLETE" in done.stdout


def test_the_help_is_the_one_that_was_agreed_on() -> None:
    assert cli_reference.help_of() == cli_reference.GOLDEN.read_text(), "run scripts/cli_reference.py and look at it"


def test_the_reference_in_the_docs_is_what_the_program_says() -> None:
    assert cli_reference.reference() == cli_reference.REFERENCE.read_text(), "run scripts/cli_reference.py"


def test_a_hypothesis_is_observed_and_then_verified(store: str) -> None:
    words = ["learn", "The ferry runs.", "--evidence", "human:ann", "--status", "hypothesis", "--json"]
    id = json.loads(run_here(["--store", store, *words]).stdout)["id"]
    assert run_here(["--store", store, "verify", id]).code == 5
    assert run_here(["--store", store, "observe", id, "--evidence", "human:ann"]).code == 0
    assert run_here(["--store", store, "verify", id]).code == 0


@pytest.mark.parametrize(
    "words", [["search", "refunds"], ["recall", "refunds"], ["entries", "list"], ["sources", "list"]]
)
def test_a_project_is_named_by_its_beginning_and_a_slip_is_told(store: str, words: list[str]) -> None:
    run_here(["--store", store, "projects", "create", "payments"])
    assert run_here(["--store", store, *words, "--project", "pay"]).code == 0
    slip = run_here(["--store", store, *words, "--project", "paymnets", "--json"])
    assert slip.code == 3
    assert json.loads(slip.stderr)["error"]["message"] == "no such project"
