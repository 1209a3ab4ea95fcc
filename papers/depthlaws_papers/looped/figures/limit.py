"""Looped, beyond the papers: energy in the limit of many loops, and the approach to it."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import simulation_attributes
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.sample_means import mean_and_half_interval
from depthlaws.figures.engine.settings import SAMPLES, WIDTH, setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.sims.residual import matrix_free
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.theory import formula, residual
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.figures import line_styles
from depthlaws_papers.looped.figures.scaling_rules import network, point_seed


@dataclass(frozen=True)
class Parameters:
    """Loop times T = eps N and numbers of loops; width and number of simulated networks."""

    longest: float = 8.0
    times: int = 32
    loops: tuple[int, ...] = setting(
        (1, 2, 4, 16), "loops (A)", name="N", whole=True, low=1, high=256, most=4
    )
    approach: tuple[float, ...] = setting(
        (0.5, 1.0, 2.0, 4.0), "loop times (B)", name="T", low=0.1, high=8, most=5
    )
    counts: tuple[int, ...] = (1, 2, 4, 8, 16, 32, 64, 128, 256)
    width: int = setting(2048, "width of the networks", **WIDTH)
    samples: int = setting(48, "networks for each point", **SAMPLES)
    late: tuple[float, ...] = (12.0, 16.0)


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Limit G, bounds, frozen gates and H_N over T; distance of H_N from G over N."""
    p = parameters
    goursat = residual.limit_kernel(p.longest, points=p.times, doublings=5)
    times, G = goursat.time[1:], np.diagonal(goursat.value)[1:]
    shown = times[3::4]
    points = [[_simulated(p, N, T, seed) for T in shown] for N in p.loops]
    at = residual.limit(p.approach).value
    near = np.array([[_energy(N, T) for N in p.counts] for T in p.approach])
    frozen = formula("tied-frozen-gates-limit")(times, 1.0, 1.0)
    late = np.array([times[-1], *p.late])
    far = np.array([G[-1], *residual.limit(p.late).value])
    dataset = xr.Dataset(
        {
            "limit": ("T", G),
            "frozen": ("T", frozen),
            "lower": ("T", formula("tied-energy-lower")(1, times, 1.0, 1.0)),
            "upper": ("T", formula("tied-energy-exponential")(times, 1.0, 1.0)),
            "exact": (("N", "T"), [[_energy(N, T) for T in times] for N in p.loops]),
            "simulated": (("N", "shown"), [[point[0] for point in row] for row in points]),
            "error": (("N", "shown"), [[point[1] for point in row] for row in points]),
            "gap": (("at", "count"), np.abs(near / at[:, None] - 1)),
            "prefactor": ("T", G * np.exp(-np.sqrt(2) * times)),
            "frozen_prefactor": ("T", frozen * np.exp(-np.sqrt(2) * times)),
            "late_prefactor": ("late", far * np.exp(-np.sqrt(2) * late)),
            "excess": ("T", (G - frozen) / times**5),
            "small": formula("tied-limit-small-time")(1.0, 1.0, 1.0)
            - formula("tied-frozen-gates-limit")(1.0, 1.0, 1.0),
        },
        coords={
            "T": times,
            "N": list(p.loops),
            "shown": shown,
            "at": list(p.approach),
            "count": list(p.counts),
            "late": late,
        },
        attrs=simulation_attributes(*(point[2] for row in points for point in row)),
    )
    return _described(dataset).assign_attrs(width=p.width, samples=p.samples)


def _described(ds: xr.Dataset) -> xr.Dataset:
    return describe(
        ds,
        limit=exact("energy H/H_0 of infinitely many loops, G"),
        frozen=exact("energy H/H_0 of infinitely many loops with gates frozen at the start"),
        lower=exact("lower bound of the energy"),
        upper=exact("upper bound of the energy"),
        exact=exact("energy H_N/H_0, infinite width"),
        simulated=simulated("energy H_N/H_0"),
        error=simulated("half of the 95 % interval of the simulated energy"),
        gap=exact("relative distance of H_N from G"),
        prefactor=exact("G exp(-sqrt(2) T)"),
        frozen_prefactor=exact("G exp(-sqrt(2) T), frozen gates"),
        late_prefactor=exact("G exp(-sqrt(2) T) at late times"),
        excess=exact("(G - frozen) / T^5"),
        small=exact("limit of (G - frozen) / T^5 at T = 0"),
        T=given("loop time eps N"),
        N=given("loops N"),
        shown=given("loop time of the simulations"),
        at=given("loop time"),
        count=given("loops N"),
        late=given("late loop time"),
    )


