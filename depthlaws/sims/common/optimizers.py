"""Optimisers of the matrices of a stream, with rates that keep a limit as the width grows.

Every step is W <- (1 - rate decay) W - (rate / width) D with a direction D made from the gradient:
its entries are of order one, so that W moves by order ``rate`` in operator norm, and h by order
``rate`` per coordinate.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from depthlaws.sims.common.argument_checks import number, numbers, rates
from depthlaws.sims.common.backend import namespace

__all__ = ["SGD", "AdamW", "Muon", "Noise", "Sign"]

Array = Any
Memory = dict[str, Any]  # state of an optimiser for one matrix


def _checked(rate: float, **others: float) -> None:
    for name, value in {"rate": rate, **others}.items():
        number(name, value, least=0, says="finite and at least 0")
    rates("rate", rate)


class Optimizer(Protocol):
    """Turns a gradient into the direction D of a step."""

    @property
    def rate(self) -> float:
        """Learning rate eta."""
        ...

    @property
    def decay(self) -> float:
        """Decoupled weight decay."""
        ...

    def direction(self, gradient: Array, memory: Memory, normal: Callable[[], Array], /) -> Array:
        """Return D, possibly in the array of the gradient; normal() draws an array of its shape."""
        ...


@dataclass(frozen=True)
class SGD:
    """Gradient descent: D = gradient.

    Parameters
    ----------
    rate : float
        Learning rate eta, from 0 to 1e100.
    decay : float
        Decoupled weight decay, at least 0.

    Raises
    ------
    ValueError
        If a number is not allowed.

    Examples
    --------
    >>> SGD(rate=0.1)
    SGD(rate=0.1, decay=0.0)
    """

    rate: float
    decay: float = 0.0

    def __post_init__(self) -> None:
        _checked(rate=self.rate, decay=self.decay)

    def direction(self, gradient: Array, memory: Memory, normal: Callable[[], Array], /) -> Array:
        """Return the gradient."""
        del memory, normal
        return gradient


@dataclass(frozen=True)
class Sign:
    """Sign descent, Adam's first step: D = sign(gradient).

    Parameters
    ----------
    rate : float
        Learning rate eta, from 0 to 1e100.
    decay : float
        Decoupled weight decay, at least 0.

    Raises
    ------
    ValueError
        If a number is not allowed.

    Examples
    --------
    >>> import numpy as np
    >>> Sign(rate=0.1).direction(np.array([-2.0, 0.5]), {}, lambda: None).tolist()
    [-1.0, 1.0]
    """

    rate: float
    decay: float = 0.0

    def __post_init__(self) -> None:
        _checked(rate=self.rate, decay=self.decay)

    def direction(self, gradient: Array, memory: Memory, normal: Callable[[], Array], /) -> Array:
        """Return the signs of the gradient."""
        del memory, normal
        return namespace(gradient).sign(gradient)


@dataclass(frozen=True)
class AdamW:
    """AdamW: D = m / (sqrt(v) + epsilon), with bias-corrected averages m and v.

    Parameters
    ----------
    rate : float
        Learning rate eta, from 0 to 1e100.
    decay : float
        Decoupled weight decay, at least 0.
    betas : tuple of float
        Weights of the past in the averages of the gradient and of its square, in [0, 1).
    epsilon : float
        Number added to the square root, at least 0.

    Raises
    ------
    ValueError
        If a number is not allowed.

    Examples
    --------
    >>> AdamW(rate=1e-3, decay=0.1).betas
    (0.9, 0.999)
    """

    rate: float
    decay: float = 0.0
    betas: tuple[float, float] = (0.9, 0.999)
    epsilon: float = 1e-8

    def __post_init__(self) -> None:
        _checked(rate=self.rate, decay=self.decay, epsilon=self.epsilon)
        betas = numbers("betas", self.betas)
        if betas.shape != (2,) or not ((betas >= 0) & (betas < 1)).all():
            msg = f"betas must be two numbers in [0, 1), got {self.betas}"
            raise ValueError(msg)

    def direction(self, gradient: Array, memory: Memory, normal: Callable[[], Array], /) -> Array:
        """Update the averages in memory, and return their quotient."""
        del normal
        xp, (first, second) = namespace(gradient), self.betas
        step = memory["step"] = memory.get("step", 0) + 1
        if step == 1:
            memory["mean"], memory["square"] = xp.zeros_like(gradient), xp.zeros_like(gradient)
        mean, square = memory["mean"], memory["square"]
        mean *= first
        mean += (1 - first) * gradient
        square *= second
        gradient *= gradient
        gradient *= 1 - second
        square += gradient
        size = xp.sqrt(square / (1 - second**step))
        size += self.epsilon
        return mean / size / (1 - first**step)


@dataclass(frozen=True)
class Noise:
    """Isotropic step that ignores the gradient: D = sqrt(width) times fresh normals.

    Parameters
    ----------
    rate : float
        Learning rate eta, from 0 to 1e100.
    decay : float
        Decoupled weight decay, at least 0.

    Raises
    ------
    ValueError
        If a number is not allowed.

    Examples
    --------
    >>> Noise(rate=0.1)
    Noise(rate=0.1, decay=0.0)
    """

    rate: float
    decay: float = 0.0

    def __post_init__(self) -> None:
        _checked(rate=self.rate, decay=self.decay)

    def direction(self, gradient: Array, memory: Memory, normal: Callable[[], Array], /) -> Array:
        """Return independent normal entries of variance ``width``."""
        del memory
        return math.sqrt(gradient.shape[-1]) * normal()


@dataclass(frozen=True)
class Muon:
    """Muon without momentum: D = width U V^T for a gradient U S V^T, so that rate is |dW|.

    Singular directions within rounding of zero are left out.

    Parameters
    ----------
    rate : float
        Learning rate eta, from 0 to 1e100: the spectral norm of a step.
    decay : float
        Decoupled weight decay, at least 0.

    Raises
    ------
    ValueError
        If a number is not allowed.

    Examples
    --------
    >>> import numpy as np
    >>> Muon(rate=0.1).direction(np.diag([-2.0, 0.5]), {}, lambda: None).tolist()
    [[-2.0, 0.0], [0.0, 2.0]]
    """

    rate: float
    decay: float = 0.0

    def __post_init__(self) -> None:
        _checked(rate=self.rate, decay=self.decay)

    def direction(self, gradient: Array, memory: Memory, normal: Callable[[], Array], /) -> Array:
        """Return the polar factor of the gradient, times its width."""
        del memory, normal
        xp, width = namespace(gradient), gradient.shape[-1]
        u, values, v = xp.linalg.svd(gradient, full_matrices=False)
        least = width * float(xp.finfo(gradient.dtype).eps) * values[..., :1]
        kept = xp.astype(values > least, gradient.dtype)
        return width * xp.matmul(u * kept[..., None, :], v)

    def factors(self, left: Array, right: Array, /) -> tuple[Array, Array]:
        """Return factors of U V^T for the gradient sum_p left_p right_p^T.

        Shapes: (sample, pair, width), with at most ``width`` pairs.
        """
        xp = namespace(left)
        rows, columns = (xp.linalg.qr(xp.matrix_transpose(x)) for x in (left, right))
        core = xp.matmul(rows[1], xp.matrix_transpose(columns[1]))
        u, values, v = xp.linalg.svd(core, full_matrices=False)
        least = left.shape[-1] * float(xp.finfo(left.dtype).eps) * values[..., :1]
        kept = xp.astype(values > least, left.dtype)
        u = xp.matmul(rows[0], u * kept[..., None, :])
        return xp.matrix_transpose(u), xp.matmul(v, xp.matrix_transpose(columns[0]))


def no_draw() -> Array:
    """Raise TypeError, for an optimiser that needs draws where none are made."""
    msg = "this optimiser draws random numbers, and none are drawn here"
    raise TypeError(msg)
