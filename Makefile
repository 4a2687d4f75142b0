# All that these targets ask of the machine: python3 (3.11 or newer, with its venv module), make and git.

PYTHON ?= python3
IN_VENV := .venv/bin/python
PIP := $(IN_VENV) -m pip install --disable-pip-version-check --quiet --require-hashes
PYTEST := $(IN_VENV) -m pytest
TOOL_ENV := TESTING=1
BROWSER_PACKAGES := chromium libatomic1# the second is for the driver that comes with Playwright
BROWSER_READY := command -v chromium >/dev/null && $(IN_VENV) -m playwright --version >/dev/null 2>&1
LINTS := style formatting markup imports dependencies
TEST_STEPS := lint types test-sqlite test-postgres test-browser
export PYTHONDONTWRITEBYTECODE :=# every process of the tests would compile everything again

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run demo test $(LINTS) $(TEST_STEPS) chromium bench soak screenshots messages lock clean

help: ## say what there is (this)
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-14s %s\n", $$1, $$2}' Makefile

run: .venv/.done ## run the whole site here, until Ctrl-C (PORT=8001 for another port)
	@DEVELOPMENT="$${DEVELOPMENT:-1}" exec $(IN_VENV) manage.py up

demo: .venv/.done ## the same, with two accounts and some games in progress
	@DEVELOPMENT="$${DEVELOPMENT:-1}" exec $(IN_VENV) manage.py up --demo

test: .venv/.done-test ## run every check and every test
	@failed=; for step in $(TEST_STEPS); do \
	    echo "== make $$step"; $(MAKE) --no-print-directory --keep-going $$step || failed="$$failed $$step"; \
	done; \
	if [ -n "$$failed" ]; then echo "== Failed:$$failed"; exit 1; fi; echo "== All passed: $(TEST_STEPS)"

lint: $(LINTS) ## check style, formatting, templates, imports between the parts, dependencies

style: .venv/.done-test
	$(IN_VENV) -m ruff check --quiet .

formatting: .venv/.done-test
	$(IN_VENV) -m ruff format --quiet --check .

markup: .venv/.done-test
	find templates -name '*.html' -exec .venv/bin/djade --check {} +

imports: .venv/.done-test
	$(TOOL_ENV) $(IN_VENV) .venv/bin/lint-imports --no-logo

dependencies: .venv/.done-test
	$(IN_VENV) -m deptry --no-ansi .

types: .venv/.done-test ## check types
	$(TOOL_ENV) $(IN_VENV) -m mypy

test-sqlite: .venv/.done-test ## all tests but the browser's, on SQLite
	$(PYTEST) -n 3 --ignore=tests/browser

test-postgres: .venv/.done-test ## those that use the database again, on a PostgreSQL of their own
	$(PYTEST) -n 3 --ignore=tests/browser --db=postgres

test-browser: .venv/.done-test chromium ## the tests that walk through the site in Chromium
	$(PYTEST) -n 3 tests/browser --screenshot=only-on-failure --output=var/test-results

chromium: .venv/.done-test
	@$(BROWSER_READY) || { \
	    if [ "$$(id -u)" = 0 ]; then as=; elif sudo -n true 2>/dev/null; then as="sudo -n"; else exit 0; fi; \
	    command -v apt-get >/dev/null && $$as apt-get update -q && \
	    $$as env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $(BROWSER_PACKAGES); true; }
	@$(BROWSER_READY) || { \
	    echo "The browser tests need Chromium and could not install it: install the packages '$(BROWSER_PACKAGES)'" \
	         "(on Debian: apt-get install $(BROWSER_PACKAGES)), then run 'make test' again."; exit 1; }

bench: .venv/.done-test ## measure speed, each figure as a ratio
	$(TOOL_ENV) $(IN_VENV) -m tests.bench

soak: .venv/.done-test ## play and try far more games than the tests do (an hour or so)
	$(PYTEST) -n 2 tests/rules tests/bots --hypothesis-profile=soak

screenshots: .venv/.done-test chromium ## take the pictures of docs/
	$(PYTEST) tests/browser/test_documents.py --pictures=docs --output=var/test-results

messages: .venv/.done ## collect all that can be translated in games/locale/ (LOCALE=de for German)
	@command -v xgettext >/dev/null || { \
	    echo "This needs the gettext tools: install them (on Debian: apt-get install gettext)."; exit 1; }
	@test -n "$(LOCALE)" || { echo "Say for which language: make messages LOCALE=de"; exit 1; }
	$(TOOL_ENV) $(IN_VENV) manage.py makemessages --locale $(LOCALE) --ignore 'tests/*' --ignore .venv --ignore var

lock: var/uv/bin/uv ## resolve the dependencies of pyproject.toml anew
	var/uv/bin/uv pip compile $(LOCK) pyproject.toml -o requirements.lock
	var/uv/bin/uv pip compile $(LOCK) pyproject.toml --group dev -c requirements.lock -o requirements-dev.lock
LOCK := --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

clean: ## remove the environment and the caches (var/, with its games, stays)
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis var/uv
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "Python 3.11 or newer is needed, and '$(PYTHON)' is not that: name another one, for example make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo "Python's venv module is missing: install it (on Debian: apt-get install python3-venv)"; exit 1; }
	$(PYTHON) -m venv .venv
	@touch $@

.venv/.done: requirements.lock | .venv/.made
	@echo "Installing what the site needs into .venv (once, a minute or so) ..."
	@$(PIP) -r requirements.lock
	@touch $@

.venv/.done-test: requirements-dev.lock | .venv/.made
	@echo "Installing what the tests need into .venv (once, a minute or two) ..."
	@$(PIP) -r requirements-dev.lock
	@touch $@ .venv/.done

var/uv/bin/uv:
	$(PYTHON) -m venv var/uv
	var/uv/bin/python -m pip install --disable-pip-version-check --quiet uv
