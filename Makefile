# Two commands do everything: `make play` and `make test`. They need Python 3.11+ and nothing else.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
# An environment without a pip of its own is made sooner and 25 MB smaller; the pip beside Python installs into it.
PIP = $(shell $(BIN)/python -c 'import pip' 2>/dev/null && echo $(BIN)/python -m pip || echo $(PYTHON) -m pip --python $(BIN)/python) --quiet --disable-pip-version-check
TESTS ?= tests src README.md docs
# The tests of the pure layers, which `make coverage` measures; one process, so that nothing has to be added up.
PURE := $(addprefix tests/,boards cli/test_saves.py games kernels/test_against_slow.py library match notation records test_referee.py test_schemas.py) \
	$(addprefix src/brettwerk/,boards core match notation records)

# Tests start many processes: modules are compiled once, also where the environment says otherwise.
test test-slow coverage mutants: export PYTHONDONTWRITEBYTECODE :=

.PHONY: play test tests lint lint-style lint-types lint-layers format test-slow coverage mutants wasm bench docs pictures release-check licences browser typescript scripts types clean

play: $(VENV)/.installed  ## install, start the server, open the page
	@$(BIN)/brettwerk || [ $$? -eq 130 ]  # left with Ctrl-C

test:  ## run everything that must hold
	@$(MAKE) --no-print-directory -j3 $(VENV)/.compiled browser typescript
	@$(MAKE) --no-print-directory -j3 tests lint scripts

tests: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow" $(TESTS)

# These say nothing unless something is wrong: they run beside the tests.
lint: lint-style lint-types lint-layers

lint-style: $(VENV)/.installed-dev
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .

lint-types: $(VENV)/.installed-dev
	@$(BIN)/mypy --no-error-summary

lint-layers: $(VENV)/.installed-dev
	@$(BIN)/lint-imports >$(VENV)/layers.txt || { cat $(VENV)/layers.txt; exit 1; }

# The browser tests drive the system's Chromium; without one they are skipped, and the end of the run says so.
# Debian has one without windows, which needs half the time.
browser:
	@for name in "$$BRETTWERK_BROWSER" chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do command -v "$$name" >/dev/null && exit; done; \
	if [ "$$BRETTWERK_INSTALL_BROWSER" = 1 ]; then echo "Installing Chromium …" \
		&& apt-get update -qq && for name in chromium-headless-shell chromium; do \
			apt-get install -y -qq --no-install-recommends $$name fonts-dejavu-core >/dev/null && break; done; \
	else echo "There is no Chromium here: THE BROWSER TESTS WILL BE SKIPPED. BRETTWERK_INSTALL_BROWSER=1 installs it, as root on Debian."; fi

# The scripts of the page are checked by their JSDoc types if npm is installed.
TSC := $(VENV)/node_modules/.bin/tsc

typescript: $(VENV)/bin/python
	@test -x $(TSC) || ! command -v npm >/dev/null || npm install --silent --no-audit --no-fund --prefix $(VENV) typescript@5 >/dev/null || true

scripts: typescript
	@if test -x $(TSC); then \
		for folder in web web/worker; do \
			$(TSC) -p src/brettwerk/$$folder/jsconfig.json --incremental \
				--tsBuildInfoFile "$(CURDIR)/$(VENV)/$$(basename $$folder).tsbuildinfo" || exit; \
		done; \
	else \
		echo "There is no TypeScript here (npm installs it): THE TYPES OF THE SCRIPTS ARE NOT CHECKED."; \
	fi

types: $(VENV)/.installed-dev  ## write the types of the scripts' messages; a test fails when they are stale
	$(BIN)/python -m brettwerk.server.typescript

format: $(VENV)/.installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

test-slow: $(VENV)/.installed-dev  ## the slow tests: hundreds of thousands of positions against the slow referee
	$(BIN)/python -m pytest -n auto --timeout 3600 -m slow tests

coverage: $(VENV)/.installed-dev  ## measure the coverage of the pure layers; fails below the floor in pyproject.toml
	$(BIN)/coverage run -m pytest -q -m "not slow" $(PURE)
	$(BIN)/coverage report

mutants: $(VENV)/.installed-dev  ## change the rules in every place and check that tests notice; takes an hour of a core
	$(BIN)/python tools/mutants.py

test-research: $(VENV)/.installed-research  ## test the recipes, with their large libraries
	$(BIN)/python -m pytest -m slow tests/recipes

wasm: $(VENV)/.installed-dev  ## build the WebAssembly modules whose sources have changed
	$(BIN)/brettwerk build-wasm
	PYTHONPATH=examples/breakthrough $(BIN)/brettwerk build-wasm brettwerk_breakthrough.definition:GAME

bench: $(VENV)/.installed  ## measure how fast the games are
	$(BIN)/brettwerk bench

docs: $(VENV)/.installed-dev  ## build the documentation site in build/docs
	$(BIN)/sphinx-build -q -W --keep-going -b html docs build/docs

release-check: $(VENV)/.installed-dev docs  ## check that this tree can be released: versions, archives, installs, docs
	$(BIN)/python tools/release_check.py

licences: $(VENV)/.installed  ## list what the package needs, with versions and licences
	$(BIN)/python tools/licences.py

pictures: $(VENV)/.installed-dev  ## draw the pictures of README and docs, and count for docs/research, again
	$(BIN)/python docs/pictures.py
	$(BIN)/python docs/page_picture.py
	$(BIN)/python docs/research.py

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Brettwerk needs Python 3.11 or newer; none was found." >&2; exit 2; }
	@{ $(PYTHON) -m venv --without-pip $(VENV) && $(PYTHON) -m pip --python $(BIN)/python --version; } >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml
	@echo "Installing Brettwerk into $(VENV) …"
	@$(PIP) install --no-compile --editable .  # what is used is compiled then
	@$(PIP) uninstall --yes setuptools 2>/dev/null || true  # 10 MB that nobody needs; older Pythons bring it
	@$(BIN)/python -c "import brettwerk.cli, brettwerk.server.run"  # compiled now, the server starts sooner and smaller
	@touch $@

$(VENV)/.installed-dev: $(VENV)/bin/python pyproject.toml
	@echo "Installing Brettwerk and its tests into $(VENV) …"
	@$(PIP) install --no-compile --editable ".[dev]"
	@touch $@ $(VENV)/.installed

# What the tests load is compiled once, not by each of their processes at the same time.
$(VENV)/.compiled: $(VENV)/.installed-dev
	@$(BIN)/python -m pytest -n 0 -q --collect-only -p no:cacheprovider $(TESTS) >/dev/null 2>&1 || true
	@touch $@

$(VENV)/.installed-research: $(VENV)/.installed-dev
	@$(PIP) install --editable ".[dev,recipes]"
	@touch $@
