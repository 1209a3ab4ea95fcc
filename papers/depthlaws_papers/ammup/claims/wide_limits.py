"""Laws at infinite width against networks of two widths, extrapolated linearly in 1/n."""

import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from depthlaws.claims.engine.checks import Property, Sampled
from depthlaws.claims.engine.records import Check, Claims
from depthlaws.sims.onestep import Architecture, FirstStep, given_step
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.ammup.claims.common import LINEAR, Options, near, slope
from depthlaws_papers.ammup.claims.simulating import SKEW_ALARM
from depthlaws_papers.ammup.claims.wide_draws import Known, drawn, energies

CLAIMS = Claims()

Array = np.ndarray
DEPTH = 4
NARROW, BROAD = 128, 1024  # widths of a pair of networks
PAIRS = 400
SEEDS = Interval(0, 10**6, integer=True)


@dataclass(frozen=True)
class Wide:
    """A network and its step, whose energies are linear in 1/n up to 1/n^2."""

    words: Mapping[str, Any]
    sign: bool = False
    network: str = "residual"
    activation: str = "linear"

    def __str__(self) -> str:
        """``residual, linear stem 2``."""
        words = " ".join(f"{k} {v}" for k, v in self.words.items())
        return f"{self.network}, {self.activation} {words}".strip()

    @property
    def truth(self) -> Array:
        """The law at infinite width."""
        asked: Options = {"optimizer": "sign"} if self.sign else {"part": "label"}
        asked |= {"activation": self.activation, **self.words}
        return np.asarray(updates.energies(self.network, DEPTH, **asked))

    def at(self, width: int) -> Architecture:
        """The network of this width: as many outputs as units, one for a sign step."""
        return Architecture(
            network=self.network,
            width=width,
            depth=DEPTH,
            outputs=1 if self.sign else width,
            activation=self.activation,
            **self.words,
        )

    def limits(self, seed: int) -> tuple[Array, Array]:
        """Energies and controls of pairs of networks on the straight line in 1/n, at 1/n = 0."""
        (near, seen), (far, known) = (
            self._drawn(width, seed + i) for i, width in enumerate((NARROW, BROAD))
        )
        share = NARROW / (BROAD - NARROW)
        return far + share * (far - near), known + share * (known - seen)

    def _drawn(self, width: int, seed: int) -> tuple[Array, Array]:
        sizes, controls = drawn(self.at(width), PAIRS, seed, sign=self.sign)
        return sizes / (width**2 if self.sign else 1), controls

    def simulated(self, seed: int) -> tuple[Array, Array]:
        """Energies of one small network, by these sweeps on its matrices and by the simulator."""
        rng, a = np.random.default_rng(seed), self.at(6)
        *weights, head = (rng.standard_normal(shape) for shape in a.shapes)
        x, y = rng.standard_normal((1, 6)), rng.standard_normal((1, a.outputs))
        known = [Known(w[None], sign=self.sign) for w in weights]
        step = FirstStep(optimizer="sign" if self.sign else "sgd")
        name = "energy" if self.sign else "label"
        run = given_step(a, step, [*weights, head], x, y, observe=name)
        return energies(a, known, x, y @ head / a.outputs)[0], run[name].to_numpy()

    def checks(self) -> tuple[Check, ...]:
        """Drawn networks have the law as their limit at every layer, and match the simulator."""
        return (
            Sampled(
                self.limits,
                lambda: self.truth,
                control=lambda: 0.0,
                what=str(self),
                alarm=SKEW_ALARM,
            ),
            Property(self.simulated, {"seed": SEEDS}, rtol=1e-9, n=3, what=f"simulated {self}"),
        )


# -- sign steps with a skip ---------------------------------


def _by_pairs(a: float, b: float, layers: int) -> Array:
    """S_l of sign steps over n^2, pair by pair of layers, on units a z + b W z.

    A sign s_h is carried up as u; delta.u is conserved, so that W u, given W^T delta, is fresh but
    for delta (delta_j - a delta_{j+1}).u / |delta_{j+1}|^2. Overlaps P of two such u grow by
    g P + (D D' - a^2 E E') / q, with D = delta_j.u, E = delta_{j+1}.u and q = |delta_{j+1}|^2, all
    over n.
    """
    g = a * a + b * b
    total = np.zeros(layers + 1)
    for h, later in itertools.product(range(1, layers + 1), repeat=2):
        first, second = min(h, later), max(h, later)
        for level in range(second, layers + 1):
            size = g ** ((h + later) / 2 - 1)  # sqrt(v_{h-1} v_{h'-1})
            total[level] += 2 / math.pi * size * _overlap(a, g, first, second, level)
    return total[1:]


