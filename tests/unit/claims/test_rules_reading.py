"""Rules files taken apart: one rule a list item or telling paragraph, with its lines; and what rules name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.claims.rules.looking import Surroundings
from wherefrom.claims.rules.naming import named_in
from wherefrom.claims.rules.reading import rules_of
from wherefrom.claims.rules.things import Named, Thing

TEXT = """---
description: for agents
---
# Rules

This repository sells lamps.

Always run `make test` before
you commit.

## Code

- Use **tabs**,
  never spaces.
- When you change the API:
  - update `docs/api.md`
  - tell support
1. Build with

   ```sh
   make build
   ```

[Contents](#contents)

## Release

```sh
./scripts/release.sh
```
"""


def test_each_item_and_telling_paragraph_is_one_rule_with_its_lines_and_section() -> None:
    rules = rules_of(TEXT)
    assert [(rule.text, rule.line_start, rule.line_end, rule.section) for rule in rules] == [
        ("Always run `make test` before you commit.", 8, 9, ("Rules",)),
        ("Use tabs, never spaces.", 13, 14, ("Rules", "Code")),
        ("update `docs/api.md`", 16, 16, ("Rules", "Code", "When you change the API")),
        ("tell support", 17, 17, ("Rules", "Code", "When you change the API")),
        ("Build with\n   make build", 18, 22, ("Rules", "Code")),
        ("Release:\n./scripts/release.sh", 28, 30, ("Rules", "Release")),
    ]
    assert rules[1].quote == "- Use **tabs**,\n  never spaces."


def test_emphasis_is_left_out_and_names_in_code_stay_whole() -> None:
    (rule,) = rules_of("- __Never__ import from **any** `__init__.py` or my__module.\n")
    assert rule.text == "Never import from any `__init__.py` or my__module."


@given(st.text(alphabet="-*#`~ab:.|\n\t 1)>[]()", max_size=300))
def test_whatever_stands_in_a_file_its_quotes_are_its_lines(text: str) -> None:
    lines = text.splitlines()
    for rule in rules_of(text):
        assert 1 <= rule.line_start <= rule.line_end <= len(lines)
        assert rule.quote in "\n".join(lines[rule.line_start - 1 : rule.line_end])


FILE_A, FILE_B, GEN = ((Thing.FILE, name) for name in ("tools/a.py", "a/b.yml", "tools/gen.py"))
TESTS, DOCKERFILE = (Thing.FOLDER, "tests/unit"), (Thing.FILE, "docker/Dockerfile")


@pytest.mark.parametrize(
    ("rule", "named"),
    [
        ("Run `make lint test` first", [(Thing.TARGET, "lint"), (Thing.TARGET, "test")]),
        ("Run `make -C web -j4 build V=1`", [(Thing.TARGET, "build")]),
        (
            "See `src/pay.py:L3` and [api](docs/api.md#limits)",
            [(Thing.FILE, "src/pay.py"), (Thing.FILE, "docs/api.md")],
        ),
        ("Use `npm run e2e` and `npm install`", [(Thing.SCRIPT, "e2e")]),
        ("Use `just deploy`, then `poe check`", [(Thing.RECIPE, "deploy"), (Thing.TASK, "check")]),
        ("Go\npython scripts/run.py -f | tee x && ./bin/go", [(Thing.FILE, "scripts/run.py"), (Thing.FILE, "bin/go")]),
        ("Call `np.array`, `client.get`, `origin/main`, `Node.js`, `text/html`, `a/b`", []),
        ("Look at `~/.ssh/config.toml`, `/etc/hosts.txt`, `src/*.py`, `src/<name>.py`, `https://x.example/a.py`", []),
        ("Never commit `config/local.json`", []),
        ("The build writes `dist/app.js`", []),
        ("In the web folder\ncd web\nnpm run --workspace web build\nmake $TARGET", []),
        # Commands that need something to be there.
        (
            "Run `npm test`, `pnpm run build` and `yarn lint`",
            [(Thing.SCRIPT, each) for each in ("test", "build", "lint")],
        ),
        ("Run `uv run scripts/seed.py`", [(Thing.FILE, "scripts/seed.py")]),
        ("Go\nuv run --with rich python tools/a.py\npoetry run pytest tests/unit -q", [FILE_A, TESTS]),
        ("Start it: `docker compose -f docker/dev.yml up -d`", [(Thing.FILE, "docker/dev.yml")]),
        ("Go\ndocker-compose -f a/b.yml logs -f web\ndocker build -t x -f docker/Dockerfile .", [FILE_B, DOCKERFILE]),
        ("Look with `docker compose logs -f web`, `docker ps -f name=x`, `docker logs -f web.js`", []),
        ("Do `yarn tsc`, `yarn add x`, `npm install`, `npm ci`, `npx jest`, `bun run a/b.ts`, `uv sync`", []),
        ("Go\nuv run --directory web a/b.py\nyarn --cwd web lint\nnpm --prefix web test", []),
        ("Text\njust remember to be kind\njust --list", []),
        # Folders without a slash at their end.
        ("Unit tests live in `tests/unit`.", [TESTS]),
        ("`tests/unit` has the fast ones.", [TESTS]),
        ("Look into the `billing/api` folder", [(Thing.FOLDER, "billing/api")]),
        ("Call your branch `docs/topic` or `src/x`", []),
        ("The endpoint `app/users`, the package `lib/pq`, the header `text/html`", []),
        ("Ask `acme/payments`, `and/or`, `application/json`", []),
        # What a rule says of something else excuses nothing.
        ("Run `python scripts/gen.py` to generate code", [(Thing.FILE, "scripts/gen.py")]),
        ("To generate code run `python scripts/gen.py`", [(Thing.FILE, "scripts/gen.py")]),
        ("Update `CHANGELOG.md` when you remove a feature", [(Thing.FILE, "CHANGELOG.md")]),
        ("When you remove a feature, update `CHANGELOG.md`", [(Thing.FILE, "CHANGELOG.md")]),
        ("When you remove a feature update `CHANGELOG.md`", [(Thing.FILE, "CHANGELOG.md")]),
        ("The client is generated by `tools/gen.py` from `api.yaml`", [GEN, (Thing.FILE, "api.yaml")]),
        ("Never commit secrets; see `docs/secrets.md`", [(Thing.FILE, "docs/secrets.md")]),
        ("If you add a table, create a migration as in `docs/db.md`", []),
        # What is made, taken away, or an example.
        ("`make gen` creates `src/a.py`, `src/b.py` and `src/c.py`", [(Thing.TARGET, "gen")]),
        ("Code is generated into `src/api/client.ts`", []),
        ("`src/api/client.ts` is generated, never edit it", []),
        ("`settings.local.json` (gitignored) holds your keys", []),
        ("The file `notes.md` may be missing", []),
        ("`conf/app.yaml` if it exists", []),
        ("Remove `src/old.py` once nobody calls it", []),
        ("Rename `a/one.py` to `a/two.py`", []),
        ("Copy `env.example.toml` to `config.toml`", [(Thing.FILE, "env.example.toml")]),
        ("Name tests after their module, e.g. `tests/test_pay.py`", []),
        ("Write `path/to/file.py`, `src/<name>.py`, `your-module.py`, `tests/foo.py`, `src/{x}.py`", []),
        ("Built files are in `dist/` and `build/app.js`; secrets in `.env`", []),
        ("Read https://x.example/docs/a.md and [it](https://x.example/b.md)", []),
        ("Ask before adding `src/new.py`.", []),
        ("Ask before adding `src/new.py` or `src/newer.py`.", []),
        ("Add a new file `docs/topic.md` for each topic", []),
        ("Add an entry to `docs/log.md`", [(Thing.FILE, "docs/log.md")]),
        # Without a mark around them.
        ("See @docs/style.md for details", [(Thing.FILE, "docs/style.md")]),
        ("@README.md", [(Thing.FILE, "README.md")]),
        ("Install @acme/ui, write to ann@docs/x.md, use the decorator @app.route and `@docs/code.md`", []),
        ("Run scripts/seed.sh first.", [(Thing.FILE, "scripts/seed.sh")]),
        ("Always read docs/a.md, and docs/b.md.", [(Thing.FILE, "docs/a.md"), (Thing.FILE, "docs/b.md")]),
        ("See also the file ./docs/a.md", [(Thing.FILE, "docs/a.md")]),
        ("Follow .claude/rules/a.md", [(Thing.FILE, ".claude/rules/a.md")]),
        ("Run tests/unit and and/or, read x.example/docs/a.md, see path/to/file.md, open src/*.py", []),
        ("Run `frobnicate --all`, then update the docs.md/whatever", []),
        ("The result of read/write.md races is undefined", []),
        ("Run make lint before you commit, then run npm test.", [(Thing.TARGET, "lint"), (Thing.SCRIPT, "test")]),
        ("Run make to build, run make targets, and make sure that you run npm.", []),
        ("Do not touch `src/legacy/`; it is generated.", []),
    ],
)
def test_only_what_surely_is_a_file_or_a_command_is_looked_for(rule: str, named: list[tuple[Thing, str]]) -> None:
    assert [(each.thing, each.name) for each in named_in(rule) if each.sure or each.thing is Thing.FOLDER] == named


FILES = {
    "Makefile": ".PHONY: test\nVAR := x\ntest lint: deps\n\techo a: b\ninclude more.mk\n",
    "more.mk": "ship:\n\ttrue\n",
    "web/Makefile": "%.o: %.c\n\tcc\n",
    "package.json": '{"scripts": {"build": "tsc"}}',
    "pyproject.toml": "[tool.poe.tasks]\ncheck = 'x'\n",
    "justfile": "alias d := deploy\n\ndeploy target='x': test\n  go\n",
    "src/deep/pay.py": "",
    "src/deep": "",
    "src": "",
    "web/package.json": '{"scripts": {"ui": "vite"}}',
}


@pytest.mark.parametrize(
    ("named", "missing"),
    [
        (Named(Thing.TARGET, "test"), None),
        (Named(Thing.TARGET, "lint"), None),
        (Named(Thing.TARGET, "ship"), None),
        (Named(Thing.TARGET, "VAR"), "there is no make target VAR"),
        (Named(Thing.TARGET, "fly"), "there is no make target fly"),
        (Named(Thing.TARGET, "whatever", "web"), None),
        (Named(Thing.TARGET, "whatever", "nowhere"), "there is no make target whatever"),
        (Named(Thing.SCRIPT, "build"), None),
        (Named(Thing.SCRIPT, "e2e"), "there is no package script e2e"),
        (Named(Thing.TASK, "check"), None),
        (Named(Thing.TASK, "fly"), "there is no poe task fly"),
        (Named(Thing.RECIPE, "deploy"), None),
        (Named(Thing.RECIPE, "d"), None),
        (Named(Thing.RECIPE, "fly"), "there is no just recipe fly"),
        (Named(Thing.FILE, "src/deep/pay.py"), None),
        (Named(Thing.FILE, "deep/pay.py"), None),
        (Named(Thing.FILE, "pay.py"), None),
        (Named(Thing.FILE, "src/deep"), None),
        (Named(Thing.FILE, "src/pay.py"), "there is no file src/pay.py"),
        (Named(Thing.FOLDER, "src/deep"), None),
        (Named(Thing.FOLDER, "src/deep/pay"), None),
        (Named(Thing.FOLDER, "src/shallow"), "there is no folder src/shallow"),
        (Named(Thing.FOLDER, "src/deep/api", sure=False), "there is no folder src/deep/api"),
        (Named(Thing.FOLDER, "feature/login", sure=False), None),
        (Named(Thing.SCRIPT, "ui"), None),
    ],
)
def test_what_is_named_is_looked_for_where_it_would_be_defined(named: Named, missing: str | None) -> None:
    assert Surroundings(FILES, FILES.get).missing(named) == missing


def test_what_cannot_be_known_is_not_missed() -> None:
    nested = Surroundings(["web/justfile"], {"web/justfile": "a:\n"}.get)
    assert nested.missing(Named(Thing.RECIPE, "build")) is None
    unread = Surroundings(["Makefile", "package.json"], {"package.json": "{"}.get)
    assert unread.missing(Named(Thing.TARGET, "x")) is None
    assert unread.missing(Named(Thing.SCRIPT, "x")) is None
    too_many = Surroundings(["a.py"], lambda _: None, is_whole=False)
    for thing in Thing:
        assert too_many.missing(Named(thing, "b.py")) is None


@pytest.mark.parametrize("thing", [Thing.SCRIPT, Thing.RECIPE, Thing.TARGET])
def test_where_there_is_no_file_that_could_define_it_it_is_missing(thing: Thing) -> None:
    assert Surroundings(["README.md"], lambda _: None).missing(Named(thing, "lint")) == f"there is no {thing} lint"
