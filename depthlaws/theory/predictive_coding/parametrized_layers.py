"""Scales of the layers of a parametrisation, for networks whose weights are given."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from depthlaws.base.unread_arguments import require_read
from depthlaws.theory.numerics.arguments import count, finite, positive
from depthlaws.theory.numerics.resource_limits import require_memory
from depthlaws.theory.numerics.types import Array
from depthlaws.theory.parametrization.exponents import Parametrization, Powers
from depthlaws.theory.parametrization.named_parametrizations import parametrization_named
from depthlaws.theory.symbolic.registry import UnknownNameError

__all__ = ["layer_scales"]

NETWORKS = ("mlp", "residual")


def layer_scales(
    parametrization: str | Parametrization,
    /,
    *,
    width: int,
    depth: int,
    features: int,
    gamma0: float = 1.0,
    network: Literal["mlp", "residual"] = "mlp",
    alpha: float = 0.5,
) -> Array:
    """Return the factor of every weight matrix, as ``scale`` of equilibrium and inference takes it.

    Weights are then drawn with the variances width^-b of the parametrisation.

    Parameters
    ----------
    parametrization : str or Parametrization
        Parametrisation: a name (sp, ntk, mean_field, mup, ...) or one of your own.
    width : int
        Width N: units of a hidden layer. At least 1.
    depth : int
        Depth L: layers of weights. At least 2.
    features : int
        Number of coordinates of an input, by whose root the first layer is divided. At least 1.
    gamma0 : float
        Richness: the output is divided by gamma0 width^d. Positive.
    network : {"mlp", "residual"}
        Network: mlp, or residual with skips past the layers between the first and the last.
    alpha : float
        Depth exponent of residual branches, for a parametrisation without one of its own.

    Returns
    -------
    ndarray
        Factors c_1, ..., c_L of the matrices. Shape (depth,).

    Raises
    ------
    UnknownNameError
        If there is no such network or parametrisation.
    ValueError
        If a size or the richness is out of range.

    References
    ----------
    Source: pc, eqs. (7) to (14), (18).

    Examples
    --------
    >>> from depthlaws import predictive_coding
    >>> predictive_coding.layer_scales("mean_field", width=16, depth=4, features=4).tolist()
    [0.5, 0.25, 0.25, 0.0625]
    """
    width, depth, features = (
        count("width", width),
        count("depth", depth),
        count("features", features),
    )
    if depth < 2:
        msg = f"depth must be at least 2, for a first and a last layer, got {depth}"
        raise ValueError(msg)
    require_memory(40.0 * depth, f"a list of {depth:,} layers")
    if network not in NETWORKS:
        raise UnknownNameError("network", network, NETWORKS)
    alpha, point = finite("alpha", alpha), parametrization_named(parametrization)
    branches = network == "residual" and not point.skips
    says = "network='residual' and a parametrisation that has no depth exponent of its own"
    require_read("alpha", alpha, 0.5, read=branches, says=says)
    hidden, gamma = point.hidden.a, positive("gamma0", gamma0) * width ** float(point.d)
    branch = 1.0
    if network == "residual":
        branch = Powers(depth=hidden.depth).value(1, depth) if point.skips else depth**-alpha
    first = point.input.a.value(width) / math.sqrt(features)
    middle = Powers(hidden.width).value(width) * branch
    with np.errstate(over="ignore"):  # of a tiny gamma0
        last = np.float64(point.output.a.value(width)) / gamma
    return np.array([first, *[middle] * (depth - 2), last])
