# Everything sets itself up in .venv from requirements.lock: exact versions, checked hashes.
#   make reproduce   every claim's verdict, all figures (quick profile) and the report, into out/
#   make test        lint, types, tests, doctests
#   make benchmarks  our routes beside other people's, in one run
#   make lock        solve pyproject.toml again into requirements.lock
#   make clean       remove what the above made

PYTHON ?= python3
PROFILE ?= quick
OUT ?= out
VENV := .venv
BIN := $(VENV)/bin
LOCKED := $(VENV)/.locked
READY := $(VENV)/.ready
# The processes share the cores: one thread of linear algebra in each.
ONE_THREAD := OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1

.PHONY: reproduce test benchmarks lock clean

reproduce: $(READY)
	@mkdir -p $(OUT); status=0; \
	$(BIN)/depthlaws verify --json $(OUT)/verdicts.json || status=$$?; \
	$(BIN)/depthlaws figures --profile $(PROFILE) --format pdf,png,svg \
	    --out $(OUT)/figures || status=$$?; \
	$(BIN)/depthlaws report --figures $(OUT)/figures --out $(OUT)/report || status=$$?; \
	exit $$status

test: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyrefly check --summary=none --python-interpreter-path $(BIN)/python
	$(ONE_THREAD) HYPOTHESIS_PROFILE=ci $(BIN)/python -m pytest -q -n 2 --dist worksteal

benchmarks: $(READY)
	$(BIN)/depthlaws bench

lock: $(READY)
	$(BIN)/uv pip compile --quiet --upgrade --universal --fork-strategy fewest \
	    --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
	    --custom-compile-command "make lock" --extra dev -o requirements.lock pyproject.toml

clean:
	rm -rf $(VENV) $(OUT) build depthlaws.egg-info .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): $(LOCKED) pyproject.toml
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --no-index -e .
	@touch $@

$(LOCKED): requirements.lock
	@$(PYTHON) -c 'import sys; v = sys.version.split()[0]; sys.exit(sys.version_info < (3, 11) \
	    and f"depthlaws needs Python 3.11 or newer, {sys.executable} is {v}; try: make PYTHON=python3.12")'
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes \
	    -r requirements.lock
	@touch $@
