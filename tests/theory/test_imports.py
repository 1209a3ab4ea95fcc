"""Imports that a question pays for: a float kernel answers without SymPy."""

import subprocess
import sys

import pytest

HEAVY = (
    "sympy",
    "mpmath",
    "flint",
    "scipy.optimize",
    "scipy.integrate",
    "scipy.stats",
    "matplotlib",
    "xarray",
)


def imported(statement):
    code = f"import sys; {statement}; print(*(m for m in {HEAVY!r} if m in sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return run.stdout.split()


@pytest.mark.parametrize(
    "statement",
    [
        "import depthlaws",
        "from depthlaws import chain; chain.max_learning_rate(8, 2, 1)",
        "from depthlaws import chain; chain.sharpness(8, 2, 1, network='block2')",
        "from depthlaws import chain; chain.alpha(3.0, 0.1, 8)",
        "from depthlaws import residual; residual.tied_kernel(4, 0.25)",
        "from depthlaws import activations; activations.kappa(0.5)",
        "from depthlaws import theory; theory.formula('chain-sharpness')(8, 2, 1)",
        "from depthlaws.cli.questions import question; question('chain-sharpness')(8, 2, 1)",
        "from depthlaws.theory.parametrization.hyperparameter_transfer import transfer;"
        "transfer(1e-3, layers=2, to_layers=4)",
    ],
)
def test_the_first_answer_imports_no_symbolic_mathematics(statement):
    assert imported(statement) == []


def test_a_loop_brings_a_bracketed_root_and_sobol_points_and_nothing_else():
    """Both of SciPy, half a second together."""
    modules = imported("from depthlaws import residual; residual.loop(2, 4, eps=0.1)")
    assert modules == ["scipy.optimize", "scipy.integrate", "scipy.stats"]


def test_an_expression_brings_sympy():
    assert "sympy" in imported("from depthlaws import theory; theory.formula('chain-rate').expr")
