"""Every public function of the theory is compared with a simulator, or is listed without one.

``simulated_laws.toml`` lists, for each function, the property test that draws its arguments over
their whole range and compares it with a simulator, and an error that this test notices: its power.
A sample of these errors is planted.
"""

import ast
import re
from pathlib import Path

import pytest

from tests import mutant_tables
from tests.output_mutants import Member, targets

ROOT = Path(__file__).parents[1]
TABLE = Path(__file__).with_name("simulated_laws.toml")

WITHOUT_SIMULATOR = {
    "makes or names activations, whose kernels are compared": """
        activations.from_function activations.get activations.leaky_relu""",
    "returns a record, whose answers are compared": """
        chain.unbalanced_flow predictive_coding.equilibrium predictive_coding.error_step
        predictive_coding.inference predictive_coding.regime""",
    "expansions of chain.time, which is compared: test_chain_asymptotics.py": """
        chain.block2_plateau_time chain.deep_time chain.plateau_time chain.uniform_plateau_time""",
    "time before the start, found by running chain.time backwards: test_chain_flow.py": """
        chain.earliest""",
    "arranges a stream whose kernel is compared: test_visits.py, test_other_loops.py": """
        residual.in_use residual.visit_scales residual.visit_sum_of_squares""",
    "bounds and limits of Stream, which is compared: test_residual_limits.py, test_loop.py": """
        residual.block_bound residual.divergence residual.limit residual.limit_kernel
        residual.loop""",
    "computed from given arrays, or a probability: test_residual_bounds.py": """
        residual.coherence residual.cone_mass residual.cone_width residual.update_gain""",
    "counts sites or paths, which tests enumerate: test_path_sums_and_borders.py": """
        updates.boundary_fraction updates.effective_depth updates.missing_fraction
        updates.path_sum updates.path_sum_rate updates.residual_graph""",
    "mean over logits, which tests draw or integrate: test_cross_entropy_energies.py": """
        updates.ce_gradient_norm""",
    "slopes of updates.local_slope, which is compared: test_recomputed.py": """
        updates.exponent_table""",
    "exponents, solved and recomputed in fractions: test_abcd.py, test_growth_recomputed.py": """
        parametrization.abcd parametrization.desiderata parametrization.growth
        parametrization.invariants parametrization.solve""",
    "trains two networks alike, which tests do: test_abcd.py, test_scalings.py": """
        parametrization.compare_scaling parametrization.convert""",
    "tables of laws, recomputed: test_recipe_tables.py, test_moves_recomputed.py": """
        parametrization.branch_scale parametrization.component_values
        parametrization.disagreements parametrization.transfer
        parametrization.transfer_learning_rate""",
    "judges measurements; its errors on drawn sweeps: test_transfer_check.py": """
        parametrization.coordinate_check parametrization.layer_checks
        parametrization.transfer_check""",
    "sorts names: test_parameter_rules.py": """
        parametrization.matched parametrization.parameter_groups""",
}  # fmt: skip


def test_every_law_is_compared_or_says_what_holds_it():
    functions = {name for name, target in targets().items() if not isinstance(target, Member)}
    without = [name for names in WITHOUT_SIMULATOR.values() for name in names.split()]
    assert len(without) == len(set(without))
    compared = {n for n, t in targets().items() if n in mutant_tables.read(TABLE)}
    assert compared == mutant_tables.read(TABLE).keys(), "a row names no public function"
    assert not compared & set(without)
    assert functions == (functions & compared) | set(without), (
        "compare a new function with a simulator, or say in WITHOUT_SIMULATOR what holds it"
    )


def test_every_test_that_is_named_exists():
    rows = [row for own in mutant_tables.read(TABLE).values() for row in own]
    for file, function in {tuple(row[-1].split("[")[0].split("::")) for row in rows}:
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        assert function in names, f"{file} has no {function}"
    files = set(re.findall(r"test_\w+\.py", " ".join(WITHOUT_SIMULATOR)))
    assert files <= {path.name for path in (ROOT / "tests").rglob("test_*.py")}


@pytest.mark.slow
def test_a_sample_of_errors_is_noticed():
    mutant_tables.assert_sample_noticed(TABLE, "tests.mutants_survey", "--mutate-listed", 6)
