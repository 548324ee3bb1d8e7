# What there is to run. Everything happens in .venv, which scripts/setup.sh makes.
# Works with the GNU make 3.81 of macOS.

PY := .venv/bin/python
RUN = $(PY)
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1

.PHONY: help demo test check coverage lint types imports independent bench lock clean
help:
	@echo "make demo     an agent fails and is undone, on the built-in sandboxes (ARGS=--crash: its process is killed)"
	@echo "make test     the tests (ARGS=... goes to pytest)"
	@echo "make check    what CI runs: lint, types, imports, tests"
	@echo "make coverage the tests, and which lines they do not reach; takes a third longer"
	@echo "make lint     ruff: rules and formatting"
	@echo "make types    mypy and pyright"
	@echo "make imports  who may import whom"
	@echo "make independent  the stories against servers that others wrote, all requests against the vendors' own schemas (needs npm, and Python 3.13)"
	@echo "make sdk-tests  PyGithub's own tests, downloaded, with its own clients and with armed ones; takes some minutes"
	@echo "make bench    what it costs, measured beside doing without it; takes some minutes (ARGS=reads|writes|starting|listing|requests: one part)"
	@echo "make lock     pin the dependencies anew in requirements.lock (needs uv)"
	@echo "make clean    remove .venv and what the tools left"

# The set-up is done again when the pins change, and in a folder that was copied or moved.
ifneq ($(shell cat .venv/.ready 2>/dev/null),$(CURDIR))
.PHONY: .venv/.ready
endif
.venv/.ready: pyproject.toml requirements.lock scripts/setup.sh
	@sh scripts/setup.sh

demo: .venv/.ready
	@.venv/bin/rein demo $(ARGS)

test: .venv/.ready
	@$(RUN) -m pytest -q -n auto $(ARGS)

lint: .venv/.ready
	$(PY) -m ruff check
	$(PY) -m ruff format --check

types: .venv/.ready
	$(PY) -m mypy
	$(PY) -m pyright

imports: .venv/.ready
	.venv/bin/lint-imports --no-logo

check: lint types imports test

coverage: .venv/.ready
	@rm -f .coverage .coverage.*
	@$(MAKE) --no-print-directory test RUN="$(PY) -m coverage run"
	@$(PY) -m coverage combine -q
	@$(PY) -m coverage report

independent: .venv/.ready
	@command -v npm >/dev/null || { echo "missing: npm (make independent installs its stand-ins from the npm registry)" >&2; exit 1; }
	@$(PY) -m tests.independent.registry
	@$(PY) -m tests.independent.pypi
	@AGENTREIN_INDEPENDENT=1 $(PY) -m pytest -q -n auto tests/independent $(ARGS)

sdk-tests: .venv/.ready
	@AGENTREIN_SDK_TESTS=1 $(PY) -m pytest -q tests/sdk_suites $(ARGS)

bench: .venv/.ready
	@$(RUN) -m benchmarks $(ARGS)

lock:
	@command -v uv >/dev/null || { echo "make lock needs uv: pip install uv" >&2; exit 1; }
	uv pip compile pyproject.toml --all-extras --group dev --universal --python-version 3.11 --upgrade --generate-hashes \
		--no-annotate --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" \
		--quiet --output-file requirements.lock

clean:
	rm -rf .venv .independent .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist
	find agentrein connectors tests -name __pycache__ -type d -prune -exec rm -rf {} +
