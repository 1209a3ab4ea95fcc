"""Every public function of numbers at the ends of the doubles: an answer, or a line that says why.

The calls are the functions' own examples, with each number in turn replaced.
"""

import ast
import copy
import dataclasses
import inspect
import itertools
import math
import re
import warnings

import mpmath
import numpy as np
import pytest

from depthlaws import activations, chain, parametrization, predictive_coding, residual
from tests.theory.test_public import ASKED, ELEMENTWISE, FUNCTIONS, PARSER, call

EXTREME_NUMBERS = (5e-324, 1e-300, 1e300)


def first_call(name):
    """Return the call of a function in its first example, and the names defined in the example."""
    function, known = FUNCTIONS[name], {}
    known |= function.__globals__
    for example in PARSER.get_examples(inspect.getdoc(function)):
        tree = ast.parse(example.source)
        for node in ast.walk(tree):
            called = getattr(node, "func", None)
            if name.split(".")[-1] in (getattr(called, "attr", ""), getattr(called, "id", "")):
                return node, known
        exec(example.source, known)
    return None, known


def constants(node):
    """Return the numbers of a call, in order."""
    result = (n for n in ast.walk(node) if isinstance(n, ast.Constant))
    return [n for n in result if isinstance(n.value, (int, float)) and type(n.value) is not bool]


def leaves(value):
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        value = [getattr(value, field.name) for field in dataclasses.fields(value)]
    elif isinstance(value, dict):
        value = [*value.values()]
    if isinstance(value, (list, tuple)):
        return itertools.chain.from_iterable(map(leaves, value))
    return [value]


def numbers(value):
    return [v for v in leaves(value) if isinstance(v, (float, np.floating, np.ndarray))]


def refusal(function, number, error):
    """Return True if a message has the number, an argument's name, or a value from an argument."""
    text = str(error)
    shown = {repr(number), f"{number:g}"}
    named = any(re.search(rf"\b{a}\b", text) for a in inspect.signature(function).parameters)
    return named or any(s in text for s in shown) or re.search(r"got .*\d|got inf", text)


def judged(function, number, ask):
    result, said = [], None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            result = numbers(ask())
    except ValueError as error:
        said = error
    assert said is None or refusal(function, number, said), said
    kept = [v for v in result if np.asarray(v).dtype.kind == "f"]
    assert not any(np.any(np.isnan(v)) for v in kept), kept


@pytest.mark.parametrize("name", [n for n in FUNCTIONS if n != "residual.loop"])
def test_an_extreme_argument_has_an_answer_or_a_line_that_names_it(name):
    node, known = first_call(name)
    for place in range(len(constants(node)) if node else 0):
        for number in EXTREME_NUMBERS:
            changed = copy.deepcopy(node)
            constants(changed)[place].value = number
            code = compile(ast.fix_missing_locations(ast.Expression(changed)), name, "eval")
            judged(FUNCTIONS[name], number, lambda code=code: eval(code, dict(known)))


@pytest.mark.parametrize(("name", "options"), ASKED, ids=[f"{n}-{o}" for n, o in ASKED])
def test_columns_with_one_extreme_argument(name, options):
    for argument, number in itertools.product(ELEMENTWISE[name], EXTREME_NUMBERS):
        columns = {n: v[0] for n, v in ELEMENTWISE[name].items()} | {argument: number}
        judged(FUNCTIONS[name], number, lambda columns=columns: call(name, columns, **options))


def test_an_endless_descent_takes_infinitely_many_steps():
    for order in (1, 2, 3):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            steps = chain.descent_steps([0.9, 1.0], 0.1, k=0.5, L=8, order=order)
        assert np.isfinite(steps[0])
        assert steps[1] == np.inf


def bisected(f, low, high):
    """Return the root of a rising function between positive bounds, to 15 digits."""
    with mpmath.workdps(30):
        for _ in range(60):
            middle = mpmath.sqrt(mpmath.mpf(low) * high)
            low, high = (low, middle) if f(middle) > 0 else (middle, high)
        return low


