"""The relation between the arguments of a formula, besides their domains, on arrays."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import sympy as sp

__all__: list[str] = []


def given_holds(formula: Any, values: Mapping[str, Any]) -> np.ndarray:
    """Return at which values the relation ``given`` of a formula holds.

    ``values`` are numbers or arrays of one shape by the name of an argument; the answer is boolean,
    in their shape.
    """
    shape = np.broadcast_shapes(*(np.shape(value) for value in values.values()))
    if formula.given == sp.true:
        return np.ones(shape, bool)
    relation = sp.lambdify([*formula.domain], formula.given, "numpy")
    with np.errstate(all="ignore"):
        holds = relation(
            *(np.broadcast_to(values[name], shape).astype(float) for name in formula.names)
        )
    return np.broadcast_to(np.asarray(holds, bool), shape)
