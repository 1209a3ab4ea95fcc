r"""Course of the smallest layer of an unbalanced chain: time against a coordinate, and back.

The coordinate u grows with time from 0. Toward a target end != 0 it grows as asinh(w/scale) until
the gap z = |end - w| is half the end, and as -log z from there on. Toward 0 it grows as -log |w|.
On these scales plateaus, sign changes and late times are a few panels wide. No square is taken, so
that nothing underflows.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from depthlaws.theory.numerics.resolved_integral import ResolvedIntegral

LOG_SMALLEST = -746.0  # below the logarithm of the smallest double
LOG_LARGEST = 710.0  # above the logarithm of the largest double
LOG_ROUNDING = -40.0  # gap to the end below half an ulp of the end
SMALLEST_END = 1e-290  # gaps to a smaller end lose their digits before they are within an ulp


@dataclass(frozen=True)
class Problem:
    """Way of the smallest layer from start to end, beside layers of modulus hypot(w, away).

    ``away`` holds the conserved roots sqrt(c_l) of the other layers; a tie is 0.
    """

    start: float
    end: float
    away: np.ndarray
    mu_yx: float
    mu_xx: float
    eta: float


class Course:
    """Times and weights of the smallest layer on its way, which must not have length 0."""

    def __init__(self, problem: Problem) -> None:
        if 0 < abs(problem.end) < SMALLEST_END:
            msg = (
                f"the smallest layer tends to weight {problem.end:g}, which must be 0 or at least "
                f"{SMALLEST_END:g} in modulus: take a larger mu_yx/mu_xx, or smaller other weights"
            )
            raise ValueError(msg)
        self.path = _to_zero(problem) if problem.end == 0 else _to_target(problem)

    def time(self, w: np.ndarray) -> np.ndarray:
        """Return the time at which the layer has weight w != end."""
        with np.errstate(all="ignore"):
            u = self.path.coordinate(w)
            moved = u > 0
            out = np.zeros_like(w)
            if moved.any():
                last = float(u.max())
                edges = [*(e for e in self.path.edges if e < last), last]
                integral = ResolvedIntegral(self.path.rate, edges, noise=self.path.noise)
                out[moved] = integral(u[moved])
            return out

    def at(self, t: np.ndarray) -> np.ndarray:
        """Return the weight at times t, at most MAX_TOTAL."""
        path, until = self.path, float(t.max())
        with np.errstate(all="ignore"):
            integral = ResolvedIntegral(path.rate, path.edges, noise=path.noise, until=until)
            return path.weight(integral.inverse(t))


@dataclass(frozen=True)
class _Path:
    coordinate: Callable[[Any], Any]
    weight: Callable[[Any], Any]
    rate: Callable[[Any], Any]  # dt/du
    edges: list[float]
    noise: float  # relative rounding error of the rate


def _to_zero(p: Problem) -> _Path:
    """Return the path to w = 0: a saddle, or the target 0."""
    away, counts = np.unique(p.away, return_counts=True)
    tied = counts[away == 0].sum()
    away, counts = away[away > 0], counts[away > 0]
    log_away = np.log(away) @ counts

    def rate(u: Any) -> Any:
        w = weight(u)
        log_w = np.log(abs(p.start)) - u
        log_rest = log_away + tied * log_w + np.log(np.hypot(1, w[..., None] / away)) @ counts
        log_total = np.log(p.mu_xx) + log_w + log_rest
        log_error = np.logaddexp(np.log(abs(p.mu_yx)), log_total)  # of |mu_yx - mu_xx P|
        return np.exp(log_w - log_rest - log_error - np.log(p.eta))

    def weight(u: Any) -> Any:
        return np.copysign(np.exp(np.log(abs(p.start)) - u), p.start)

    def coordinate(w: Any) -> Any:
        return np.log(p.start / w)

    edges = [0.0, np.log(abs(p.start)) - LOG_SMALLEST]
    return _Path(coordinate, weight, rate, edges, _noise(away, counts))


def _to_target(p: Problem) -> _Path:
    """Return the path to w = end != 0, where the total weight is the target."""
    away, counts = np.unique(p.away, return_counts=True)
    ends = np.hypot(p.end, away)
    sign = np.sign(p.end - p.start)
    turn = sign * max(sign * p.end - abs(p.end) / 2, sign * p.start)
    sizes = np.array([abs(p.start), abs(p.end), *away])
    scale = sizes[sizes > 0].min()
    angle, gap = np.arcsinh(p.start / scale), p.end - turn
    turning = abs(np.arcsinh(turn / scale) - angle)
    log_unit = -np.log(p.eta) - np.log(abs(p.mu_yx)) - np.log(ends) @ counts

    def position(u: Any) -> tuple[Any, Any]:
        """Return w and end - w."""
        near = gap * np.exp(-np.maximum(u - turning, 0.0))
        early = scale * np.sinh(angle + sign * np.minimum(u, turning))
        w = np.where(u < turning, early, p.end - near)
        return w, np.where(u < turning, p.end - w, near)

    def rate(u: Any) -> Any:
        w, z = position(u)
        far = (np.abs(z) > abs(p.end) / 2)[..., None]
        sizes = np.hypot(w[..., None], away)
        shift = -(z[..., None] / ends) * ((w + p.end)[..., None] / ends)
        log_rest = np.where(far, np.log(sizes / ends), np.log1p(shift) / 2) @ counts  # of Q/Q(end)
        total = np.where(far[..., 0], _log_total(w, log_rest), np.log1p(-z / p.end) + log_rest)
        error = np.where(w / p.end > 0, np.abs(np.expm1(total)), 1 + np.exp(total))  # |1 - P/r|
        du = np.where(u < turning, np.hypot(w, scale), np.abs(z))  # dw/du
        return np.exp(log_unit + np.log(du) - log_rest - np.log(error))

    def _log_total(w: Any, log_rest: Any) -> Any:
        return np.log(np.abs(w / p.end)) + log_rest

    def weight(u: Any) -> Any:
        return position(u)[0]

    def coordinate(w: Any) -> Any:
        early = abs(np.arcsinh(w / scale) - angle)
        return np.where(early < turning, early, turning + np.log(gap / (p.end - w)))

    last = turning + np.log(abs(gap / p.end)) - LOG_ROUNDING
    edges = [0.0, turning, last] if turning > 0 else [0.0, last]
    return _Path(coordinate, weight, rate, edges, _noise(ends, counts))


def _noise(sizes: np.ndarray, counts: np.ndarray) -> float:
    """Return the relative rounding error of products by logarithms."""
    return float(np.finfo(float).eps * (np.sum(np.abs(np.log(sizes)) * counts) + LOG_LARGEST))
