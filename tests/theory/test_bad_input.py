"""Bad arguments: the message is one line that names the argument, and comes before any work."""

import datetime
import functools
import math
import re
import sys

import numpy as np
import pytest

from depthlaws import (
    activations,
    chain,
    parametrization,
    predictive_coding,
    residual,
    theory,
    updates,
)
from depthlaws.theory.numerics import resource_limits, roots

NO_NUMBERS = ["3", b"3", None, True, 1j, datetime.date(2026, 1, 1), np.datetime64("2026-01-01"),
              ["1", "2"], [[1, 2], [3]], np.array([True]), {"L": 2}]  # fmt: skip


@pytest.mark.parametrize("bad", NO_NUMBERS, ids=repr)
def test_what_is_no_number_is_refused_by_name(bad):
    for name, call in {
        "L": lambda: chain.sharpness(bad, 2.0, 1.0),
        "alpha0": lambda: chain.monotone_limit(bad, 3.0),
        "t": lambda: chain.alpha(bad, 0.1, 3.0),
        "k": lambda: chain.two_cycle(bad, 3.0),
        "rho": lambda: theory.formula("kappa-relu")(bad),
        "eps": lambda: residual.tied_kernel(3, bad),
        "weights": lambda: chain.minimum_sharpness(bad),
    }.items():
        with pytest.raises((ValueError, TypeError), match=f"{name} must be"):
            call()


def test_a_derivative_whose_exponentials_overflow_far_out_is_an_activation():
    def slope(x):
        return (1 + np.exp(-x) + x * np.exp(-x)) / (1 + np.exp(-x)) ** 2

    silu = activations.from_function("silu", lambda x: x / (1 + np.exp(-x)), slope)
    assert 0 < silu.dual(1.0, 0.5, 1.0) < 1


def test_big_integers_and_fractions_are_numbers():
    assert chain.max_learning_rate(10**30, 2, 1) == chain.max_learning_rate(1e30, 2.0, 1.0)
    with pytest.raises(ValueError, match="mu_yx must be within the range of doubles"):
        chain.sharpness(3, 10**400, 1)


OF_STREAMS = [
    *(updates.backward_kernel, updates.gradient_energies, updates.gradient_step),
    *(updates.isotropic_update, updates.muon_step, updates.tangent_kernel),
    *(residual.block_bound, residual.branch_energies, residual.cosines, residual.energy_terms),
    residual.visit_sum_of_squares,
    functools.partial(updates.sign_step, seed=0),
    functools.partial(residual.coupled_kernel, layer=0),
    functools.partial(residual.replacement_stability, layer=0),
]


@pytest.mark.parametrize("of_stream", OF_STREAMS)
def test_what_is_no_stream_is_refused_with_an_example(of_stream):
    with pytest.raises(TypeError, match=r"must be a residual.Stream, got 'abc'; write Stream\(lo"):
        of_stream("abc")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: updates.path_sum(None), r"list of \(from, to\[, length\[, weight\]\]\), got None"),
        (lambda: updates.path_sum([3]), r"an edge must be \(from, to.*, got 3"),
        (lambda: residual.visit_scales(None), "visits must be layers such as .*, got None"),
        (lambda: parametrization.matched("abc"), "parameters must be a dict such as .*, got 'abc'"),
        (
            lambda: parametrization.matched({"w": (2, 3)}, wider={"w": "ab"}),
            "wider .* got 'w': 'ab'",
        ),
        (lambda: parametrization.matched({"w": (2.5, 3)}), "parameters .* got 'w': .2.5, 3."),
        (lambda: parametrization.matched({3: (4, 4)}), r"parameters .* got 3: \(4, 4\)"),
        (lambda: parametrization.matched({"w": (0,)}), r"w has the shape \(0,\), .* sharded: list"),
        (
            lambda: activations.from_function("i", lambda x: 1j * x, lambda x: 1j + 0 * x),
            "function must return real numbers, got array",
        ),
        (
            lambda: predictive_coding.wide_descent([[1, 0.5], [0.2, 1]], [1, 1], depth=3, steps=2),
            r"symmetric, got 0\.5 at \(0, 1\) and 0\.2 at \(1, 0\)",
        ),
        (lambda: parametrization.matched({}), "parameters .* an empty one: list the names"),
        (lambda: parametrization.parameter_groups("abc"), "moved must be an entry of .* got 'abc'"),
    ],
)
def test_an_argument_of_another_kind_is_refused_with_an_example(call, message):
    with pytest.raises((TypeError, ValueError), match=message):
        call()


