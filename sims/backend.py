"""Array namespaces to simulate in: NumPy, CuPy on a GPU, and the strict standard for tests.

States and matrices are written in place, which halves the memory of a run: namespaces whose arrays
cannot be written to, such as JAX's, are not among them.
"""

import difflib
import os
from dataclasses import dataclass
from typing import Any

import numpy as np
from array_api_compat import array_namespace

Array = Any

NAMES = {"cpu": "numpy", "numpy": "numpy", "cuda": "cupy", "cupy": "cupy", "strict": "strict"}
DTYPES = ("float32", "float64")


@dataclass(frozen=True)
class Backend:
    """An array namespace, and the way in and out of it."""

    name: str
    xp: Any

    def asarray(self, x: Any, /, dtype: str) -> Array:
        """Copy a NumPy array into this namespace."""
        return self.xp.asarray(np.array(x, dtype=dtype))

    def to_numpy(self, x: Array, /) -> np.ndarray:
        """Return a NumPy array, sharing memory where it can be shared."""
        if self.name == "cupy":
            return self.xp.asnumpy(x)
        return np.asarray(x) if self.name == "numpy" else np.from_dlpack(x)

    def available(self) -> int:
        """Bytes that can still be allocated, on the GPU if that is where arrays live."""
        if self.name == "cupy":
            free, _ = self.xp.cuda.runtime.memGetInfo()
            return int(free)
        return _available()


_NAMESPACES: dict[type, Any] = {}


def namespace(x: Array, /) -> Any:
    """The namespace of an array, looked up once a type: small networks ask 200 times a step."""
    found = _NAMESPACES.get(type(x))
    if found is None:
        found = _NAMESPACES[type(x)] = array_namespace(x)
    return found


def transposed(x: Array, /) -> Array:
    """Last two axes exchanged: an attribute where there is one, a tenth of the namespace's time."""
    return x.mT if hasattr(x, "mT") else namespace(x).matrix_transpose(x)


def cast(x: Array, dtype: Any, /) -> Array:
    """Convert to a dtype: by a method where there is one, a third of the namespace's time."""
    method = getattr(x, "astype", None)
    return method(dtype, copy=False) if method else namespace(x).astype(x, dtype, copy=False)


def get(name: str | Backend = "cpu", /) -> Backend:
    """Look up a backend: ``cpu`` (NumPy), ``cuda`` (CuPy), ``strict`` (array-api-strict).

    Raises: ValueError with the nearest name, RuntimeError if CuPy or a GPU is missing.
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
        msg = "device 'cuda' needs CuPy, which is not installed: pip install 'depthlaws[cuda]'"
        raise RuntimeError(msg) from None
    try:
        count = xp.cuda.runtime.getDeviceCount()
    except xp.cuda.runtime.CUDARuntimeError as error:
        msg = f"device 'cuda': CuPy is installed but finds no usable GPU ({error})"
        raise RuntimeError(msg) from None
    if count < 1:
        msg = "device 'cuda': CuPy is installed but this machine has no GPU"
        raise RuntimeError(msg)
    return Backend("cupy", xp)


def _available() -> int:
    """Free memory, without the reclaimable cache if the system tells, within a container's cap."""
    told = _told("/proc/meminfo").partition(b"MemAvailable:")[2].split(maxsplit=1)
    pages = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    free = [1024 * int(told[0]) if told else pages]
    for limit, used in _CAPS:
        most = _told(limit)
        if most.strip().isdigit():  # not "max", and not nothing
            free.append(int(most) - int(_told(used) or 0))
    return max(0, min(free))


_CAPS = (
    ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
    ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"),
)


def _told(path: str) -> bytes:
    """The beginning of a file of the system, nothing where there is none."""
    try:
        with open(path, "rb", buffering=0) as file:
            return file.read(512)
    except OSError:
        return b""
