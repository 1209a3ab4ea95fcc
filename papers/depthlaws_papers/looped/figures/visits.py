"""Looped, beyond the papers: energy of streams that visit layers in three orders."""

import math
from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import simulation_attributes
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.sample_means import mean_and_half_interval
from depthlaws.figures.engine.settings import SAMPLES, WIDTH, setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.sims.residual import matrix_free
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.theory import residual
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.figures.line_styles import THREE_STYLES
from depthlaws_papers.looped.figures.scaling_rules import network, point_seed

ORDERS = {
    "own layers": "no layer shared",
    "core": r"2 + 4$\times R$ + 2",
    "all shared": r"4$\times(R+1)$",
}
RULES = ("one scale", "scale of each visit")
LOOKS = dict(zip(ORDERS, (THREE_STYLES[2], THREE_STYLES[0], THREE_STYLES[1]), strict=True))
REPEATS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32)
BOUND = math.e  # exp(s^2/2): energy out over in of scales 1/(N_l sqrt L) at s^2 = 2, at most


@dataclass(frozen=True)
class Parameters:
    """Repeats of the core that are drawn and simulated; width and number of networks."""

    repeats: tuple[int, ...] = REPEATS
    shown: tuple[int, ...] = setting(
        (1, 4, 16), "repeats simulated", name="R", among=REPEATS, most=6
    )
    width: int = setting(1024, "width of the networks", **WIDTH)
    samples: int = setting(96, "networks for each point", **SAMPLES)


def visit_order(order: str, repeats: int) -> str:
    """Return the order with 4 R + 4 visits: of own layers, a core passed R times, or shared."""
    return {
        "own layers": f"{4 * repeats + 4}",
        "core": f"2+4x{repeats}+2",
        "all shared": f"4x{repeats + 1}",
    }[order]


def stream(rule: str, order: str, repeats: int) -> Stream:
    """Return the stream under 1/sqrt K for every visit, or 1/(N_l sqrt L) for each visit."""
    visits = visit_order(order, repeats)
    one = 1 / math.sqrt(4 * repeats + 4)
    eps = one if rule == "one scale" else residual.visit_scales(visits)
    return Stream(visits=visits, eps=eps, s=math.sqrt(2))


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Energy out over in by rule, order and repeats of the core, exact and simulated."""
    p = parameters
    law = [
        [[stream(rule, order, n).energies[-1] for n in p.repeats] for order in ORDERS]
        for rule in RULES
    ]
    mean, half = np.empty((2, len(RULES), len(ORDERS), len(p.shown)))
    runs = []
    for at in np.ndindex(mean.shape):
        limit = stream(RULES[at[0]], [*ORDERS][at[1]], p.shown[at[2]])
        ensemble = Ensemble(samples=p.samples, seed=point_seed(seed, *at), dtype="float32")
        run = matrix_free.simulate(network(limit, p.width), ensemble)
        runs.append(run)
        ratio = run.energy.isel(time=-1) / run.energy.isel(time=0)
        mean[at], half[at] = mean_and_half_interval(ratio)
    dims = ("rule", "order")
    dataset = xr.Dataset(
        {
            "exact": ((*dims, "repeats"), law),
            "simulated": ((*dims, "shown"), mean),
            "error": ((*dims, "shown"), half),
        },
        {
            "rule": [*RULES],
            "order": [*ORDERS],
            "repeats": list(p.repeats),
            "shown": list(p.shown),
        },
        simulation_attributes(*runs) | {"width": p.width, "samples": p.samples},
    )
    return describe(
        dataset,
        exact=exact("energy out over in, infinite width"),
        simulated=simulated("energy out over in"),
        error=simulated("half of the 95 % interval of the simulated energy"),
        rule=given("branch scale"),
        order=given("order of the visits"),
        repeats=given("repeats R of the core"),
        shown=given("repeats R of the simulated networks"),
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw the energies over the repeats of the core, one panel for each rule."""
    ((left, right),) = style.panels(canvas, 1, 2)
    for axis, rule in ((left, RULES[0]), (right, RULES[1])):
        for order, look in LOOKS.items():
            curve = ds.sel(rule=rule, order=order)
            axis.plot(ds.repeats, curve.exact, **style.line(look))
            axis.errorbar(ds.shown, curve.simulated, curve.error, **style.bars(look))
        axis.axhline(BOUND, **style.GUIDE)
        axis.set_ylabel("energy out over in")
        style.count_ticks(axis, [n for n in ds.repeats.values if n & (n - 1) == 0], "repeats $R$")
    left.set_yscale("log")
    right.set_ylim(2.15, 2.85)
    style.label(right, "$e$, the bound", 1, BOUND + 0.01, color="0.35", va="bottom")
    left.set_title(r"one scale, $1/\sqrt{K}$")
    right.set_title(r"scale of each visit, $1/(N_\ell\sqrt{L})$")
    style.panel_letters([left, right])
    handles = [style.legend_entry(look, ORDERS[order]) for order, look in LOOKS.items()]
    style.legend(canvas, [*handles, *style.theory_and_simulation("exact, infinite width")])


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Energies at the largest simulated number of repeats, beside the bound."""
    last = ds.sel(repeats=int(ds.shown[-1]))
    return [
        Quote(
            f"{order}, {rule}, R = {int(ds.shown[-1])}: energy out over in, exact",
            "at most e" if rule == RULES[1] else "not shown",
            float(last.exact.sel(rule=rule, order=order)),
        )
        for rule in RULES
        for order in ORDERS
    ]


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Exact energies beside the bound e."""
    one, each = (ds.exact.sel(rule=rule) for rule in RULES)
    return {
        "scales of each visit keep the energy below e": bool((each < BOUND).all()),
        "1/sqrt K does so without shared layers": bool((one.sel(order="own layers") < BOUND).all()),
        "1/sqrt K does not so with shared layers": bool(
            (one.sel(order=["core", "all shared"]).max("repeats") > BOUND).all()
        ),
    }


