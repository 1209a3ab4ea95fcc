"""Time courses of the chain: speed and accuracy beside SciPy and mpmath, in one run on one core.

Run: python -m benchmarks.chain_flow. A ratio is ours over the other route's in points per second
of processor time, so that a busy machine does not count.
"""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import mpmath
import numpy as np
import scipy.special
from scipy.integrate import solve_ivp

from benchmarks.rows import Row
from depthlaws import chain

EPS = 2.0**-52
DEPTHS = (1.0, 1.3, 2.0, 2 + 1e-9, 3.0, 7.0, 100.0, 1e8, math.inf)
STARTS = (1e-12, 1e-6, 0.01, 0.3, 0.9, 1 - 1e-7, 1 + 1e-7, 1.5, 40.0, 1e6)
BARS = "bars: 1e6 points/s, 1000 x solve_ivp per point; errors 8 (alpha) and 4 (time)"
POINTS = 1_000_000


def seconds(f: Callable[[], Any], *, repeat: int = 3) -> float:
    """Best of a few runs."""
    best = math.inf
    for _ in range(repeat):
        start = time.process_time()
        f()
        best = min(best, time.process_time() - start)
    return best


def rate(f: Callable[[], Any], points: int, *, repeat: int = 3) -> float:
    """Points per second."""
    return points / seconds(f, repeat=repeat)


def slope(depth: float, r: float) -> Callable[[float, Any], Any]:
    """Right-hand side of the flow: what an integrator is given."""
    if r == 1:
        return lambda _, a: a ** (2 - 2 / depth) * (1 - a)
    rho = r ** (1 / depth)
    return lambda _, a: ((r * a) ** (1 / depth) - 1) / (rho - 1) * a ** (2 - 2 / depth) * (1 - a)


def integrate(depth: float, r: float, start: float, times: Any) -> Any:
    """One trajectory by the best integrator of SciPy for this."""
    span = (0.0, float(np.max(times)))
    kwargs: dict[str, Any] = {"rtol": 1e-12, "atol": 1e-14, "method": "DOP853"}
    return solve_ivp(slope(depth, r), span, [start], t_eval=times, **kwargs).y[0]


def primitive(a: Any, depth: Any) -> Any:
    """Eq. (7) by mpmath, with its limits at depth 2 and infinity."""
    if depth == 2:
        return mpmath.log(a / abs(1 - a))
    if depth == mpmath.inf:
        return -1 / a - mpmath.log(abs(1 / a - 1))
    c = 2 / depth
    return mpmath.re(a ** (c - 1) / (c - 1) * mpmath.hyp2f1(1, c - 1, c, a))


def mpmath_alpha(moment: float, start: float, depth: float) -> Any:
    """alpha(t) as one would write it with mpmath at 15 digits."""
    if math.isinf(depth):
        beta = 1 / mpmath.mpf(start) + mpmath.log(1 / mpmath.mpf(start) - 1) - 1 - moment
        return 1 / (1 + mpmath.lambertw(mpmath.exp(beta)))
    begin = primitive(mpmath.mpf(start), mpmath.mpf(depth))
    return mpmath.findroot(
        lambda a: primitive(a, mpmath.mpf(depth)) - begin - moment,
        (start, 1 - 1e-6),
        solver="anderson",
    )


def scipy_time(end: float, start: float, depth: float) -> float:
    """Eq. (7) by scipy.special.hyp2f1."""
    c = 2 / depth
    with np.errstate(all="ignore"):
        parts = [
            np.float64(a) ** (c - 1) / np.float64(c - 1) * scipy.special.hyp2f1(1, c - 1, c, a)
            for a in (end, start)
        ]
        return float(parts[0] - parts[1])


@dataclass(frozen=True)
class Speed:
    """Points a second of alpha(t): one start, a start each, and by other routes; seconds a call."""

    one_start: float
    many_starts: float
    call: float
    trajectory: float
    trajectory_error: float
    independent: float
    multiprecision: float


def speed(depth: float, r: float = 1.0) -> Speed:
    """Ours, and SciPy's and mpmath's beside it."""
    start = 0.05 if r == 1 else 0.6
    kind: dict[str, Any] = {} if r == 1 else {"network": "block2", "r": r}
    rng = np.random.default_rng(0)
    half = chain.time(0.99, start, depth, **kind)
    times = rng.uniform(0, half, POINTS)
    starts = rng.uniform(0.51, 0.99, POINTS)
    few = np.sort(times[:100_000])

    def each() -> None:
        for moment, begin in zip(times[:15], starts[:15], strict=True):
            integrate(depth, r, begin, [moment])

    def precise() -> None:
        for moment in times[:5]:
            mpmath_alpha(moment, start, depth)

    exact = chain.alpha(few, start, depth, **kind)
    return Speed(
        one_start=rate(lambda: chain.alpha(times, start, depth, **kind), POINTS),
        many_starts=rate(lambda: chain.alpha(times, starts, depth, **kind), POINTS),
        call=seconds(lambda: [chain.alpha(3.0, start, depth, **kind) for _ in range(100)]) / 100,
        trajectory=rate(lambda: integrate(depth, r, start, few), len(few), repeat=1),
        trajectory_error=float(np.abs(integrate(depth, r, start, few) / exact - 1).max()),
        independent=rate(each, 15, repeat=2),
        multiprecision=rate(precise, 5, repeat=1) if r == 1 else math.nan,
    )


