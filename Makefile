# make site   set up, build the corpus, check it, build the website
# make serve  the same, and serve it on this machine
# make quick  set up and run format, lint, types, and the tests that need no browser, clone or package
# make test   set up and run every check and test
# make dist   make wheel and source distribution in build/dist, without the texts whose rights are not clear
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

# Python keeps the compiled modules: the tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: site serve quick test dist format lock clean

site: .venv/site.stamp
	$(BIN)/tarock build
	$(BIN)/tarock site build

serve: .venv/site.stamp
	$(BIN)/tarock site serve

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

dist: .venv/site.stamp
	mkdir -p build/dist
	$(BIN)/python -c "from setuptools import build_meta as b; print(b.build_sdist('build/dist'), b.build_wheel('build/dist'))"

format: .venv/dev.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Pins every dependency with its hashes; run after a change in pyproject.toml.
lock: .venv/dev.stamp
	$(PIP) install uv
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--extra site pyproject.toml scripts/build-requirements.in -o requirements.txt
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--extra site --extra dev pyproject.toml scripts/build-requirements.in -c requirements.txt -o requirements-dev.txt

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