FIGURE = Figure(
    id="looped-visits",
    says="Branch scales 1/(N_l sqrt L) keep the energy below e for all three orders of visits, "
    "R to 32; 1/sqrt K does so only if no layer is shared.",
    source=LOOPED.beyond("X-12"),
    caption="""Energy out over in of ReLU streams with K = 4 R + 4 visits and s^2 = 2, against the
    repeats R of the core: two layers, four layers passed R times, two layers (black); K layers of
    their own (blue); four layers passed R + 1 times (orange). Exact infinite-width curves and
    simulated means (markers; bars are 95 % intervals by Student's t, whose networks have a heavy
    tail in A). A: one branch scale 1/sqrt K for all visits. B: for each visit the scale
    1/(N_l sqrt L), N_l the number of visits of its layer and L the number of layers, which bounds
    the energy by exp(s^2/2) = e (dashed) in every order. For one block looped N times it is the
    paper's 1/(N sqrt L).""",
    runs="{samples} networks of width {width} for each point, seed {seed}.",
    shows="""Energy out over in of ReLU streams with K = 4 R + 4 visits in three orders, by branch
    scale. R repeats of the core, s^2 = 2: two layers, four layers passed R times, two layers
    (black); K layers of their own (blue); four layers passed R + 1 times (orange). Exact
    infinite-width curves and simulated means at R = {shown} (markers; bars are 95 % intervals by
    Student's t). (A) One branch scale 1/sqrt K for all visits. (B) For each visit the scale 1/(N_l
    sqrt L), N_l the number of visits of its layer and L the number of layers; dashed: the bound
    e.""",
    claims=("LOOP-B-X12", "LOOP-B-X12-core"),
    height=3.0,
    quick=Parameters(),
    paper=Parameters(width=16_384, samples=400),
    tiny={"repeats": (1, 2), "shown": (1, 2), "width": 512, "samples": 48},
    data=data,
    holds=holds,
    draw=draw,
    quotes=quotes,
)
