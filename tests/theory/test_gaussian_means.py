"""Means of activations over Gaussians: beside mpmath and closed forms, and what is refused.

REFERENCES were computed apart by nested adaptive Gauss-Legendre quadrature in mpmath (15 digits,
panels about the kinks, the poles and both densities), with variances drawn from 1e-6 to 1e8 and
correlations -1, -0.999, -0.9, 0, 0.5, 0.99, 0.999999, 1.
"""

import math
import time

import numpy as np
import pytest
from flint import arb

from depthlaws import activations, updates
from depthlaws.theory import formula
from depthlaws.theory.activations import lattice
from depthlaws.theory.activations.catalogue import panels
from depthlaws.theory.activations.gaussian_means import UnresolvedError

ALLOWED = 1e-10  # relative, of the value or of the rounding of terms that cancel


def sigmoid(x):
    return 0.5 * (1 + np.tanh(x / 2))


def sech2(x):
    return 1 / np.cosh(np.clip(x, -350, 350)) ** 2


OWN = {
    "tanh": (np.tanh, sech2),
    "sigmoid": (sigmoid, lambda x: sech2(x / 2) / 4),
    "softplus": (lambda x: np.logaddexp(0.0, x), sigmoid),
    "silu": (lambda x: x * sigmoid(x), lambda x: sigmoid(x) + x * sech2(x / 2) / 4),
    "hard_tanh": (lambda x: np.clip(x, -1, 1), lambda x: (np.abs(x) < 1).astype(float)),
    "elu": (
        lambda x: np.where(x > 0, x, np.expm1(np.minimum(x, 0))),
        lambda x: np.exp(np.minimum(x, 0)),
    ),
    "arctan": (np.arctan, lambda x: 1 / (1 + x * x)),
    "shifted": (lambda x: np.tanh(x - 3), lambda x: sech2(x - 3)),
    "sine": (np.sin, np.cos),
    "relu6": (lambda x: np.clip(x, 0, 6), lambda x: ((x > 0) & (x < 6)).astype(float)),
}

# activation, gate, h11, h12, h22, value
REFERENCES = (
    (
        "tanh",
        False,
        3.130397786640427e-05,
        3.130397786640427e-05,
        3.130397786640427e-05,
        3.13020181621545e-05,
    ),
    (
        "sigmoid",
        False,
        6857.997710871814,
        1518.3182577523667,
        1344.5850692948832,
        0.333199247194717,
    ),
    (
        "softplus",
        True,
        14619531.451386133,
        -301.88310003670324,
        0.00624616096410503,
        0.242133701411852,
    ),
    (
        "silu",
        True,
        0.0038094053559018497,
        -0.0038094053559018497,
        0.0038094053559018497,
        0.249051260512718,
    ),
    (
        "hard_tanh",
        False,
        18916.07808169578,
        -5032.782779079974,
        1653.1042992464725,
        -0.712723343813335,
    ),
    ("elu", False, 0.017451454706846076, 8.138554563186746, 3795.454531611241, 4.11789093048327),
    ("arctan", True, 0.35762760186022824, 0.0, 0.35762760186022824, 0.6424153729825),
    (
        "shifted",
        True,
        76777.19306050957,
        1.8494742918232967,
        4.54562890617637e-05,
        2.84120222635071e-05,
    ),
    (
        "tanh",
        False,
        0.0013357513702661726,
        -0.0013357513702661726,
        0.0013357513702661726,
        -0.00133219634672673,
    ),
    (
        "sigmoid",
        False,
        0.10290998493588328,
        -0.09261898644229495,
        0.10290998493588328,
        0.244489689662312,
    ),
    (
        "softplus",
        True,
        0.00442214162519103,
        28.36513654265099,
        181944.10049289948,
        0.256627387985138,
    ),
    ("silu", True, 697.0997272030581, 0.0, 0.00012469521378135338, 0.25),
    ("hard_tanh", False, 52.3187565916438, 51.79556902572736, 52.3187565916438, 0.884507639260452),
    ("elu", False, 1976.909282823641, 1976.909282823641, 1976.909282823641, 988.941191058277),
    (
        "arctan",
        True,
        1329.7686362381244,
        0.13244710393093212,
        5.276778188818648e-05,
        0.0336287817476809,
    ),
    (
        "shifted",
        True,
        0.052351262890836074,
        -0.05229891162794524,
        0.052351262890836074,
        9.72531044823459e-05,
    ),
    ("tanh", False, 1.4618811247299746e-05, 0.0, 0.0007276185649899615, 0.0),
    ("sigmoid", False, 49203213.75913072, 4649.031858316302, 0.4481889916568958, 0.311828077833667),
    ("softplus", True, 73461007.86349574, 73461007.86349574, 73461007.86349574, 0.499953454080414),
    ("silu", True, 1.3837980822136393, 10.525066714383792, 320.2115417446494, 0.327462943560752),
    (
        "hard_tanh",
        False,
        1645641.9458325151,
        -82398.18936729286,
        4133.986100096235,
        -0.970955686094189,
    ),
    (
        "elu",
        False,
        3.642842369749155e-05,
        -3.642842369749155e-05,
        3.642842369749155e-05,
        -3.625365639433e-05,
    ),
    (
        "arctan",
        True,
        176.67632328010762,
        -326.5406733607885,
        745.0942231903279,
        0.00817645308783194,
    ),
    (
        "shifted",
        True,
        0.00034416961035594614,
        8.53283445900866e-05,
        2.1155095433408873e-05,
        9.7441705554081e-05,
    ),
    ("tanh", False, 1766505.0687756406, 883252.5343878203, 1766505.0687756406, 0.333333162204652),
    (
        "sigmoid",
        False,
        15.593384211177588,
        -0.08972359140507098,
        0.0005172993606969148,
        0.247932603015564,
    ),
    (
        "softplus",
        True,
        2.1697650950086875,
        -2.1697650950086875,
        2.1697650950086875,
        0.1782392220515,
    ),
    ("silu", True, 149756.8192037596, -134781.13728338364, 149756.8192037596, 0.0717759285537199),
)


