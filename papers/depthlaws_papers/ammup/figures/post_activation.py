"""AM-muP, beyond the paper: energy of pre- and post-activation streams with K^-1/2 and 1/K."""

import math
from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import simulation_attributes
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.settings import SAMPLES, WIDTH, setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.sims.common.estimate import Estimate
from depthlaws.sims.onestep import Architecture, FirstStep, Sampling, first_step
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.figures import rates
from depthlaws_papers.ammup.figures.rates import LINE_STYLES

STREAMS = {  # network, power of K
    "pre-activation, K^-1/2": ("residual", 0.5),
    "pre-activation, 1/K": ("residual", 1.0),
    "post-activation, K^-1/2": ("post-activation", 0.5),
    "post-activation, 1/K": ("post-activation", 1.0),
}


@dataclass(frozen=True)
class Parameters:
    """Sizes of the simulated networks, and numbers of blocks of the exact curves."""

    width: int = setting(160, "width of the networks", **WIDTH)
    samples: int = setting(60, "networks for each point", **SAMPLES)
    depths: tuple[int, ...] = setting(
        (1, 4, 16, 36), "numbers of blocks simulated", **(rates.DEPTHS | {"name": "K", "least": 1})
    )
    far: tuple[int, ...] = (1, 2, 4, 9, 16, 25, 36, 64)


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Energy of the last state, |z_K|^2 / n, from 1 at the first."""
    p = parameters
    point, error, all_runs = [], [], []
    for i, (network, power) in enumerate(STREAMS.values()):
        runs = [_run(network, power, K, p, seed + 100 * i + j) for j, K in enumerate(p.depths)]
        energies = [Estimate.of(run.state.isel(layer=-1), "sample") for run in runs]
        point.append([float(e.mean) for e in energies])
        error.append([1.96 * float(e.sem) for e in energies])
        all_runs += runs
    law = [[energy(*stream, K) for K in p.far] for stream in STREAMS.values()]
    dataset = xr.Dataset(
        {
            "exact": (("stream", "far"), np.array(law)),
            "simulated": (("stream", "depth"), np.array(point)),
            "error": (("stream", "depth"), np.array(error)),
        },
        {"stream": list(STREAMS), "depth": list(p.depths), "far": list(p.far)},
    )
    return describe(
        dataset.assign_attrs(**simulation_attributes(*all_runs)),
        exact=exact("mean square of the last state, infinite width"),
        simulated=simulated("simulated mean square of the last state"),
        error=simulated("half of the 95 % interval of the simulated mean square"),
        stream=given("network and multiplier of its branches"),
        depth=given("blocks K"),
        far=given("blocks K"),
    )


def energy(network: str, power: float, K: int) -> float:
    """Return the exact mean square of the last state, from 1 at the first, for n Var W = 2."""
    eps = K**-power
    if network == "post-activation":
        return updates.post_activation_energy(K, eps, math.sqrt(2))
    return (1 + eps**2) ** K  # E relu(z)^2 = 1/2 E z^2, and branches are uncorrelated


def _run(network: str, power: float, K: int, p: Parameters, seed: int) -> xr.Dataset:
    architecture = Architecture(
        network=network, width=p.width, depth=K, scaled="multiplier", power=power
    )
    sampling = Sampling(samples=p.samples, seed=seed, dtype="float32")
    return first_step(architecture, FirstStep(inputs="gaussian"), sampling, observe="state")


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw the energies of four streams over the number of blocks."""
    ((axis,),) = style.panels(canvas, 1, 1)
    for look, name in zip(LINE_STYLES, ds.stream.values, strict=False):
        curve = ds.sel(stream=name)
        axis.plot(ds.far, curve.exact, **style.line(look))
        axis.errorbar(ds.depth, curve.simulated, curve.error, **style.bars(look))
        words = str(name).replace("K^-1/2", "$K^{-1/2}$").replace("1/K", "$1/K$")
        at = float(curve.exact[-1])
        style.end_label(axis, words, float(ds.far[-1]) * 1.1, at, color=look["color"])
    axis.set(yscale="log", ylabel=r"energy $|z_K|^2/n$")
    style.count_ticks(axis, ds.far.values, "untied residual blocks $K$")
    axis.set_xlim(right=float(ds.far[-1]) * 1.06)
    axis.set_ylim(bottom=0.6)
    style.legend(canvas, style.theory_and_simulation())


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Limits of the three streams that have a limit."""
    last = ds.exact.isel(far=-1)
    limits = {
        "pre-activation, K^-1/2": "e",
        "pre-activation, 1/K": "1",
        "post-activation, 1/K": "cosh(pi^-1/2)^2 = 1.3536",
    }
    return [
        Quote(f"{name}: energy", limit, float(last.sel(stream=name)))
        for name, limit in limits.items()
    ]


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Exact energies at the largest number of blocks, beside their bounds and limits."""
    grows = ds.exact.sel(stream="post-activation, K^-1/2")
    others = ds.exact.drop_sel(stream="post-activation, K^-1/2")
    return {
        "with K^-1/2 pre-activation streams are bounded": bool((others < math.e).all()),
        "post-activation streams grow": bool((grows.diff("far") > 0).all() and grows[-1] > 100),
    }


FIGURE = Figure(
    id="ammup-post-activation",
    says="ReLU streams with post-activation branches need 1/K; with K^-1/2, which bounds "
    "pre-activation streams, their energy grows without bound.",
    source=AMMUP.beyond("X21"),
    caption="""Energy of the last state of untied ReLU streams over the number of blocks K, from 1:
    z + b W relu(z) (pre-activation) and z + b relu(W z) (post-activation), n Var W = 2, with the
    multiplier b = K^(-1/2) or 1/K. Lines: exact at infinite width. Markers: simulated, with 95 %
    intervals. Pre-activation branches are uncorrelated and b = K^(-1/2) keeps the energy below e.
    Post-activation branches share a positive mean: with K^(-1/2) the energy grows as exp(2 sqrt(K /
    pi)); with 1/K it has the limit cosh(pi^(-1/2))^2 = {limit}, as for tied pre-activation streams.
    Odd activations such as tanh have no mean; they are not drawn. The paper's eq. (5) puts K^(-1/2)
    on every kind of branch.""",
    runs="{samples} networks of width {width} for each point, seed {seed}.",
    shows="""Energy of the last state of untied ReLU streams over the number of blocks K. Streams z
    + b W relu(z) (pre-activation) and z + b relu(W z) (post-activation), n Var W = 2, from energy
    1, with b = K^(-1/2) or 1/K: exact at infinite width (lines) and simulated at K = {depths}
    (markers, 95 % intervals).""",
    claims=("AMMUP-X21", "AMMUP-X21-shared", "LOOP-A-DP5"),
    height=2.9,
    quick=Parameters(),
    paper=Parameters(width=512, samples=200, depths=(1, 4, 16, 36, 64)),
    tiny={"width": 8, "samples": 8, "depths": (1, 2), "far": (1, 2, 64)},
    data=data,
    facts=lambda *_: {"limit": f"{math.cosh(math.pi**-0.5) ** 2:.4f}"},
    holds=holds,
    draw=draw,
    quotes=quotes,
)