def speeds(depth: float, r: float = 1.0) -> str:
    """One line of the first table."""
    s = speed(depth, r)
    cells = (
        f"{'block2' if r > 1 else 'feedforward':8}{depth:<6g}",
        f"{s.one_start / 1e6:8.1f}{s.many_starts / 1e6:10.1f}{s.call * 1e6:8.0f}",
        f"{s.one_start / s.trajectory:10.1f}{s.trajectory_error:9.0e}",
        f"{s.many_starts / s.independent:12,.0f}{s.one_start / s.multiprecision:12,.0f}",
    )
    return "".join(cells)


def samples(depth: float) -> Iterator[tuple[float, float]]:
    """Times before, on and after the plateau of every start."""
    for start in STARTS:
        plateau = abs(chain.time(0.5 if start < 1 else 2.0, start, depth))
        for moment in (1e-9 * plateau, 0.5 * plateau, 0.999 * plateau, plateau + 1, plateau + 40):
            yield moment, start


def units(value: float, exact: Any, condition: Any) -> float:
    """Relative error in eps (1 + condition)."""
    if not math.isfinite(value):
        return math.inf
    return float(abs(value - exact) / abs(exact) / (EPS * (1 + condition)))


Errors = dict[str, list[float]]


def errors(depth: float) -> Errors:
    """Errors in eps (1 + condition) at all samples: ours, and SciPy's 2F1 below and above 1."""
    exact_depth = mpmath.mpf(depth)
    seen: Errors = {"alpha": [], "gap": [], "time": [], "below": [], "above": []}

    def slope_at(a: Any) -> Any:
        return a ** (2 - 2 / exact_depth) * (1 - a)

    for moment, start in samples(depth):
        alpha, rest = chain.alpha(moment, start, depth), chain.gap(moment, start, depth)
        begin = mpmath.mpf(start)
        push = abs(begin / slope_at(begin))
        near = 1 - mpmath.mpf(rest) if abs(rest) < 0.3 else mpmath.mpf(alpha)
        late = primitive(near, exact_depth) - primitive(begin, exact_depth) - moment
        exact = near - late * slope_at(near)
        condition = abs(slope_at(exact)) / exact * (moment + push)
        seen["alpha"].append(units(alpha, exact, condition))
        seen["gap"].append(units(rest, 1 - exact, condition * exact / abs(1 - exact)))
        if alpha in (1, start):
            continue
        end = mpmath.mpf(alpha)
        exact = primitive(end, exact_depth) - primitive(begin, exact_depth)
        condition = (abs(end / slope_at(end)) + push) / abs(exact)
        seen["time"].append(units(chain.time(alpha, start, depth), exact, condition))
        other = seen["below" if start < 1 else "above"]
        other.append(units(scipy_time(alpha, start, depth), exact, condition))
    return seen


def worst(depth: float) -> str:
    """One line of the second table: the worst over all samples, and how often 2F1 fails."""
    seen = errors(depth)
    ours = "".join(f"{max(seen[name]):8.2f}" for name in ("alpha", "gap", "time"))
    return f"{depth:<14.10g}{ours}{failures(seen['below'])}{failures(seen['above'])}"


def failures(values: list[float]) -> str:
    """Worst of the finite errors, and the share that is not finite."""
    finite = [v for v in values if math.isfinite(v)]
    worst = f"{max(finite):.2g}" if finite else "-"
    return f"{worst:>12}{f'{len(values) - len(finite)}/{len(values)}':>9}"


@dataclass(frozen=True)
class Curve:
    """Unbalanced flow: 100 times from 0 to ``last``."""

    name: str
    weights: tuple[float, ...]
    data: tuple[float, float, float]  # mu_yx, mu_xx, eta
    last: float

    @property
    def times(self) -> Any:
        """The times, evenly spaced."""
        return np.linspace(0, self.last, 100)

    def ours(self) -> Any:
        """All weights, from a flow that nothing is known of."""
        return chain.unbalanced_flow(self.weights, *self.data).at(self.times)

    def integrated(self) -> Any:
        """All weights by DOP853 on the equations of all layers."""
        mu_yx, mu_xx, eta = self.data
        ones = np.eye(len(self.weights), dtype=bool)

        def speed(_: float, w: Any) -> Any:
            return eta * (mu_yx - mu_xx * w.prod()) * np.where(ones, 1.0, w).prod(axis=1)

        kwargs: dict[str, Any] = {"rtol": 1e-12, "atol": 1e-14, "method": "DOP853"}
        return solve_ivp(speed, (0.0, self.last), self.weights, t_eval=self.times, **kwargs).y.T


