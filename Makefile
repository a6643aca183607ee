# Two commands matter: `make play` and `make test`. Each sets up what it needs, once.

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
WEB := $(shell find web/src web/public -type f) $(wildcard web/*.html web/*.json web/*.ts)

.PHONY: help play test browser coverage chromium docs bench lock clean

help:
	@echo "make play    play in the browser"
	@echo "make test    check everything: format, lint, types, tests"
	@echo "make browser   the tests of the page in Chromium"
	@echo "make coverage  the tests again, with the lines that they reach"
	@echo "make docs    build the documentation into site/"
	@echo "make bench   measure speed"
	@echo "make lock    choose and pin the newest allowed versions (see pyproject.toml, tool.uv)"
	@echo "make clean   remove all that was built, the environment too"

play: $(STAMP)
	$(BIN)/grognard play

test: $(STAMP) chromium
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	rm -f .rule-results.json
	$(BIN)/pytest -n 2 -m "not browser"
	$(BIN)/pytest -n 2 --dist worksteal -m browser
	$(BIN)/grognard rules --check
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@if command -v npm >/dev/null; then \
		cd web && npm run --silent check && npm run --silent test; \
	else \
		echo "The client's own tests need node and npm: https://nodejs.org" >&2; \
	fi

docs: $(STAMP)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

# The page in a real browser. Some tests take a whole turn by clicking: who is free takes what another has not begun.
browser: $(STAMP) chromium
	$(BIN)/pytest -n 2 --dist worksteal -m browser

coverage: $(STAMP) chromium
	$(BIN)/pytest -n 2 --cov

bench: $(STAMP)
	$(BIN)/grognard bench

# Everything pinned, and again whenever a pin or the client changes: installing builds the client. An environment
# without pip (one that uv made) is given it. The lock is complete, so pip is to look for nothing beyond it: asked
# for `coverage[toml]` by another package it would take the newest release, which the lock does not know.
$(STAMP): pyproject.toml requirements.lock hatch_build.py $(WEB)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11 ...")'
	test -x $(BIN)/pip || $(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps -e .
	touch $@

# Browser tests drive the system's Chromium. What cannot be installed here is named, and the tests go on.
chromium:
	@if command -v chromium || command -v chromium-browser || command -v google-chrome; then \
		exit 0; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get && apt-get update -qq \
		&& apt-get install -y -qq --no-install-recommends chromium; then \
		exit 0; \
	else \
		echo "Browser tests need Chromium. On Debian: sudo apt-get install chromium" >&2; \
	fi >/dev/null

# The lock names versions and hashes only: no address of a registry belongs in it.
lock: $(STAMP)
	test -x $(BIN)/uv || $(BIN)/pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip compile --quiet --universal --upgrade --generate-hashes --no-header --no-emit-index-url \
		--extra test --extra docs --output-file requirements.lock pyproject.toml

clean:
	rm -rf .venv build dist site htmlcov .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache
	rm -rf src/grognard/static web/node_modules
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
