"""Leading orders in 1/N of the distance from backpropagation before training, for any targets."""

import numpy as np

from depthlaws.sims.predictive_coding import Task
from depthlaws.theory import predictive_coding


def misalignment(task: Task, width: int, depth: int, network: str) -> float:
    """Return 1 - cos of the gradients of energy and loss in leading order of 1/N.

    With several outputs half the Frobenius norm of the targets' second moments stands for the
    energy of one output, which is half their mean square (PC-B13-outputs).
    """
    x, y = task.x, task.y
    signal = float(np.sum((x @ x.T / x.shape[1]) * (y @ y.T))) / len(y) ** 2
    energy = float(np.linalg.norm(y.T @ y)) / len(y) / 2
    # pyrefly: ignore[bad-argument-type]  (one of the two words)
    return predictive_coding.misalignment(width, depth, signal, network=network, energy=energy)
