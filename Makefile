# make site     set up, build the corpus, check it, build your own copy of the website, with every word, in build/site
# make serve    the same, and serve it on this machine
# make publish  the same without what is not free: what may go on the web, in build/public; files to take away in build/release
# make quick    set up and run format, lint, types, and the tests that need no pages, browser, clone or package
# make test     set up and run every check and test
# make thorough the same with every matrix whole and every sweep complete, before a release
# make solver   compile scripts/core to the committed WebAssembly module, with a compiler of its own (400 MB, once)
# make foreign  install programs of others, in Python and from npm, that read what we write, and run the tests with them
# make bench    time the core, the solver and the machines beside OpenSpiel's tarok and endplay's bridge, on an idle machine
# make release  VERSION=0.3.0: set the version, build everything twice, commit and tag
# make dist     make wheel and source distribution in build/dist, without what is not free
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

# Python keeps the compiled modules: the tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: site serve publish quick test thorough solver dist bench release foreign programs format lock clean

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

# The types are looked at while the first tests run.
test: .venv/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	@mkdir -p build  # where what was found clean is noted
	$(BIN)/tarock build --check
	@$(BIN)/mypy & types=$$!; $(BIN)/pytest -n auto --dist worksteal -rs; suite=$$?; \
		wait $$types && exit $$suite

thorough:
	TAROCK_EVERY=1 $(MAKE) --no-print-directory test

solver:
	@test -x build/compiler/bin/python || $(PYTHON) -m venv build/compiler
	build/compiler/bin/python -m pip --quiet --disable-pip-version-check install --require-hashes -r scripts/core/requirements.txt
	build/compiler/bin/python scripts/core/build.py

dist: .venv/site.stamp
	mkdir -p build/dist
	$(BIN)/python -c "from setuptools import build_meta as b; print(b.build_sdist('build/dist'), b.build_wheel('build/dist'))"

# Only what is measured beside needs endplay, so it is in no list of requirements.
bench: .venv/dev.stamp
	$(PIP) install endplay==0.5.12
	$(BIN)/python -m benchmarks.bench_core --games 20000 --beside ef7843b4
	$(BIN)/python -m benchmarks.bench_solver --deals 20 --cap 1000000
	$(BIN)/python -m benchmarks.bench_machines --frozen $$(git log -1 --format=%H -- scripts/core/machine.h) --times 40

release: .venv/site.stamp
	$(BIN)/python scripts/release.py $(VERSION)

# Programs of others that read what we write, each kind in a place of its own; tests without their program are skipped and say so.
foreign: .venv/dev.stamp programs
	@command -v java >/dev/null || echo "no Java: TEI is not validated" >&2
	$(BIN)/pytest -n 0 -rs tests/foreign tests/publish/test_citations.py -k "formats or citation_js"
	TAROCK_EVERY=1 $(BIN)/pytest -n 0 -rs tests/carriers

programs:
	@$(MAKE) --no-print-directory build/foreign/made.stamp || echo "without the network: what is not installed is skipped" >&2
	@if command -v npm >/dev/null; then npm ci --prefix tests/foreign --ignore-scripts --no-audit --no-fund \
		|| echo "without npm's registry: Citation.js is skipped" >&2; else echo "no npm: Citation.js is skipped" >&2; fi

build/foreign/made.stamp: tests/foreign/requirements.txt tests/foreign/schema.txt
	@echo "setting up build/foreign (once)"
	@$(PYTHON) -m venv build/foreign
	@build/foreign/bin/python -m pip --quiet --disable-pip-version-check install --require-hashes -r tests/foreign/requirements.txt
	@build/foreign/bin/python -m pip --quiet --disable-pip-version-check download --no-deps --no-build-isolation \
		--no-binary :all: --require-hashes -r tests/foreign/schema.txt -d build/foreign/schema
	@touch $@

format: .venv/dev.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Pins every dependency with its hashes; run after a change in pyproject.toml.
lock: .venv/dev.stamp
	$(PIP) install uv
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--extra site pyproject.toml scripts/build-requirements.in -o requirements.txt
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--extra site --extra solver --extra play --extra dask --extra dev pyproject.toml scripts/build-requirements.in -c requirements.txt -o requirements-dev.txt
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		scripts/core/requirements.in -o scripts/core/requirements.txt
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		tests/foreign/requirements.in -o tests/foreign/requirements.txt

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