def crossing(k, L, overshoot=1):
    """Return alpha - 1 of an overshoot: (k/L) alpha^(1-2/L) (alpha-1)."""
    k, L = mpmath.mpf(k), mpmath.mpf(L)
    return bisected(
        lambda d: mpmath.log(k / L) + (1 - 2 / L) * mpmath.log1p(d) + mpmath.log(d / overshoot),
        mpmath.mpf(10) ** -330,
        mpmath.mpf(10) ** 330,
    )


@pytest.mark.parametrize("k", [5e-324, 1e-38, 1e9, 1e300])
def test_thresholds_of_the_map_at_any_rate(k):
    for L in (3, 101):
        assert chain.zero_crossing(k, L) == pytest.approx(float(1 + crossing(k, L)), rel=1e-12)
    assert chain.outer_cycle(k, 4) == pytest.approx(float(1 + crossing(k, 4, 2)), rel=1e-12)
    rate, depth = mpmath.mpf(k), 3

    def recoil(gap):  # step / |v| after overshooting from 1 + gap
        beyond = rate / depth * (1 + gap) ** (1 - mpmath.mpf(2) / depth) * gap - 1
        size = (1 + gap) * max(beyond, 0) ** depth
        return beyond, rate / depth * (1 + size) * mpmath.cbrt(size)

    ends = crossing(k, depth), 2 * crossing(k, depth, 2)
    window = bisected(lambda gap: recoil(gap)[1] - 1, *ends)
    cycle = bisected(lambda gap: recoil(gap)[0] * (recoil(gap)[1] - 1) - 1, *ends)
    assert chain.capture_window(k, depth)[1] == pytest.approx(float(1 + window), rel=1e-12)
    assert chain.outer_cycle(k, depth) == pytest.approx(float(1 + cycle), rel=1e-12)


@pytest.mark.parametrize(
    ("eta", "L", "r"), [(5e-324, 1, 0.5), (1e-300, 8, 0.5), (1.0, 1e300, 0.5), (15.999999, 8, 0.5)]
)
def test_basin_of_the_floor_at_any_rate(eta, L, r):
    with mpmath.workdps(40):
        step = mpmath.mpf(eta) / L

        def excess(y):
            return step * (mpmath.exp(y) - r) * mpmath.exp(y * (1 - mpmath.mpf(1) / L)) - 1

        y = bisected(excess, mpmath.mpf(10) ** -20, 3000)
        want = float(mpmath.sqrt(L * mpmath.expm1(y / L)))
    assert chain.floor_basin(eta, L, r, 1.0) == pytest.approx(want, rel=1e-12)


@pytest.mark.parametrize(
    "weights", [[5e-324, 2.0, 2.0], [1e200, 1e-200, 1e-200, 1e3], [1e-300, 1e300, 1e-20]]
)
def test_sharpness_whose_products_leave_the_doubles(weights):
    exact = [mpmath.mpf(w) for w in weights]
    want = sum(mpmath.fprod(exact[:i] + exact[i + 1 :]) ** 2 for i in range(len(exact)))
    assert chain.minimum_sharpness(weights, 1e-250) == pytest.approx(
        float(want * 1e-250), rel=1e-13
    )
    with pytest.raises(ValueError, match="finite factors, got 1e\\+160"):
        chain.minimum_sharpness([1e160, 1.0], network="block2")


def test_times_and_steps_from_subnormal_starts():
    assert chain.time(0.9, 5e-324, L=8) == pytest.approx(5e-324**-0.75 / 0.75, rel=1e-12)
    assert chain.descent_steps(0.9, 5e-324, k=0.5, L=8) == pytest.approx(
        5e-324**-0.75 / 0.375, rel=1e-12
    )
    assert chain.time(0.9, 0.5, L=1e300, network="block2", r=20.0) == pytest.approx(
        chain.time(0.9, 0.5, L=np.inf, network="block2", r=20.0), rel=1e-14
    )


