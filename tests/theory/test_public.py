"""What holds for every public function of the theory, whichever it is."""

import doctest
import inspect
import math

import numpy as np
import pytest

from depthlaws import activations, chain, residual, theory

SUBJECTS = {name: getattr(theory, name) for name in theory.SUBJECTS}
FUNCTIONS = {
    f"{subject}.{name}": getattr(module, name)
    for subject, module in SUBJECTS.items()
    for name in module.__all__
    if inspect.isfunction(getattr(module, name))
}
PARSER = doctest.DocTestParser()
COUNTED = {"L", "L0", "N"}  # also integers make sense for these

# Arguments of every elementwise function: columns of equal length, by name.
K = [1.2, 1.7, 1.9, 1.95]
DEEP, ODD = [2.0, 3.0, 8.0, 64.0], [3.0, 5.0, 7.0, 9.0]
STARTS, ENDS, TIMES = [0.1, 0.4, 1.5, 30.0], [0.7, 0.9, 1.2, 3.0], [0.5, 1.0, 3.0, 40.0]
MOMENTS = {"mu_yx": [2.0, 1.5, 4.0, 1.25], "mu_xx": [1.0, 0.5, 2.0, 1.0]}
BELOW = {"mu_yx": [0.5, 0.25, 1.0, 0.75], "mu_xx": [1.0, 0.5, 2.0, 1.0]}
ELEMENTWISE = {
    "chain.sharpness": {"L": DEEP, **MOMENTS},
    "chain.max_learning_rate": {"L": DEEP, **MOMENTS},
    "chain.learning_rate": {"L": DEEP, **MOMENTS, "tau": TIMES},
    "chain.alpha": {"t": TIMES, "alpha0": STARTS, "L": DEEP, "tau": [1.0, 2.0, 0.5, 4.0]},
    "chain.gap": {"t": TIMES, "alpha0": STARTS, "L": DEEP},
    "chain.time": {"alpha": ENDS, "alpha0": STARTS, "L": DEEP},
    "chain.earliest": {"alpha0": [1.5, 2.0, 3.0, 40.0], "L": DEEP},
    "chain.convergence_constant": {"alpha0": STARTS, "L": DEEP},
    "chain.deep_time": {"alpha": ENDS, "alpha0": STARTS, "L": DEEP},
    "chain.descent_steps": {"alpha": ENDS, "alpha0": STARTS, "k": K, "L": DEEP},
    "chain.plateau_time": {"alpha0": [0.1, 0.01, 0.3, 0.2], "L": DEEP},
    "chain.uniform_plateau_time": {"alpha0": [0.1, 0.01, 0.3, 0.2], "L": DEEP},
    "chain.block2_plateau_time": {"w0": [0.1, 0.01, 0.3, 0.2], "L": DEEP, "r": [2, 3, 4, 1.5]},
    "chain.escape_rate": {"r": [2.0, 3.0, 4.0, 1.5], "L": DEEP},
    "chain.floor_max_learning_rate": {"L": DEEP, **BELOW},
    "chain.floor_basin": {"eta": [0.5, 0.25, 0.125, 1.0], "L": DEEP, **BELOW},
    "chain.mismatch": {"L": DEEP, "L0": ODD, "r": [2.0, 3.0, 4.0, 1.5]},
    "chain.two_cycle": {"k": [2.1, 2.2, 2.5, 3.0], "L": DEEP},
    "chain.period_doubling_rate": {"L": DEEP},
    "chain.zero_crossing": {"k": K, "L": DEEP},
    "chain.leaving_rate": {"L": DEEP},
    "chain.divergence_rate": {"L": DEEP},
    "chain.outer_cycle": {"k": K, "L": DEEP},
    "chain.capture_window": {"k": K, "L": ODD},
    "chain.monotone_limit": {"alpha0": STARTS, "L": DEEP},
    "chain.convergence_limit": {"alpha0": STARTS, "L": DEEP},
    "chain.converges": {"alpha0": STARTS, "k": K, "L": DEEP},
    "activations.kappa": {"rho": [-0.5, 0.25, 0.75, 1.0]},
    "activations.dual": {"h11": [1.0, 2.0, 3.0, 0.5], "h12": [0.5, -1.0, 0.0, 0.25],
                         "h22": [1.0, 2.0, 4.0, 8.0]},
    "residual.tied_linear_energy": {"N": [1, 2, 8, 64], "eps": [0.5, 0.25, 0.125, 0.0625]},
    "residual.untied_energy": {"L": [1, 2, 8, 64], "eps": [0.5, 0.25, 0.125, 0.0625]},
}  # fmt: skip
# One point, one record or a matrix at a time.
OTHERS = {
    "chain.minimum_sharpness", "chain.transfer", "chain.exact_rates", "chain.best_rate",
    "chain.unbalanced_flow", "activations.from_function", "activations.get",
    "activations.leaky_relu", "residual.energy_terms", "residual.branch_energies",
    "residual.cosines", "residual.replacement_stability", "residual.block_bound",
    "residual.coherence", "residual.cone_mass", "residual.cone_width", "residual.update_gain",
    "residual.limit", "residual.limit_kernel", "residual.divergence", "residual.tied_energy",
    "residual.tied_kernel", "residual.block_kernel", "residual.untied_kernel",
    "residual.coupled_kernel", "updates.backward_kernel", "updates.gradient_energies",
    "updates.gradient_step", "updates.isotropic_update", "updates.sign_step",
    "parametrization.branch_scale", "parametrization.component_values",
    "parametrization.transfer_learning_rate", "parametrization.abcd", "parametrization.convert",
    "parametrization.desiderata", "parametrization.growth", "parametrization.invariants",
    "parametrization.solve", "parametrization.transfer", "parametrization.parameter_groups",
    "parametrization.matched", "parametrization.compare_scaling",
    "parametrization.coordinate_check", "residual.loop",
    "predictive_coding.activity_hessian",
    "predictive_coding.equilibrium", "predictive_coding.inference", "predictive_coding.rescaling",
    "predictive_coding.rescaling_gradient", "predictive_coding.expected_rescaling",
    "predictive_coding.rescaling_variance", "predictive_coding.misalignment",
    "predictive_coding.wide_descent",
    "activations.gate", "activations.kappa4",
    "updates.boundary_fraction", "updates.ce_gradient_norm", "updates.effective_depth",
    "updates.energies", "updates.exponent_table", "updates.local_slope", "updates.max_update_rate",
    "updates.missing_fraction", "updates.path_sum", "updates.path_sum_rate",
    "updates.post_activation_energy", "updates.residual_graph", "updates.transfer_update_rate",
    "updates.zero_padding_survival",
}  # fmt: skip


