"""Data without a network connection: bytes of text, handwritten digits, labels of a teacher."""

import sysconfig
from pathlib import Path

import numpy as np

from depthlaws.sims.common.argument_checks import integer
from depthlaws.sims.common.backend import get
from depthlaws.sims.common.cost import fit
from depthlaws.sims.common.draws import checked_seed
from depthlaws.sims.predictive_coding.tasks import digits

__all__ = [
    "digit_images",
    "random_tokens",
    "stretches",
    "teacher_images",
    "text_bytes",
    "text_tokens",
]


def text_tokens(
    sequences: int, length: int, /, *, seed: int, path: Path | str | None = None
) -> np.ndarray:
    """Draw stretches of a text, one token a byte.

    Parameters
    ----------
    sequences, length : int
        Number of stretches and their bytes.
    seed : int
        Seed of the places at which they start.
    path : path, optional
        Text file; by default the top modules of Python's standard library, in alphabetic order.

    Returns
    -------
    array
        Tokens from 0 to 255, (sequence, place).

    Raises
    ------
    ValueError
        If the text is shorter than a stretch.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> text_tokens(2, 16, seed=0).shape
    (2, 16)
    """
    source = np.random.default_rng(checked_seed(seed))
    return stretches(text_bytes(path), sequences, length, source)


def text_bytes(path: Path | str | None = None, /) -> np.ndarray:
    """Read a text as bytes, (place,).

    Parameters
    ----------
    path : path, optional
        Text file; by default the top modules of Python's standard library, in alphabetic order.

    Returns
    -------
    array
        Bytes, from 0 to 255.

    Raises
    ------
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> int(text_bytes().max()) < 256
    True
    """
    library = Path(sysconfig.get_path("stdlib"))
    files = sorted(library.glob("*.py")) if path is None else [Path(path)]
    return np.frombuffer(b"".join(file.read_bytes() for file in files), dtype=np.uint8)


def stretches(
    text: np.ndarray, sequences: int, length: int, source: np.random.Generator, /
) -> np.ndarray:
    """Draw stretches of a text, (sequence, place), which may overlap.

    Raises
    ------
    ValueError
        If the text is shorter than a stretch.

    Examples
    --------
    >>> stretches(np.arange(4), 2, 4, np.random.default_rng(0)).tolist()
    [[0, 1, 2, 3], [0, 1, 2, 3]]
    """
    sequences, length = integer("sequences", sequences), integer("length", length)
    if len(text) < length:
        msg = f"the text has {len(text)} bytes, length={length} needs more: give a longer text"
        raise ValueError(msg)
    starts = source.integers(len(text) - length + 1, size=sequences)
    return np.stack([text[start : start + length] for start in starts]).astype(np.int64)


def random_tokens(
    sequences: int, length: int, /, *, seed: int, vocabulary: int = 256
) -> np.ndarray:
    """Draw independent uniform tokens, (sequence, place).

    >>> random_tokens(1, 4, seed=0, vocabulary=1).tolist()
    [[0, 0, 0, 0]]
    """
    shape = integer("sequences", sequences), integer("length", length)
    return np.random.default_rng(checked_seed(seed)).integers(vocabulary, size=shape)


def digit_images(count: int, /, *, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw distinct handwritten digits of scikit-learn: images (image, 1, 8, 8), classes (image,).

    Pixels have mean zero and variance one over the data set.

    Raises
    ------
    ValueError
        If more than 1797 images are asked for.

    Examples
    --------
    >>> images, classes = digit_images(5, seed=0)
    >>> images.shape, classes.shape
    ((5, 1, 8, 8), (5,))
    """
    batch = digits().batch(integer("count", count), checked_seed(seed))
    return batch.x.reshape(-1, 1, 8, 8), batch.y.argmax(axis=1)


def teacher_images(
    count: int, /, *, seed: int, side: int = 8, classes: int = 10, task: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Draw Gaussian images with the classes that a random two-layer network gives them.

    Parameters
    ----------
    count : int
        Number of images.
    seed, task : int
        Seed of the images, and of the teacher, which is the same for every ``seed``.
    side, classes : int
        Pixels of a side, and number of classes.

    Returns
    -------
    array, array
        Images, (image, 1, side, side), and classes, (image,).

    Examples
    --------
    >>> teacher_images(3, seed=0, side=4)[0].shape
    (3, 1, 4, 4)
    """
    count, side = integer("count", count), integer("side", side)
    numbers = 3.0 * count * (side * side + 64 + classes) + 64.0 * (side * side + classes)
    free = get("cpu").available()
    fit(f"{count} images of a teacher, {side} x {side}", need=8 * numbers, free=free)
    teacher = np.random.default_rng(np.random.SeedSequence(checked_seed(task), spawn_key=(0,)))
    hidden = teacher.standard_normal((64, side * side)) / side
    head = teacher.standard_normal((integer("classes", classes), 64))
    x = np.random.default_rng(checked_seed(seed)).standard_normal((count, side * side))
    scores = np.maximum(x @ hidden.T, 0) @ head.T
    # Centred, so that the classes are of similar size.
    labels = (scores - scores.mean(axis=0)).argmax(axis=1)
    return x.reshape(count, 1, side, side), labels
