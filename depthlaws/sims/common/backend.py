"""Array namespaces of the simulators: NumPy, CuPy on a GPU, and the strict standard for tests.

States and matrices are overwritten in place, which halves the memory of a run. This excludes
namespaces with immutable arrays, such as JAX's.
"""

import difflib
from dataclasses import dataclass
from typing import Any

import numpy as np
from array_api_compat import array_namespace

from depthlaws.base.extras import message
from depthlaws.base.memory import free_memory

Array = Any

NAMES = {"cpu": "numpy", "numpy": "numpy", "cuda": "cupy", "cupy": "cupy", "strict": "strict"}
DTYPES = ("float32", "float64")


@dataclass(frozen=True)
class Backend:
    """An array namespace, with conversions from and to NumPy."""

    name: str
    xp: Any

    def asarray(self, x: Any, /, dtype: str) -> Array:
        """Copy a NumPy array into this namespace."""
        return self.xp.asarray(np.array(x, dtype=dtype))

    def to_numpy(self, x: Array, /) -> np.ndarray:
        """Return a NumPy array that shares memory where possible."""
        if self.name == "cupy":
            return self.xp.asnumpy(x)
        return np.asarray(x) if self.name == "numpy" else np.from_dlpack(x)

    def available(self) -> float:
        """Return the bytes that can still be allocated, on the GPU for its arrays."""
        if self.name == "cupy":
            free, _ = self.xp.cuda.runtime.memGetInfo()
            return int(free)
        return free_memory()


_NAMESPACES: dict[type, Any] = {}


def namespace(x: Array, /) -> Any:
    """Return the namespace of an array, cached by type: small networks ask 200 times a step."""
    xp = _NAMESPACES.get(type(x))
    if xp is None:
        xp = _NAMESPACES[type(x)] = array_namespace(x)
    return xp


def transposed(x: Array, /) -> Array:
    """Exchange the last two axes: by an attribute if any, in a tenth of the namespace's time."""
    return x.mT if hasattr(x, "mT") else namespace(x).matrix_transpose(x)


def cast(x: Array, dtype: Any, /) -> Array:
    """Convert to a dtype: by a method if any, in a third of the namespace's time."""
    method = getattr(x, "astype", None)
    return method(dtype, copy=False) if method else namespace(x).astype(x, dtype, copy=False)


def get(name: str | Backend = "cpu", /) -> Backend:
    """Return a backend: ``cpu`` (NumPy), ``cuda`` (CuPy) or ``strict`` (array-api-strict).

    Raises
    ------
    ValueError
        If the name is unknown, with the nearest name.
    RuntimeError
        If CuPy or a GPU is missing.
    """
    if isinstance(name, Backend):
        return name
    if not isinstance(name, str) or name not in NAMES:
        near = difflib.get_close_matches(str(name), NAMES, n=1, cutoff=0.0)
        msg = f"device must be one of {', '.join(NAMES)}, got {name!r}; did you mean {near[0]!r}?"
        raise ValueError(msg)
    return {"numpy": _numpy, "cupy": _cupy, "strict": _strict}[NAMES[name]]()


def checked_dtype(name: Any, /) -> str:
    """Return "float32" or "float64". Raises: ValueError for any other type."""
    try:
        dtype = np.dtype(name).name
    except TypeError:
        dtype = str(name)
    if dtype not in DTYPES:
        msg = f"dtype must be float32 or float64, got {name!r}"
        raise ValueError(msg)
    return dtype


def _numpy() -> Backend:
    import array_api_compat.numpy as xp

    return Backend("numpy", xp)


def _strict() -> Backend:
    import array_api_strict as xp

    return Backend("strict", xp)


def _cupy() -> Backend:
    try:
        import array_api_compat.cupy as xp
    except ImportError:
        msg = message("cuda", "the device 'cuda'", ["cupy"])
        raise RuntimeError(msg) from None
    try:
        count = xp.cuda.runtime.getDeviceCount()
    except xp.cuda.runtime.CUDARuntimeError as error:
        msg = f"device 'cuda' needs a GPU and CuPy finds none ({error}): use device 'cpu'"
        raise RuntimeError(msg) from None
    if count < 1:
        msg = "device 'cuda' needs a GPU and this machine has none: use device 'cpu'"
        raise RuntimeError(msg)
    return Backend("cupy", xp)
