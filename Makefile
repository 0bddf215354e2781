# evenhand: everything a checkout needs. Python 3.11 or newer, make and a package registry are enough.

PYTHON ?= python3
VENV   ?= .venv

BIN       := $(VENV)/bin
INSTALLED := $(VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help setup demo test soak lint bench clean

help: ## say what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-6s  %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "PYTHON=python3.12 chooses the interpreter, VENV=.venv the virtual environment."

setup: $(INSTALLED) ## install evenhand, editable, with what its development needs, into .venv

$(INSTALLED): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "evenhand needs Python 3.11 or newer; make PYTHON=... chooses another interpreter." >&2; exit 1; }
	$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

demo: setup ## play a million games of Quo Vadis? and write their report to runs/demo
	$(BIN)/evenhand run quo_vadis_demo --out runs/demo
	$(BIN)/evenhand report runs/demo

test: setup ## run the tests, all but the long ones
	$(BIN)/python -m pytest -n 2 --dist loadfile

soak: setup ## run the long tests: millions of games, replayed and checked
	$(BIN)/python -m pytest -m soak

lint: setup ## check style, types and layers
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

bench: setup ## measure games per second on this machine
	$(BIN)/evenhand bench

clean: ## remove what make has made
	rm -rf $(VENV) runs/demo dist build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
