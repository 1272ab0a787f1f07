"""A repository is read at a commit, from its objects, and nothing that it brings along is run."""

import os
import subprocess
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from tests.serving import serving
from wherefrom.core.documents import Source, SourceKind
from wherefrom.egress import Address, Egress
from wherefrom.errors import AdapterError, ContentError, InvalidValue
from wherefrom.ports.documents import Found, Scan
from wherefrom.sources import git as git_module
from wherefrom.sources import repo as repo_module
from wherefrom.sources.git import Git
from wherefrom.sources.mirror import mirrored
from wherefrom.sources.repo import RepoConnector

ENVIRONMENT = {
    "GIT_AUTHOR_NAME": "tester",
    "GIT_AUTHOR_EMAIL": "tester@example.org",
    "GIT_COMMITTER_NAME": "tester",
    "GIT_COMMITTER_EMAIL": "tester@example.org",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "PATH": os.environ["PATH"],
}


class Repo:
    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True)
        self.git("init", "-q", "-b", "main")

    def git(self, *arguments: str) -> str:
        done = subprocess.run(["git", *arguments], cwd=self.path, env=ENVIRONMENT, check=True, capture_output=True)
        return done.stdout.decode().strip()

    def write(self, path: str, text: str | bytes = "words\n") -> None:
        (self.path / path).parent.mkdir(parents=True, exist_ok=True)
        (self.path / path).write_bytes(text if isinstance(text, bytes) else text.encode())

    def commit(self, **files: str | bytes) -> str:
        for path, text in files.items():
            self.write(path, text)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "change")
        return self.git("rev-parse", "HEAD")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "shop")


@pytest.fixture
def connector(tmp_path: Path) -> Iterator[RepoConnector]:
    made = RepoConnector(tmp_path / "cache")
    yield made
    made.close()


def source(uri: object) -> Source:
    return Source(id="s1", kind=SourceKind.REPO, uri=str(uri), title="t")


def paths(scan: Scan) -> list[str]:
    return [unquote(found.uri.rpartition("#")[2]) for found in scan.found]


def test_every_file_of_the_commit_is_found_with_its_blob(repo: Repo, connector: RepoConnector) -> None:
    repo.write("src/pay.py", "x = 1\n")
    repo.write(".github/ci.yml")
    commit = repo.commit(**{"README.md": "hello\n"})
    scan = connector.scan(source(repo.path), None)
    assert paths(scan) == [".github/ci.yml", "README.md", "src/pay.py"]
    assert scan.found[1] == Found(f"{repo.path.as_uri()}#README.md", repo.git("rev-parse", "HEAD:README.md"))
    assert scan.state == commit
    assert scan.skipped == []


def test_a_file_is_fetched_with_the_commit_that_has_it(repo: Repo, connector: RepoConnector) -> None:
    commit = repo.commit(**{"a é#%.md": "hello\n"})
    (found,) = connector.scan(source(repo.path), None).found
    blob = connector.fetch(source(repo.path), found)
    assert (blob.path, blob.data, blob.commit, blob.repo) == ("a é#%.md", b"hello\n", commit, "shop")
    assert blob.revision == found.revision


def test_a_commit_changes_the_revision_of_what_it_touched_only(repo: Repo, connector: RepoConnector) -> None:
    old = repo.commit(a="1\n", b="1\n", c="1\n")
    first = connector.scan(source(repo.path), None)
    (repo.path / "c").unlink()
    new = repo.commit(a="2\n", d="1\n")
    second = connector.scan(source(repo.path), first.state)
    assert {found.uri[-1] for found in set(second.found) - set(first.found)} == {"a", "d"}
    assert {found.uri[-1] for found in set(first.found) - set(second.found)} == {"a", "c"}
    assert Git(str(repo.path)).changed(old, new) == {b"a": "M", b"c": "D", b"d": "A"}
    assert Git(str(repo.path)).changed(new, new) == {}


def test_a_ref_is_read_as_it_was(repo: Repo, connector: RepoConnector) -> None:
    first = repo.commit(a="old\n")
    repo.git("branch", "feature/x")
    repo.git("tag", "v1")
    repo.commit(a="new\n")
    for ref in ("v1", "feature/x", first, first[:10], "HEAD~1"):
        here = source(f"{repo.path}@{ref}")
        scan = connector.scan(here, None)
        blob = connector.fetch(here, scan.found[0])
        assert (blob.data, blob.commit, scan.state) == (b"old\n", first, first)


def test_a_folder_with_an_at_sign_is_not_taken_for_a_ref(tmp_path: Path, connector: RepoConnector) -> None:
    repo = Repo(tmp_path / "a@b")
    repo.commit(a="1\n")
    repo.git("tag", "v1")
    assert len(connector.scan(source(repo.path), None).found) == 1
    assert len(connector.scan(source(f"{repo.path}@v1"), None).found) == 1


