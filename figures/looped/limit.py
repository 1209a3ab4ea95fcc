"""Looped, beyond the papers: the limit of many loops, and how finite numbers approach it."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas
from matplotlib.lines import Line2D

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.looped import scaling_rules as rules
from depthlaws.sims.estimate import Estimate
from depthlaws.sims.residual import matrix_free
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.theory import formula, residual
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream


@dataclass(frozen=True)
class Parameters:
    """Times T = eps N and loops; width and number of simulated networks."""

    longest: float = 8.0
    times: int = 32
    loops: tuple[int, ...] = (1, 2, 4, 16)
    approach: tuple[float, ...] = (0.5, 1.0, 2.0, 4.0)
    counts: tuple[int, ...] = (1, 2, 4, 8, 16, 32, 64, 128, 256)
    width: int = 2048
    samples: int = 24


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Limit G, bounds and frozen gates over T; H_N over T; distance from G over N."""
    p = parameters
    goursat = residual.limit_kernel(p.longest, points=p.times, doublings=5)
    times, G = goursat.time[1:], np.diagonal(goursat.value)[1:]
    exact = [[_energy(N, T) for T in times] for N in p.loops]
    shown = times[3::4]
    points = np.array([[_simulated(p, N, T, seed) for T in shown] for N in p.loops])
    at = np.array([residual.limit(T).value for T in p.approach])
    near = np.array([[_energy(N, T) for N in p.counts] for T in p.approach])
    frozen = formula("tied-frozen-gates-limit")(times, 1.0, 1.0)
    decay = np.exp(-np.sqrt(2) * times)
    return xr.Dataset(
        {
            "limit": ("T", G),
            "frozen": ("T", frozen),
            "lower": ("T", formula("tied-energy-lower")(1, times, 1.0, 1.0)),
            "upper": ("T", formula("tied-energy-exponential")(times, 1.0, 1.0)),
            "exact": (("N", "T"), exact),
            "simulated": (("N", "shown"), points[..., 0]),
            "error": (("N", "shown"), points[..., 1]),
            "gap": (("at", "count"), np.abs(near / at[:, None] - 1)),
            "prefactor": ("T", G * decay),
            "frozen_prefactor": ("T", frozen * decay),
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
        },
    ).assign_attrs(width=p.width, samples=p.samples)


def _energy(N: int, T: float) -> float:
    return float(Stream(loops=N, eps=T / N).energies[-1])


def _simulated(p: Parameters, N: int, T: float, seed: int) -> tuple[float, float]:
    """Mean of H_N / H_0, whose law does not depend on H_0, and its error."""
    own = int(np.random.SeedSequence([seed, N, round(1000 * T)]).generate_state(1)[0])
    model = rules.network(Stream(loops=N, eps=T / N), p.width)
    energy = matrix_free.simulate(
        model, Ensemble(samples=p.samples, seed=own, dtype="float32")
    ).energy
    found = Estimate.of((energy.isel(time=-1) / energy.isel(time=0)).values)
    return found.mean, found.sem


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Energy over T; distance from the limit over N; growth at late and at early times."""
    (energy, gap), (late, early) = canvas.subplots(2, 2)
    looks = style.depth_styles([*ds.N.values, np.inf])
    energy.fill_between(ds["T"], ds.lower, ds.upper, color="0.9", linewidth=0, zorder=0)
    for N, look in looks.items():
        curve = ds.limit if np.isinf(N) else ds.exact.sel(N=N)
        energy.plot(ds["T"], curve, **style.line(look))
    for N in ds.N.values:
        one = ds.sel(N=N)
        look = style.points(looks[float(N)])
        energy.errorbar(ds.shown, one.simulated, one.error, **look, elinewidth=0.8)
    energy.plot(ds["T"], ds.frozen, **FROZEN)
    energy.set(yscale="log", xlabel=r"loop time $T=\varepsilon N$", ylabel="energy $H_N/H_0$")
    times = style.depth_styles(ds["at"].values.tolist())
    for T, look in times.items():
        gap.plot(
            ds["count"],
            ds.gap.sel(at=T),
            **{**look, "markerfacecolor": "white"},
            label=f"$T={T:g}$",
        )
    gap.axline((1, 0.1), (10, 0.01), **style.GUIDE)
    gap.annotate("$1/N$", (60, 2.4e-3), color="0.35")
    gap.set(xscale="log", yscale="log", xlabel="loops $N$", ylabel="$|H_N/G(T)-1|$, exact")
    gap.legend(loc="lower left")
    late.plot(ds["T"], ds.prefactor, **rules.EXACT)
    late.plot(ds["T"], ds.frozen_prefactor, **FROZEN)
    late.set(xlabel="loop time $T$", ylabel=r"$G(T)\,e^{-\sqrt{2}T}$", ylim=(0, 1))
    early.plot(ds["T"], ds.excess, **rules.EXACT)
    early.axhline(ds.small, **style.GUIDE)
    early.annotate(
        r"$1/(120\sqrt{2}\,\pi)$",
        (0.25, ds.small),
        xytext=(2, 3),
        ha="left",
        textcoords="offset points",
        color="0.35",
    )
    early.set(
        xscale="log",
        xlabel="loop time $T$",
        ylabel=r"$(G(T)-I_0(\sqrt{2}T))/T^5$",
        ylim=(0.0015, 0.003),
    )
    early.set_xlim(ds["T"][0], 4)
    early.set_xticks([0.25, 0.5, 1, 2, 4], ["0.25", "0.5", "1", "2", "4"])
    early.set_xticks([], minor=True)
    style.letters([energy, gap, late, early])
    handles = [rules.handle(look, f"$N={N:g}$") for N, look in looks.items() if np.isfinite(N)]
    handles += [
        Line2D([], [], **style.line(looks[np.inf]), label="limit $G(T)$"),
        Line2D([], [], **FROZEN, label=r"frozen gates, $I_0(\sqrt{2}T)$"),
        Line2D([], [], color="0.9", linewidth=5, label="bounds"),
    ]
    canvas.legend(handles=handles, loc="outside upper center", ncols=len(handles))


FROZEN = {"color": rules.OTHER, "linestyle": (0, (4, 1.5)), "linewidth": 1.3, "zorder": 4}


def quotes(ds: xr.Dataset) -> list[Quote]:
    """The limit at some times beside the paper's Theta(1)."""
    return [Quote(f"G({T:g})", "Theta(1)", residual.limit(float(T)).value) for T in ds["at"].values]


FIGURE = Figure(
    id="looped-limit",
    says="Exact limit of many loops at eps = T/N, its bounds, and how H_N approaches it.",
    source=LOOPED.beyond("X-10"),
    caption="""Energy of a tied ReLU layer looped N times with eps = T/N, relative to its start.
    A: exact infinite-width curves through simulated means (width 2048, 24 networks in the quick
    profile, bars one standard error), the limit of many loops G(T), and the rigorous bounds
    1 + T^2/(2 pi) and exp(sqrt(2) T), grey, which turn the paper's Theta(1) at fixed T into
    numbers. B: relative distance from the limit, first order in 1/N. C: G grows as
    exp(sqrt(2) T) times a constant near 0.137, reached slowly; with gates frozen as at the start
    it would be I_0(sqrt(2) T). D: gates that move add T^5/(120 sqrt(2) pi) to leading order. The
    growth is exponential in T because the model has no normalisation: the paper's
    |S_N| = Theta(N) holds for it at fixed T only.""",
    claims=("LOOP-A-X1", "LOOP-B-X10", "LOOP-A-T1-bounds", "LOOP-A-P1"),
    height=4.6,
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
    draw=draw,
    quotes=quotes,
)
