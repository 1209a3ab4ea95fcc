r"""Residual streams of finite width: the model, its pass forward and its pass back.

    h_{k+1} = h_k + eps_k W_l(k) u_k,    u_k = phi(h_k) or, normalised, phi(h_k / R_k),

for k = 0, ..., K - 1, where l(k) = k mod L for a block looped N times, K = N L,
R_k^2 = |h_k|^2 / width and the entries of each of the L matrices are independent
N(0, s^2 / width). Tied, untied and block streams, dense and matrix-free, differ only in how
:class:`Weights` holds its matrices.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import ArrayLike

from depthlaws.base.argument_errors import shown
from depthlaws.base.roundings import roundings
from depthlaws.base.visit_order import Visits, visit_counts, visits_alone
from depthlaws.sims.common import activations
from depthlaws.sims.common.activations import Activation
from depthlaws.sims.common.argument_checks import choice, integer, number, numbers
from depthlaws.sims.common.backend import namespace
from depthlaws.sims.common.optimizers import Optimizer

__all__ = ["ResidualMLP"]

Array = Any

SCALES = {"none": 0.0, "sqrt": 0.5, "linear": 1.0}  # power of K that divides eps


@dataclass(frozen=True, kw_only=True)
class ResidualMLP:
    """Residual stream of K = loops * layers steps; step k uses matrix k mod layers.

    ``layers=1`` is the tied model, ``loops=1`` the untied one, anything else a looped block.
    ``visits`` gives any other order.

    Parameters
    ----------
    width : int
        Number of coordinates of a state, at least 1.
    loops : int
        Number of passes through the block, at least 1.
    layers : int
        Number of matrices in the block, at least 1.
    eps : float or array_like
        Step size of a residual update, before the division by ``scale``; one for all, or one a
        visit.
    s : float
        Scale of the weights, whose entries are N(0, s^2 / width).
    h0 : float or array
        Energy |h_0|^2 / width of one input with independent Gaussian coordinates, or the overlap
        matrix (input, input) of several inputs.
    activation : str or Activation
        Activation: relu, linear, gelu, tanh, erf, abs or leaky_relu:0.1.
    normalize : bool
        Divide each state by R_k before the activation.
    post_activation : bool
        Put the activation behind the matrix, h + eps phi(W h); not with ``normalize``.
    scale : str
        Divisor of ``eps``: ``none``, ``sqrt`` for sqrt(K) or ``linear`` for K. The model then
        holds the quotient.
    visits : str or sequence of int
        Matrix of each step, instead of ``loops`` and ``layers``: "2+4x16+2" is 2 layers, then 4
        passed 16 times, then 2 more.

    Raises
    ------
    ValueError, TypeError
        If a count is below 1, a scale is not finite, the overlaps are no covariance, the activation
        is unknown (with the nearest names), or the visits leave out a layer.

    Examples
    --------
    >>> ResidualMLP(width=128, loops=4, layers=3, eps=0.1).steps
    12
    >>> ResidualMLP(width=128, loops=64, eps=1.0, scale="linear").eps
    0.015625
    >>> ResidualMLP(width=128, eps=0.1, h0=[[1.0, 0.5], [0.5, 1.0]]).inputs
    2
    >>> ResidualMLP(width=128, eps=0.1, visits="1+2x2+1").matrices
    (0, 1, 2, 1, 2, 3)
    """

    pulls_back: ClassVar[bool] = True  # whether gradients can be simulated
    width: int
    loops: int = 1
    layers: int = 1
    eps: float | tuple[float, ...] | np.ndarray
    s: float = 1.0
    h0: ArrayLike = 1.0
    activation: str | Activation = "relu"
    normalize: bool = False
    post_activation: bool = False
    scale: str = field(default="none", repr=False)
    visits: str | Visits | None = None

    def __post_init__(self) -> None:
        for name in ("width", "loops", "layers"):
            object.__setattr__(self, name, integer(name, getattr(self, name)))
        object.__setattr__(self, "s", number("s", self.s))
        if self.visits is not None:
            order = visits_alone(self.visits, self.loops, self.layers)
            object.__setattr__(self, "visits", order)
            object.__setattr__(self, "layers", max(order) + 1)
        divisor = self.steps ** SCALES[choice("scale", self.scale, SCALES)]
        object.__setattr__(self, "eps", _branch_scales(self.eps, self.steps, divisor))
        object.__setattr__(self, "scale", "none")  # a copy is not scaled again
        object.__setattr__(self, "h0", _overlaps(self.h0))
        activations.get(self.activation)
        for name in ("normalize", "post_activation"):
            if not isinstance(getattr(self, name), bool | np.bool_):
                msg = f"{name} must be True or False, got {shown(getattr(self, name))}"
                raise TypeError(msg)
        if self.normalize and self.post_activation:
            msg = "normalize and post_activation exclude each other: give one of the two"
            raise ValueError(msg)

    @property
    def steps(self) -> int:
        """Number of residual updates K."""
        return self.loops * self.layers if self.visits is None else len(self.visits)

    @cached_property
    def matrices(self) -> Visits:
        """Matrix of each step."""
        if self.visits is None:
            return tuple(range(self.layers)) * self.loops
        return tuple(self.visits)  # pyrefly: ignore

    @cached_property
    def uses(self) -> int:
        """Number of steps that share the matrix used most."""
        return self.loops if self.visits is None else max(visit_counts(self.matrices))

    @cached_property
    def scales(self) -> tuple[float, ...]:
        """Step size of each residual update."""
        return self.eps if isinstance(self.eps, tuple) else (self.eps,) * self.steps  # pyrefly: ignore

    def steps_of(self, layer: int, /) -> Any:
        """Return an index of the steps that use a matrix."""
        if self.visits is None:
            return slice(layer, None, self.layers)
        return [k for k, matrix in enumerate(self.matrices) if matrix == layer]

    @property
    def inputs(self) -> int:
        """Number of inputs that share the matrices."""
        return 1 if isinstance(self.h0, float) else len(self.h0)  # pyrefly: ignore

    def branch(self, h: Array, /) -> Array:
        """Return the activations u = phi(h), or phi(h / R)."""
        return activations.get(self.activation).function(self._scaled(h)[0])

    def activated(self, z: Array, /) -> tuple[Array, Array]:
        """Return phi(z) and phi'(z) behind the matrix, for post-activation streams."""
        phi = activations.get(self.activation)
        return phi.function(z), phi.derivative(z)

    def add(self, h: Array, increment: Array, /) -> None:
        """Add the branch to the state, in place."""
        h += increment

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
    """Matrices of a batch of networks. Shapes: (sample, input, width) in and out."""

    def matvec(self, layer: int, u: Array, /) -> Array:
        """Return W_layer u, in an array that the caller may overwrite."""
        ...

    def rmatvec(self, layer: int, g: Array, /) -> Array:
        """Return W_layer^T g, in an array that the caller may overwrite."""
        ...