def test_every_public_function_is_in_one_of_the_two_lists():
    assert set(ELEMENTWISE) | OTHERS == set(FUNCTIONS)
    assert not set(ELEMENTWISE) & OTHERS


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_public_function_shows_an_example_and_its_source(name):
    text = inspect.getdoc(FUNCTIONS[name])
    assert PARSER.get_examples(text), f"{name} has no example"
    assert text.splitlines()[0].rstrip().endswith(".")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_no_argument_of_a_public_function_is_any(name):
    for p in inspect.signature(FUNCTIONS[name]).parameters.values():
        assert p.annotation not in ("Any", inspect.Parameter.empty), f"{name}: {p}"


def call(name, columns):
    function = FUNCTIONS[name]
    names = inspect.signature(function).parameters
    positional = [columns[n] for n, p in names.items() if n in columns and p.kind < 2]
    out = function(*positional)
    return out if isinstance(out, tuple) else (out,)


def columns_of(name, change):
    return {n: change(n, v) for n, v in ELEMENTWISE[name].items()}


@pytest.mark.parametrize("name", ELEMENTWISE)
def test_one_point_or_many_lists_or_any_type_give_the_same_numbers(name):
    many = call(name, columns_of(name, lambda _, v: np.array(v, dtype=float)))
    batches = {
        "lists": columns_of(name, lambda _, v: [*v]),
        "float32": columns_of(name, lambda _, v: np.array(v, dtype=np.float32)),
        "integers": columns_of(name, lambda n, v: np.array(v, int) if n in COUNTED else [*v]),
        "rows": columns_of(name, lambda _, v: np.array(v, dtype=float).reshape(2, 2)),
        "repeated": columns_of(name, lambda _, v: np.tile(np.array(v, dtype=float), 3)),
    }
    rounded = columns_of(name, lambda _, v: np.array(v, dtype=np.float32).astype(float))
    for kind, columns in batches.items():
        base = call(name, rounded) if kind == "float32" else many
        for got, want in zip(call(name, columns), base, strict=True):
            flat = np.ravel(got)[: len(np.ravel(want))]
            np.testing.assert_array_equal(flat, np.ravel(want), err_msg=f"{name}: {kind}")
    for i in range(4):
        single = call(name, columns_of(name, lambda _, v, i=i: v[i]))
        for got, want in zip(single, many, strict=True):
            assert isinstance(got, (float, bool)), f"{name}: {type(got)}"
            assert got == want[i] or (math.isnan(got) and math.isnan(want[i])), (name, i)


def test_float32_arrays_are_their_doubles():
    single = np.array([0.1, 0.3], dtype=np.float32)
    for law in (lambda x: chain.alpha(1.0, x, 8), lambda x: theory.formula("kappa-relu")(x)):
        np.testing.assert_array_equal(law(single), law(single.astype(float)))
    assert activations.kappa(np.float32(0.1)) == activations.kappa(float(np.float32(0.1)))
    assert residual.tied_energy(4, np.float32(0.25)) == residual.tied_energy(4, 0.25)
