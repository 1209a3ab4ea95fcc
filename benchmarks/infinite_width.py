"""Predictive coding: losses of wide networks beside that at infinite width."""

import math
from typing import Any

import numpy as np

from depthlaws.sims.common import backend
from depthlaws.sims.predictive_coding import PCN, Inference, Task, toy, train
from depthlaws.sims.predictive_coding.model import seeds
from depthlaws.theory import predictive_coding

Figures = dict[str, Any]


def infinite_width() -> Figures:
    """N times the mean loss less that at infinite width, after 10, 20 and 40 steps: one number.

    Networks in pairs that learn y and -y: the mean of a pair has no error that is odd in its
    predictions. What kernels of the start that differ from their exact means do to the loss, by a
    regression at N = 64 and 256, is taken off: 0.93 to 0.98 of the variance.
    """
    task, figures, times = toy(seeds(0, 1)[0]), {}, [10, 20, 40]
    course = predictive_coding.wide_descent(task.x @ task.x.T / 40, task.y[:, 0], depth=5, steps=40)
    gaps, off = {}, {}
    for width, samples in PAIRS.items():
        model = PCN(width=width, depth=5)
        pair = [
            train(
                model,
                Inference(),
                samples=samples,
                seed=0,
                steps=40,
                rules="bp",
                observe="loss",
                task=Task("toy", task.x, y),
                dtype="float32",
            ).loss.values[0]
            for y in (task.y, -task.y)
        ]
        gaps[width] = width * ((pair[0] + pair[1]) / 2 - course.loss)[:, times]
        off[width] = np.array([width * _kernels(model, task, s) for s in seeds(0, samples)[1]])
    for width, gap in gaps.items():
        at = 64 if width == 64 else 256
        slopes = _slopes(off[at], gaps[at])
        rest = gap - off[width] @ slopes
        figures[f"N = {width}"] = rest.mean(axis=0).tolist()
        fitted = 1 + len(slopes) if at == width else 1
        spread = np.sqrt(((rest - rest.mean(axis=0)) ** 2).sum(axis=0) / (len(rest) - fitted))
        figures[f"error, N = {width}"] = (spread / math.sqrt(len(rest))).tolist()
    means = {n: np.array(figures[f"N = {n}"]) for n in PAIRS}
    errors = [np.array(figures[f"error, N = {n}"]) for n in (256, 2048)]
    figures["apart, in standard errors"] = float(
        np.max(np.abs(means[2048] - means[256]) / np.hypot(*errors))
    )
    figures["apart, factor"] = float(np.exp(np.max(np.abs(np.log(means[2048] / means[256])))))
    return figures


PAIRS = {64: 400, 256: 96, 2048: 24}  # networks that learn y and -y


def _slopes(off: Any, gap: Any) -> Any:
    """Least squares with a constant, which is left out."""
    return np.linalg.lstsq(np.c_[np.ones(len(off)), off], gap, rcond=None)[0][1:]


def _kernels(model: PCN, task: Task, seed: np.random.SeedSequence) -> Any:
    """Kernels of features, along the targets, and of gradients, less their means: (2 (L - 1),)."""
    weights = [w[0] for w in model.draw([seed], backend.get("cpu"), "float32")]
    moved = [c * w for c, w in zip(model.multipliers, weights, strict=True)]
    up, down = [moved[0] @ (task.x.T @ task.y[:, 0])], [model.gamma * moved[-1][0]]
    mean = float(np.sum((task.x.T @ task.y[:, 0]) ** 2)) / model.features
    for layer in moved[1:-1]:
        up.append(layer @ up[-1])
    for layer in reversed(moved[1:-1]):
        down.append(down[-1] @ layer)
    features = [a @ a / model.width - mean for a in up]
    return np.array([*features, *(a @ a - 1 for a in down)])
