"""Sets of images for training: digits, a teacher's, and files of CIFAR and Fashion-MNIST."""

import functools
import gzip
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from depthlaws.sims.common.argument_checks import choice
from depthlaws.sims.networks.local_data import digit_images, teacher_images

__all__ = ["image_set"]

HELD_OUT = 0.2  # part of the digits and of a teacher's images that is not trained on
SPLIT_SEED = 2_000_003  # seed of the digits' order, the same for all runs
CIFAR_BYTES = 3 * 32 * 32  # of an image
Part = tuple[np.ndarray, np.ndarray]  # images (image, colour, row, column), classes (image,)


class ImageSet(NamedTuple):
    """Images, (image, colour, row, column), and classes, (image,), for training and held out."""

    images: np.ndarray
    classes: np.ndarray
    held_out_images: np.ndarray
    held_out_classes: np.ndarray


def image_set(name: str, /, *, side: int, folder: str | None = None, count: int = 4096) -> ImageSet:
    """Return a set of images with pixels of mean zero and variance one over its training part.

    Parameters
    ----------
    name : str
        digits (scikit-learn's, 8 x 8), teacher (Gaussian images of any side), or cifar-10,
        cifar-100 (their binary versions) or fashion-mnist from a folder.
    side : int
        Pixels of a side. A side that divides that of the files gives means over square blocks.
    folder : str, optional
        Folder of the files.
    count : int
        Images of the teacher, a fifth of which is held out.

    Returns
    -------
    ImageSet
        Images and classes.

    Raises
    ------
    ValueError
        For an unknown name, a side that does not divide that of the files, or a damaged file.
    FileNotFoundError
        If a file is missing.

    Examples
    --------
    >>> image_set("digits", side=4).images.shape
    (1438, 1, 4, 4)
    """
    choice("images", name, SETS)
    if name == "teacher":
        images, classes = teacher_images(count, seed=SPLIT_SEED, side=side)
        return _split((images.astype(np.float32), classes))
    if name == "digits":
        return _pooled(_digits(), name, side)
    if folder is None:
        msg = f"images={name} are read from files: give folder=, the folder that holds them"
        raise ValueError(msg)
    return _pooled(_read(name, folder), name, side)


def _split(part: Part) -> ImageSet:
    images, classes = part
    held_out = int(HELD_OUT * len(images))
    return ImageSet(images[held_out:], classes[held_out:], images[:held_out], classes[:held_out])


@functools.cache
def _digits() -> ImageSet:
    return _split(digit_images(1797, seed=SPLIT_SEED))


@functools.lru_cache(maxsize=2)
def _read(name: str, folder: str) -> ImageSet:
    train, test = FILES[name](Path(folder))
    return ImageSet(*train, *test)


def _pooled(data: ImageSet, name: str, side: int) -> ImageSet:
    """Means of square blocks of pixels, standardised."""
    given = data.images.shape[-1]
    if given % side:
        msg = f"side must divide {given}, the side of images={name}, got {side}"
        raise ValueError(msg)
    block = given // side

    def means(images: np.ndarray) -> np.ndarray:
        shape = (*images.shape[:2], side, block, side, block)
        return images.reshape(shape).mean(axis=(3, 5), dtype=np.float32)

    images, held_out = means(data.images), means(data.held_out_images)
    mean, deviation = images.mean(), images.std()
    return ImageSet(
        (images - mean) / deviation, data.classes, (held_out - mean) / deviation, *data[3:]
    )


def _content(folder: Path, name: str, kind: str) -> bytes:
    """Content of a file that may be compressed."""
    for path in (folder / name, folder / f"{name}.gz"):
        if path.is_file():
            return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    msg = f"{folder} lacks {name} (or {name}.gz), a file of {kind}"
    raise FileNotFoundError(msg)


def _cifar(folder: Path, name: str, labels: int) -> Part:
    content = np.frombuffer(_content(folder, name, "CIFAR's binary version"), dtype=np.uint8)
    if content.size == 0 or content.size % (labels + CIFAR_BYTES):
        msg = f"{folder / name} has {content.size} bytes, not a number of images: load it again"
        raise ValueError(msg)
    rows = content.reshape(-1, labels + CIFAR_BYTES)
    return rows[:, labels:].reshape(-1, 3, 32, 32), rows[:, labels - 1].astype(np.int64)


def _cifar_10(folder: Path) -> tuple[Part, Part]:
    parts = [_cifar(folder, f"data_batch_{i}.bin", 1) for i in range(1, 6)]
    images, classes = (np.concatenate(part) for part in zip(*parts, strict=True))
    return (images, classes), _cifar(folder, "test_batch.bin", 1)


def _cifar_100(folder: Path) -> tuple[Part, Part]:
    return _cifar(folder, "train.bin", 2), _cifar(folder, "test.bin", 2)


def _fashion_mnist(folder: Path) -> tuple[Part, Part]:
    def part(name: str) -> Part:
        images = _idx(folder, f"{name}-images-idx3-ubyte")[:, None]
        return images, _idx(folder, f"{name}-labels-idx1-ubyte").astype(np.int64)

    return part("train"), part("t10k")


def _idx(folder: Path, name: str) -> np.ndarray:
    """Array of an IDX file: two zeros, type 8, number of axes, their lengths, bytes."""
    content = _content(folder, name, "Fashion-MNIST")
    axes = content[3] if content[:3] == b"\0\0\x08" else 0
    whole = axes and len(content) >= 4 + 4 * axes
    shape = tuple(np.frombuffer(content, ">u4", axes, 4).astype(int)) if whole else ()
    if not whole or len(content) != 4 + 4 * axes + np.prod(shape):
        msg = f"{folder / name} is not an IDX file of bytes, or damaged: load it again"
        raise ValueError(msg)
    return np.frombuffer(content, np.uint8, offset=4 + 4 * axes).reshape(shape)


FILES: dict[str, Callable[[Path], tuple[Part, Part]]] = {
    "cifar-10": _cifar_10,
    "cifar-100": _cifar_100,
    "fashion-mnist": _fashion_mnist,
}
SETS = ("digits", "teacher", *FILES)
