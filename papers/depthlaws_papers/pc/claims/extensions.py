"""Appendix A.6: Adam and convolutions."""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from depthlaws.claims.engine import statement
from depthlaws.claims.engine.checks import Exhaustive, Sampled
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    Equal,
    Mean,
    Statement,
    Tree,
    arrays,
    gaussian,
    indices,
    naturals,
    reals,
    scalars,
    total,
)
from depthlaws.sims.common import backend
from depthlaws.sims.common.optimizers import AdamW
from depthlaws.sims.predictive_coding import PCN, linear_equilibrium
from depthlaws.sims.predictive_coding.energy import Net
from depthlaws.sims.predictive_coding.model import seeds
from depthlaws.theory import parametrization
from depthlaws.theory.papers import PC
from depthlaws.theory.parametrization.polyhedra import Form
from depthlaws_papers.pc.claims.common import HALF, Case
from depthlaws_papers.pc.claims.runs import Array, above, below, toy_task

CLAIMS = Claims()

DEPTH, NETWORKS = 5, 64
WIDTHS = (64, 256)
QUARTER = 0.25  # half the distance between the powers of N to be distinguished


# -- Adam, by powers of the width ------------------------------------------------------------------


def _adaptive_rates() -> Iterator[Case]:
    (one,) = parametrization.solve("pc", optimizer="adam")
    wanted = {
        "a1": (-1, 0),
        "b1": (2, 0),
        "a": (-1, 1),
        "b": (2, -1),
        "aL": (-1, Recorded(1, 2)),
        "bL": (2, 0),
    }
    for name, (slope, constant) in wanted.items():
        yield f"{name} in c", str(one.solved[name]) == str(Form.of({"c": slope}, constant))
    (three,) = parametrization.solve("pc", optimizer="adam", one_rate=False)
    column = {"d": HALF, "a1": 0, "b1": 0, "a": HALF, "b": 0, "aL": HALF, "bL": 0}
    exact = {name: Recorded(str(value)) for name, value in column.items()}
    rates = {"c": Recorded(1, 2), "c1": Recorded(0), "cL": Recorded(0)}
    yield "mean-field with a rate a group", three.contains(exact | rates)
    yield "not with one rate", not three.contains(exact | dict.fromkeys(rates, Recorded(1, 2)))
    depth = parametrization.desiderata("depth_mup")
    yield "blocks of sqrt(1/L) need a rate of sqrt(1/L)", all(x.holds for x in depth)


# -- Adam, simulated -------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _directions(width: int, seed: int) -> Array:
    """Logarithms of the changes that Adam's first step at rate one makes by a layer's own weights.

    First layer, blocks, predictions: root mean squares over units and inputs, (network, 3).
    """
    model, task = _model(width), toy_task(seed)
    weights = model.draw(seeds(seed, NETWORKS)[1], backend.get("cpu"), "float64")
    x, y = (np.broadcast_to(data, (NETWORKS, *data.shape)) for data in (task.x, task.y))
    net, adam = Net(model, weights), AdamW(1.0)
    squares, h = [], x
    for layer, pair in enumerate(
        linear_equilibrium.compare(net, x, y, bp=False, pc=True).pc or [], 1
    ):
        gradient = np.matmul(pair[0].transpose(0, 2, 1), pair[1])
        step = adam.direction(gradient, {}, lambda: None)
        moved = model.multipliers[layer - 1] * np.matmul(h, step.transpose(0, 2, 1))
        squares.append(np.mean(moved**2, axis=(1, 2)))
        h = net.predict(layer, h)
    first, *blocks, last = squares
    return np.log([first, np.mean(blocks, axis=0), last]).T / 2


def _model(width: int) -> PCN:
    return PCN(width=width, depth=DEPTH, network="residual")


def _rates(rule: str, model: PCN) -> list[float]:
    """Rates of first layer, blocks, readout: one of (L N)^(-1/2), times gamma^2, or three."""
    one = model.rate(1.0, "adam")
    rates = {"one rate": [one] * 3, "times gamma^2": [one * model.gamma**2] * 3}
    return rates.get(rule, [1.0, one, 1.0])


def _powers(rule: str, seed: int) -> Array:
    """Powers of N of these changes, from N = 64 to 256, (network, 3)."""
    near, far = (_directions(n, seed) + np.log(_rates(rule, _model(n))) for n in WIDTHS)
    return (far - near) / np.log(WIDTHS[1] / WIDTHS[0])