def _overlap(a: float, g: float, first: int, second: int, level: int) -> float:
    """P of the signs at two layers as they reach a later one; cotangents have q_j = g^-j."""
    D, D2 = (math.sqrt(2 / math.pi * g**-h) for h in (first, second))
    back = a ** (second - first)
    rho = back * g ** (-(second - first) / 2)
    P = back * 2 / math.pi * math.asin(rho)
    for j in range(first, second):  # what u picked up along delta_{j+1}, seen by the later sign
        push = D * g ** (j + 1) * (1 - a * a / g)
        away = a ** (second - j - 1)
        P += push * away * math.sqrt(2 / math.pi) * away * g ** (-second / 2)
    for j in range(second, level):
        E, E2 = a * D / g, a * D2 / g
        P = g * P + (D * D2 - a * a * E * E2) * g ** (j + 1)
    return P


def _written_out() -> list[tuple[Callable[[], float], float]]:
    """The public function at the last layer, beside the sum over pairs."""
    terms = []
    for a, b, layers in ((1.0, 0.5, 6), (0.6, 0.8, 5), (0.3, 1.1, 4), (1.0, 0.05, 7)):
        options: Options = {
            "skip": a,
            "multiplier": b,
            "scaled": "none",
            "optimizer": "sign",
        } | LINEAR
        values = _by_pairs(a, b, layers) * b * b
        terms += [
            (lambda o=options, n=layers, i=i: float(updates.energies("residual", n, **o)[i]), v)
            for i, v in enumerate(values.tolist())
        ]
    return terms


CLAIMS.add(
    id="AMMUP-B-sign-skip",
    source=AMMUP.beyond("BP-8"),
    says="Sign steps on wide linear residual networks: S_l = n^2 (2/pi)^2 (omega/g) v_l times the "
    "sum over pairs of layers of f(alpha^|h-h'|) + (1 - alpha^2)(l - max(h, h')), with f(A) = "
    "sqrt(A) arcsin sqrt(A) + 1 - A, alpha = a^2/g; so eta* ~ 1/(n K) with K^(-1/2) in the "
    "weights, the exponent of SGD, and 1/(n L) with normalised branch inputs.",
    checks=(
        *Wide({}, sign=True).checks(),
        *Wide({"skip": 0.6, "multiplier": 0.8, "scaled": "none"}, sign=True).checks(),
        *Wide({"norm": "pre", "scaled": "none"}, sign=True).checks(),
        *Wide({"stem": 2, "scaled": "none"}, sign=True).checks(),
    ),
    cross_checks=(
        near(_written_out(), rtol=1e-11, what="the overlaps, pair by pair"),
        near(
            [(slope("residual", 2**12, **LINEAR, optimizer="sign"), -1.0)],
            rtol=1e-3,
            what="exponent",
        ),
    ),
    why_sampled="random",
)


# -- sign steps on gates ---------------------------------


def _rates(network: str, **words: Any) -> Callable[[], float]:
    return lambda: float(updates.local_slope(network, 1024, optimizer="sign", **words))


CLAIMS.add(
    id="AMMUP-B-sign-gates",
    source=AMMUP.beyond("BP-8"),
    says="Sign steps on wide networks whose gates are fresh: plain units of any activation, with "
    "Gaussian or orthogonal weights, and post-activation ReLU blocks, where |z|_1 is that of sums "
    "of half-normals. Exponents of n eta*: -3/2 for ReLU units, -1 for orthogonal linear ones and "
    "for post-activation blocks with 1/K in the weights.",
    checks=(
        *Wide({}, sign=True, network="plain", activation="relu").checks(),
        *Wide({"variance": 2.0}, sign=True, network="plain", activation="tanh").checks(),
        *Wide({}, sign=True, network="post-activation", activation="relu").checks(),
    ),
    cross_checks=(
        near(
            [
                (_rates("plain"), -1.5),
                (_rates("plain", activation="linear", weights="orthogonal"), -1.0),
                (_rates("post-activation", power=1), -1.0),
            ],
            rtol=2e-3,
            what="exponents",
        ),
    ),
    why_sampled="random",
)


# -- gates that depend on other layers ---------------------------------

CLAIMS.add(
    id="AMMUP-B-gates-simulated",
    source=AMMUP.beyond("BP-4"),
    says="Simulated ReLU blocks, pre- and post-activation, have the energies of the laws at "
    "infinite width, with gates that persist along the stream and streams with a positive mean.",
    checks=(
        *Wide({}, activation="relu").checks(),
        *Wide({}, network="post-activation", activation="relu").checks(),
    ),
    why_sampled="random",
)


