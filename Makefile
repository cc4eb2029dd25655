# Both commands of the README set up the virtual environment themselves; the stamps make it quick when nothing changed.
# Playing needs less than testing, so that a fresh clone is soon at its first move.
PYTHON ?= python3
BIN := .venv/bin
PLAYABLE := .venv/.playable
READY := .venv/.ready
SOAK_SECONDS ?= 600
FLOOR := 96.5
LINES := build/lines.json
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check
# Only files whose hashes are known; setuptools, which builds the project itself, is among them.
LOCKED := $(INSTALL) --require-hashes --requirement
COMPILE = grep -o 'setuptools==[0-9.]*' pyproject.toml | .venv/lock/bin/uv pip compile --quiet --universal \
	--python-version 3.11 --generate-hashes --no-annotate --custom-compile-command 'make lock' $(ARGS) pyproject.toml -

.PHONY: run test e2e bench robots soak lint lock clean

run: $(PLAYABLE)
	@$(BIN)/semafor run

# Counts the lines that the tests run as well, at little cost: fewer than the floor, and it fails.
test: lint
	@mkdir -p build
	$(BIN)/python -m slipcover --json --out $(LINES) -m pytest -n auto
	@$(BIN)/python -m slipcover --merge $(LINES) --out $(LINES) --fail-under $(FLOOR) > build/lines.txt || \
		{ cat build/lines.txt; echo "Fewer than $(FLOOR) % of all lines are run by the tests."; exit 1; }

# Needs a Chromium; CHROMIUM says where it is if not in /usr/bin.
e2e: $(READY)
	$(BIN)/pytest tests/e2e -m e2e

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(READY)
	$(BIN)/python -m tests.bench $(ARGS)

# How strong the robots are, on fresh deals: writes the table of README anew. Takes hours; ARGS="--games 40" is quicker,
# and so is ARGS="--processes 8" where there are so many cores.
robots: $(READY)
	$(BIN)/python -m tests.yardstick.results $(ARGS)

# Kills the process again and again, on either store, and one of three that share a PostgreSQL; has three hundred people
# play for a month on a quick clock, lets robots of every strength play at every table and looks what they make use of,
# plays the long games, opens every page, then keeps fifty tables busy for SOAK_SECONDS.
soak: $(READY)
	$(BIN)/python -m tests.soak $(ARGS)
	$(BIN)/python -m tests.soak $(or $(ARGS),500) postgres
	$(BIN)/python -m tests.soak.three
	$(BIN)/python -m tests.soak.month
	$(BIN)/python -m tests.soak.plans
	$(BIN)/python -m tests.soak.robots
	$(BIN)/python -m tests.soak.kinds
	$(BIN)/pytest -m soak tests/wire tests/bot tests/render
	$(BIN)/python -m tests.wire.load $(SOAK_SECONDS)

# After a change of pyproject.toml. What else is locked keeps its version, unless ARGS=--upgrade.
lock:
	$(PYTHON) -m venv .venv/lock
	.venv/lock/bin/pip install --quiet --disable-pip-version-check uv==0.13.7
	$(COMPILE) --output-file requirements.txt
	$(COMPILE) --extra dev --constraint requirements.txt --output-file requirements-dev.txt

$(PLAYABLE): pyproject.toml requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Semafor needs Python 3.11 or newer; set PYTHON=…")'
	$(PYTHON) -m venv .venv
	$(LOCKED) requirements.txt --no-compile
	$(INSTALL) --no-build-isolation --no-deps --editable .
	@touch $(PLAYABLE)

$(READY): $(PLAYABLE) requirements-dev.txt
	$(LOCKED) requirements-dev.txt
	@touch $(READY)

clean:
	rm -rf .venv build *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
