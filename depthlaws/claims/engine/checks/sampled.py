"""A simulated mean against its exact value, or against a bound that it must exceed."""

import functools
import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
from scipy import special

from depthlaws.claims.engine.checks.common import (
    FLIPPED,
    POWER,
    UndecidedError,
    real_changes,
    reals,
    seeds,
)
from depthlaws.claims.engine.records import Context, Evidence, Verdict

__all__ = ["Sampled"]


class _Mean(NamedTuple):
    """Number of samples, their mean, its standard error and the degrees of freedom of that."""

    n: int
    mean: np.ndarray
    sem: np.ndarray
    freedom: int


@dataclass(frozen=True)
class Sampled:
    """A simulated mean against its exact value, in standard errors (Student's t).

    ``estimate(seed)`` returns a sims Estimate, or samples (sample, ...), or with ``control`` the
    pair (samples, controls): the part of the samples that varies with the controls (sample,
    control), whose exact means ``control()`` gives, is removed by regression. ``truth()`` is the
    exact value, of the shape of the mean. ``seeds`` independent runs are merged. A true statement
    is refuted with probability ``alarm``, over all components together, for Gaussian samples; the
    evidence says the smallest deviation, relative if the truth is not 0, that is refuted with
    probability 99 %.

    With the ``relation`` ">" or "<" the mean is claimed to be above or below ``truth()`` in every
    component; a single bound applies to all. It is supported if every component is significantly
    on that side, refuted if a component is significantly on the other side, each wrongly with
    probability ``alarm`` at most, and unknown otherwise. The evidence says from which distance on
    it is supported with probability 99 %.

    >>> import numpy as np
    >>> from depthlaws.claims.engine import Context
    >>> def squares(seed):
    ...     return np.random.default_rng(seed).normal(size=1000) ** 2
    >>> print(Sampled(squares, lambda: 1.0).run(Context()).verdict)
    SUPPORTED
    >>> print(Sampled(squares, lambda: 1.5).run(Context()).verdict)
    REFUTED
    """

    estimate: Callable[[int], Any]
    truth: Callable[[], Any]
    what: str = ""
    alarm: float = 1e-6
    control: Callable[[], Any] | None = None
    seeds: int = 1
    relation: str = "=="
    change: Callable[[Any], Any] = field(default=lambda x: x)

    def run(self, context: Context) -> Evidence:
        try:
            truth = np.asarray(self.change(reals(self.truth())))
            mean = self._mean(context.seed)
            if self.relation != "==" and not truth.ndim:
                truth = np.full(mean.mean.shape, truth)
            _comparable(mean, truth)
        except UndecidedError as doubt:
            return Evidence(Verdict.UNKNOWN, str(doubt))
        if self.relation != "==":
            return self._ordered(mean, truth)
        threshold = _threshold(self.alarm / 2, mean)
        sees = _deviation(threshold, mean.freedom) * mean.sem
        z = float(np.max(np.abs(mean.mean - truth) / mean.sem))
        zero = truth == 0
        relative = float(np.max(sees[~zero] / np.abs(truth[~zero]), initial=0.0)) or math.inf
        data = {
            "n": mean.n,
            "estimate": mean.mean.tolist(),
            "sem": mean.sem.tolist(),
            "truth": truth.tolist(),
            "z": z,
            "degrees of freedom": mean.freedom,
            "refuted from z": threshold,
            "false alarm rate": self.alarm,
            "sees": relative,
            "sees absolutely": float(np.max(sees)),
        }
        verdict = Verdict.SUPPORTED if z < threshold else Verdict.REFUTED
        parts = [f"{100 * relative:.2g} %"] * (not zero.all())
        parts += [f"{np.max(sees[zero]):.2g} around 0"] if zero.any() else []
        summary = (
            f"{mean.n} samples, {z:.2f} standard errors from the exact value; a deviation of "
            f"{' and '.join(parts)} would be refuted (99 %), a true value in one of "
            f"{1 / self.alarm:,.0f} runs"
        )
        return Evidence(verdict, summary, data)

    def _ordered(self, mean: _Mean, bound: np.ndarray) -> Evidence:
        """Evidence on an order, by the component that is least on the claimed side."""
        sign, side = {">": (1.0, "above"), "<": (-1.0, "below")}[self.relation]
        threshold = _threshold(self.alarm, mean)
        sees = float(np.max(_deviation(threshold, mean.freedom) * mean.sem))
        z = float(np.min(sign * (mean.mean - bound) / mean.sem))
        data = {
            "n": mean.n,
            "estimate": mean.mean.tolist(),
            "sem": mean.sem.tolist(),
            "bound": bound.tolist(),
            "relation": self.relation,
            "z": z,
            "degrees of freedom": mean.freedom,
            "decided from z": threshold,
            "false alarm rate": self.alarm,
            "sees absolutely": sees,
        }
        verdict = Verdict.SUPPORTED if z > threshold else Verdict.UNKNOWN
        verdict = Verdict.REFUTED if z < -threshold else verdict
        where = f"{side} the bound" if z > 0 else "on the wrong side of the bound"
        summary = (
            f"{mean.n} samples, {abs(z):.1f} standard errors or more {where} ({threshold:.1f} "
            f"decide); a mean {sees:.2g} {side} it would be found (99 %), a wrong side in one of "
            f"{1 / self.alarm:,.0f} runs"
        )
        return Evidence(verdict, summary, data)

    def _mean(self, seed: int) -> _Mean:
        runs = [self.estimate(s) for s in [seed, *itertools.islice(seeds(seed), self.seeds - 1)]]
        if self.control is not None:
            samples, controls = (np.concatenate([reals(run[i]) for run in runs]) for i in range(2))
            return _controlled(samples, controls, np.atleast_1d(self.control()))
        if hasattr(runs[0], "sem"):
            merged = functools.reduce(lambda a, b: a + b, runs)
            mean, sem = reals(merged.mean), reals(merged.sem)
            return _Mean(int(merged.n), mean, sem, int(merged.n) - 1)
        samples = np.concatenate([reals(run) for run in runs])
        return _controlled(samples, np.empty((len(samples), 0)), np.empty(0))

    def mutants(self) -> "Iterator[tuple[str, Sampled]]":
        once = replace(self, estimate=functools.cache(self.estimate))
        if self.relation != "==":
            flipped = FLIPPED[self.relation]
            yield f"{self.relation} became {flipped}", replace(once, relation=flipped)
            return
        truth = np.asarray(self.truth(), dtype=float)
        for label, change in real_changes(truth):
            if label != "right side plus one":  # beside a large truth, too small to be seen
                yield label.replace("right side", "truth"), replace(once, change=change)
        sees = once.run(Context()).data.get("sees absolutely")
        if sees is not None:
            shift = float(1.5 * sees)
            yield "truth plus 1.5 times what it sees", replace(once, change=lambda t: t + shift)