@pytest.mark.parametrize("ref", ["nowhere", "--all", "v1 v2", "HEAD:a", "$(touch x)"])
def test_a_ref_that_is_no_commit_is_refused(repo: Repo, connector: RepoConnector, ref: str) -> None:
    repo.commit(a="1\n")
    with pytest.raises(InvalidValue):
        connector.check(source(f"{repo.path}@{ref}"))


def test_what_is_not_read_is_told_with_its_reason(repo: Repo, connector: RepoConnector) -> None:
    repo.write("vendor/x/y.go")
    repo.write("vendor/z.go")
    repo.write("logo.png")
    repo.write("third/lib.c")
    repo.write("third/own.c")
    repo.write("gen/api.py")
    repo.write(".gitattributes", "third/* linguist-vendored\nthird/own.c -linguist-vendored\n*.md text\n")
    repo.write("gen/.gitattributes", "*.py linguist-generated=true\n")
    (repo.path / "link.md").symlink_to("/etc/passwd")
    inner = Repo(repo.path / "inner")
    inner.commit(a="1\n")
    repo.commit(**{"kept.md": "1\n"})
    scan = connector.scan(source(repo.path), None)
    assert paths(scan) == [".gitattributes", "gen/.gitattributes", "kept.md", "third/own.c"]
    assert dict(scan.skipped) == {
        "vendor/": "vendored",
        "logo.png": "binary",
        "third/lib.c": "vendored",
        "gen/api.py": "generated",
        "link.md": "a link",
        "inner": "a submodule",
    }


def test_what_is_not_committed_is_not_read_but_counted(repo: Repo, connector: RepoConnector) -> None:
    repo.commit(a="committed\n", b="1\n")
    repo.write("a", "changed\n")
    repo.write("new", "1\n")
    scan = connector.scan(source(repo.path), None)
    assert paths(scan) == ["a", "b"]
    assert connector.fetch(source(repo.path), scan.found[0]).data == b"committed\n"
    (told,) = scan.skipped
    assert told[1].startswith("2 uncommitted changes: what is read is commit ")
    assert connector.scan(source(f"{repo.path}@main"), None).skipped == []


def test_a_run_that_goes_on_in_another_process_names_a_commit_that_has_the_text(
    repo: Repo, connector: RepoConnector, tmp_path: Path
) -> None:
    repo.commit(a="old\n")
    (found,) = connector.scan(source(repo.path), None).found
    commit = repo.commit(a="new\n")
    other = RepoConnector(tmp_path / "cache")
    blob = other.fetch(source(repo.path), found)
    other.close()
    assert (blob.data, blob.commit, blob.revision) == (b"new\n", commit, repo.git("rev-parse", "HEAD:a"))


