"""PC, Figures A.1, A.2, A.20, A.21: nonlinear networks at equilibrium, at growing width."""

from dataclasses import dataclass

import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import computed
from depthlaws.figures.engine.record import Figure
from depthlaws.figures.engine.variables import described, given, simulated
from depthlaws.figures.pc.common import WIDER, course, decades, keys, shades, steps, swept
from depthlaws.sims.predictive_coding import PCN
from depthlaws.theory.papers import PC

CASES = {
    "tanh residual": ("tanh", "residual"),
    "ReLU residual": ("relu", "residual"),
    "tanh MLP": ("tanh", "mlp"),
    "ReLU MLP": ("relu", "mlp"),
}
NAMES = ("loss", "energy", "cosine")


@dataclass(frozen=True)
class Parameters:
    """The toy task of section A.8, L = 5."""

    widths: tuple[int, ...] = (8, 32)
    depth: int = 5
    steps: int = 4
    samples: int = 6
    tolerance: float = 1e-5


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Losses, energies at equilibrium and cosines along predictive coding's runs."""
    p, parts, runs = parameters, [], []
    for activation, network in CASES.values():
        models = {
            n: PCN(width=n, depth=p.depth, network=network, activation=activation) for n in p.widths
        }
        found, some = swept(
            models,
            "width",
            NAMES,
            samples=p.samples,
            seed=seed,
            steps=p.steps,
            tolerance=p.tolerance,
            rules=("pc",),
            derived={"gap": lambda r: r.loss - r.energy},
        )
        found["cosine"] = 1 - found.cosine
        parts.append(found)
        runs += some
    ds = xr.concat(parts, dim="case").assign_coords(case=list(CASES))
    said = {
        "loss": "loss, half the mean squared error",
        "energy": "energy at the equilibrium of the activities",
        "cosine": "1 - cosine of the gradients of energy and loss, same parameters",
        "gap": "loss less energy, same parameters",
    }
    both = {n: simulated(t) for n, t in said.items()}
    both |= {f"{n}_error": simulated(f"half of the 95 % interval of: {t}") for n, t in said.items()}
    return described(
        ds.assign_attrs(computed(*runs)),
        case=given("network"),
        width=given("width N"),
        rule=given("along the run of predictive coding (pc)"),
        step=given("step of gradient descent", "step"),
        **both,
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Columns: networks. Rows: energy of PC and loss of BP; their distance; directions."""
    grid = style.panels(canvas, 3, 4, sharex=True, sharey="row")
    looks, every = shades(ds.width.values.tolist()), max(1, len(ds.step) // 6)
    for column, case in zip(grid.T, ds.case.values, strict=True):
        one = ds.sel(case=case)
        for width, look in looks.items():
            at = {"width": width, "rule": "pc"}
            course(column[0], one, "energy", look, every=every, **at)
            course(column[1], one, "gap", look, every=every, **at)
            course(column[2], one, "cosine", look, every=every, **at)
        for axis in column if style.narrow(canvas) else column[:1]:
            axis.set_title(case)
        column[0].set(ylabel="energy $F$")
        column[1].set(ylabel="$L-F$")
        column[2].set(ylabel=r"$1-\cos$")
    for axis in grid.flat:
        steps(axis)
    for axis in grid[1:].flat:
        axis.set_yscale("log")
    for row in grid[1:]:
        decades(row[0])
    style.outer(grid.flat)
    style.letters(grid.flat)
    style.legend(canvas, keys(looks, "$N={}$"))


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, str]:
    """How often 1 - cos of the widest MLPs grows from the first step to the last."""
    ends = ds.cosine.isel(width=-1, step=[0, -1]).squeeze()
    first, last = (ends.isel(step=i) for i in (0, 1))
    found = {
        name: float(last.sel(case=f"{name} MLP") / first.sel(case=f"{name} MLP"))
        for name in ("ReLU", "tanh")
    }
    return {"rise": f"{found['ReLU']:.2g}", "tanh": f"{found['tanh']:.2g}"}


FIGURE = Figure(
    id="pc-nonlinear",
    says="At equilibrium nonlinear networks, too, near backpropagation as the width grows.",
    source=PC.figure("A.1, A.2, A.20 and A.21"),
    caption="""Predictive coding in tanh and ReLU networks of L = {depth} on the toy task,
    mean-field parametrisation, activities at equilibrium (Gauss-Newton by dynamic programming;
    units of ReLU rest on their kinks). Columns: residual networks (figures A.1, A.2) and MLPs
    (A.20, A.21). Rows: the energy; the loss less the energy at the same parameters; 1 - cos of
    their gradients, which along the run of the widest ReLU MLP changes by a factor {rise}, of the
    widest tanh MLP by {tanh}. Bars are 95 % intervals over networks.""",
    runs=WIDER,
    claims=("PC-FA1", "PC-FA2", "PC-FA20", "PC-FA21", "PC-B33"),
    height=4.8,
    quick=Parameters(),
    paper=Parameters(widths=(8, 32, 128, 512), steps=100, samples=3),
    tiny={"widths": (2, 4), "steps": 1, "samples": 2},
    data=data,
    facts=facts,
    draw=draw,
)
