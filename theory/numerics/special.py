"""SciPy's special functions, imported when the first of them is used: most laws need none."""

import importlib
from typing import Any


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return getattr(importlib.import_module("scipy.special"), name)