GRID = np.linspace(-12.0, 12.0, 4801)  # trapezoids of smooth Gaussian means: exact to 1e-12
WEIGHT = np.exp(-(GRID**2) / 2) / np.sum(np.exp(-(GRID**2) / 2))


def _by_trapezoids(depth: int) -> list[float]:
    """Label energies over n/m of plain tanh networks, n Var W = 1/q, in the letters of BP-11."""

    def mean(v: float, power: int) -> float:
        """E phi'(sqrt(v) Z)^power."""
        return float(np.sum(WEIGHT * (1 - np.tanh(math.sqrt(v) * GRID) ** 2) ** power))

    s2, v, y, r, chi, q4 = 1 / mean(1.0, 2), 1.0, 0.0, 0.0, 0.0, 0.0
    energies: list[float] = []
    for _ in range(depth):
        x = float(np.sum(WEIGHT * np.tanh(math.sqrt(v) * GRID) ** 2))
        r = x * x + 2 * x * chi * y + chi**2 * r + s2**2 * q4 * y * y
        y, v = x + chi * y, s2 * x
        energies = [*(chi * one for one in energies), r]
        chi, q4 = s2 * mean(v, 2), mean(v, 4)
    return [chi / s2 * one for one in energies]  # the head reads phi(z_L), n Var = 1


CLAIMS.add(
    id="AMMUP-B-general",
    source=AMMUP.beyond("BP-11"),
    says="Any activation at infinite width: simulated tanh and GELU networks have the energies of "
    "the recursion y' = x + chi y, r' = x^2 + 2 x chi y + chi^2 r + s^4 q_4 y^2, S_l = r_l times "
    "the factors chi above. With n Var W = 1/q tanh networks are chaotic: local slopes -1.68, "
    "-2.28, -3.41, -5.84 from L = 4, 8, 16, 32 on.",
    checks=(
        *Wide({}, network="plain", activation="tanh").checks(),
        *Wide({"activate_input": False}, network="plain", activation="gelu").checks(),
    ),
    cross_checks=(
        near(
            [
                (slope("plain", depth, activation="tanh", part="label"), quoted)
                for depth, quoted in ((4, -1.676), (8, -2.281), (16, -3.407), (32, -5.842))
            ],
            rtol=2e-4,
            what="slopes",
        ),
        near(
            [
                (
                    lambda i=i: float(
                        updates.energies("plain", 6, activation="tanh", part="label")[i]
                    ),
                    value,
                )
                for i, value in enumerate(_by_trapezoids(6))
            ],
            rtol=1e-8,
            what="by trapezoids",
        ),
    ),
    why_sampled="random",
)


# -- branches of several matrices ---------------------------------


def _exponents() -> Iterator[tuple[Callable[[], float], float]]:
    """Exponents of eta* K^6: K^(2 power (beta - 1) - 1) in each of beta tensors, and so on."""
    for beta in (1, 2, 3, 4):
        for scaled, power, exponent in (
            ("each", 0.5, beta - 2),
            ("each", 1, 2 * beta - 3),
            ("last", 0.5, -1),
            ("multiplier", 0.5, 0),
        ):
            words: Options = LINEAR | {"branch_depth": beta, "scaled": scaled, "power": power}
            yield lambda o=words: 6 + slope("residual", 2**16, **o)(), 6.0 + exponent


def _without_skip() -> Iterator[tuple[Callable[[], float], float]]:
    """Blocks with a = 0 are plain networks, of which every beta-th layer is compared."""
    for beta, i in itertools.product((2, 3), range(4)):
        words: Options = LINEAR | {
            "branch_depth": beta,
            "skip": 0.0,
            "scaled": "none",
            "part": "label",
        }
        plain = updates.energies("plain", 4 * beta, **LINEAR, part="label")
        yield (
            lambda o=words, i=i: float(updates.energies("residual", 4, **o)[i]),
            float(plain[beta * (i + 1) - 1]),
        )


CLAIMS.add(
    id="AMMUP-B-branch-depth",
    source=AMMUP.beyond("BP-6"),
    says="Wide linear blocks with beta matrices in a branch: the exponent of eta* is "
    "-1 + 2 p (beta - 1) with K^(-p) in each, p >= 1/2, so -1, 0 and 1 for one, two and three "
    "matrices under eq. (5); -1 with K^(-1/2) in the last only, 0 with K^(-1/2) outside.",
    checks=(
        *Wide({"branch_depth": 2}).checks(),
        *Wide({"branch_depth": 3, "scaled": "multiplier", "skip": 0.7}).checks(),
    ),
    cross_checks=(
        near([*_exponents()], rtol=1e-4, what="exponents"),
        near([*_without_skip()], rtol=1e-12, what="a = 0: every beta-th layer of a plain network"),
    ),
    why_sampled="random",
)
