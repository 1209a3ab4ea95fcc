"""Statements X-12 to X-15 beside networks of three widths, extrapolated to infinite width.

The networks are stored. The mean of each quantity, without what its controls explain, is fitted by
a constant and a term in 1/width; the constant with its standard error is compared with the law.
"""

import functools
import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from depthlaws.claims.engine.checks import Sampled
from depthlaws.claims.engine.records import Claims
from depthlaws.sims.common.estimate import Estimate
from depthlaws.sims.common.stored_runs import stored_run
from depthlaws.theory import residual, updates
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import InjectedStream, Stream
from depthlaws_papers.looped.runs import widths_of_laws as networks

CLAIMS = Claims()

FOUR_ERRORS = 6.3e-5  # chance that a law alone is refuted: four standard errors
STREAM, SIGN_STREAM, BLOCK = (
    Stream(**o) for o in (networks.VISITS, networks.SIGN_VISITS, networks.BLOCK)
)


def _controlled(law: str) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:
    """Widths, means where the controls are at their exact means, and standard errors; samples."""
    stored = stored_run("visits-by-width").sel(law=law)
    means, errors = np.empty((2, stored.sizes["place"]))
    for i, (mean, covariance, n) in enumerate(
        zip(stored["mean"].values, stored["covariance"].values, stored.samples.values, strict=True)
    ):
        used = np.flatnonzero(np.diag(covariance)[1:] > 0) + 1
        slopes = np.linalg.solve(covariance[np.ix_(used, used)], covariance[used, 0])
        rest = (covariance[0, 0] - covariance[0, used] @ slopes) * (n - 1) / (n - 1 - used.size)
        means[i] = mean[0] - mean[used] @ slopes
        errors[i] = math.sqrt(rest / n)
    return stored.width.values, means, errors, int(stored.samples.min())


def limit(law: str) -> Estimate:
    """Return the constant of a fit in 1/width by weighted least squares, with its error."""
    width, mean, error, n = _controlled(law)
    design = np.column_stack([np.ones(width.size), 1 / width]) / error[:, None]
    covariance = np.linalg.inv(design.T @ design)
    constant = float((covariance @ design.T @ (mean / error))[0])
    return Estimate(n, constant, float(covariance[0, 0]) * n * (n - 1))


def _side_by_side(laws: Sequence[str], error: float = 0.0) -> Callable[[int], Estimate]:
    """Return a function to the limits of several laws, with an error of the theory's own."""

    def limits(seed: int) -> Estimate:
        del seed  # the networks are stored
        each = [limit(law) for law in laws]
        n = min(e.n for e in each)
        squares = np.array([e.sem**2 for e in each]) + error**2
        return Estimate(n, np.array([e.mean for e in each]), squares * n * (n - 1))

    return limits


def _check(laws: Mapping[str, Callable[[], float]], what: str, error: float = 0.0) -> Sampled:
    return Sampled(
        _side_by_side([*laws], error),
        lambda: np.array([law() for law in laws.values()]),
        alarm=FOUR_ERRORS * len(laws),
        what=f"{what}, networks of three widths extrapolated",
    )


def _coherence() -> float:
    pairs = residual.cosines(STREAM)[STREAM.same & ~np.eye(STREAM.steps, dtype=bool)]
    return float(np.mean(pairs))


def _gradient(layer: int) -> Callable[[], float]:
    return lambda: float(updates.gradient_energies(STREAM)[layer])


@functools.cache
def _sign() -> updates.SignStep:
    return updates.sign_step(SIGN_STREAM, seed=3, sites=1024, replicates=32)


CLAIMS.add(
    id="LOOP-B-X12-widths",
    source=LOOPED.beyond("X-12"),
    says="Eight visits of four layers with branch scales of their own: energy, coherence, backward "
    "energy, gradients and the output change by one gradient step, and by one sign step with five "
    "visits of three layers, are the limits of networks of widths 256 to 4096 (64 to 256 for "
    "signs), within four standard errors that would show 1 % (1.2 % for signs).",
    checks=(
        _check(
            {
                "energy": lambda: float(STREAM.energies[-1]),
                "coherence": _coherence,
                "backward": lambda: float(updates.backward_kernel(STREAM)[0, 0]),
                **{f"gradient of layer {layer}": _gradient(layer) for layer in range(4)},
                "gradient step": lambda: updates.gradient_step(STREAM).rms ** 2,
            },
            "visits",
        ),
        Sampled(
            lambda seed: _side_by_side(["sign step"], 2 * _sign().rms * _sign().error)(seed),
            lambda: np.array([_sign().rms ** 2]),
            alarm=FOUR_ERRORS,
            what="sign step, networks of three widths extrapolated",
        ),
    ),
    why_sampled="random",
)


def _muon() -> float:
    output = updates.muon_step(STREAM, output=True).output
    assert output is not None
    return output.rms**2


CLAIMS.add(
    id="LOOP-B-X13-widths",
    source=LOOPED.beyond("X-13"),
    says="The output change and the fall of the loss by one Muon step, for eight visits of four "
    "layers, are the limits of networks of widths 256 to 4096, within four standard errors that "
    "would show 1 %.",
    checks=(
        _check(
            {"Muon step": _muon, "nuclear norm": lambda: -updates.muon_step(STREAM).loss},
            "one Muon step",
        ),
    ),
    why_sampled="random",
)


def _noise() -> float:
    end = residual.noisy_kernel(BLOCK, networks.NOISE)[..., -1, -1]
    return float(end[0, 0] + end[1, 1] - 2 * end[0, 1])


CLAIMS.add(
    id="LOOP-B-X14-widths",
    source=LOOPED.beyond("X-14"),
    says="The output change by noise of half the size of the matrices, and after four loops by a "
    "gradient step at two, for two layers, are the limits of networks of widths 256 to 4096, "
    "within four standard errors that would show 1 %.",
    checks=(
        _check(
            {
                "noise": _noise,
                "gradient step in use": lambda: (
                    updates.gradient_step_in_use(BLOCK, networks.USE_LOOPS).rms ** 2
                ),
            },
            "other loops, noise",
        ),
    ),
    why_sampled="random",
)


def _injected(norm: str) -> InjectedStream:
    (h0, overlap), (_, e) = networks.START
    return InjectedStream(norm=norm, h0=h0, e=e, overlap=overlap, **networks.INJECTED)


def _of_injected(norm: str) -> dict[str, Callable[[], float]]:
    return {
        f"norm {norm}, overlap of the last loops": lambda: float(_injected(norm).kernel[-1, -2]),
        f"norm {norm}, overlap with e": lambda: float(_injected(norm).with_injected[-1]),
    }


CLAIMS.add(
    id="LOOP-B-X15-widths",
    source=LOOPED.beyond("X-15"),
    says="After six loops with injection, without a norm, with pre- or post-norm, the overlap of "
    "the last two states and that with the injected vector are the limits of networks of widths "
    "256 to 4096, within four standard errors that would show 1 %.",
    checks=tuple(_check(_of_injected(norm), f"norm {norm}") for norm in ("none", "pre", "post")),
    why_sampled="random",
)