@pytest.mark.parametrize("alpha0", [5e-324, 1e-320, 1e-310, 1e-300])
def test_two_layers_rise_from_subnormal_starts(alpha0):
    """Logistic, 1/(1 + exp(T - t)) with T = -log alpha0, whose exponential is no double."""
    end = -math.log(alpha0)
    for share in (0.5, 0.99, 0.999999, 1.0):
        truth = 1 / (1 + math.exp(end - share * end))
        assert chain.alpha(share * end, alpha0, 2) == pytest.approx(truth, rel=1e-11)


@pytest.mark.parametrize("activation", ["relu", "tanh", "gelu"])
def test_energy_of_a_branch_scale_whose_square_is_no_double(activation):
    assert residual.untied_energy(2, 1e160, activation=activation) == math.inf


def test_deep_times_whose_terms_leave_the_doubles():
    log = np.log(1e-300)
    for order, share in ((0, 1), (1, 1 + (1 + log) / 32), (2, None)):
        share = share or 1 + (1 + log) / 32 + 2 * (log**2 + 2 * log + 2) / 4096
        for first, last, sign in ((0.9, 1e-300, 1), (1e-300, 0.1, -1)):
            result = chain.deep_time(first, last, L=64, order=order)
            assert result == pytest.approx(sign * share * 1e300, rel=1e-13)
    near = chain.deep_time(0.9, [0.999e-200, 1.001e-200], L=64, order=2)
    assert near[0] / near[1] == pytest.approx(1.001 / 0.999, rel=1e-4)  # one law on both sides
    assert chain.deep_time(0.9, 5e-324, L=64, order=2) == np.inf


