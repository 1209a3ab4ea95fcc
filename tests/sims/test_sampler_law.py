"""Law of everything that the simulators draw.

Every moment that is drawn (weights, states, cotangents, noise) is measured to about 0.3 %, in both
precisions and on every branch of the code by size. A second moment of M independent normals has
the relative error sqrt(2/M), so M = 1.2e7 numbers see 0.3 % at five errors with power 99 %.
"""

import math
from typing import Any

import numpy as np
import pytest
import scipy.stats

from depthlaws.claims.engine.checks import Property, Sampled
from depthlaws.claims.engine.records import Check
from depthlaws.sims.common import draws
from depthlaws.sims.common.estimate import Estimate
from depthlaws.sims.common.optimizers import SGD, Noise
from depthlaws.sims.residual import Ensemble, dense, matrix_free
from depthlaws.sims.residual.gaussian_matrix import GaussianMatrix
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws_papers.looped.claims.common import Array, simulated, trained
from tests.verdicts import assert_checks_hold

STATEMENTS: dict[str, list[Check]] = {}

NUMBERS = 12_000_000  # normals whose mean square is known to 0.3 % at five errors
PIECE, CHUNK = 1 << 15, 1 << 20  # where draws of a sample are split, in float32 and in all


def _source(seed: int) -> draws.RandomStream:
    return draws.blocks(seed, 1, block=1)[0].stream


# -- the numbers themselves ------------------------------------------------------------------------