def _controlled(samples: np.ndarray, controls: np.ndarray, exact: np.ndarray) -> _Mean:
    """Estimate the mean at the exact mean of the controls, by least squares.

    Lavenberg and Welch (1981): exactly Student's t for jointly Gaussian samples and controls.
    """
    n = len(samples)
    y, c = np.reshape(samples, (n, -1)), np.reshape(controls, (n, -1)) - exact
    design = np.column_stack([np.ones(n), c])
    freedom = n - design.shape[1]
    if freedom < 1:
        msg = f"{n} samples are too few for {design.shape[1] - 1} controls"
        raise UndecidedError(msg)
    fit, *_ = np.linalg.lstsq(design, y)
    rest = np.sum((y - design @ fit) ** 2, axis=0) / freedom
    share = np.linalg.pinv(design.T @ design)[0, 0]
    shape = np.shape(samples)[1:]
    return _Mean(n, fit[0].reshape(shape), np.sqrt(share * rest).reshape(shape), freedom)


def _comparable(mean: _Mean, truth: np.ndarray) -> None:
    """Raise UndecidedError unless there are numbers to compare."""
    if mean.mean.shape != truth.shape or not mean.mean.size:
        msg = f"no comparison: the mean has shape {mean.mean.shape}, the truth {truth.shape}"
        raise UndecidedError(msg)
    if mean.freedom < 1:
        msg = f"no comparison: {mean.n} samples have no standard error; take more"
        raise UndecidedError(msg)
    finite = np.isfinite(mean.mean).all() and np.isfinite(truth).all()
    if not (finite and np.all(mean.sem > 0)):
        msg = f"no comparison: mean {mean.mean}, standard error {mean.sem}, truth {truth}"
        raise UndecidedError(msg)


def _threshold(alarm: float, mean: _Mean) -> float:
    """Standard errors that any component exceeds on one side with probability ``alarm``."""
    return -float(special.stdtrit(mean.freedom, alarm / mean.mean.size))


@functools.cache
def _deviation(threshold: float, freedom: int) -> float:
    """Deviation, in standard errors, that exceeds the threshold with probability POWER.

    The estimated standard error is the true one times sqrt(V), V chi-squared over its degrees of
    freedom; the mean over V by Gauss-Legendre nodes in its quantiles.
    """
    from scipy import optimize  # its import takes 0.1 s, which only sampled claims need

    nodes, weights = np.polynomial.legendre.leggauss(200)
    scale = np.sqrt(special.gammaincinv(freedom / 2, (1 + nodes) / 2) / (freedom / 2))

    def missed(shift: float) -> float:
        return float(weights @ special.ndtr(threshold * scale - shift)) / 2 - (1 - POWER)

    # pyrefly: ignore[bad-argument-type]  (a float unless full_output)
    return float(optimize.brentq(missed, 0.0, float(threshold * scale[-1]) + 10))
