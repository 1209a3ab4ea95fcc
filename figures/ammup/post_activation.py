"""AM-muP, beyond the paper: K^-1/2 or 1/K, the picture that tells which one a stream needs."""

import math
from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.ammup.rates import LOOKS
from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import computed
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.variables import described, exact, given, simulated
from depthlaws.sims.estimate import Estimate
from depthlaws.sims.onestep import Architecture, FirstStep, Sampling, first_step
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP

STREAMS = {  # network, power of K
    "pre-activation, K^-1/2": ("residual", 0.5),
    "pre-activation, 1/K": ("residual", 1.0),
    "post-activation, K^-1/2": ("post-activation", 0.5),
    "post-activation, 1/K": ("post-activation", 1.0),
}


@dataclass(frozen=True)
class Parameters:
    """Sizes of the simulated networks; the largest width shows the limit."""

    width: int = 160
    samples: int = 60
    depths: tuple[int, ...] = (1, 4, 16, 36)
    far: tuple[int, ...] = (1, 2, 4, 9, 16, 25, 36, 64)


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Energy of the last state, |z_K|^2 / n from 1."""
    p = parameters
    point, error, every = [], [], []
    for i, (network, power) in enumerate(STREAMS.values()):
        runs = [_run(network, power, K, p, seed + 100 * i + j) for j, K in enumerate(p.depths)]
        found = [Estimate.of(run.state.isel(layer=-1), "sample") for run in runs]
        point.append([float(e.mean) for e in found])
        error.append([1.96 * float(e.sem) for e in found])
        every += runs
    law = [[energy(*stream, K) for K in p.far] for stream in STREAMS.values()]
    found = xr.Dataset(
        {
            "exact": (("stream", "far"), np.array(law)),
            "simulated": (("stream", "depth"), np.array(point)),
            "error": (("stream", "depth"), np.array(error)),
        },
        {"stream": list(STREAMS), "depth": list(p.depths), "far": list(p.far)},
    )
    return described(
        found.assign_attrs(**computed(*every)),
        exact=exact("mean square of the last state, infinite width"),
        simulated=simulated("the same, simulated"),
        error=simulated("half of its 95 % interval"),
        stream=given("network and multiplier of its branches"),
        depth=given("blocks K"),
        far=given("blocks K"),
    )


def energy(network: str, power: float, K: int) -> float:
    """Exact mean square of the last state from 1, n Var W = 2."""
    eps = K**-power
    if network == "post-activation":
        return updates.post_activation_energy(K, eps, math.sqrt(2))
    return (1 + eps**2) ** K  # E relu^2 = 1/2 of a state that every unit sees afresh


def _run(network: str, power: float, K: int, p: Parameters, seed: int) -> xr.Dataset:
    architecture = Architecture(
        network=network, width=p.width, depth=K, scaled="multiplier", power=power
    )
    sampling = Sampling(samples=p.samples, seed=seed, dtype="float32")
    return first_step(architecture, FirstStep(inputs="gaussian"), sampling, observe="state")


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Energies of four streams over the number of blocks."""
    ((axis,),) = style.panels(canvas, 1, 1)
    for look, name in zip(LOOKS, ds.stream.values, strict=False):
        one = ds.sel(stream=name)
        axis.plot(ds.far, one.exact, **style.line(look))
        axis.errorbar(ds.depth, one.simulated, one.error, **style.bars(look))
        words = str(name).replace("K^-1/2", "$K^{-1/2}$").replace("1/K", "$1/K$")
        at = float(one.exact[-1]) * (0.8 if name == "pre-activation, 1/K" else 1.1)
        style.say(axis, words, float(ds.far[-1]) * 1.1, at, color=look["color"])
    axis.set(yscale="log", ylabel=r"energy of the last state, $|z_K|^2/n$")
    style.counts(axis, ds.far.values, "untied residual blocks $K$")
    axis.set_xlim(right=float(ds.far[-1]) * 1.06)
    axis.set_ylim(bottom=0.6)
    style.legend(canvas, style.theory_and_simulation())


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Limits of the three streams that have one."""
    last = ds.exact.isel(far=-1)
    limits = {
        "pre-activation, K^-1/2": "e",
        "pre-activation, 1/K": "1",
        "post-activation, 1/K": "cosh(pi^-1/2)^2 = 1.3536",
    }
    return [
        Quote(f"{name}: energy", said, float(last.sel(stream=name)))
        for name, said in limits.items()
    ]


FIGURE = Figure(
    id="ammup-post-activation",
    says="K^-1/2 is enough before an activation, never after it: phi(W z) has a mean, and untied "
    "blocks add it up.",
    source=AMMUP.beyond("X21"),
    caption="""Energy of the last state of untied ReLU streams over the number of blocks K, from 1:
    z + b W relu(z) (pre-activation) and z + b relu(W z) (post-activation), n Var W = 2, with the
    multiplier b = K^(-1/2) or 1/K. Lines: exact at infinite width. Markers: simulated, with 95 %
    intervals. Pre-activation branches are uncorrelated and b = K^(-1/2) keeps the energy at e.
    Post-activation branches share a positive mean: with K^(-1/2) the energy grows as exp(2 sqrt(K /
    pi)), and only 1/K has a limit, cosh(pi^(-1/2))^2 = {limit}, as for tied pre-activation streams.
    The paper's eq. (5) puts K^(-1/2) on every kind of branch.""",
    runs="{samples} networks of width {width} a point, seed {seed}.",
    claims=("AMMUP-MC-residual",),
    height=2.9,
    quick=Parameters(),
    paper=Parameters(width=512, samples=200, depths=(1, 4, 16, 36, 64)),
    tiny={"width": 8, "samples": 8, "depths": (1, 2), "far": (1, 2)},
    data=data,
    facts=lambda *_: {"limit": f"{math.cosh(math.pi**-0.5) ** 2:.4f}"},
    draw=draw,
    quotes=quotes,
)