def test_nothing_that_the_repository_brings_is_run(repo: Repo, connector: RepoConnector, tmp_path: Path) -> None:
    trap = tmp_path / "trapped"
    script = repo.path / ".git/hooks/trap"
    script.parent.mkdir(exist_ok=True)
    script.write_text(f"#!/bin/sh\necho $0 >> {trap}\ncat\n")
    script.chmod(0o755)
    for hook in ("post-checkout", "post-index-change", "fsmonitor-watchman", "reference-transaction"):
        (script.parent / hook).write_text(script.read_text())
        (script.parent / hook).chmod(0o755)
    repo.write(".gitattributes", "* filter=evil diff=evil\n")
    repo.commit(a="1\n")
    for name in ("filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "diff.evil.textconv"):
        repo.git("config", name, str(script))
    for name in ("core.fsmonitor", "core.pager", "core.sshCommand", "diff.external", "core.askPass", "gpg.program"):
        repo.git("config", name, str(script))
    repo.git("config", "core.hooksPath", str(script.parent))
    repo.git("config", "filter.evil.required", "true")
    trap.unlink(missing_ok=True)
    repo.write("a", "22\n")
    scan = connector.scan(source(repo.path), None)
    assert connector.fetch(source(repo.path), scan.found[1]).data == b"1\n"
    assert scan.skipped
    assert Git(str(repo.path)).changed("HEAD", "HEAD") == {}
    assert not trap.exists()


def test_a_replaced_object_is_read_as_it_was_committed(repo: Repo, connector: RepoConnector) -> None:
    repo.commit(a="true\n", b="false\n")
    repo.git("replace", repo.git("rev-parse", "HEAD:a"), repo.git("rev-parse", "HEAD:b"))
    scan = connector.scan(source(repo.path), None)
    assert connector.fetch(source(repo.path), scan.found[0]).data == b"true\n"


@pytest.mark.parametrize(
    "uri",
    ["ssh://h/x", "http://h/x", "ext::sh -c id", "git://h/x", "https://name:word@example.org/x", "/no/such/repo"],
)
def test_other_ways_to_a_repository_are_refused(connector: RepoConnector, uri: str) -> None:
    with pytest.raises(InvalidValue) as caught:
        connector.check(source(uri))
    assert "word" not in str(caught.value)


def test_an_address_is_checked_before_it_is_reached(tmp_path: Path) -> None:
    asked: list[str] = []

    def refuse(url: str) -> list[Address]:
        asked.append(url)
        raise InvalidValue("this address may not be reached", value=url)

    connector = RepoConnector(tmp_path / "cache", check_address=refuse)
    for verb in (connector.check, lambda here: connector.scan(here, None)):
        with pytest.raises(InvalidValue, match="reached"):
            verb(source("https://10.0.0.1/x.git@main"))
    assert asked == ["https://10.0.0.1/x.git"] * 2
    assert not (tmp_path / "cache").exists()


def test_a_remote_is_mirrored_once_and_brought_up_to_date(
    repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The remote is a folder here: what is allowed is widened, and its address rewritten, for the test alone."""
    monkeypatch.setattr("wherefrom.sources.mirror._PROTOCOLS", "file")
    rewritten = {**git_module._OFF, f"url.{repo.path}.insteadOf": "https://example.org/shop.git"}
    monkeypatch.setattr(git_module, "_OFF", rewritten)
    repo.commit(a="1\n")
    connector, here = RepoConnector(tmp_path / "cache"), source("https://example.org/shop.git")
    first = connector.scan(here, None)
    blob = connector.fetch(here, first.found[0])
    assert (blob.uri, blob.repo) == ("https://example.org/shop.git#a", "https://example.org/shop.git")
    commit = repo.commit(a="2\n")
    second = connector.scan(here, first.state)
    assert second.state == commit
    assert connector.fetch(here, second.found[0]).data == b"2\n"
    connector.close()
    assert [child.suffix for child in (tmp_path / "cache").iterdir()] == [".git"]


@pytest.fixture
def served(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[int, list[str]]]:
    """The repository over plain HTTP, which is allowed for the test alone: the port, and the hosts asked for."""
    repo.commit(a="1\n")
    repo.git("update-server-info")
    monkeypatch.setattr("wherefrom.sources.mirror._PROTOCOLS", "http")
    asked: list[str] = []

    class Files(SimpleHTTPRequestHandler):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given, directory=str(repo.path / ".git"))

        def log_message(self, format: str, *args: Any) -> None:
            asked.append(str(self.headers.get("host")))

    with serving(ThreadingHTTPServer(("127.0.0.1", 0), Files)) as server:
        yield server.server_port, asked


def test_git_connects_to_the_address_that_was_checked_and_resolves_no_name(
    tmp_path: Path, served: tuple[int, list[str]]
) -> None:
    """The name is nobody's: only the resolver of the test knows it, and it says another thing each time."""
    answers = iter([["127.0.0.1"], ["127.0.0.1"], ["10.9.9.9"]])
    port, asked = served
    url = f"http://git.wherefrom.test:{port}"
    with Egress(allow=["127.0.0.1"], resolve=lambda host, port: next(answers)) as egress:
        for _ in range(2):
            folder = mirrored(tmp_path, url, is_renewed=True, addresses=egress.check(url))
            assert Git(folder).resolve("main")
        with pytest.raises(InvalidValue, match="not public"):
            egress.check(url)
    assert set(asked) == {f"git.wherefrom.test:{port}"}


def test_a_name_that_does_not_resolve_is_not_left_to_git(tmp_path: Path) -> None:
    """It would ask again, and may get another answer."""
    connector = RepoConnector(tmp_path / "cache", check_address=lambda url: ())
    with pytest.raises(AdapterError, match="cannot be resolved") as caught:
        connector.scan(source("https://example.org/x.git"), None)
    assert caught.value.retryable


def test_a_git_that_cannot_be_pinned_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Git, "version", (2, 36))
    connector = RepoConnector(tmp_path / "cache", check_address=lambda url: [ip_address("93.184.216.34")])
    with pytest.raises(AdapterError, match=r"2\.36"):
        connector.scan(source("https://example.org/x.git"), None)


def test_a_host_is_asked_for_as_it_was_checked(tmp_path: Path) -> None:
    asked: list[str] = []

    def check(url: str) -> list[Address]:
        asked.append(url)
        return []

    connector = RepoConnector(tmp_path / "cache", check_address=check)
    connector.check(source("https://EXAMPLE.org.:443/x.git@main"))
    assert asked == ["https://example.org/x.git"]


def test_a_remote_that_cannot_be_reached_may_be_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wherefrom.sources.mirror._PROTOCOLS", "none")
    with pytest.raises(AdapterError) as caught:
        RepoConnector(tmp_path / "cache").scan(source("https://example.org/x.git"), None)
    assert caught.value.retryable
    assert list((tmp_path / "cache").iterdir()) == []


def test_credentials_in_the_origin_are_not_told(repo: Repo, connector: RepoConnector) -> None:
    repo.commit(a="1\n")
    repo.git("remote", "add", "origin", "https://user:pass@example.org/shop.git?key=1")
    (found,) = connector.scan(source(repo.path), None).found
    assert connector.fetch(source(repo.path), found).repo == "https://example.org/shop.git"


def test_outside_the_readable_roots_nothing_is_read(repo: Repo, tmp_path: Path) -> None:
    repo.commit(a="1\n")
    inside = tmp_path / "in"
    inside.mkdir()
    (inside / "leads_out").symlink_to(repo.path)
    (inside / "worktree").mkdir()
    (inside / "worktree/.git").write_text(f"gitdir: {repo.path}/.git\n")
    connector = RepoConnector(tmp_path / "cache", roots=[inside])
    for stray in (repo.path, inside / "leads_out", inside / "worktree"):
        with pytest.raises(InvalidValue):
            connector.scan(source(stray), None)
    RepoConnector(tmp_path / "cache", roots=[tmp_path]).check(source(repo.path))


def test_a_folder_inside_a_repository_is_no_repository(repo: Repo, connector: RepoConnector) -> None:
    repo.write("sub/a")
    repo.commit(a="1\n")
    with pytest.raises(InvalidValue, match="no git repository"):
        connector.check(source(repo.path / "sub"))


def test_binary_missing_and_large_file_pointers_are_one_failure_each(repo: Repo, connector: RepoConnector) -> None:
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n"
    repo.commit(a=b"MZ\0\0", b=pointer, c="fine\n")
    scan = connector.scan(source(repo.path), None)
    for found in (*scan.found[:2], Found(f"{repo.path.as_uri()}#gone"), Found("file:///else#c"), Found("no")):
        with pytest.raises(ContentError):
            connector.fetch(source(repo.path), found)
    assert connector.fetch(source(repo.path), scan.found[2]).data == b"fine\n"


def test_a_bare_repository_is_read_too(repo: Repo, connector: RepoConnector, tmp_path: Path) -> None:
    repo.commit(a="1\n")
    repo.git("clone", "-q", "--bare", str(repo.path), str(tmp_path / "bare.git"))
    scan = connector.scan(source(tmp_path / "bare.git"), None)
    assert paths(scan) == ["a"]


def test_a_repository_without_a_commit_says_so(repo: Repo, connector: RepoConnector) -> None:
    with pytest.raises(InvalidValue, match="nothing was committed") as told:
        connector.check(source(repo.path))
    assert "folder:" in (told.value.hint or "")


def test_too_many_files_end_the_scan(repo: Repo, connector: RepoConnector, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repo_module, "_MOST_FILES", 2)
    repo.commit(a="1\n", b="1\n", c="1\n")
    with pytest.raises(AdapterError, match="too many files"):
        connector.scan(source(repo.path), None)


def test_a_command_that_says_too_much_or_takes_too_long_is_ended(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit(a="1\n")
    git = Git(str(repo.path))
    with pytest.raises(AdapterError, match="took too long"):
        git.run("cat-file", "--batch-all-objects", "--batch-check", seconds=-1)
    monkeypatch.setattr(git_module, "_MOST_OUTPUT", 3)
    with pytest.raises(AdapterError, match="said too much"):
        git.run("ls-tree", "HEAD")


def test_without_git_the_error_says_what_to_install(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    with pytest.raises(AdapterError) as caught:
        Git(str(repo.path)).resolve()
    assert "install git" in str(caught.value)


def test_a_reader_that_was_ended_is_started_again(repo: Repo) -> None:
    repo.commit(a="1\n")
    git, blob = Git(str(repo.path)), repo.git("rev-parse", "HEAD:a")
    assert git.read(blob) == b"1\n"
    assert git._batch is not None
    git._batch.kill()
    with pytest.raises(AdapterError) as caught:
        git.read(blob)
    assert caught.value.retryable
    assert git.read(blob) == b"1\n"
    with pytest.raises(ContentError):
        git.read("HEAD:")
    assert git.show("HEAD", b"a") == (blob, b"1\n")
    git.close()
