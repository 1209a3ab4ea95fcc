"""SciPy's special functions, imported at first use: most laws need none of them."""

import importlib
from typing import Any


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return getattr(importlib.import_module("scipy.special"), name)
