"""Looped layers with input injection and RMSNorm: h <- a h + b e + eps W phi(h)."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from depthlaws.base.argument_errors import shown
from depthlaws.sims.common.argument_checks import choice, number
from depthlaws.sims.common.backend import namespace
from depthlaws.sims.residual.network import ResidualMLP

__all__ = ["InjectedMLP"]

Array = Any

NORMS = ("none", "pre", "post")


@dataclass(frozen=True, kw_only=True)
class InjectedMLP(ResidualMLP):
    """Looped layer with an injected vector e, run by the simulators forward only.

    Observables have two inputs: 0 is the state, 1 the injected vector, which stays as it is.

    Parameters
    ----------
    h0 : array
        Overlap matrix (2, 2) of the initial state and e; ones for h_0 = e.
    a, b : float
        Factors of the state and of e in each loop.
    norm : str
        RMSNorm: none, pre (of the branch's input) or post (of the state after each loop).

    Other parameters are those of :class:`ResidualMLP` for one layer.

    Raises
    ------
    ValueError, TypeError
        As for :class:`ResidualMLP`, and for more than one layer or other overlaps.

    Examples
    --------
    >>> layer = InjectedMLP(width=64, loops=8, eps=0.5, a=0.5, b=0.5, norm="post")
    >>> layer.inputs, layer.steps
    (2, 8)
    """

    pulls_back: ClassVar[bool] = False
    h0: ArrayLike = field(default=((1.0, 0.0), (0.0, 1.0)))
    a: float = 1.0
    b: float = 0.0
    norm: str = "none"

    def __post_init__(self) -> None:
        if choice("norm", self.norm, NORMS) == "pre":
            object.__setattr__(self, "normalize", True)
        super().__post_init__()
        for name in ("a", "b"):
            object.__setattr__(self, name, number(name, getattr(self, name)))
        if self.layers != 1 or self.visits is not None or self.post_activation:
            msg = f"injection needs one layer with its activation inside, got {shown(self)}"
            raise ValueError(msg)
        if np.shape(self.h0) != (2, 2):
            msg = f"h0 must be the overlaps (2, 2) of h_0 and e, got shape {np.shape(self.h0)}"
            raise ValueError(msg)

    def add(self, h: Array, increment: Array, /) -> None:
        """Take the step in place: a h + b e + increment, normalised after it with norm "post"."""
        state, injected = h[:, :1, :], h[:, 1:, :]
        increment[:, 1:, :] = 0.0
        state *= self.a
        state += self.b * injected
        state += increment[:, :1, :]
        if self.norm == "post":
            square = namespace(h).vecdot(state, state)[..., None] / self.width
            state /= namespace(h).sqrt(square)
