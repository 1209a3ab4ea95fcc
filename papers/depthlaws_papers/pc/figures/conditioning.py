"""PC, beyond the paper: condition number of inference and steps of three methods over depth."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.settings import setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.figures.engine.words import largest_miss, span
from depthlaws.sims.common import backend
from depthlaws.sims.predictive_coding import PCN, Inference, infer
from depthlaws.sims.predictive_coding.model import seeds
from depthlaws.theory import predictive_coding
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.figures.axes import BLACK

CASES = {
    "MLP": ("mlp", "mean_field", 0.5),
    "residual": ("residual", "mean_field", 0.5),
    "uniform MLP": ("mlp", "kaiming", 0.5),
}
METHODS = {
    "gradient descent": "gradient",
    "nesterov": "nesterov",
    "conjugate gradients": "conjugate",
}
LINE_STYLES = dict(
    zip(
        ("MLP", "residual", "uniform MLP", "orthogonal chain"),
        (
            {**BLACK, "color": style.VERMILION, "marker": "s"},
            BLACK,
            {**BLACK, "color": style.BLUE, "marker": "^"},
            {**BLACK, "color": "0.5", "marker": "D", "linestyle": style.LINES[1]},
        ),
        strict=True,
    )
)


@dataclass(frozen=True)
class Parameters:
    """Sizes chosen by us; ``slow`` is the largest depth at which gradient descent is simulated."""

    depths: tuple[int, ...] = setting(
        (2, 4, 8, 12), "depths", name="L", whole=True, low=2, high=64, least=2, most=6
    )
    slow: int = setting(
        12, "largest depth of simulated gradient descent", whole=True, low=2, high=64
    )
    width: int = setting(24, "width", name="N", whole=True, low=2, high=128)
    inputs: int = 4
    tolerance: float = 1e-2


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Exact condition numbers, numbers of steps by theory, and steps of simulated inference."""
    p = parameters
    shape = (len(CASES), len(METHODS), len(p.depths))
    condition = np.empty((len(CASES), len(p.depths)))
    bound, taken = np.empty(shape), np.full(shape, np.nan)
    for i, (network, name, alpha) in enumerate(CASES.values()):
        for k, depth in enumerate(p.depths):
            model = PCN(
                width=p.width,
                depth=depth,
                features=p.width,
                network=network,
                alpha=alpha,
                parametrization=name,
            )
            weights = [w[0] for w in model.draw(seeds(seed, 1)[1], backend.get("cpu"), "float64")]
            theory = predictive_coding.inference(
                weights, skips=network == "residual", scale=model.multipliers
            )
            condition[i, k] = theory.condition
            steps = theory.iterations(p.tolerance)
            bound[i, :, k] = [steps[m] for m in METHODS]
            for j, method in enumerate(METHODS):
                if method != "gradient descent" or depth <= p.slow:
                    taken[i, j, k] = _taken(p, model, weights, theory, method, steps[method])
    chain = [
        predictive_coding.inference([[[1.0]]] * (L - 1) + [[[0.0]]]).condition for L in p.depths
    ]
    dims = ("case", "route", "depth")
    ds = xr.Dataset(
        {
            "condition": (("case", "depth"), condition),
            "chain": ("depth", chain),
            "bound": (dims, bound),
            "taken": (dims, taken),
        },
        coords={"case": list(CASES), "route": list(METHODS), "depth": list(p.depths)},
        attrs={"width": p.width},
    )
    return describe(
        ds,
        condition=exact("condition number of inference"),
        chain=exact("condition number of the orthogonal chain, output weights zero"),
        bound=exact("steps that suffice from any start, to 1 % of the error", "step"),
        taken=simulated("steps that inference took from a random start, to 1 %", "step"),
        case=given("network"),
        route=given("method of inference"),
        depth=given("depth L"),
    )


def _taken(p: Parameters, model: PCN, weights: list, theory, method: str, max_steps: int) -> float:
    """Return the first step at which the root of the energy above its minimum is 1 %."""
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((p.inputs, p.width)), rng.standard_normal((p.inputs, 1))
    z, minimum = infer(model, Inference(), weights, x, y)
    start = [a + rng.standard_normal(a.shape) for a in z]
    options: dict[str, Any] = {"method": METHODS[method], "iterations": max_steps}
    if method != "conjugate gradients":  # which chooses its own steps
        options |= {"step": theory.best_steps[method], "batch": "sum"}
    if method == "nesterov":
        options["momentum"] = theory.momentum
    inference = Inference(**options)
    _, path = infer(model, inference, weights, x, y, start=start)
    gap = np.sqrt(np.maximum(path - minimum[0], 0))
    return float(np.argmax(gap <= p.tolerance * gap[0]))


