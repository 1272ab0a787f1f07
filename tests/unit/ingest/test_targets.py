"""What a person points at."""

from pathlib import Path

import pytest

from wherefrom.core.documents import SourceKind
from wherefrom.errors import InvalidValue
from wherefrom.ingest.targets import as_target


@pytest.mark.parametrize("said", ["~nobody-has-this-name/docs", "a\x00b", "x" * 5_000, "http://[half", "file://\x00"])
def test_what_is_no_place_at_all_is_an_invalid_value(said: str) -> None:
    with pytest.raises(InvalidValue):
        as_target(said)


@pytest.mark.parametrize("before", ["file://", "file://localhost", "folder:file://"])
def test_a_file_address_is_the_path_that_it_names(tmp_path: Path, before: str) -> None:
    folder = tmp_path / "my docs#1"
    folder.mkdir()
    target = as_target(before + str(folder).replace(" ", "%20").replace("#", "%23"))
    assert (target.kind, target.uri) == (SourceKind.FOLDER, str(folder))


@pytest.mark.parametrize("said", ["nothere", "no-such-*.zip"])
def test_what_is_not_there_is_told_once(tmp_path: Path, said: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        as_target(str(tmp_path / said))
    assert str(refused.value).count("(got") == 1
    assert "cannot be read" not in refused.value.message


@pytest.mark.parametrize("before", ["", "url_crawl:"])
def test_a_part_of_a_page_is_the_page(before: str) -> None:
    assert as_target(f"{before}https://a.example/meta?q=1#part") == as_target(f"{before}https://a.example/meta?q=1")


def test_a_repository_is_the_same_however_its_path_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "shop" / ".git").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "shop")
    for said in (".@feature/a", "../shop@feature/a", "repo:.@feature/a", f"{tmp_path}/x/../shop@feature/a"):
        target = as_target(said)
        assert (target.kind, target.uri) == (SourceKind.REPO, f"{tmp_path}/shop@feature/a"), said


def test_a_bare_repository_is_one_too(tmp_path: Path) -> None:
    bare = tmp_path / "shop.git"
    for part in ("objects", "refs"):
        (bare / part).mkdir(parents=True)
    assert as_target(str(bare)).kind is SourceKind.FOLDER
    (bare / "HEAD").write_text("ref: refs/heads/main\n")
    assert as_target(str(bare)) == (SourceKind.REPO, str(bare), "shop.git")
    assert as_target(f"{bare}@v1") == (SourceKind.REPO, f"{bare}@v1", "shop.git@v1")


@pytest.mark.parametrize("ref", ["", "@v1", "@feature/a"])
def test_the_address_of_a_repository_may_name_a_ref(ref: str) -> None:
    address = f"https://code.example/acme/shop.git{ref}"
    assert as_target(address) == (SourceKind.REPO, address, f"shop{ref}")


@pytest.mark.parametrize(
    "said", ["git@github.com:acme/pay.git", "git@github.com:acme/pay", "git@github.com:/acme/pay.git"]
)
def test_a_repository_over_ssh_is_refused_with_its_https_address(said: str) -> None:
    with pytest.raises(InvalidValue, match="only https") as told:
        as_target(said)
    assert "https://github.com/acme/pay.git" in (told.value.hint or "")
