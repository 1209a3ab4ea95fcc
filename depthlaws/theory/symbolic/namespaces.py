"""Array-API namespace of values; NumPy is recognised without importing other libraries."""

import importlib
from typing import Any

import numpy as np


def is_array(value: Any) -> bool:
    """Return True if a value is an array (of any array-API library), not a number."""
    if isinstance(value, (np.ndarray, np.generic)):
        return True
    if isinstance(value, (int, float, str, list, tuple)):
        return False
    return bool(importlib.import_module("array_api_compat").is_array_api_obj(value))


def namespace(*values: Any) -> Any:
    """Return the array-API namespace of the arrays in ``values``; None for NumPy or no array."""
    arrays = [v for v in values if is_array(v)]
    if all(isinstance(v, (np.ndarray, np.generic)) for v in arrays):
        return None
    return importlib.import_module("array_api_compat").array_namespace(*arrays)


def floor(value: Any) -> Any:
    """Return the largest integers below numbers or an array."""
    return (namespace(value) or np).floor(value)


def numpy_namespace() -> Any:
    """Return NumPy with the names of the array API."""
    return importlib.import_module("array_api_compat.numpy")