class Trainable(Weights, Protocol):
    """Matrices that an optimiser moves."""

    def descend(
        self, optimizer: Optimizer, step: int, layer: int, left: Array, right: Array, /
    ) -> None:
        """Take step number ``step`` (from 0) along the gradient sum_p left_p right_p^T.

        Shapes: (sample, pair, width) both.
        """
        ...


@dataclass(frozen=True)
class State:
    """State h_n and its last step, h_n = h_{n-1} + increment with increment = eps W activations.

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
    """Yield h_0, ..., h_K. The next state overwrites h: copy h to keep it."""
    yield State(0, h0)
    xp = namespace(h0)
    h = xp.asarray(h0, copy=True)
    for k in range(model.steps):
        u = xp.asarray(h, copy=True) if model.post_activation else model.branch(h)
        gates, increment = None, weights.matvec(model.matrices[k], u)
        if model.post_activation:
            increment, gates = model.activated(increment)
        increment *= model.scales[k]
        model.add(h, increment)
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
        state, layer = states[:, :, k, :], model.matrices[k]
        if model.post_activation:
            b = weights.rmatvec(layer, state * g)
        else:
            b = model.pull_back(state, weights.rmatvec(layer, g))
        b *= model.scales[k]
        g += b
        yield k, g


def _branch_scales(eps: ArrayLike, steps: int, divisor: float) -> float | tuple[float, ...]:
    """Return one step size, or one a step as a tuple, which can be compared and hashed."""
    if not isinstance(eps, list | tuple | np.ndarray) or (
        isinstance(eps, np.ndarray) and eps.ndim == 0
    ):
        return number("eps", eps) / divisor  # pyrefly: ignore
    scales = numbers("eps", eps)
    if scales.shape != (steps,) or not np.isfinite(scales).all():
        msg = f"eps must be a finite number, or one for each of the {steps} visits, got {eps}"
        raise ValueError(msg)
    return tuple((scales / divisor).tolist())


def _overlaps(h0: ArrayLike) -> float | tuple[tuple[float, ...], ...]:
    """Return an energy, or an overlap matrix as tuples, which can be compared and hashed."""
    start = numbers("h0", h0)
    if start.ndim not in (0, 2) or not np.array_equal(start, start.T):
        got = f"shape {start.shape}" if start.ndim not in (0, 2) else f"{shown(start.tolist())}"
        msg = f"h0 must be an energy or a symmetric overlap matrix, got {got}"
        raise ValueError(msg)
    square = np.atleast_2d(start)
    if not (np.isfinite(square).all() and (np.diag(square) > 0).all()):
        msg = f"h0 must have finite positive energies, got {h0}"
        raise ValueError(msg)
    lowest = np.linalg.eigvalsh(square)[0]
    if lowest < -max(1e-12, roundings(h0)) * square.trace():
        msg = f"h0 must be positive semidefinite, got an eigenvalue {lowest:g}"
        raise ValueError(msg)
    return float(start) if start.ndim == 0 else tuple(tuple(row) for row in start.tolist())
