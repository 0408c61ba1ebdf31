# `make demo` and `make test` do everything, from a fresh clone with Python only.
PYTHON ?= python3
BIN := .venv/bin
export ORT_DISABLE_TELEMETRY = 1

.PHONY: demo test bench faults mutations clean

demo: .venv/run.stamp
	$(BIN)/giudice demo

test: .venv/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest

bench: .venv/run.stamp
	@for file in tests/bench/*_bench.py; do echo "$$file"; $(BIN)/python $$file || exit 1; done

.venv/bin/python:
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo "no venv could be made; on Debian: sudo apt install python3-venv" >&2; exit 1; }

.venv/run.stamp: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

.venv/dev.stamp: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@ .venv/run.stamp

faults: .venv/dev.stamp
	$(BIN)/python -m tests.faults.kills 500
	$(BIN)/python -m tests.faults.table_kills 500

mutations: .venv/dev.stamp
	$(BIN)/python tests/mutation_check.py

clean:
	rm -rf .venv build *.egg-info
