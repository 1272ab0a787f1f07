# Two commands are enough: `make demo` and `make test`. Each sets up .venv when it must.
PYTHON ?= python3
ARGS ?=
BIN := .venv/bin

# `logical`, not `auto`: where psutil is installed, `auto` counts cores and would use half of a small machine.
# The cap keeps a large one inside the default connection limit of the test Postgres.
PYTEST := $(BIN)/python -m pytest -n logical --maxprocesses 8 --dist worksteal

# Set on some machines; start-up would then be measured, and paid, without bytecode.
unexport PYTHONDONTWRITEBYTECODE

LOCKED := $(addprefix --extra ,code jobs llm mcp office onnx pdf postgres web)
COMPILE := pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-annotate --custom-compile-command "make lock" $(ARGS)

.DEFAULT_GOAL := help
.PHONY: help demo test check format bench soak lock clean venv models

help: ## print this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: venv ## play the story of wherefrom on an embedded store
	@$(BIN)/python -m wherefrom.demo $(ARGS)

test: models ## run the whole test suite, Postgres included (ARGS="-k word" narrows it)
	@$(PYTEST) $(ARGS)

check: venv ## check format, lint and types
	@$(BIN)/ruff format --check --quiet . || { echo "formatting differs: make format"; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/basedpyright

format: venv ## format the code and mend what lint can mend
	@$(BIN)/ruff check --quiet --fix . ; $(BIN)/ruff format .

bench: models ## measure speed and quality beside peers
	@$(PYTHON) scripts/environment.py requirements/bench.lock
	@$(BIN)/python -m bench $(ARGS)

soak: models ## run the campaigns at full size; results go to docs/soak.md
	@WHEREFROM_SOAK=1 $(PYTEST) -m soak --timeout 7200 $(ARGS)

lock: ## renew the locks from pyproject.toml and bench.in (ARGS=--upgrade takes newer versions)
	@uv=$$(mktemp -d) && trap 'rm -rf "$$uv"' EXIT && $(PYTHON) -m venv "$$uv" && "$$uv/bin/pip" install --quiet uv && \
	"$$uv/bin/uv" $(COMPILE) pyproject.toml $(LOCKED) --extra dev --output-file requirements/dev.lock && \
	"$$uv/bin/uv" $(COMPILE) requirements/bench.in --constraint requirements/dev.lock --output-file requirements/bench.lock

clean: ## remove .venv and everything made by tools
	@rm -rf .venv build dist .pytest_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

venv:
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON) is not installed; wherefrom needs Python 3.11 or newer"; exit 1; }
	@$(PYTHON) scripts/environment.py

models: venv
	@$(PYTHON) scripts/environment.py requirements/models.lock
