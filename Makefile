# make site     set up, build the corpus, check it, build your own copy of the website, with every word, in build/site
# make serve    the same, and serve it on this machine
# make publish  the same without what is not free: what may go on the web, in build/public
# make quick    set up and run format, lint, types, and the tests that need no browser, clone or package
# make test     set up and run every check and test
# make solver   compile scripts/solver to the committed WebAssembly module, with a compiler of its own (400 MB, once)
# make foreign  install from npm the programs of others that some tests need
# make dist     make wheel and source distribution in build/dist, without what is not free
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

# Python keeps the compiled modules: the tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: site serve publish quick test solver dist foreign format lock clean

site: .venv/site.stamp
	$(BIN)/tarock build
	$(BIN)/tarock site build --own

serve: .venv/site.stamp
	$(BIN)/tarock build
	$(BIN)/tarock site serve --own

publish: .venv/site.stamp
	$(BIN)/tarock build
	$(BIN)/tarock site build

quick: .venv/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	@mkdir -p build
	$(BIN)/tarock build --check
	$(BIN)/pytest -n auto --dist worksteal -m "not slow"

test: .venv/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	@mkdir -p build  # where what was found clean is noted
	$(BIN)/tarock build --check
	$(BIN)/pytest -n auto --dist loadfile --no-loadscope-reorder

solver:
	@test -x build/compiler/bin/python || $(PYTHON) -m venv build/compiler
	build/compiler/bin/python -m pip --quiet --disable-pip-version-check install --require-hashes -r scripts/solver/requirements.txt
	build/compiler/bin/python scripts/solver/build.py

dist: .venv/site.stamp
	mkdir -p build/dist
	$(BIN)/python -c "from setuptools import build_meta as b; print(b.build_sdist('build/dist'), b.build_wheel('build/dist'))"

# Programs of others that read what we write, and are not Python; the tests that need them are skipped without.
foreign:
	npm ci --prefix tests/foreign --ignore-scripts --no-audit --no-fund

format: .venv/dev.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Pins every dependency with its hashes; run after a change in pyproject.toml.
lock: .venv/dev.stamp
	$(PIP) install uv
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--extra site pyproject.toml scripts/build-requirements.in -o requirements.txt
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--extra site --extra solver --extra dev pyproject.toml scripts/build-requirements.in -c requirements.txt -o requirements-dev.txt
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		scripts/solver/requirements.in -o scripts/solver/requirements.txt

.venv/python.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; name one with: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 2; }
	@echo "setting up .venv (once)"
	@$(PYTHON) -m venv .venv
	@touch $@

.venv/site.stamp: .venv/python.stamp requirements.txt pyproject.toml
	@$(PIP) install --require-hashes -r requirements.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

.venv/dev.stamp: .venv/python.stamp requirements-dev.txt pyproject.toml
	@$(PIP) install --require-hashes -r requirements-dev.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@ .venv/site.stamp

clean:
	rm -rf .venv build
