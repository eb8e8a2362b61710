# neartwin: the commands of every day. `make` or `make help` lists them.
SHELL := /bin/bash
.DEFAULT_GOAL := help
unexport PYTHONDONTWRITEBYTECODE
# A network with a certificate authority of its own is served like any other.
export UV_SYSTEM_CERTS := 1
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(STAMP) ## Create .venv from requirements.lock and compile the kernels (done by the others by themselves)

$(STAMP): requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.lock
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --editable .
	$(BIN)/python -m neartwin.compile
	@touch $(STAMP)

lock: ## Pin the newest dependencies again (pyproject.toml to requirements.lock)
	$(BIN)/uv pip compile --quiet --universal --upgrade --generate-hashes --no-header --no-annotate --extra dev \
		--python-version 3.11 pyproject.toml --output-file requirements.lock

run: $(STAMP) ## Run the three sample days through the real DAGs and print the report's path
	$(BIN)/neartwin run --sample

test: $(STAMP) ## Run the tests
	$(BIN)/python -m pytest

check: $(STAMP) ## Lint, format, types, import layers, SQL style, tests that can be collected
	$(BIN)/ruff check --no-cache
	$(BIN)/ruff format --no-cache --check
	$(BIN)/mypy plugins/neartwin
	$(BIN)/lint-imports
	$(BIN)/sqlfluff lint --processes 2 --disable-progress-bar sql
	$(BIN)/python -m pytest --collect-only -qq >/dev/null

up: $(STAMP) ## Start a full local Airflow on 127.0.0.1 and print the login
	$(BIN)/neartwin up

down: $(STAMP) ## Stop everything that `make up` started
	$(BIN)/neartwin down

bench: $(STAMP) ## Measure speed and accuracy beside the peers
	$(BIN)/python -m tests.bench

upgrade-check: $(STAMP) ## Say which golden outputs newer libraries would change, without installing them here
	$(BIN)/python -m tests.upgrade_check

soak: $(STAMP) ## Slow proofs: kill loops, a million documents, long fuzzing
	$(BIN)/python -m pytest -m soak --timeout 7200

.PHONY: help setup lock run test check up down bench soak upgrade-check