def test_coupling_of_blocks_has_its_limit():
    for options in ({}, {"normalize": True, "h0": 3.0}, {"activation": "tanh", "s": 1.4}):
        couplings = [
            residual.block_bound(residual.Stream(loops=4, layers=3, eps=eps, **options)).coupling
            for eps in (1e-4, 5e-324)
        ]
        assert couplings[0] == pytest.approx(couplings[1], rel=1e-3)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: chain.unbalanced_flow([1e300, 1.0], 1.0), "to be squared, got 1e+300"),
        (lambda: chain.unbalanced_flow([1e-200, 2e-200], 1.0), "to be squared, got 1e-200"),
        (lambda: predictive_coding.inference([[[1.0]], [[1e300]]]), "below 1e+150, got 1e+300"),
        (lambda: predictive_coding.activity_hessian([[[1.0]], [[1e300]]]), "got 1e+300"),
        (lambda: residual.cone_mass([[1e300]]), "squares overflow, got 1e+300"),
        (lambda: residual.limit(1e300), "overflows at s T = 1e+300"),
        (lambda: residual.loop(4, 2, eps=5e-324, sites=8), "underflows at eps=4.94066e-324"),
        (lambda: parametrization.compare_scaling(1e300), "below 1e+150"),
    ],
)
def test_what_no_double_holds_is_refused_in_a_line(ask, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        ask()


def moments(count):
    """Variances of any size, and correlations up to the ends."""
    rng = np.random.default_rng(0)
    for _ in range(count):
        a, b = 10.0 ** rng.uniform(-300, 308, 2)
        r = float(rng.choice([1.0, -1.0, 0.5, -0.9, 1 - 1e-9, rng.uniform(-1, 1)]))
        if rng.random() < 0.5:
            b, c = a, r * a
        else:
            c = r * (1 - 1e-12) * math.sqrt(a) * math.sqrt(b)
        yield a, c, b


def exact(name, a, c, b, *, gate):
    """Kernels of erf and gelu from their closed forms, in 700 digits."""
    one = 0.5 if name == "erf" else 1
    both = (one + mpmath.mpf(a)) * (one + mpmath.mpf(b))
    spread = mpmath.sqrt(both - mpmath.mpf(c) ** 2)
    if name == "erf":
        return 2 / mpmath.pi * (1 / spread if gate else mpmath.atan2(c, spread))
    angle = mpmath.atan2(spread, -mpmath.mpf(c)) / (2 * mpmath.pi)
    if gate:
        return angle + c * (1 / (1 + mpmath.mpf(a)) + 1 / (1 + mpmath.mpf(b)) + 1 / spread**2) / (
            2 * mpmath.pi * spread
        )
    part = (mpmath.mpf(a) * b * spread**2 + mpmath.mpf(c) ** 2) / both
    return c * angle + part / (2 * mpmath.pi * spread)


@pytest.mark.parametrize("gate", [False, True])
@pytest.mark.parametrize("name", ["erf", "gelu"])
def test_kernels_of_erf_and_gelu_at_any_variance(name, gate):
    """Differences of products of variances lost all digits from 1e12 on, and were NaN from 1e154.

    Relative error; gates of gelu change their sign, so theirs is over 1/1000 at least.
    """
    with mpmath.workdps(1300):
        for a, c, b in moments(60):
            truth = exact(name, a, c, b, gate=gate)
            if abs(truth) > 1e-300:
                size = max(abs(truth), 1e-3) if (name, gate) == ("gelu", True) else abs(truth)
                value = activations.dual(a, c, b, name, gate=gate)
                assert abs(value - truth) <= 1e-14 * size, (a, c, b)


@pytest.mark.parametrize("activation", ["relu", "abs", "leaky_relu", "linear"])
def test_kernels_of_homogeneous_activations_at_any_variance(activation):
    """sqrt(h11 h22) kappa(rho), also where the ratio of the variances is no double."""
    for a, b in ((1e-300, 1e300), (1e-320, 1e308), (1e308, 1e308), (5e-324, 5e-324)):
        for gate in (False, True):
            size = 1.0 if gate else math.sqrt(a) * math.sqrt(b)
            value = activations.dual(a, 0.0, b, activation, gate=gate)
            unit = activations.kappa(0.0, activation, gate=gate)
            assert value == pytest.approx(size * unit, rel=1e-12)


@pytest.mark.parametrize(("rho", "angle"), [(0.5, 1 / 3), (-1.0, -1.0), (0.0, 0.0)])
def test_the_kernel_of_tanh_at_huge_variance_is_that_of_signs(rho, angle):
    for variance in (1e150, 1e300, 1e308):
        value = activations.dual(variance, rho * variance, variance, "tanh")
        assert value == pytest.approx(angle, abs=1e-12)


@pytest.mark.parametrize(
    ("activation", "options", "truth"),
    [
        ("relu", {}, 1.0),  # (1 - 2^-(L-1)) / (1 - 1/2) / 2
        ("gelu", {}, 1 / 3),
        ("linear", {}, 4999.0),
        ("relu", {"network": "residual", "alpha": 0.0}, math.inf),
        ("gelu", {"network": "residual", "alpha": 0.0}, math.inf),
    ],
)
def test_excess_of_networks_so_deep_that_states_leave_the_doubles(activation, options, truth):
    value = predictive_coding.excess_at_start(5000, activation, **options)
    assert value == pytest.approx(truth, rel=1e-6)


def test_starts_of_block_two_far_above_the_target():
    """Their beginning, -1e-414, rounds to 0; r alpha leaves the doubles."""
    far = {"alpha0": 2.8e276, "L": 2.0, "network": "block2"}
    assert chain.earliest(**far, r=1.85) == 0
    assert chain.alpha(0.0, **far, r=1.85) == 2.8e276
    assert 1 < chain.alpha(1.0, **far, r=2.35e203) < 2
    with pytest.raises(ValueError, match=r"is too far above the target for times of 1e-300 tau"):
        chain.alpha(1e-300, **far, r=1.85)
