"""Readers of image files that cannot run code: IDX, and CIFAR's pickles.

Files must have the checksums (MD5) that the authors of both data sets publish. A file of another
checksum is read if ``trusted`` is true: it may hold wrong numbers, but it cannot run code.
"""

import gzip
import hashlib
import io
import pickle
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np

FASHION = {
    "train-images-idx3-ubyte.gz": "8d4fb7e6c68d591d4c3dfef9ec88bf0d",
    "train-labels-idx1-ubyte.gz": "25c81989df183df01b3e8a0aad5dffbe",
}
CIFAR = {
    "data_batch_1": "c99cafc152244af753f735de768cd75f",
    "data_batch_2": "d4bba439e000b95fd0a9bffe97cbabec",
    "data_batch_3": "54ebc095f3ab1f0389bbae665268c751",
    "data_batch_4": "634d18415352ddfa80567beed471001a",
    "data_batch_5": "482c414d41f54cd18b22e5b47cb7c3cb",
}
PIXELS = 3072
IDX_TYPE = 0x08  # unsigned bytes
ALLOWED = {
    ("numpy.core.multiarray", "_reconstruct"),
    ("numpy._core.multiarray", "_reconstruct"),
    ("numpy", "ndarray"),
    ("numpy", "dtype"),
}


def fashion_mnist(folder: Path, *, trusted: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Return images (input, 784) and labels (input,), as bytes."""
    images, labels = (
        idx(_checked(_existing(folder, name), md5, trusted=trusted))
        for name, md5 in FASHION.items()
    )
    return _fitting("Fashion-MNIST", images.reshape(*images.shape[:1], -1), labels)


def cifar10(folder: Path, *, trusted: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Return images (input, 3072) and labels (input,), as bytes."""
    parts = [
        unpickled(_checked(_existing(folder, name), md5, trusted=trusted))
        for name, md5 in CIFAR.items()
    ]
    labels = np.concatenate([_part(p, "labels", ()) for p in parts])
    images = np.concatenate([_part(p, "data", (PIXELS,)) for p in parts])
    return _fitting("CIFAR-10", images, labels)


def idx(path: Path) -> np.ndarray:
    """Return the array of unsigned bytes in an IDX file, packed with gzip or not.

    Raises
    ------
    ValueError
        If it is no such file, or its length does not fit its header.
    """
    data = path.read_bytes()
    try:
        data = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
        zero, kind, axes = struct.unpack(">HBB", data[:4])
        shape = struct.unpack(f">{axes}I", data[4 : 4 + 4 * axes])
    except (struct.error, zlib.error, OSError, EOFError) as error:
        raise _damaged(path, str(error)) from error
    if zero or kind != IDX_TYPE:
        raise _damaged(path, f"no IDX file of bytes, it starts with {data[:4].hex()}")
    numbers = np.frombuffer(data, dtype=np.uint8, offset=4 + 4 * axes)
    if numbers.size != np.prod(shape, dtype=int):
        raise _damaged(path, f"{numbers.size} numbers for the shape {shape}")
    return numbers.reshape(shape)


def unpickled(path: Path) -> dict[Any, Any]:
    """Return the dictionary in a pickle of containers, numbers, text and NumPy arrays.

    Raises
    ------
    ValueError
        If the pickle needs anything else, or is damaged.
    """
    try:
        content = _SafeUnpickler(io.BytesIO(path.read_bytes()), encoding="bytes").load()
    except ValueError:
        raise
    except Exception as error:  # a damaged pickle may raise anything
        raise _damaged(path, str(error)) from error
    if not isinstance(content, dict):
        raise _damaged(path, f"a {type(content).__name__} instead of a dictionary")
    return content


class _SafeUnpickler(pickle.Unpickler):
    """Unpickler that can make arrays and calls nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in ALLOWED:
            msg = f"a pickle that asks for {module}.{name} is not read: it could run any code"
            raise ValueError(msg)
        return super().find_class(module.replace("numpy.core", "numpy._core"), name)


def _existing(folder: Path, name: str) -> Path:
    path = folder / name
    if not path.is_file():
        msg = f"{folder} has no file {name}: download the data set and put its files there"
        raise FileNotFoundError(msg)
    return path


def _checked(path: Path, md5: str, *, trusted: bool) -> Path:
    """Return the path, if its file has this checksum or is trusted."""
    checksum = hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()
    if checksum != md5 and not trusted:
        raise _damaged(path, f"its MD5 is {checksum}, not {md5}")
    return path


def _part(batch: dict[Any, Any], name: str, shape: tuple[int, ...]) -> np.ndarray:
    """Return one entry of a batch, (input, *shape), integers."""
    if name.encode() not in batch:
        msg = f"a batch of CIFAR-10 has no {name!r}, only {sorted(map(str, batch))}"
        raise ValueError(msg)
    array = np.asarray(batch[name.encode()])
    if array.shape[1:] != shape or array.ndim == 0 or array.dtype.kind not in "iu":
        msg = f"{name!r} of a batch of CIFAR-10 has the shape {array.shape}, not (input, *{shape})"
        raise ValueError(msg)
    return array


def _fitting(name: str, images: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    if images.ndim != 2 or len(images) != len(labels):
        msg = f"{name}: images {images.shape} and labels {labels.shape} do not fit"
        raise ValueError(msg)
    low, high = (int(end(initial=0)) for end in (labels.min, labels.max))
    if low < 0 or high > 9:
        msg = f"{name}: labels must be 0 to 9, got {low if low < 0 else high}"
        raise ValueError(msg)
    return images, labels


def _damaged(path: Path, why: str) -> ValueError:
    return ValueError(f"{path} is damaged: {why}")