def _moments(size: int, first: int, dtype: str, numbers: int) -> Sampled:
    """Mean, square, cube, fourth power of the draws from `first` on, of samples of this size."""

    def estimate(seed: int) -> Estimate:
        rows = -(-numbers // (size - first))
        at_once = max(1, (1 << 21) // size)
        source, moments = _source(seed), Estimate(0, np.zeros(4), np.zeros(4))
        for done in range(0, rows, at_once):
            shape = (min(at_once, rows - done), size)
            z = source.normal(shape, scale=1.5, dtype=dtype)[:, first:].astype(np.float64) / 1.5
            moments += _powers(z)
        return moments

    return Sampled(
        estimate, lambda: np.array([0.0, 1.0, 0.0, 3.0]), what=f"{dtype}, {size} from {first}"
    )


def _powers(z: Array) -> Estimate:
    """Estimates of the first four moments, whose exact scatter is known: no second pass."""
    n, square = z.size, z * z
    means = [z.mean(), square.mean(), (square * z).mean(), (square * square).mean()]
    return Estimate(n, np.array(means), n * np.array([1.0, 2.0, 15.0, 96.0]))


def _squares(found: Array, width: int) -> Estimate:
    """Estimate from mean squares (..., sample) of `width` normals, whose exact scatter is known."""
    n = found.shape[-1] * width
    return Estimate(n, np.mean(found, axis=-1), np.full(found.shape[:-1], 2.0 * n))


def _neighbours(size: int, dtype: str) -> Sampled:
    """Products of the first numbers of one piece with those of the next, and of two samples."""

    def estimate(seed: int) -> Estimate:
        z = _source(seed).normal((6, size), scale=1.0, dtype=dtype).astype(np.float64)
        step = CHUNK if size > CHUNK else min(PIECE, size // 2)
        products = [z[:, : size - step] * z[:, step:], z[:-1] * z[1:]]
        return Estimate.of(np.concatenate([p.ravel() for p in products]))

    return Sampled(estimate, lambda: 0.0, what=f"{dtype}, {size}")


# The simulators' normals have the first four moments of N(0, 1) in both precisions: small and odd
# samples, pieces and chunks, the last partial one of each; pieces, chunks and samples are not
# correlated.
STATEMENTS["draws"] = [
    _moments(100, 0, "float64", NUMBERS),
    _moments(101, 0, "float32", NUMBERS),
    _moments(2 * PIECE - 77, PIECE, "float32", NUMBERS),
    _moments(2 * CHUNK - 77, CHUNK, "float64", NUMBERS),
    _moments(CHUNK + 200_000, 0, "float32", NUMBERS // 4),
    _neighbours(101, "float32"),
    _neighbours(2 * PIECE + 77, "float32"),
    _neighbours(CHUNK + 200_000, "float64"),
]


# -- where they are used ---------------------------------------------------------------------------


def _weights(route: Any, width: int, dtype: str, samples: int) -> Sampled:
    """|W x|^2 for orthogonal inputs x of the linear stream: all entries of W, s = 1.5."""
    inputs = min(width, 550) if width < 4096 else 12
    start = math.sqrt(width) * np.eye(inputs, width, width - inputs)

    def estimate(seed: int) -> Estimate:
        model = ResidualMLP(width=width, eps=0.5, s=1.5, activation="linear")
        quadratic = simulated(
            model, "quadratic", samples=samples, seed=seed, route=route, start=start, dtype=dtype
        )
        return _squares(np.ravel(quadratic[..., 1]) / (0.5 * 1.5) ** 2, width)

    name = route.__name__.rpartition(".")[2]
    return Sampled(estimate, lambda: 1.0, what=f"{name}, {dtype}, width {width}")


def _second_layer(route: Any, width: int, samples: int) -> Sampled:
    """The same for the second of two layers: its branch outweighs h_1 by so much that h_2 is it."""
    inputs, scale = (48 if width < 4096 else 3), 1e8
    start = math.sqrt(width) * np.eye(inputs, width)

    def estimate(seed: int) -> Estimate:
        model = ResidualMLP(width=width, layers=2, eps=scale, s=1.5, activation="linear")
        energies = simulated(model, "energy", samples=samples, seed=seed, route=route, start=start)
        return Estimate.of(
            np.mean(energies[..., 2] / energies[..., 1], axis=1) / (1.5 * scale) ** 2
        )

    name = route.__name__.rpartition(".")[2]
    return Sampled(estimate, lambda: 1.0, what=f"{name}, second layer, width {width}")


# Weights have the variance s^2/d to 0.3 %, dense and matrix-free, in both precisions, at widths
# on both sides of every split of a draw, and in every layer.
STATEMENTS["weights"] = [
    _weights(dense, 48, "float64", 5220),
    _weights(dense, 48, "float32", 5220),
    _weights(dense, 200, "float32", 300),
    _weights(dense, 1100, "float32", 20),
    _weights(matrix_free, 16_384, "float64", 62),
    _weights(matrix_free, 40_000, "float32", 25),
    _second_layer(dense, 48, 13_200),
    _second_layer(matrix_free, 4096, 1320),
]


def _ends(route: Any, width: int, dtype: str, samples: int) -> Sampled:
    """Energy of h_0, and |v|^2/d of the vector that starts the pass back, over what was asked."""
    model = ResidualMLP(width=width, eps=0.5, h0=2.0)

    def estimate(seed: int) -> Estimate:
        ensemble = Ensemble(samples=samples, seed=seed, dtype=dtype, probe=0.7)
        data = route.simulate(model, ensemble, observe=("energy", "gradient_energy"))
        energy, cotangent = data.energy.to_numpy()[:, 0], data.gradient_energy.to_numpy()[:, -1]
        return _squares(np.stack([energy / 2.0, cotangent / 0.7]), width)

    name = route.__name__.rpartition(".")[2]
    return Sampled(estimate, lambda: np.ones(2), what=f"{name}, {dtype}, width {width}")


def _overlaps(width: int, samples: int) -> Sampled:
    """Overlaps of two initial states."""
    h0 = [[2.0, -0.5], [-0.5, 0.7]]

    def estimate(seed: int) -> Estimate:
        model = ResidualMLP(width=width, eps=0.5, h0=h0)
        kernels = simulated(model, "kernel", samples=samples, seed=seed, route=matrix_free)
        first = kernels[..., 0, 0]
        return Estimate.of(np.stack([first[:, 0, 0], first[:, 0, 1], first[:, 1, 1]], axis=1))

    return Sampled(estimate, lambda: np.array([2.0, -0.5, 0.7]), what=f"overlaps, width {width}")


# Initial states have the energy H_0, or the overlaps, that were asked for, and cotangents their
# variance, to 0.3 %, in both precisions and on both sides of the splits of a draw.
STATEMENTS["states"] = [
    _ends(matrix_free, CHUNK + 200_000, "float64", 10),
    _ends(matrix_free, CHUNK + 200_000, "float32", 10),
    _ends(dense, 4, "float64", 3_000_000),
    _overlaps(10_000, 1500),
]


def _noise(route: Any, width: int, dtype: str, samples: int) -> Sampled:
    """|dW x|^2 of a noise step for orthogonal inputs x of the linear stream: all entries of dW."""
    inputs = 48 if width < 4096 else 4
    start = math.sqrt(width) * np.eye(inputs, width, width - inputs)

    def estimate(seed: int) -> Estimate:
        model = ResidualMLP(width=width, eps=0.5, activation="linear")
        noise, options = Noise(rate=0.3), {"seed": seed, "route": route, "dtype": dtype}
        energies = trained(model, noise, samples=samples, start=start, **options)
        return _squares(np.ravel(energies[:, 1, :, 1]) / (0.5 * 0.3) ** 2, width)

    name = route.__name__.rpartition(".")[2]
    return Sampled(estimate, lambda: 1.0, what=f"{name}, {dtype}, width {width}")


# The noise step has entries of variance rate^2/d to 0.3 %, dense and matrix-free, in both
# precisions.
STATEMENTS["noise"] = [
    _noise(dense, 48, "float64", 5220),
    _noise(dense, 48, "float32", 5220),
    _noise(matrix_free, 16_384, "float32", 184),
]


# -- the law of the matrix-free products -----------------------------------------------------------


def _gaussian(seed: int, width: int, scale: float) -> GaussianMatrix:
    rng = np.random.default_rng(seed)

    def draw(shape: tuple[int, int]) -> Array:
        return rng.standard_normal(shape)

    return GaussianMatrix(draw, width=width, scale=scale)


def _one_matrix(width: int, meetings: int, seed: int) -> tuple[Array, Array]:
    """<y, W x> = <W^T y, x> for every product that an adaptive run met, from both sides."""
    rng = np.random.default_rng([seed, 7])
    W = _gaussian(seed, width, 1.4)
    seen: list[tuple[Array, Array]] = []
    back: list[tuple[Array, Array]] = []
    x = rng.standard_normal((3, width))
    for _ in range(meetings):
        image = W.matvec(x)[0]
        seen.append((x, image))
        y = np.maximum(image, 0) + 0.1 * rng.standard_normal(image.shape)
        pulled = W.rmatvec(y)[0]
        back.append((y, pulled))
        x = x + 0.3 * pulled + 0.2 * image
    pairs = [(a, b) for a in seen for b in back]
    left = np.array([np.sum(b[0] * a[1], axis=1) for a, b in pairs])
    right = np.array([np.sum(b[1] * a[0], axis=1) for a, b in pairs])
    size = np.array([np.linalg.norm(a[1], axis=1) * np.linalg.norm(b[0], axis=1) for a, b in pairs])
    return np.abs(left - right) / size, np.full(left.shape, 4e-14)


def _linear(width: int, seed: int) -> tuple[Array, Array]:
    """W (2 x - 3 y) = 2 W x - 3 W y, and W x again is W x."""
    rng = np.random.default_rng([seed, 8])
    W = _gaussian(seed, width, 0.8)
    x, y = rng.standard_normal((2, 3, width))
    one, two = W.matvec(x)[0], W.matvec(y)[0]
    again, both = W.matvec(x)[0], W.matvec(2 * x - 3 * y)[0]
    gaps = [again - one, both - 2 * one + 3 * two]
    size = np.linalg.norm(one, axis=1, keepdims=True)
    return np.abs(np.array(gaps)) / size, np.full((2, 3, width), 1e-13)


def _whole_matrix(width: int, samples: int) -> Sampled:
    """Entries of W met through d directions: mean squares of all, of its diagonal, and products.

    For a square Gaussian matrix E tr(W^T W) = d s^2 and E tr((W^T W)^2) = s^4 (2 d + 1).
    """

    def estimate(seed: int) -> Estimate:
        rng = np.random.default_rng(seed)
        W = GaussianMatrix(lambda shape: rng.standard_normal(shape), width=width, scale=1.3)
        columns = []
        for i in range(width):
            x = np.zeros((samples, width))
            x[:, i] = 1.0
            columns.append(W.matvec(x)[0])
            if i < width - 1:  # something from the other side in between
                W.rmatvec(rng.standard_normal((samples, width)))
        A = np.stack(columns, axis=2)
        gram = np.matmul(np.swapaxes(A, 1, 2), A)
        first = np.einsum("sii->s", gram) / (width * 1.3**2)
        second = np.einsum("sij,sij->s", gram, gram) / (1.3**4 * (2 * width + 1))
        diagonal = np.einsum("sii->s", A * A) / 1.69
        return Estimate.of(np.stack([first, second, diagonal], axis=1))

    return Sampled(estimate, lambda: np.ones(3), what=f"width {width}")


def _statistics(
    route: Any, model: ResidualMLP, samples: int, seed: int
) -> tuple[dict[str, Array], Array]:
    """Forward, backward and change by one step of the same networks."""
    forward = {
        name: simulated(model, name, samples=samples, seed=seed, route=route)[:, at]
        for name, at in (("energy", -1), ("linear", -1), ("gradient_energy", 0))
    }
    change = trained(model, SGD(rate=0.5), samples=samples, seed=seed, route=route)[:, 1, -1]
    return forward, change


def _same_law(width: int, loops: int, layers: int) -> tuple[float, float]:
    """Kolmogorov-Smirnov between the two simulators: H_N, B_N, |g_0|^2, |dh_N|^2, products."""
    model = ResidualMLP(width=width, loops=loops, layers=layers, eps=loops**-0.5, s=1.2)
    samples, smallest = 6000, 1.0
    (one, moved), (two, also) = (
        _statistics(route, model, samples, seed) for route, seed in ((dense, 1), (matrix_free, 2))
    )
    pairs = [(one[name], two[name]) for name in one] + [(moved, also)]
    pairs.append((one["energy"] * one["gradient_energy"], two["energy"] * two["gradient_energy"]))
    for left, right in pairs:
        smallest = min(smallest, float(scipy.stats.ks_2samp(left, right).pvalue))
    return smallest, 1e-6


# The matrix-free sampler has the law of dense matrices at every width, more steps than
# coordinates included: one matrix behind all its products from both sides, linear, with the
# moments of a Gaussian one; energy, cross term, backward vector and a gradient step of whole
# networks are distributed alike.
STATEMENTS["matrix-free sampler"] = [
    Property(
        _one_matrix,
        {"width": [2, 5, 40, 9000], "meetings": [3, 8], "seed": [0, 1]},
        relation="<",
        n=16,
        what="both sides",
    ),
    Property(
        _linear, {"width": [2, 5, 300], "seed": [0, 1, 2, 3]}, relation="<", n=12, what="linear"
    ),
    _whole_matrix(2, 120_000),
    _whole_matrix(4, 60_000),
    _whole_matrix(12, 20_000),
    Property(
        _same_law,
        {"width": [2, 4, 24], "loops": [6], "layers": [1]},
        relation=">",
        n=3,
        what="distributions",
    ),
    Property(
        _same_law,
        {"width": [3], "loops": [4], "layers": [2]},
        relation=">",
        n=1,
        what="distributions, blocks",
    ),
]


@pytest.mark.parametrize("name", STATEMENTS)
def test_statement_holds(name):
    assert_checks_hold(STATEMENTS[name])
