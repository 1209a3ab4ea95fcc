r"""Residual streams of finite width: the model, and its one step forward and one step back.

    h_{k+1} = h_k + eps W_{k mod L} u_k,    u_k = phi(h_k) or, normalised, phi(h_k / R_k),

for k = 0, ..., N L - 1, where R_k^2 = |h_k|^2 / width and the entries of each of the L matrices
are independent N(0, s^2 / width). Tied, untied and block streams, dense and matrix-free, differ
only in how :class:`Weights` hands out its matrices.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from depthlaws.sims import activations
from depthlaws.sims.activations import Activation
from depthlaws.sims.arguments import choice, integer, number, numbers
from depthlaws.sims.backend import namespace

__all__ = ["ResidualMLP"]

Array = Any

SCALES = {"none": 0.0, "sqrt": 0.5, "linear": 1.0}  # powers of the steps
SUMMED_AT_ONCE = 1 << 16  # coordinates, in the working precision; their sums add up in float64


@dataclass(frozen=True, kw_only=True)
class ResidualMLP:
    """A residual stream of K = loops * layers steps; step k uses matrix k mod layers.

    ``layers=1`` is the tied model, ``loops=1`` the untied one, anything else a looped block.
    ``scale`` divides ``eps`` by a power of the steps K, ``sqrt`` by sqrt(K), ``linear`` by K,
    ``none`` not at all; the model then holds what comes out.
    ``h0`` is the energy |h_0|^2 / width of one input, whose coordinates are independent and
    Gaussian, or the overlap matrix of several inputs. ``post_activation`` puts the activation
    behind the matrix: h + eps phi(W h), not normalised.
    Raises: ValueError or TypeError for a count below 1, a scale that is not finite, overlaps that
    are no covariance, an unknown activation (with the nearest names).

    >>> ResidualMLP(width=128, loops=4, layers=3, eps=0.1).steps
    12
    >>> ResidualMLP(width=128, loops=64, eps=1.0, scale="linear").eps
    0.015625
    >>> ResidualMLP(width=128, eps=0.1, h0=[[1.0, 0.5], [0.5, 1.0]]).inputs
    2
    """

    width: int
    loops: int = 1
    layers: int = 1
    eps: float
    s: float = 1.0
    h0: ArrayLike = 1.0
    activation: str | Activation = "relu"
    normalize: bool = False
    post_activation: bool = False
    scale: str = field(default="none", repr=False)

    def __post_init__(self) -> None:
        for name in ("width", "loops", "layers"):
            object.__setattr__(self, name, integer(name, getattr(self, name)))
        for name in ("eps", "s"):
            object.__setattr__(self, name, number(name, getattr(self, name)))
        power = SCALES[choice("scale", self.scale, SCALES)]
        object.__setattr__(self, "eps", self.eps / self.steps**power)
        object.__setattr__(self, "scale", "none")  # it is done: a copy is not scaled again
        object.__setattr__(self, "h0", _overlaps(self.h0))
        activations.get(self.activation)
        for name in ("normalize", "post_activation"):
            if not isinstance(getattr(self, name), bool | np.bool_):
                msg = f"{name} must be True or False, got {getattr(self, name)!r}"
                raise TypeError(msg)
        if self.normalize and self.post_activation:
            msg = "a post-activation stream is not normalised: give one of the two"
            raise ValueError(msg)

    @property
    def steps(self) -> int:
        """Number of residual updates K."""
        return self.loops * self.layers

    @property
    def inputs(self) -> int:
        """Number of inputs that share the matrices."""
        return 1 if isinstance(self.h0, float) else len(self.h0)  # pyrefly: ignore

    def branch(self, h: Array, /) -> Array:
        """Activations u = phi(h), or phi(h / R)."""
        return activations.get(self.activation).function(self._scaled(h)[0])

    def activated(self, z: Array, /) -> tuple[Array, Array]:
        """phi(z) and phi'(z) behind the matrix, for post-activation streams."""
        found = activations.get(self.activation)
        return found.function(z), found.derivative(z)

    def pull_back(self, h: Array, b: Array, /) -> Array:
        """Multiply b by the transposed Jacobian of u at h, normalisation included."""
        x, radius = self._scaled(h)
        b = b * activations.get(self.activation).derivative(x)
        if not self.normalize:
            return b
        # d(h/R)/dh = (1 - x x^T / width) / R, which is symmetric.
        along = namespace(b).vecdot(x, b)[..., None] / self.width
        return (b - x * along) / radius

    def _scaled(self, h: Array) -> tuple[Array, Array]:
        if not self.normalize:
            return h, None
        xp = namespace(h)
        radius = xp.sqrt(xp.vecdot(h, h)[..., None] / self.width)
        return h / radius, radius


