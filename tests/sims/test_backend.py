"""Backends and dtypes of arrays, and the errors for those that are missing."""

import sys
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from depthlaws.sims.common import backend


@pytest.mark.parametrize("name", ["cpu", "numpy", "strict"])
def test_arrays_go_in_and_come_back(name):
    result = backend.get(name)
    x = np.arange(6.0).reshape(2, 3)
    y = result.asarray(x, "float32")
    assert y.dtype == result.xp.float32
    np.testing.assert_array_equal(result.to_numpy(result.xp.matrix_transpose(y)), x.T)
    assert backend.get(result) is result


def test_what_goes_in_is_a_copy():
    x = np.zeros(3)
    y = backend.get("cpu").asarray(x, "float64")
    y += 1
    assert not x.any()


def test_memory_is_measured_in_bytes():
    assert 2**20 < backend.get("cpu").available() < 2**50


@pytest.mark.parametrize(
    ("name", "near"),
    [("gpu", "cpu"), ("cudo", "cuda"), ("nunpy", "numpy"),
     ("pytorch", "torch"), ("torch:gpu", "torch:cuda"), ("torch:cuda:x", "torch:cuda")],
)  # fmt: skip
def test_unknown_device(name, near):
    with pytest.raises(ValueError, match=f"did you mean '{near}'"):
        backend.get(name)


@pytest.mark.parametrize("dtype", ["float16", "int64", "complex128", "double precision", 3])
def test_only_two_precisions(dtype):
    with pytest.raises(ValueError, match="float32 or float64"):
        backend.checked_dtype(dtype)


@pytest.mark.parametrize("dtype", ["float32", np.float32, np.dtype("float32")])
def test_a_precision_by_any_name(dtype):
    assert backend.checked_dtype(dtype) == "float32"


def test_no_cupy(monkeypatch):
    monkeypatch.setitem(sys.modules, "array_api_compat.cupy", None)
    with pytest.raises(RuntimeError, match="needs cupy"):
        backend.get("cuda")


@pytest.mark.parametrize("name", ["torch", "torch:cuda:1"])
def test_no_pytorch(monkeypatch, name):
    monkeypatch.setitem(sys.modules, "array_api_compat.torch", None)
    says = rf"^device '{name}' needs PyTorch, .*: pip install 'depthlaws\[networks\]'$"
    with pytest.raises(RuntimeError, match=says):
        backend.get(name)


def fake_cupy(monkeypatch, count):
    """Stand-in for CuPy that finds this many GPUs, or fails to look for them."""

    class CUDARuntimeError(RuntimeError):
        pass

    def devices():
        if count is None:
            msg = "cudaErrorNoDevice"
            raise CUDARuntimeError(msg)
        return count

    module = ModuleType("array_api_compat.cupy")
    module.cuda = SimpleNamespace(
        runtime=SimpleNamespace(
            getDeviceCount=devices,
            CUDARuntimeError=CUDARuntimeError,
            memGetInfo=lambda: (7, 9),
        )
    )
    monkeypatch.setitem(sys.modules, "array_api_compat.cupy", module)
    monkeypatch.setattr("array_api_compat.cupy", module, raising=False)


@pytest.mark.parametrize("count", [None, 0])
def test_cupy_without_a_gpu(monkeypatch, count):
    fake_cupy(monkeypatch, count)
    with pytest.raises(RuntimeError, match=r"needs a GPU and (CuPy finds|this machine has) none"):
        backend.get("cuda")


def test_memory_of_the_gpu(monkeypatch):
    fake_cupy(monkeypatch, 1)
    assert backend.get("cuda").available() == 7


def test_only_the_queue_of_a_gpu_is_waited_for():
    waited = []
    stream = SimpleNamespace(null=SimpleNamespace(synchronize=lambda: waited.append("cupy")))
    cuda = SimpleNamespace(Stream=stream, synchronize=waited.append)
    for name in ("numpy", "strict", "torch", "cupy", "torch:cuda:1"):
        backend.Backend(name, SimpleNamespace(cuda=cuda), device=name).synchronize()
    assert waited == ["cupy", "torch:cuda:1"]