def own(name):
    return activations.from_function(name, *OWN[name])


@pytest.mark.parametrize("case", REFERENCES, ids=lambda c: f"{c[0]}-{c[1]}-{c[2]:.0e}-{c[4]:.0e}")
def test_kernels_of_own_activations_beside_mpmath(case):
    name, gate, *moments, value = case
    kernel = activations.dual(*moments, own(name), gate=gate)
    assert kernel == pytest.approx(value, rel=ALLOWED, abs=1e-25)
    if name == "tanh":
        assert activations.dual(*moments, "tanh", gate=gate) == pytest.approx(
            value, rel=ALLOWED, abs=1e-25
        )


@pytest.mark.parametrize("name", ["erf", "gelu"])
@pytest.mark.parametrize("gate", [False, True])
def test_quadrature_beside_certified_closed_forms_over_the_whole_range(name, gate):
    """Also where rounding of h11 h22 - h12^2 would cost all digits of a narrow Gaussian."""
    known, law = activations.get(name), formula(f"{'gate' if gate else 'dual'}-{name}")
    act = activations.from_function("own", known.function, known.derivative)
    assert act.name == "own"
    rng = np.random.default_rng(14)
    near = np.append(10 ** rng.uniform(-12, 0, 24), [1.0, 1e-8, 1e-7])
    a, b = 10 ** rng.uniform(-6, 8, (2, near.size))
    sign = rng.choice([-1, 1], near.size)
    a[-2:], b[-2:], sign[-2:] = 9.7e7, 6.1e7, -1
    cross = sign * (1 - near) * np.sqrt(a) * np.sqrt(b)
    for point in zip(*(v.tolist() for v in (a, cross, b)), strict=True):
        exact = law.ball(*point, prec=400)
        allowed = ALLOWED * abs(exact) + 1e-25
        assert abs(arb(activations.dual(*point, act, gate=gate)) - exact) <= allowed, point


@pytest.mark.parametrize("variance", [1e-6, 1.0, 1e4, 1e8])
@pytest.mark.parametrize("rho", [1.0, 0.999999, 0.5, 0.0, -1.0])
def test_waves_everywhere(variance, rho):
    """Sine, E sin u sin v = exp(-(h11 + h22)/2) sinh h12, relative to the mean square."""
    act, cross = own("sine"), rho * variance
    ends = math.exp(cross - variance), math.exp(-cross - variance)
    odd = math.exp(-variance) * math.sinh(cross) if variance < 1e2 else (ends[0] - ends[1]) / 2
    square = -math.expm1(-2 * variance) / 2
    dual, gate = (activations.dual(variance, cross, variance, act, gate=g) for g in (False, True))
    assert dual == pytest.approx(odd, abs=1e-12 * square)
    assert gate == pytest.approx((ends[0] + ends[1]) / 2, abs=1e-12)


@pytest.mark.parametrize("name", ["relu6", "elu", "softplus", "tanh"])
def test_both_rules_agree(name, monkeypatch):
    """The lattice, where it is sure, and panels, which do not need analytic functions."""
    rng, act = np.random.default_rng(3), own(name)
    a, b = 10 ** rng.uniform(-6, 8, (2, 40))
    cross = rng.uniform(-1, 1, 40) * np.sqrt(a) * np.sqrt(b)
    first = [activations.dual(a, cross, b, act, gate=gate) for gate in (False, True)]

    def never_sure(f, width, *rows):
        return np.empty(rows[0].size), np.zeros(rows[0].size, dtype=bool)

    monkeypatch.setattr(lattice, "means", never_sure)
    second = [activations.dual(a, cross, b, act, gate=gate) for gate in (False, True)]
    np.testing.assert_allclose(first, second, rtol=ALLOWED)


def test_a_kink_is_found_where_it_is():
    bent = panels(
        activations.from_function(
            "bent",
            lambda x: np.clip(x, -1.3, 2**0.5),
            lambda x: ((x > -1.3) & (x < 2**0.5)).astype(float),
        )
    )
    assert bent.kinks.size == 0  # nobody has asked beyond 1
    bent.up_to(10.0)
    np.testing.assert_allclose(bent.kinks, [-1.3, 2**0.5], rtol=1e-12)


