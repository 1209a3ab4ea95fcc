"""Array namespaces of the simulators: NumPy, PyTorch, CuPy, and the strict standard for tests.

States and matrices are overwritten in place, which halves the memory of a run. This excludes
namespaces with immutable arrays, such as JAX's.
"""

import difflib
import re
from dataclasses import dataclass
from typing import Any

import numpy as np
from array_api_compat import array_namespace

from depthlaws.base.argument_errors import shown
from depthlaws.base.extras import message
from depthlaws.base.memory import free_memory

Array = Any

NAMES = {
    "cpu": "numpy",
    "numpy": "numpy",
    "torch": "torch",
    "torch:cuda": "torch",
    "cuda": "cupy",
    "cupy": "cupy",
    "strict": "strict",
}
NUMBERED_GPU = re.compile(r"torch:cuda:\d+")  # one of several GPUs, counted from 0
DTYPES = ("float32", "float64")
TORCH_COMMAND = "pip install 'depthlaws[networks]'"


@dataclass(frozen=True)
class Backend:
    """An array namespace and the device of its arrays, with conversions from and to NumPy."""

    name: str
    xp: Any
    device: Any = None  # of PyTorch's arrays; the other namespaces have one device

    @property
    def gpu(self) -> bool:
        """True if the arrays are on a GPU."""
        return self.name == "cupy" or self.name.startswith("torch:")

    def asarray(self, x: Any, /, dtype: str) -> Array:
        """Copy a NumPy array into this namespace."""
        return self.shared(np.array(x, dtype=dtype))

    def shared(self, x: np.ndarray, /) -> Array:
        """Return an array of this namespace that shares the memory of x where possible."""
        return self.xp.asarray(x, device=self.device)

    def to_numpy(self, x: Array, /) -> np.ndarray:
        """Return a NumPy array that shares memory where possible."""
        if self.name == "cupy":
            return self.xp.asnumpy(x)
        if self.name.startswith("torch"):
            return x.cpu().numpy()
        return np.asarray(x) if self.name == "numpy" else np.from_dlpack(x)

    def synchronize(self) -> None:
        """Wait until the GPU has done all that it was given; a CPU has no queue."""
        if self.name == "cupy":
            self.xp.cuda.Stream.null.synchronize()
        elif self.gpu:
            self.xp.cuda.synchronize(self.device)

    def available(self) -> float:
        """Return the bytes that can still be allocated, on the GPU for its arrays."""
        if not self.gpu:
            return free_memory()
        if self.name == "cupy":
            free, _ = self.xp.cuda.runtime.memGetInfo()
        else:
            free, _ = self.xp.cuda.mem_get_info(self.device)
        return int(free)


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
    """Return a backend.

    ``cpu`` is NumPy, ``torch`` PyTorch on the CPU, ``torch:cuda`` or ``torch:cuda:1`` PyTorch on a
    GPU, ``cuda`` CuPy on a GPU and ``strict`` array-api-strict.

    Raises
    ------
    ValueError
        If the name is unknown, with the nearest name.
    RuntimeError
        If PyTorch, CuPy or the GPU is missing.
    """
    if isinstance(name, Backend):
        return name
    if isinstance(name, str) and NUMBERED_GPU.fullmatch(name):
        return _torch(name)
    if not isinstance(name, str) or name not in NAMES:
        near = difflib.get_close_matches(str(name), NAMES, n=1, cutoff=0.0)
        known = ", ".join(NAMES)
        msg = f"device must be one of {known}, got {shown(name)}; did you mean {near[0]!r}?"
        raise ValueError(msg)
    if NAMES[name] == "torch":
        return _torch(name)
    return {"numpy": _numpy, "cupy": _cupy, "strict": _strict}[NAMES[name]]()


def checked_dtype(name: Any, /) -> str:
    """Return "float32" or "float64". Raises: ValueError for any other type."""
    try:
        dtype = np.dtype(name).name
    except TypeError:
        dtype = str(name)
    if dtype not in DTYPES:
        msg = f"dtype must be float32 or float64, got {shown(name)}"
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


def _torch(name: str) -> Backend:
    try:
        import array_api_compat.torch as xp
    except ImportError:
        msg = f"device {name!r} needs PyTorch, which is not installed: {TORCH_COMMAND}"
        raise RuntimeError(msg) from None
    return Backend(name, xp, torch_device(xp, name))


def torch_device(torch: Any, name: str, /) -> Any:
    """Return PyTorch's device of ``torch``, ``torch:cuda`` or ``torch:cuda:1``.

    Raises: RuntimeError if there is no such GPU.
    """
    if name == "torch":
        return torch.device("cpu")
    gpus = torch.cuda.device_count() if torch.cuda.is_available() else 0
    if not gpus:
        msg = f"device {name!r} needs a GPU and PyTorch finds none: use device 'torch'"
        raise RuntimeError(msg)
    _, _, number = name.removeprefix("torch:").partition(":")
    if int(number or 0) >= gpus:
        msg = f"device {name!r} is not here, PyTorch finds {gpus} GPU(s): use 'torch:cuda:0'"
        raise RuntimeError(msg)
    # With its number: a tensor on "cuda" and one on "cuda:0" report different devices.
    return torch.device("cuda", int(number or torch.cuda.current_device()))
