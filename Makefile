# Both commands of the README set up the virtual environment themselves; the stamps make it quick when nothing changed.
# Playing needs less than testing, so that a fresh clone is soon at its first move.
PYTHON ?= python3
BIN := .venv/bin
PLAYABLE := .venv/.playable
READY := .venv/.ready
SOAK_SECONDS ?= 600
# Left alone, glibc soon takes the large arrays of pictures from its heap, where about 80 MB of holes stay behind.
export MALLOC_MMAP_THRESHOLD_ ?= 4194304

.PHONY: run test e2e bench soak lint clean

run: $(PLAYABLE)
	@$(BIN)/semafor run

test: lint
	$(BIN)/pytest -n auto

# Needs a Chromium; CHROMIUM says where it is if not in /usr/bin.
e2e: $(READY)
	$(BIN)/pytest tests/e2e -m e2e

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(READY)
	$(BIN)/python -m tests.bench $(ARGS)

# Kills the process again and again, plays the long games, opens every page, then keeps fifty tables busy for SOAK_SECONDS.
soak: $(READY)
	$(BIN)/python -m tests.soak $(ARGS)
	$(BIN)/pytest -m soak tests/wire tests/bot
	$(BIN)/python -m tests.wire.load $(SOAK_SECONDS)

$(PLAYABLE): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Semafor needs Python 3.11 or newer; set PYTHON=…")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --no-compile --editable .
	@touch $(PLAYABLE)

$(READY): $(PLAYABLE)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(READY)

clean:
	rm -rf .venv build *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
