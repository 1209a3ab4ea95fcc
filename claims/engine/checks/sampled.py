"""A simulated mean against its exact value, or against a bound that it must be seen to exceed."""

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
    pair (samples, controls): what varies with the controls (sample, control), whose exact means
    ``control()`` gives, is taken out by regression. ``truth()`` is the exact value, of the shape
    of the mean. ``seeds`` independent runs are merged. A true statement is refuted with
    probability ``alarm``, over all components together, for Gaussian samples; the evidence says
    the smallest deviation, relative where the truth is not 0, that is refuted with probability
    99 %.

    With the ``relation`` ">" or "<" the mean is claimed to be above or below ``truth()`` in every
    component; one bound does for all. It is supported where it is seen to be, and refuted where a
    component is seen to be on the other side, each wrongly with probability ``alarm`` at most;
    between, it is unknown. The evidence says from which distance on it is supported with
    probability 99 %.

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
            found = self._mean(context.seed)
            if self.relation != "==" and not truth.ndim:
                truth = np.full(found.mean.shape, truth)
            _comparable(found, truth)
        except UndecidedError as doubt:
            return Evidence(Verdict.UNKNOWN, str(doubt))
        if self.relation != "==":
            return self._ordered(found, truth)
        threshold = _threshold(self.alarm / 2, found)
        sees = _deviation(threshold, found.freedom) * found.sem
        z = float(np.max(np.abs(found.mean - truth) / found.sem))
        zero = truth == 0
        relative = float(np.max(sees[~zero] / np.abs(truth[~zero]), initial=0.0)) or math.inf
        data = {
            "n": found.n,
            "estimate": found.mean.tolist(),
            "sem": found.sem.tolist(),
            "truth": truth.tolist(),
            "z": z,
            "degrees of freedom": found.freedom,
            "refuted from z": threshold,
            "false alarm rate": self.alarm,
            "sees": relative,
            "sees absolutely": float(np.max(sees)),
        }
        verdict = Verdict.SUPPORTED if z < threshold else Verdict.REFUTED
        parts = [f"{100 * relative:.2g} %"] * (not zero.all())
        parts += [f"{np.max(sees[zero]):.2g} around 0"] if zero.any() else []
        summary = (
            f"n = {found.n}, {z:.2f} standard errors from the truth; "
            f"sees {' and '.join(parts)}, false alarm rate {self.alarm:.1g}"
        )
        return Evidence(verdict, summary, data)

    def _ordered(self, found: _Mean, bound: np.ndarray) -> Evidence:
        """Supported, refuted or unknown by the component that is least on the side claimed."""
        sign, side = {">": (1.0, "above"), "<": (-1.0, "below")}[self.relation]
        threshold = _threshold(self.alarm, found)
        sees = float(np.max(_deviation(threshold, found.freedom) * found.sem))
        z = float(np.min(sign * (found.mean - bound) / found.sem))
        data = {
            "n": found.n,
            "estimate": found.mean.tolist(),
            "sem": found.sem.tolist(),
            "bound": bound.tolist(),
            "relation": self.relation,
            "z": z,
            "degrees of freedom": found.freedom,
            "decided from z": threshold,
            "false alarm rate": self.alarm,
            "sees absolutely": sees,
        }
        verdict = Verdict.SUPPORTED if z > threshold else Verdict.UNKNOWN
        verdict = Verdict.REFUTED if z < -threshold else verdict
        where = f"{abs(z):.1f} standard errors {side if z > 0 else 'on the wrong side'}"
        summary = (
            f"n = {found.n}, at least {where}, decided from {threshold:.1f} on; "
            f"sees {sees:.2g} {side}, false alarm rate {self.alarm:.1g}"
        )
        return Evidence(verdict, summary, data)

    def _mean(self, seed: int) -> _Mean:
        runs = [self.estimate(s) for s in [seed, *itertools.islice(seeds(seed), self.seeds - 1)]]
        if self.control is not None:
            samples, controls = (np.concatenate([reals(run[i]) for run in runs]) for i in range(2))
            return _controlled(samples, controls, np.atleast_1d(self.control()))
        if hasattr(runs[0], "sem"):
            found = functools.reduce(lambda a, b: a + b, runs)
            mean, sem = reals(found.mean), reals(found.sem)
            return _Mean(int(found.n), mean, sem, int(found.n) - 1)
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
            if label != "right side plus one":  # of a large truth, less than the check sees
                yield label.replace("right side", "truth"), replace(once, change=change)
        sees = once.run(Context()).data.get("sees absolutely")
        if sees is not None:
            shift = float(1.5 * sees)
            yield "truth plus 1.5 times what it sees", replace(once, change=lambda t: t + shift)


def _controlled(samples: np.ndarray, controls: np.ndarray, exact: np.ndarray) -> _Mean:
    """Mean at the exact mean of the controls, by least squares.

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


def _comparable(found: _Mean, truth: np.ndarray) -> None:
    """Raise UndecidedError unless there are numbers to compare."""
    if found.mean.shape != truth.shape or not found.mean.size:
        msg = f"no comparison: the mean has shape {found.mean.shape}, the truth {truth.shape}"
        raise UndecidedError(msg)
    if found.freedom < 1:
        msg = f"no comparison: {found.n} samples say nothing about their own error"
        raise UndecidedError(msg)
    finite = np.isfinite(found.mean).all() and np.isfinite(truth).all()
    if not (finite and np.all(found.sem > 0)):
        msg = f"no comparison: mean {found.mean}, standard error {found.sem}, truth {truth}"
        raise UndecidedError(msg)


def _threshold(alarm: float, found: _Mean) -> float:
    """Standard errors beyond which, on one side, any component lies with probability alarm."""
    return -float(special.stdtrit(found.freedom, alarm / found.mean.size))


@functools.cache
def _deviation(threshold: float, freedom: int) -> float:
    """Deviation, in standard errors, that exceeds the threshold with probability POWER.

    The estimated standard error is the true one times sqrt(V), V chi-squared over its degrees of
    freedom; the mean over V by Gauss-Legendre nodes in its quantiles.
    """
    from scipy import optimize  # a tenth of a second that only sampled claims wait for

    nodes, weights = np.polynomial.legendre.leggauss(200)
    scale = np.sqrt(special.gammaincinv(freedom / 2, (1 + nodes) / 2) / (freedom / 2))

    def missed(shift: float) -> float:
        return float(weights @ special.ndtr(threshold * scale - shift)) / 2 - (1 - POWER)

    # pyrefly: ignore[bad-argument-type]  (a float unless full_output)
    return float(optimize.brentq(missed, 0.0, float(threshold * scale[-1]) + 10))
