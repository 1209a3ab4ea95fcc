"""Which array library some values belong to; NumPy is answered without asking the others."""

import importlib
from typing import Any

import numpy as np


def is_array(value: Any) -> bool:
    """Whether a value is an array (of any array-API library), not a number."""
    if isinstance(value, (np.ndarray, np.generic)):
        return True
    if isinstance(value, (int, float, str, list, tuple)):
        return False
    return bool(importlib.import_module("array_api_compat").is_array_api_obj(value))


def namespace(*values: Any) -> Any:
    """Array-API namespace of the arrays among some values; None if they are NumPy's, or none."""
    arrays = [v for v in values if is_array(v)]
    if all(isinstance(v, (np.ndarray, np.generic)) for v in arrays):
        return None
    return importlib.import_module("array_api_compat").array_namespace(*arrays)


def numpy_namespace() -> Any:
    """NumPy with the names of the array API."""
    return importlib.import_module("array_api_compat.numpy")