class Weights(Protocol):
    """The matrices of a batch of networks. Shapes: (sample, input, width) in and out."""

    def matvec(self, layer: int, u: Array, /) -> Array:
        """W_layer u, in an array that the caller may overwrite."""
        ...

    def rmatvec(self, layer: int, g: Array, /) -> Array:
        """W_layer^T g, in an array that the caller may overwrite."""
        ...


@dataclass(frozen=True)
class State:
    """h_n, and the step that led there: h_n = h_{n-1} + increment, increment = eps W activations.

    Behind the matrix (post-activation) the increment is eps phi(W h_{n-1}), the activations are
    h_{n-1} and ``gates`` are phi'(W h_{n-1}).

    Shapes: (sample, input, width); h_0 has neither activations nor an increment.
    """

    n: int
    h: Array
    activations: Array = None
    increment: Array = None
    gates: Array = None


def forward(model: ResidualMLP, weights: Weights, h0: Array, /) -> Iterator[State]:
    """Yield h_0, ..., h_K. The next state overwrites h: copy what is to be kept."""
    yield State(0, h0)
    xp = namespace(h0)
    h = xp.asarray(h0, copy=True)
    for k in range(model.steps):
        u = xp.asarray(h, copy=True) if model.post_activation else model.branch(h)
        gates, increment = None, weights.matvec(k % model.layers, u)
        if model.post_activation:
            increment, gates = model.activated(increment)
        increment *= model.eps
        h += increment
        yield State(k + 1, h, u, increment, gates)


def backward(
    model: ResidualMLP, weights: Weights, states: Array, g: Array, /
) -> Iterator[tuple[int, Array]]:
    """Yield (k, g_k), k = K, ..., 0: g_k = g_{k+1} + eps J_k^T W^T g_{k+1} from g_K = g.

    In a post-activation stream g_k = g_{k+1} + eps W^T (gates_k g_{k+1}); ``states`` are the gates.
    Shapes: states (sample, input, time, width), g (sample, input, width), overwritten like h.
    """
    yield model.steps, g
    g = namespace(g).asarray(g, copy=True)
    for k in reversed(range(model.steps)):
        here, layer = states[:, :, k, :], k % model.layers
        if model.post_activation:
            b = weights.rmatvec(layer, here * g)
        else:
            b = model.pull_back(here, weights.rmatvec(layer, g))
        b *= model.eps
        g += b
        yield k, g


def inner(a: Array, b: Array, /) -> Array:
    """<a, b> / width over the last axis, summed in float64 every SUMMED_AT_ONCE coordinates."""
    xp, width = namespace(a), a.shape[-1]
    total: Any = 0.0
    for start in range(0, width, SUMMED_AT_ONCE):
        part = slice(start, min(start + SUMMED_AT_ONCE, width))
        total = total + xp.astype(xp.vecdot(a[..., part], b[..., part]), xp.float64)
    return total / width


def gram(a: Array, b: Array | None = None, /) -> Array:
    """Overlaps <a_n(x), b_m(y)> / width of all pairs, summed like :func:`inner`.

    Shapes: (sample, input, time, width) twice -> (sample, input, input, time, time).
    """
    b = a if b is None else b
    xp = namespace(a)
    samples, inputs, times, width = a.shape
    total: Any = 0.0
    for start in range(0, width, SUMMED_AT_ONCE):
        left, right = (
            xp.reshape(
                x[..., start : min(start + SUMMED_AT_ONCE, width)],
                (samples, x.shape[1] * x.shape[2], -1),
            )
            for x in (a, b)
        )
        part = xp.matmul(left, xp.matrix_transpose(right))
        total = total + xp.astype(part, xp.float64)
    total = xp.reshape(total / width, (samples, inputs, times, b.shape[1], b.shape[2]))
    return xp.permute_dims(total, (0, 1, 3, 2, 4))


def _overlaps(h0: ArrayLike) -> float | tuple[tuple[float, ...], ...]:
    """Return an energy, or an overlap matrix as tuples, which can be compared and hashed."""
    start = numbers("h0", h0)
    if start.ndim not in (0, 2) or not np.array_equal(start, start.T):
        msg = f"h0 must be an energy or a symmetric overlap matrix, got shape {start.shape}"
        raise ValueError(msg)
    square = np.atleast_2d(start)
    if not (np.isfinite(square).all() and (np.diag(square) > 0).all()):
        msg = f"h0 must have finite positive energies, got {h0}"
        raise ValueError(msg)
    lowest = np.linalg.eigvalsh(square)[0]
    if lowest < -1e-12 * square.trace():
        msg = f"h0 must be positive semidefinite, got an eigenvalue {lowest:g}"
        raise ValueError(msg)
    return float(start) if start.ndim == 0 else tuple(tuple(row) for row in start.tolist())
