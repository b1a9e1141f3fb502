# Every task, the same here and in CI. Needed: Python 3.11 or newer, git, a package index.

PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13 python3.14 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: help setup try test lint types imports check fuzz lock bench clean

help:  ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

setup: $(READY)  ## make .venv with everything at the versions of requirements.lock

$(READY): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "errdex needs Python 3.11 or newer; name it with PYTHON=..."; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $(READY)

try: $(READY)  ## index this environment, provoke an error in a library, explain it (two minutes)
	@$(BIN)/python tools/try.py

lint: $(READY)  ## style and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)  ## strict types
	$(BIN)/mypy

imports: $(READY)  ## which room may import which
	$(BIN)/lint-imports --no-logo

check: $(READY)  ## all tests
	$(BIN)/python -m pytest $(ARGS)

test: lint types imports check  ## everything CI runs

ROUNDS ?= 20

fuzz: $(READY)  ## the property tests with examples drawn anew, ROUNDS times
	@for round in $$(seq $(ROUNDS)); do $(BIN)/python -m pytest -m hypothesis \
		--hypothesis-profile=explore -p no:cacheprovider -x -q $(ARGS) || exit 1; done

lock: $(READY)  ## take newer versions: rewrite requirements.lock from pyproject.toml
	$(BIN)/python tools/lock.py

bench: $(READY)  ## numbers on real code; benchmarks/README.md tells what each needs
	$(BIN)/python benchmarks/scale.py $(ARGS)

clean:  ## remove what the tasks made
	rm -rf $(VENV) .try dist build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