TITLES = {"gradient descent": "gradient descent", "nesterov": "Nesterov"}


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw condition numbers, and the steps of each method."""
    axes = style.panels(canvas, 2, 2).flat
    for case in ds.case.values:
        axes[0].plot(ds.depth, ds.condition.sel(case=case), **style.line(LINE_STYLES[case]))
    axes[0].plot(ds.depth, ds.chain, **style.line(LINE_STYLES["orthogonal chain"]))
    axes[0].set(ylabel=r"condition number $\kappa$", title="condition, exact")
    for axis, method in zip(axes[1:], ds.route.values, strict=True):
        _steps(axis, ds.sel(route=method))
        axis.set(ylabel="steps to 1 %", title=TITLES.get(str(method), str(method)))
    for axis in axes:
        style.count_ticks(axis, ds.depth.values.tolist(), "depth $L$")
        axis.set_yscale("log")
    for axis in axes[1:]:
        axis.set_ylim(float(ds.bound.min()) * 0.6, float(ds.bound.max()) * 2)
    style.panel_letters(axes)
    handles = [style.legend_entry(look, case) for case, look in LINE_STYLES.items()]
    handles[-1].set_marker("")  # of the chain nothing is simulated
    style.legend(canvas, [*handles, style.legend_entry(style.neighbour(), "from the worst start")])


def _steps(axis: Axes, ds: xr.Dataset) -> None:
    for case in ds.case.values:
        at, look = ds.sel(case=case), LINE_STYLES[case]
        axis.plot(at.depth, at.bound, **style.neighbour())
        axis.plot(at.depth, at.taken, **style.points(look))


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, Any]:
    """Condition numbers of the deepest networks, steps saved, and misses of the worst start."""
    plain = ds.taken.sel(route="gradient descent", drop=True)
    deepest = ds.taken.sel(depth=ds.depth[plain.notnull().all("case").values]).isel(depth=-1)
    saved = deepest / plain.sel(depth=deepest.depth)
    ends = ds.condition.isel(depth=-1)
    return {
        "depth": int(ds.depth[-1]),
        "kappa": span(ends.sel(case=["MLP", "residual"]), 0),
        "flat": f"{float(ends.sel(case='uniform MLP')):.0f}",
        "nesterov": span(saved.sel(route="nesterov"), 3),
        "conjugate": span(saved.sel(route="conjugate gradients"), 3),
        "miss": largest_miss(ds.bound, ds.taken),
    }


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Statements of the title: condition numbers, and simulated steps of the methods, by depth."""
    later = ds.taken.isel(depth=slice(1, None))
    plain = later.sel(route="gradient descent", drop=True)
    fewer = [
        (later.sel(route=m, drop=True) < plain).where(plain.notnull(), True)
        for m in list(METHODS)[1:]
    ]
    grows = ds.condition.sel(case=["MLP", "residual"]).diff("depth") > 0
    return {
        "inference gets ill-conditioned": bool(grows.all()),
        "both methods need fewer steps": all(bool(f.all()) for f in fewer),
    }


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Exponent of the condition number over the last doubling of the depth."""
    last = ds.condition.isel(depth=[-2, -1])
    grown = np.log(last[:, 1] / last[:, 0]) / np.log(float(ds.depth[-1] / ds.depth[-2]))
    return [
        Quote(
            f"{case}: exponent of kappa over the last doubling",
            "ill-conditioned with depth",
            float(grown.sel(case=case)),
        )
        for case in ds.case.values
    ]


FIGURE = Figure(
    id="pc-conditioning",
    says="Inference gets ill-conditioned with depth in MLPs and residual networks; from depth 4 on "
    "Nesterov's method and conjugate gradients need fewer steps than gradient descent.",
    source=PC.beyond("PC-B30, PC-B32"),
    caption="""Inference in linear networks at initialisation: mean-field MLPs and residual networks
    with alpha = 1/2, and MLPs with Kaiming's uniform weights, whose condition number is {flat} at
    depth {depth} ({kappa} in the others). (A) Condition number of the Hessian of the activities,
    exact for these weights; grey: orthogonal chain whose output weights are zero. (B-D) Steps until
    the root of the energy above its minimum is 1 % of its initial value, of simulated inference
    from the equilibrium plus white noise. There, dotted: steps that suffice from any start, by the
    condition number, at the best step sizes (exact at the worst start for both descents, a bound
    for conjugate gradients; largest miss of the start drawn {miss}). At the largest depth drawn in
    (B) the steps are {nesterov} of those of gradient descent for Nesterov's method, and {conjugate}
    for conjugate gradients.""",
    runs="one draw of weights of width {width} for each depth and network, seed {seed}; {inputs} "
    "inputs.",
    shows="""Inference in linear networks of L = {depths} layers at initialisation. Mean-field MLPs
    and residual networks with alpha = 1/2, and MLPs with Kaiming's uniform weights, of width
    {width}. (A) Condition number of the Hessian of the activities, exact for these weights; grey:
    orthogonal chain whose output weights are zero. (B-D) Steps until the root of the energy above
    its minimum is 1 % of its initial value, of simulated inference from the equilibrium plus white
    noise. There, dotted: steps that suffice from any start, by the condition number, at the best
    step sizes (largest miss of the start drawn {miss}).""",
    claims=(
        "PC-B30",
        "PC-B32",
        "PC-B32-nesterov",
        "PC-B32-conjugate",
        "PC-B32-depth",
        "PC-B1-simulated",
    ),
    height=4.4,
    quick=Parameters(),
    paper=Parameters(depths=(2, 4, 8, 16, 32, 64), slow=32, width=64),
    tiny={"depths": (2, 3, 4), "width": 6},
    data=data,
    facts=facts,
    draw=draw,
    holds=holds,
    quotes=quotes,
)