STREAM = residual.Stream(loops=4, eps=0.25)
NORMALISED = residual.Stream(loops=4, eps=0.25, normalize=True)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: updates.backward_kernel(STREAM, variance=-1), "variance must be positive, got -1"),
        (lambda: updates.gradient_step(STREAM, variance=0), "variance must be positive, got 0"),
        (lambda: chain.transfer(L=8, L0=4, r=2.0, k0=math.inf), "k0 must be positive and finite"),
        (lambda: chain.alpha(1.0, 0.1, 4, r=2.0), "r is for network 'block2' only"),
        (lambda: theory.formulas("nope"), "unknown paper 'nope'"),
        (lambda: theory.formula("chain-rate").mp(0.5, 1, 1, 1), "L must be at least 1 and finite"),
        (
            lambda: theory.formula("chain-rate").ball(2, -1, 1, 1),
            "mu_yx must be above 0 and finite",
        ),
        (lambda: residual.tied_kernel(True, 0.1), "N must be an integer, got True"),
        (
            lambda: residual.tied_kernel(3, [0.1, 0.2]),
            "eps must be a finite number, or one for each of",
        ),
        (lambda: residual.limit(1e4), "the energy overflows"),
        (lambda: activations.from_function("wrong", np.tanh, np.cos), "slope of function: at"),
        (lambda: activations.from_function("x", 3, 4), "function must be a function"),
        (lambda: activations.from_function("sum", np.sum, np.sum), "function must keep the shape"),
        (lambda: activations.from_function("x^3", lambda x: x**3, np.ones_like), "most linearly"),
        (lambda: activations.from_function("e", lambda x: np.exp(x * x), np.exp), "finite every"),
        (
            lambda: parametrization.transfer_learning_rate(1e-3, layers=1, to_layers=2, loops=0),
            "loops must be at least 1",
        ),
        (lambda: residual.tied_kernel(-4, 1), "N must be at least 1, got -4"),
        (lambda: residual.tied_energy(2.5, 1), "N must be an integer, got 2.5"),
        (lambda: residual.untied_kernel(0, 1), "L must be at least 1, got 0"),
        (lambda: residual.block_kernel(1, 0, 1), "L must be at least 1, got 0"),
        (lambda: residual.loop(4, 0, eps=1), "N must be at least 1, got 0"),
        (lambda: residual.limit_kernel(math.inf), "T must be finite, got inf"),
        (lambda: parametrization.transfer(1e-3, layers=1, to_width=0), "to_width must be at least"),
        (lambda: updates.ce_gradient_norm(10**8, 1), "outputs must be at most 10000000 for rand"),
        (
            lambda: updates.local_slope("plain", 4, outputs=10**12, loss="ce"),
            "outputs must be at most 10000000 for random logits",
        ),
        (lambda: updates.ce_gradient_norm(4, -1), "logit_variance at least 0, got 4 and -1"),
        (lambda: predictive_coding.rescaling(2.5), "weights must be a list of one matrix or numb"),
        (lambda: predictive_coding.rescaling([1, None]), r"weights\[1\] must be a real number"),
        (lambda: activations.from_function(3, np.tanh, np.cosh), "name must be text, got 3"),
        (lambda: updates.path_sum_rate([(0, 1, 0)]), r"sum of length\^3 .* got 0"),
        (lambda: updates.residual_graph(0, 0), "a graph needs a unit"),
        (lambda: updates.boundary_fraction(8, [0.5, 1]), "an offset must be an integer, got 0.5"),
        (lambda: residual.coupled_kernel(STREAM, 0.5), "layer must be an integer, got 0.5"),
        (lambda: residual.coupled_kernel(STREAM, 1), "layer must be an integer from 0 to 0, got 1"),
        (lambda: residual.update_gain([[1.0]], [1.0, 2.0], 0.1), "for U of width 2, got"),
        (lambda: residual.update_gain([[1.0]], [0.0], 0.1), "zeta needs .* got 0.0 and 0.1"),
        (lambda: residual.coherence([[[1.0]]], 0.0), "eta must be positive, got 0"),
        (
            lambda: residual.Stream(loops=2, eps=1e300),
            "eps s must be below 1e[+]150, got eps=1e[+]300",
        ),
        (lambda: residual.post_activation_kernel(1, 2, 1e200), "eps s must be below 1e.150"),
        (lambda: updates.post_activation_energy(3, 1e200), "eps s must be below 1e.150"),
        (lambda: residual.cone_width(2.0), r"confidence must be in \(0, 1\), got 2"),
        (lambda: residual.tied_energy(2, 0.5, h0=[[1, 0.5], [0.5, 1]]), "h0 must be one energy"),
        (
            lambda: updates.sign_step(NORMALISED, seed=0, post_activation=True),
            "those of ReLU without normalisation, got activation='relu', normalize=True",
        ),
        (lambda: updates.sign_step(STREAM, seed=-1), "seed must be at least 0, got -1"),
        (lambda: updates.sign_step(STREAM, seed=0.5), "seed must be an integer, got 0.5"),
        (
            lambda: parametrization.coordinate_check([1, 2], [1.0, 2.0], floor=-1),
            "floor must not be negative, got -1",
        ),
        (
            lambda: parametrization.coordinate_check([1, 2], [1.0, math.inf]),
            "values must be positive and finite, got inf",
        ),
        (lambda: parametrization.desiderata(None), "unknown parametrisation None"),
    ],
)
def test_silent_nonsense_is_refused(call, message):
    with pytest.raises((ValueError, TypeError), match=message):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: residual.tied_kernel(10**6, 1 / 8),
        lambda: residual.block_kernel(10**5, 100, 1e-6),
        lambda: updates.gradient_step(residual.Stream(loops=2000, eps=1e-4)),
        lambda: updates.backward_kernel(residual.Stream(loops=10**6, eps=1e-4)),
    ],
)
def test_memory_is_estimated_before_the_work(call, monkeypatch):
    monkeypatch.setattr(resource_limits, "free_memory", lambda: 8 * resource_limits.GIB)
    with pytest.raises(
        MemoryError, match=r"needs [\d,.]+(e\+\d+)? GiB of memory, 8.0 GiB are free"
    ):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: chain.exact_rates(0.1, 10**9, 4),
        lambda: chain.best_rate(0.1, 10**9, 4),
        lambda: residual.limit_kernel(1.0, doublings=60),
        lambda: residual.untied_energy(10**9, 0.1, activation="erf"),
        lambda: residual.tied_energy(10**9, 1e-9),
        lambda: residual.untied_kernel(10**9, 1e-9),
        lambda: residual.limit(1.0, loops=10**9, layers=1),
        lambda: updates.sign_step(STREAM, seed=0, sites=10**7),
    ],
)
def test_endless_work_is_refused_with_its_duration(call, monkeypatch):
    monkeypatch.setattr(resource_limits, "free_memory", lambda: math.inf)
    with pytest.raises(ValueError, match=r"would take about [\d,]+ (hours|days|years); "):
        call()