ALL, BLOCKS = slice(None), slice(1, 2)


def _nearest(rule: str, powers: tuple[float, ...], groups: slice = ALL) -> tuple[Sampled, Sampled]:
    """The measured powers of N lie within a quarter of the stated ones."""
    names = ("first layer", "blocks", "readout")[groups]
    what = f"{rule}: powers of N of {', '.join(names)}"
    return (
        above(lambda seed: _powers(rule, seed)[:, groups], np.array(powers) - QUARTER, what=what),
        below(lambda seed: _powers(rule, seed)[:, groups], np.array(powers) + QUARTER, what=what),
    )


CLAIMS.add(
    id="PC-EXT2",
    source=PC.section("A.6"),
    says="With Adam the learning rate eta_0 (L N)^(-1/2) keeps the updates of hidden features "
    "stable: those of the blocks' own weights go by a power of N nearest to 0, L = 5, from N = 64 "
    "to 256.",
    quote="we would also need to further scale the learning rate",
    reading="The toy task. The rate in place of eta_0 gamma^2 N^-c, residual networks in the "
    "mean-field parametrisation, predictive coding's first step. The first layer and the readout "
    "must not be scaled so: what they add would vanish like N^(-1/2) (PC-EXT2-groups).",
    checks=_nearest("one rate", (0.0,), BLOCKS),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-EXT2-groups",
    source=PC.ledger("ERR-PC-21"),
    says="Under one rate (L N)^(-1/2) the first layer and the readout freeze like N^(-1/2): the "
    "mean-field column needs (L N)^(-1/2) in the blocks and a constant rate at both ends. With "
    "one rate the line of Adam is a_1 = -c, a = 1 - c, a_L = 1/2 - c, d = 1/2. Adam's first step "
    "of PC at equilibrium, simulated in residual networks, L = 5, from N = 64 to 256: with one "
    "rate the updates of features and predictions by their own weights go by powers of N nearest "
    "to -1/2, 0 and -1/2, with three by powers nearest to 0; with eta_0 gamma^2 N^-c in place of "
    "eta_0 the blocks' power is nearer to 1 than to 0.",
    checks=(
        Exhaustive(_adaptive_rates),
        *_nearest("one rate", (-0.5, 0.0, -0.5)),
        *_nearest("three rates", (0.0, 0.0, 0.0)),
        above(lambda seed: _powers("times gamma^2", seed)[:, 1], 0.5, what="power of the blocks"),
    ),
    why_sampled="random",
)


# -- convolutions ----------------------------------------------------------------------------------


channels, taps, first, second = scalars("N K a b")
near, far, W, V = arrays("x y w v")  # patches that two sites see; kernels of two output channels
one, tap = indices("i", channels), indices("o", taps)


def _seen(kernel: statement.Array, patch: statement.Array) -> Tree:
    return total(kernel[one, tap] * patch[one, tap], one, tap)


CONVOLUTION = Statement(
    Equal(
        Mean(_seen(W, near) * _seen(W, far), W),
        total(near[one, tap] * far[one, tap], one, tap),
    ),
    Equal(
        Mean(Mean((_seen(W, near) + _seen(V, far)) ** 2, W), V),
        total(near[one, tap] ** 2, one, tap) + total(far[one, tap] ** 2, one, tap),
    ),
    Equal(
        channels ** (-2 * first) * channels**-second * total(1, one, tap),
        taps * channels ** (1 - 2 * first - second),
    ),
    for_all={
        **{channels: naturals(1), taps: naturals(1), first: reals, second: reals},
        **{near: reals[channels, taps], far: reals[channels, taps]},
        **{W: gaussian(1)[channels, taps]},
        **{V: gaussian(1)[channels, taps]},
    },
)

CLAIMS.add(
    id="PC-EXT1",
    source=PC.section("A.6"),
    says="For convolutions the channels are the width: the mean square of an output is the sum "
    "over channels and offsets, outputs of other channels are uncorrelated, and the kernel's size "
    "K changes no power of the channels: it is a factor of its own.",
    quote="we can simply adjust the scalings (Table 1) by taking the number of channels as the "
    "width",
    reading="At initialisation, one layer; predictive coding in convolutional networks is not "
    "tested.",
    statement=CONVOLUTION,
)
