"""Size of the gradient of the cross-entropy at the logits."""

import math

import numpy as np

from depthlaws.theory.numerics.arguments import count, finite
from depthlaws.theory.numerics.limits import require_memory

__all__ = ["ce_gradient_norm"]


def ce_gradient_norm(outputs: int, logit_variance: float = 0.0) -> float:
    """E |p - y|^2 for p = softmax(z) of independent N(0, v) logits and a class y drawn at random.

    1 - 1/C at v = 0, which the paper uses; a fan-in head has v = E z_out^2 of order 1.
    ``outputs`` is the number of classes C. ``logit_variance`` is v.
    Source: ammup, section G; for v > 0 beyond the paper (ERR-14).
    Error: about 1e-13 relative, by two trapezoidal rules.
    Raises: ValueError for fewer than 2 outputs or a negative variance.

    >>> from depthlaws import updates
    >>> updates.ce_gradient_norm(10), updates.ce_gradient_norm(2, 1.0)
    (0.9, 0.636838)
    """
    classes, v = count("outputs", outputs), finite("logit_variance", logit_variance)
    if classes < 2 or v < 0:
        msg = f"outputs must be at least 2 and logit_variance at least 0, got {outputs} and {v:g}"
        raise ValueError(msg)
    return 1 - 2 / classes + classes * _square_of_one(classes, v)


def _square_of_one(classes: int, v: float) -> float:
    """E p_1^2 = int t E[e^(2z - t e^z)] E[e^(-t e^z)]^(C-1) dt, from 1/x^2 = int t e^(-tx) dt."""
    if v == 0:
        return classes**-2.0
    deviation = math.sqrt(v)
    step = min(0.1, 0.5 / deviation)
    low, high, fine = -math.log(classes) - 9 * deviation - 40, 9 * deviation + 8, 0.05
    size = 24 * (high - low) / fine * 18 / step
    require_memory(size, f"ce_gradient_norm at logit_variance = {v:g}")
    z = step * np.arange(-math.ceil(9 / step), math.ceil(9 / step) + 1)
    weight = np.exp(-0.5 * z**2) * (step / math.sqrt(2 * math.pi))
    log_t = np.arange(low, high, fine)
    with np.errstate(under="ignore"):
        size = np.exp(log_t[:, None] + deviation * z)  # t e^z
        damped = np.exp(-size)
        pair = (size**2 * damped) @ weight  # t^2 E e^(2z - t e^z)
        rest = (damped @ weight) ** (classes - 1)
    return float(np.sum(pair * rest)) * fine