def test_a_jump_of_the_third_derivative_takes_panels():
    """A lattice through the jump seems to converge, with an error of 1e-9."""
    assert panels(own("elu")).kinks.tolist() == [0.0]
    assert panels(own("tanh")).kinks.size == 0


def test_moments_of_own_gates_at_any_variance():
    for name, at in (("hard_tanh", 1.0), ("relu6", None)):
        for variance in (1e-6, 0.3, 1e4, 1e8):
            deviation = math.sqrt(variance)
            inside = math.erf((at or 6) / deviation / math.sqrt(2)) / (1 if at else 2)
            assert activations.gate(own(name), variance=variance) == pytest.approx(
                inside, rel=1e-10
            )
            assert activations.kappa4(own(name), variance=variance) == pytest.approx(
                1 / inside, rel=1e-10
            )


# -- cost and refusals -----------------------------------------------------------------------------


def test_exponential_variances_cost_no_time():
    began = time.process_time()
    slope = updates.local_slope("plain", 32, activation=own("softplus"))
    assert math.isfinite(slope)
    assert time.process_time() - began < 5


def refused(function, derivative, moments=(1.0, 0.5, 1.0), gate=False):
    act = activations.from_function("mine", function, derivative)
    return activations.dual(*moments, act, gate=gate)


def test_what_no_panels_resolve_is_refused():
    def chirp(x):
        return np.sin(x * x) if np.max(np.abs(x)) < 1e7 else np.zeros_like(x)

    with pytest.raises(UnresolvedError, match=r"'mine' .* give it fewer jumps or waves"):
        refused(chirp, lambda x: 2 * x * np.cos(x * x), (1e6, 1e5, 1e6))


def test_a_jump_of_the_activation_is_refused():
    for at in (0.0, 0.3, 1.0, 5.0):
        with pytest.raises(
            ValueError, match=rf"'mine' must be continuous, got a jump .* at {at:g}"
        ):
            refused(lambda x, at=at: np.where(x > at, 1.0, 0.0), np.zeros_like, (4.0, 1.0, 4.0))


def test_pairs_that_would_take_minutes_are_refused():
    saw = lambda x: np.abs((x + 1) % 4 - 2) - 1  # noqa: E731
    slope = lambda x: np.where((x + 1) % 4 < 2, -1.0, 1.0)  # noqa: E731
    assert math.isfinite(refused(saw, slope))
    with pytest.raises(
        UnresolvedError, match=r"waves or bends .* take about .*; ask for fewer pairs"
    ):
        refused(saw, slope, (1e4, np.linspace(4e3, 6e3, 20), 1e4))


def test_a_variance_beyond_the_doubles_is_refused():
    with pytest.raises(ValueError, match=r"grew to a deviation of .* smaller weights"):
        updates.local_slope("plain", 2000, activation=own("softplus"), variance=5.0)


def test_an_activation_that_fails_far_out_is_refused():
    with pytest.raises(ValueError, match="must be finite, got one that is not at"):
        refused(
            lambda x: np.where((x > 20) & (x < 40), np.nan, x), np.ones_like, (100.0, 1.0, 100.0)
        )


@pytest.mark.parametrize("name", ["tanh", "arctan", "sine", "hard_tanh"])
def test_weak_correlations_of_odd_activations_keep_their_digits(name):
    """Terms of the sum cancel to the correlation; the kernel is the gate kernel times it."""
    phi = activations.from_function(name, *OWN[name])
    variance, rho = np.array([1e-6, 1.0, 5.0])[:, None], 10.0 ** -np.arange(2, 20)
    cross = rho * variance
    kernel, gate = phi.dual(variance, cross, variance), phi.gate(variance, 0.0, variance)
    assert np.all(np.abs(kernel / (cross * gate) - 1) < 1e-12 + 1e3 * rho**2)
    if name == "sine":
        exact = np.exp(-variance) * np.sinh(cross)
        np.testing.assert_allclose(kernel, exact, rtol=1e-12, atol=0)


def test_rounding_beyond_a_correlation_of_one_is_one():
    above = 1 + 2.0**-52
    for activation in ("relu", "tanh", own("silu")):
        assert activations.kappa(above, activation) == activations.kappa(1.0, activation)
        assert activations.kappa(-above, activation) == activations.kappa(-1.0, activation)
    with pytest.raises(ValueError, match="rho must be in"):
        activations.kappa(1 + 1e-12)


def test_masked_elements_are_refused_and_a_mask_of_none_is_not():
    x = np.ma.array([0.1, 0.5], mask=[True, False])
    with pytest.raises(ValueError, match=r"rho must have no masked elements.*compress"):
        activations.kappa(x)
    plain = activations.kappa(np.ma.array([0.1, 0.5]))
    np.testing.assert_array_equal(plain, activations.kappa([0.1, 0.5]))
