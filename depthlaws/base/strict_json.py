"""Data in the types of strict JSON."""

import math
from collections.abc import Mapping, Sequence
from typing import Any


def jsonable(value: Any) -> Any:
    """Return the same data in the types of strict JSON; infinities and NaN become words.

    >>> import numpy as np
    >>> jsonable({"k": np.array([1.0, np.inf]), "n": (np.int64(2), None)})
    {'k': [1.0, 'inf'], 'n': [2, None]}
    """
    if isinstance(value, Mapping):
        return {str(k): jsonable(v) for k, v in value.items()}
    if hasattr(value, "tolist"):  # arrays and numbers of NumPy, without an import of it
        return jsonable(value.tolist())
    if isinstance(value, str):
        return str(value)
    if isinstance(value, bool | int | None):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    return [jsonable(v) for v in value] if isinstance(value, Sequence) else str(value)
