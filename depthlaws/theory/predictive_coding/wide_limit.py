r"""Training of infinitely wide deep linear networks by gradient descent, exact step by step.

Mean-field parametrisation, hidden layers 1..L-1, kappa = eta_0 gamma_0 / samples. Only one moving
input matters, k(t) = sum_mu Delta_mu(t) h_mu(t) with the errors Delta = y - f, so that everything
closes on kernels between times: K_l = <k_l k_l>, G_l = <g_l g_l> and the responses of a layer's
fields to the Gaussian ones that its fixed initial weights send it. For a plain network

    k_l = U_l + (A_l + kappa K_{l-1}) g_l,     A_{l+1} = dk_l / dR_l,
    g_l = R_l + (B_l + kappa G_{l+1}) k_l,     B_{l-1} = dg_l / dU_l,

each product strictly causal, U_l and R_l Gaussian with covariances K_{l-1} and G_{l+1}. One pass
in time solves them: at each time G from the top down, then the prediction, then K upwards. These
are the weights' own discrete steps: nothing is expanded in the learning rate. Predictive coding
takes the same steps in this limit, since s -> 1; N (s - 1) has the limit ``excess``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from depthlaws.base.unread_arguments import require_read
from depthlaws.theory.numerics.arguments import count, finite, numbers
from depthlaws.theory.numerics.resource_limits import require_memory, require_time
from depthlaws.theory.numerics.types import Array, Numbers
from depthlaws.theory.symbolic.registry import UnknownNameError

__all__ = ["WideDescent", "wide_descent"]


@dataclass(frozen=True, slots=True, eq=False)
class WideDescent:
    """Training course of an infinitely wide network.

    Attributes
    ----------
    outputs : ndarray
        Outputs at each time. Shape (time, sample).
    loss : ndarray
        Loss at each time. Shape (time,).
    gradient_kernels : ndarray
        G_l(t, t) of the hidden layers, all 1 at the start. Shape (layer, time).
    gamma0 : float
        Richness: the output is divided by gamma0 width^d.

    Examples
    --------
    >>> from depthlaws import predictive_coding
    >>> course = predictive_coding.wide_descent([[1.0]], [1.0], depth=3, steps=40)
    >>> course.outputs.shape, bool(course.loss[-1] < course.loss[0])
    ((41, 1), True)
    """

    outputs: Array
    loss: Array
    gradient_kernels: Array
    gamma0: float

    @property
    def excess(self) -> Array:
        """Limit of N (s - 1) at each time: the sum of the gradient kernels over gamma0^2."""
        return self.gradient_kernels.sum(axis=0) / self.gamma0**2

    def energy(self, width: int, /) -> Array:
        """Return the equilibrated energy at each time, to first order in 1/width.

        Raises: ValueError for a width below 1.
        """
        return self.loss / (1 + self.excess / count("width", width))


def wide_descent(
    kernel: Numbers,
    y: Numbers,
    *,
    depth: int,
    steps: int,
    learning_rate: float = 0.025,
    gamma0: float = 1.0,
    network: Literal["mlp", "residual"] = "mlp",
    alpha: float = 0.5,
) -> WideDescent:
    """Return the course of full-batch gradient descent on an infinitely wide deep linear network.

    Every step is exact. The cost is O(depth steps^3), for a residual network O(depth^2 steps^3).

    Parameters
    ----------
    kernel : array_like
        Gram matrix of the inputs x x^T / inputs, an array (sample, sample).
    y : array_like
        Targets, an array (sample,).
    depth : int
        Depth L: layers of weights. At least 2.
    steps : int
        Number of steps of gradient descent. At least 1.
    learning_rate : float
        Learning rate eta_0; the parametrisation multiplies it by powers of the width. Positive.
    gamma0 : float
        Richness: the output is divided by gamma0 width^d. Positive.
    network : {"mlp", "residual"}
        Network: mlp, or residual with branches multiplied by depth^-alpha.
    alpha : float
        Depth exponent: a residual branch is multiplied by depth^-alpha; for network residual alone.

    Returns
    -------
    WideDescent
        Outputs, loss and gradient kernels at times 0..steps.

    Raises
    ------
    ValueError
        If shapes do not fit, the kernel is not positive, the depth is below 2, a rate or richness
        is not positive, the descent diverges, or it would take more than an hour.
    MemoryError
        If the kernels do not fit.

    References
    ----------
    Source: pc, figures 2 and A.16, whose curve is first order in the rate: beyond the paper
    (PC-B20, PC-B22, ERR-PC-35).

    Examples
    --------
    >>> from depthlaws import predictive_coding
    >>> course = predictive_coding.wide_descent([[1.0]], [1.0], depth=3, steps=40)
    >>> course.loss[[0, 10, 20]].round(4)
    array([0.5   , 0.0904, 0.0097])
    >>> course.excess[0]
    np.float64(2.0)
    """
    phi, targets = _data(kernel, y)
    depth = count("depth", depth)
    if depth < 2:
        msg = f"depth must be at least 2, one hidden layer, got {depth}"
        raise ValueError(msg)
    if network not in ("mlp", "residual"):
        raise UnknownNameError("network", network, ("mlp", "residual"))
    rate, richness = _positive("learning_rate", learning_rate), _positive("gamma0", gamma0)
    require_read("alpha", alpha, 0.5, read=network == "residual", says="network='residual'")
    alpha, times = finite("alpha", alpha), count("steps", steps) + 1
    _affordable(network, depth, times)
    course = _Course(phi, targets, times, rate, richness)
    with np.errstate(over="ignore", invalid="ignore"):
        if network == "mlp":
            kernels = _plain(course, depth)
        else:
            kernels = _residual(course, depth, depth**-alpha)
    loss = np.mean(course.errors**2, axis=1) / 2
    return WideDescent(targets - course.errors, loss, kernels, richness)


def _positive(name: str, value: float) -> float:
    if not finite(name, value) > 0:
        msg = f"{name} must be positive, got {value}"
        raise ValueError(msg)
    return float(value)


def _data(kernel: Numbers, y: Numbers) -> tuple[Array, Array]:
    """Return the kernel (sample, sample) and the targets (sample,), checked."""
    phi, targets = np.asarray(numbers("kernel", kernel)), np.asarray(numbers("y", y))
    if targets.ndim != 1 or not targets.size or not np.isfinite(targets).all():
        msg = f"y must be a list of finite targets (sample,), got {y}"
        raise ValueError(msg)
    if phi.shape != (len(targets), len(targets)) or not np.isfinite(phi).all():
        size = f"({len(targets)}, {len(targets)})"
        msg = f"kernel must be finite and of shape {size} for these targets, got {phi.shape}"
        raise ValueError(msg)
    if not np.allclose(phi, phi.T, rtol=1e-12):
        i, j = np.unravel_index(np.abs(phi - phi.T).argmax(), phi.shape)
        pair = f"{phi[i, j]:g} at ({i}, {j}) and {phi[j, i]:g} at ({j}, {i})"
        msg = f"kernel must be symmetric, got {pair}; give x @ x.T / features"
        raise ValueError(msg)
    lowest = np.linalg.eigvalsh((phi + phi.T) / 2)[0]
    if lowest < -1e-9 * np.trace(phi):
        msg = f"kernel must be symmetric and positive, got an eigenvalue {lowest:g}"
        raise ValueError(msg)
    return phi, targets


def _affordable(network: str, depth: int, times: int) -> None:
    """Raise MemoryError or ValueError for a course that does not fit or takes over an hour."""
    families = 1 if network == "mlp" else 2.0 * depth
    what = f"{times - 1:,} steps at depth {depth:,}"
    require_memory(64.0 * depth * families * times**2, what)
    require_time(1.7e-9 * depth * families * times**3, what, "ask for fewer steps")


class _Course:
    """Errors of the predictions and the kernel K_0 of the data, filled in time by time."""

    def __init__(
        self, phi: Array, targets: Array, times: int, rate: float, richness: float
    ) -> None:
        self.phi, self.targets, self.times, self.richness = phi, targets, times, richness
        self.kappa = rate * richness / len(targets)
        self.errors = np.zeros((times, len(targets)))
        self.kernel = np.zeros((times, times))

    def advance(self, t: int, response: Array, gradient: Array) -> None:
        """Predict at time t from the row dg_1/dU_1 and the row G_1 of that time.

        Raises: ValueError for a prediction that is no finite number.
        """
        weights = response[:t] + self.kappa * gradient[:t]
        self.errors[t] = self.targets - self.phi @ (weights @ self.errors[:t]) / self.richness
        if not np.abs(self.errors[t]).max() < 1e100:
            msg = f"the descent diverges: no finite prediction at step {t}; use a smaller "
            raise ValueError(msg + "learning_rate or gamma0")
        row = self.errors[: t + 1] @ (self.phi @ self.errors[t])
        self.kernel[t, : t + 1] = self.kernel[: t + 1, t] = row


class _Layer:
    """Kernels of a hidden layer, and its fields k = Ku U + Kr R, g = Gu U + Gr R (time, time)."""

    def __init__(self, times: int) -> None:
        self.K, self.G, self.Ku, self.Kr, self.Gu, self.Gr = np.zeros((6, times, times))

    def down(self, t: int, E: Array, below: Array, above: Array) -> None:
        """Compute row t of g = R + E k, given the kernels of U (``below``) and of R (``above``)."""
        now = slice(t + 1)
        self.Gu[t, :t], self.Gr[t, :t] = E @ self.Ku[:t, :t], E @ self.Kr[:t, :t]
        self.Gr[t, t] = 1.0
        row = self.Gu[now, :t] @ (below[:t, :t] @ self.Gu[t, :t])
        row += self.Gr[now, now] @ (above[now, now] @ self.Gr[t, now])
        self.G[t, now] = self.G[now, t] = row

    def up(self, t: int, C: Array, below: Array, above: Array) -> None:
        """Compute row t of k = U + C g."""
        now = slice(t + 1)
        self.Ku[t, :t], self.Kr[t, :t] = C @ self.Gu[:t, :t], C @ self.Gr[:t, :t]
        self.Ku[t, t] = 1.0
        row = self.Ku[now, now] @ (below[now, now] @ self.Ku[t, now])
        row += self.Kr[now, :t] @ (above[:t, :t] @ self.Kr[t, :t])
        self.K[t, now] = self.K[now, t] = row


def _plain(course: _Course, depth: int) -> Array:
    """Solve the kernels of a plain network in time; return G_l(t, t) as (layer, time)."""
    times, kappa = course.times, course.kappa
    layers = [_Layer(times) for _ in range(depth - 1)]
    nothing, ones = np.zeros((times, times)), np.ones((times, times))
    below = [course.kernel, *(layer.K for layer in layers[:-1])]
    above = [*(layer.G for layer in layers[1:]), ones]
    A = [nothing, *(layer.Kr for layer in layers[:-1])]
    B = [*(layer.Gu for layer in layers[1:]), nothing]
    stack = [*zip(layers, below, above, A, B, strict=True)]
    for t in range(times):
        for layer, under, over, _, response in reversed(stack):
            layer.down(t, response[t, :t] + kappa * over[t, :t], under, over)
        course.advance(t, layers[0].Gu[t], layers[0].G[t])
        for layer, under, over, response, _ in stack:
            layer.up(t, response[t, :t] + kappa * under[t, :t], under, over)
    return np.array([np.diagonal(layer.G) for layer in layers])


class _Fields:
    """Fields of the residual stream as linear combinations of all Gaussian fields of the network.

    ``rows``: coefficients (time, family, time); ``kernel`` (time, time) their covariance.
    """

    def __init__(self, families: int, times: int) -> None:
        self.rows = np.zeros((times, families, times))
        self.kernel = np.zeros((times, times))

    def put(self, t: int, row: Array, covariance: Array) -> None:
        """Set the coefficients (family, time) at time t, and the kernel with all earlier times."""
        now = slice(t + 1)
        self.rows[t] = row
        spread = np.matmul(covariance[:, now, now], row[:, now, None])[..., 0]
        values = np.tensordot(self.rows[now, :, now], spread, axes=2)
        self.kernel[t, now] = self.kernel[now, t] = values


def _residual(course: _Course, depth: int, scale: float) -> Array:
    """Solve the kernels of a residual network in time; return G_l(t, t) as (layer, time).

    Branches are ``scale`` W. Gaussian families: family 0 is the input's; the initial weights of
    block l = 2..L-1 send family 2l - 3 up and 2l - 2 down; the initial readout has the last family.
    """
    times, kappa = course.times, course.kappa
    families = 2 * depth - 2
    k, g = ([_Fields(families, times) for _ in range(depth)] for _ in range(2))  # 0 is unused
    covariance = np.zeros((families, times, times))
    covariance[-1] = 1.0
    for t in range(times):
        _descend(t, k, g, covariance, kappa, scale)
        course.advance(t, g[1].rows[t, 0], g[1].kernel[t])
        covariance[0, t, : t + 1] = covariance[0, : t + 1, t] = course.kernel[t, : t + 1]
        _ascend(t, k, g, covariance, kappa, scale)
    return np.array([np.diagonal(fields.kernel) for fields in g[1:]])


def _added(t: int, weights: Array, fields: _Fields) -> Array:
    """Return the sum over earlier times of weights times fields: (family, time)."""
    return np.tensordot(weights[:t], fields.rows[:t], axes=1)


def _descend(
    t: int,
    k: Sequence[_Fields],
    g: Sequence[_Fields],
    covariance: Array,
    kappa: float,
    scale: float,
) -> None:
    """Compute the rows of g at time t, from the readout down through the blocks."""
    now, top = slice(t + 1), len(g) - 1
    row = kappa * k[top].rows[:t].sum(axis=0)
    row[-1, 0] += 1.0
    g[top].put(t, row, covariance)
    for block in range(top, 1, -1):
        up, down = 2 * block - 3, 2 * block - 2
        kernel = g[block].kernel
        covariance[down, t, now] = covariance[down, now, t] = kernel[t, now]
        weights = scale * g[block].rows[t, up] + scale**2 * kappa * kernel[t]
        row = g[block].rows[t] + _added(t, weights, k[block - 1])
        row[down, t] += scale
        g[block - 1].put(t, row, covariance)


def _ascend(
    t: int,
    k: Sequence[_Fields],
    g: Sequence[_Fields],
    covariance: Array,
    kappa: float,
    scale: float,
) -> None:
    """Compute the rows of k at time t, from the input up through the blocks."""
    now = slice(t + 1)
    row = _added(t, kappa * covariance[0, t], g[1])
    row[0, t] += 1.0
    k[1].put(t, row, covariance)
    for block in range(2, len(k)):
        up, down = 2 * block - 3, 2 * block - 2
        kernel = k[block - 1].kernel
        covariance[up, t, now] = covariance[up, now, t] = kernel[t, now]
        weights = scale * k[block - 1].rows[t, down] + scale**2 * kappa * kernel[t]
        row = k[block - 1].rows[t] + _added(t, weights, g[block])
        row[up, t] += scale
        k[block].put(t, row, covariance)