def _energy(N: int, T: float) -> float:
    return float(Stream(loops=N, eps=T / N).energies[-1])


def _simulated(p: Parameters, N: int, T: float, seed: int) -> tuple[float, float, xr.Dataset]:
    """Return the mean of H_N / H_0, half of its 95 % interval, and the run."""
    seed_of_point = point_seed(seed, N, round(1000 * T))
    model = network(Stream(loops=N, eps=T / N), p.width)
    run = matrix_free.simulate(
        model, Ensemble(samples=p.samples, seed=seed_of_point, dtype="float32")
    )
    mean, half = mean_and_half_interval(run.energy.isel(time=-1) / run.energy.isel(time=0))
    return float(mean), float(half), run


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw energy over T, distance from the limit over N, and growth at late and early times."""
    (energy, gap), (late, early) = style.panels(canvas, 2, 2)
    counts = style.depth_styles([*ds.N.values, np.inf])
    _energies(energy, ds, counts)
    _approach(gap, ds)
    _late(late, ds)
    shown = holds(ds)
    titles = {  # finding of a panel: whether it is shown, and what stands there else
        "bounded in $N$ at fixed $T$": (energy, shown["the energy is bounded at fixed T"]),
        "the limit is approached as $1/N$": (
            gap,
            shown["the distance from the limit falls as 1/N"],
        ),
        "gates that change add $T^5$": (early, shown["gates that change add T^5"]),
    }
    for words, (axis, true) in titles.items():
        axis.set_title(words if true else PLAIN_TITLES[words])
    early.plot(ds["T"], ds.excess, **line_styles.EXACT)
    early.axhline(ds.small, **style.GUIDE)
    words, place = r"$1/(120\sqrt{2}\,\pi)$", (0.26, 1.15 * float(ds.small))
    style.label(early, words, *place, color="0.35", va="bottom")
    early.set(xscale="log", xlabel="loop time $T$", ylabel=r"$(G(T)-I_0(\sqrt{2}T))/T^5$")
    early.set(yscale="log")
    early.set_xticks([0.25, 0.5, 1, 2, 4, 8], ["0.25", "0.5", "1", "2", "4", "8"])
    early.set_xticks([], minor=True)
    style.panel_letters([energy, gap, late, early])
    handles = [
        style.legend_entry(look, f"$N={N:g}$") for N, look in counts.items() if np.isfinite(N)
    ]
    handles += [
        style.legend_entry(style.line(counts[np.inf]), "limit $G(T)$"),
        style.legend_entry(FROZEN, r"frozen gates, $I_0(\sqrt{2}T)$"),
        style.legend_entry({"color": "0.9", "linewidth": 5}, "bounds"),
        *style.theory_and_simulation(),
    ]
    style.legend(canvas, handles)


def _energies(axis: Axes, ds: xr.Dataset, counts: dict[float, dict[str, Any]]) -> None:
    axis.fill_between(ds["T"], ds.lower, ds.upper, color="0.9", linewidth=0, zorder=0)
    for N, look in counts.items():
        curve = ds.limit if np.isinf(N) else ds.exact.sel(N=N)
        axis.plot(ds["T"], curve, **style.line(look))
    for N in ds.N.values:
        points = ds.sel(N=N)
        axis.errorbar(ds.shown, points.simulated, points.error, **style.bars(counts[float(N)]))
    axis.plot(ds["T"], ds.frozen, **FROZEN)
    axis.set(yscale="log", xlabel=r"loop time $T=\varepsilon N$", ylabel="energy $H_N/H_0$")


def _approach(axis: Axes, ds: xr.Dataset) -> None:
    for T, look in style.depth_styles(ds["at"].values.tolist()).items():
        gap = ds.gap.sel(at=T)
        axis.plot(ds["count"], gap, **style.line(look))
        style.label(axis, f"$T={T:g}$", float(ds["count"][-1]) * 1.1, float(gap[-1]))
    ends = ds["count"].values[[0, -1]]
    axis.plot(ends, 0.012 / ends, **style.GUIDE)
    style.label(axis, "$1/N$", 3, 0.0065, color="0.35")
    axis.set(xscale="log", yscale="log", xlabel="loops $N$", ylabel="$|H_N/G(T)-1|$, exact")
    axis.set_xlim(1, float(ds["count"][-1]) * 3)


def _late(axis: Axes, ds: xr.Dataset) -> None:
    axis.plot(ds["T"], ds.prefactor, **line_styles.EXACT)
    axis.plot(ds.late, ds.late_prefactor, **line_styles.EXACT)
    axis.plot(ds["T"], ds.frozen_prefactor, **FROZEN)
    for i in (0, -1):
        value = float(ds.late_prefactor[i])
        style.label(axis, f"{value:.3f}", float(ds.late[i]), value + 0.05, ha="center")
    axis.set(xlabel="loop time $T$", ylabel=r"$G(T)\,e^{-\sqrt{2}T}$")
    last = ds.late_prefactor.values
    near = abs(np.diff(np.log(last)) / np.diff(ds.late.values)).max() < 0.1 * np.sqrt(2)
    axis.set_title(r"$G$ grows nearly as $e^{\sqrt{2}T}$" if near else "growth of $G$")


PLAIN_TITLES = {
    "bounded in $N$ at fixed $T$": "energy at fixed $T$",
    "the limit is approached as $1/N$": "distance from the limit",
    "gates that change add $T^5$": "effect of gates that change",
}
FROZEN = style.line({"color": style.VERMILION, "linestyle": (0, (4, 1.5))}, linewidth=1.3, zorder=4)


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Limit G at some times, beside the paper's Theta(1)."""
    return [Quote(f"G({T:g})", "Theta(1)", residual.limit(float(T)).value) for T in ds["at"].values]


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Exact energies between their bounds, their distance from the limit, and early times."""
    doubled = ds.gap.values[:, -2] / ds.gap.values[:, -1]
    ratio = float(ds["count"][-1] / ds["count"][-2])
    first = float(ds.excess[0] / ds.small)
    return {
        "the energy is bounded at fixed T": bool((ds.exact < ds.upper).all()),
        "the distance from the limit falls as 1/N": bool(abs(doubled / ratio - 1).max() < 0.2),
        "gates that change add T^5": abs(first - 1) < 0.05,
    }


FIGURE = Figure(
    id="looped-limit",
    says="At fixed T = eps N the energy tends to a limit as the number of loops N grows.",
    source=LOOPED.beyond("X-10"),
    caption="""Energy of a tied ReLU layer looped N times with eps = T/N, relative to its start. A:
    exact infinite-width curves (lines) and simulated means (markers; bars are 95 % intervals by
    Student's t), the limit of many loops G(T), and the proved bounds 1 + T^2/(2 pi) and exp(sqrt(2)
    T) (grey), which are the constants of the paper's Theta(1) at fixed T. B: relative distance from
    the limit, which is of first order in 1/N. C: G over exp(sqrt(2) T), which still falls slowly at
    the latest times computed (values in the panel). With gates frozen as at the start, G would be
    I_0(sqrt(2) T) (orange). D: gates that change add T^5/(120 sqrt(2) pi) to leading order. The
    growth is exponential in T because the model has no normalisation: the paper's |S_N| = Theta(N)
    holds for this model at fixed T only.""",
    runs="{samples} networks of width {width} for each point, seed {seed}.",
    shows="""Energy of a tied ReLU layer looped N = {loops} times with eps = T/N, and its limit
    G(T). Relative to its start, without normalisation. (A) Exact infinite-width curves (lines) and
    simulated means (markers; bars are 95 % intervals by Student's t), the limit of many loops, and
    the bounds 1 + T^2/(2 pi) and exp(sqrt(2) T) (grey). (B) Relative distance of the exact energy
    from the limit at T = {approach}. (C) G over exp(sqrt(2) T), and with gates frozen as at the
    start (orange). (D) The difference of both over T^5; dashed: its limit at T = 0.""",
    claims=("LOOP-A-X1", "LOOP-B-X10", "LOOP-A-T1-bounds", "LOOP-A-P1"),
    height=4.8,
    quick=Parameters(),
    paper=Parameters(times=128, width=16_384, samples=100),
    tiny={
        "longest": 2.0,
        "times": 8,
        "loops": (1, 4),
        "approach": (0.5, 1.0),
        "counts": (4, 8, 16),
        "width": 256,
        "samples": 8,
    },
    data=data,
    holds=holds,
    draw=draw,
    quotes=quotes,
)