def curves() -> list[Curve]:
    """Curves that are easy and hard to integrate: short, long, stiff, deep, across a plateau."""
    deep = tuple(np.random.default_rng(0).uniform(0.9, 1.1, 30).tolist())
    return [
        Curve("three layers", (0.3, 0.5, 0.9), (2.0, 1.5, 0.3), 20.0),
        Curve("three layers, 1e-8 steps", (0.3, 0.5, 0.9), (2.0, 1.5, 0.3), 1e-8),
        Curve("sign change, 300 steps", (-0.2, 0.7, 0.5, 1.1), (1.0, 1.0, 0.5), 300.0),
        Curve("saddle, 400 steps", (0.8677, 0.8677, -1.11), (1.232, 1.13, 0.818), 400.0),
        Curve("plateau of 2000 steps", (1e-3, 1e-3, 1e-3), (1.0, 1.0, 0.5), 4e3),
        Curve("30 layers, 1e-8 steps", deep, (1.0, 1.0, 0.3), 1e-8),
        Curve("30 layers, 30 steps", deep, (1.0, 1.0, 0.3), 30.0),
    ]


def unbalanced() -> Iterator[Row]:
    """Yield seconds of a curve of 100 times, over those of DOP853, and how far apart both are."""
    for curve in curves():
        ours, other = seconds(curve.ours, repeat=5), seconds(curve.integrated, repeat=5)
        apart = np.abs(curve.ours() - curve.integrated()).max()
        yield Row(
            what=f"unbalanced flow, {curve.name}: time over DOP853's",
            ours=f"{ours * 1e3:.2g} ms, apart {apart:.0e}",
            beside=f"DOP853 {other * 1e3:.2g} ms",
            value=ours / other,
            most=20.0,
        )


def bars() -> Iterator[Row]:
    """Yield speed at a few depths, the worst errors at all, and unbalanced flows."""
    yield from unbalanced()
    for depth in (2.0, 7.0, math.inf):
        s, where = speed(depth), f"alpha(t), L = {depth:g}, one core"
        yield Row(
            what=f"{where}: points/s", ours=f"{s.one_start:.3g}", value=s.one_start, least=1e6
        )
        yield Row(
            what=f"{where}: a start each",
            ours=f"{s.many_starts:.3g} points/s",
            beside=f"solve_ivp {s.independent:.3g}",
            value=s.many_starts / s.independent,
            least=1e3,
        )
    with mpmath.workdps(90):
        tables = [errors(depth) for depth in DEPTHS]
    other = max((max(e[side]) for e in tables for side in ("below", "above")), default=math.inf)
    for name in ("alpha", "gap", "time"):
        value = max(max(e[name]) for e in tables)
        yield Row(
            what=f"worst error of {name}, eps (1 + condition)",
            ours=f"{value:.2f}",
            beside=f"SciPy's 2F1 {other:.3g}" if name == "time" else "",
            value=value,
            most=8.0,
        )


def main() -> None:
    """Print both tables."""
    print(f"1. Speed on one core, {POINTS:,} points; ratios to other routes\n   {BARS}\n")
    print(
        "              Mpoints/s Mpoints/s    us    ratio   error of       ratio       ratio\n"
        "network L     one a0    many a0   scalar  solve_ivp, 1 trajectory  solve_ivp   mpmath\n"
        "                                                               per point   per point"
    )
    for depth in (1.0, 2.0, 3.0, 7.0, 100.0, math.inf):
        print(speeds(depth), flush=True)
    print(speeds(3.0, r=2.0), flush=True)
    argument = np.random.default_rng(0).uniform(-40, 20, POINTS)
    omega = rate(lambda: scipy.special.wrightomega(argument), POINTS)
    print(
        f"\nscipy.special.wrightomega alone (closed form of L = inf): {omega / 1e6:.1f} Mpoints/s"
    )
    distinct = np.random.default_rng(1).uniform(1, 20, 100_000)
    speed = rate(lambda: chain.alpha(3.0, 0.05, distinct), len(distinct))
    print(
        f"alpha, every point its own depth (a piece of a table each): {speed / 1e6:.2f} Mpoints/s"
    )
    print("\n2. Worst error in eps (1 + condition); for SciPy's 2F1 also how often it fails\n")
    print("                      ours             2F1, below 1         2F1, above 1")
    print("L                alpha     gap    time    worst   fails        worst   fails")
    with mpmath.workdps(90):
        for depth in DEPTHS:
            print(worst(depth), flush=True)
    print("\n3. Unbalanced flows, 100 times; bar: 20 times DOP853 at rtol 1e-12\n")
    for row in unbalanced():
        print(f"{row.what}: {row.value:.2f} ({row.ours}; {row.beside})", flush=True)


if __name__ == "__main__":
    main()