def test_a_function_without_a_root_is_told():
    with pytest.raises(ArithmeticError, match=r"no root between 0.0 and 1.0 for \(2.0,\)"):
        roots.root(lambda x, a: x * x + a, 0.0, 1.0, 2.0)


def test_a_name_that_no_source_has_is_looked_for_in_every_subject(monkeypatch):
    loaded = []
    monkeypatch.setattr(
        sys.modules["depthlaws.theory.catalogue"], "_load", lambda *all: loaded.extend(all)
    )
    with pytest.raises(LookupError, match="'chain-sharpnes'; the nearest are: chain-sharpness"):
        theory.formula("chain-sharpnes")
    assert loaded == list(theory.SUBJECTS)


def test_no_number_of_classes_makes_the_start_slow_or_wrong():
    """At 10^18 classes of random logits the mean square of a vector was -136."""
    for classes in (10**7, 10**18, 10**300):
        assert updates.ce_gradient_norm(classes) == 1 - 1 / classes


HUGE = [np.zeros((10,) * 5), "a" * 100_000, [np.zeros(1000)] * 10, 10**400]


@pytest.mark.parametrize(
    "call",
    [
        lambda value: parametrization.matched(value),
        lambda value: parametrization.abcd(value, 0, 0, 0),
        lambda value: parametrization.parameter_groups(value),
        lambda value: chain.time(4, value, 2.0, 1.0, network="feedforward", r=value),
        lambda value: residual.visit_sum_of_squares(value),
        lambda value: residual.visit_scales([value]),
        lambda value: updates.path_sum_rate(value),
        lambda value: activations.kappa(0.5, value),
    ],
)
@pytest.mark.parametrize("value", HUGE, ids=["array", "text", "list", "integer"])
def test_a_long_value_is_shown_in_part(call, value):
    with pytest.raises((ValueError, TypeError)) as caught:
        call(value)
    assert len(str(caught.value)) < 700
    assert "\n" not in str(caught.value)


def test_numbers_beyond_doubles_of_a_longer_type_are_refused():
    beyond = np.longdouble("1e4000")
    if np.isinf(beyond):
        pytest.skip("the longest floats of this machine are doubles")
    with pytest.raises(ValueError, match="T must be within the range of doubles"):
        residual.limit(beyond)


def test_the_time_of_many_limits_counts_each():
    with pytest.raises(ValueError, match=r"4,096 loops of 1 layers, 10,000 of them, would take"):
        residual.limit(np.ones(10_000), loops=4096, layers=1)


@pytest.mark.parametrize("kind", [np.float32, np.float16])
def test_numbers_of_low_precision_may_be_roundings_beyond_the_end(kind):
    beyond = np.nextafter(kind(1.0), kind(2.0))
    assert activations.kappa(beyond) == activations.kappa(1.0)
    assert activations.kappa([kind(0.5), beyond])[1] == activations.kappa(1.0)
    x = np.random.default_rng(0).standard_normal((5, 3)).astype(kind)  # a Gram matrix of rank 3
    stream = residual.Stream(loops=2, eps=0.1, h0=x @ x.T)
    assert np.isfinite(stream.energies).all()
    for name in ("relu", "tanh", "erf", "gelu"):
        one = activations.dual(kind(1.0), beyond, kind(1.0), name)
        assert one == activations.dual(1.0, 1.0, 1.0, name)


@pytest.mark.parametrize("rho", [1.0000001, 1 + 4e-15, -1.0001])
def test_doubles_beyond_the_end_are_refused_with_their_digits(rho):
    with pytest.raises(ValueError, match=re.escape(f"rho must be in [-1, 1], got {rho!r}")):
        activations.kappa(rho)
