"""Tasks: the paper's toy task, digits of scikit-learn, images from files.

Images become rows of numbers of mean zero and variance one over the data set. Labels become one
output a class: one for the class and zero elsewhere.
"""

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from depthlaws.base.unread_arguments import require_read
from depthlaws.sims.common.argument_checks import choice, integer
from depthlaws.sims.common.backend import get
from depthlaws.sims.common.cost import fit
from depthlaws.sims.common.draws import checked_seed
from depthlaws.sims.predictive_coding import image_files

__all__ = ["Task", "cifar10", "digits", "fashion_mnist", "toy"]

CLASSES = 10
DIGITS = "datasets/data/digits.csv.gz"


@dataclass(frozen=True, eq=False)
class Task:
    """Inputs and targets of a regression.

    Parameters
    ----------
    name : str
        Name in results.
    x : array
        Inputs, (input, feature).
    y : array
        Targets, (input, output).

    Raises
    ------
    ValueError
        If the shapes do not fit each other or a number is not finite.

    Examples
    --------
    >>> Task("two points", [[1.0, 0.0], [0.0, 1.0]], [[1.0], [-1.0]]).x.shape
    (2, 2)
    """

    name: str
    x: np.ndarray
    y: np.ndarray

    def __post_init__(self) -> None:
        x, y = (np.asarray(a, dtype=np.float64) for a in (self.x, self.y))
        if x.ndim != 2 or y.ndim != 2 or len(x) != len(y) or not x.size:
            msg = f"x must be (input, feature) and y (input, output), got {x.shape} and {y.shape}"
            raise ValueError(msg)
        if not (np.isfinite(x).all() and np.isfinite(y).all()):
            msg = f"the inputs and targets of {self.name} must be finite"
            raise ValueError(msg)
        object.__setattr__(self, "x", x)
        object.__setattr__(self, "y", y)

    def batch(self, size: int, seed: int | np.random.SeedSequence, /) -> "Task":
        """Draw distinct inputs from the seed. Raises: ValueError for more than there are."""
        size = integer("size", size)
        if size > len(self.x):
            msg = f"{self.name} has {len(self.x)} inputs, got inputs={size}: ask for fewer"
            raise ValueError(msg)
        drawn = np.random.default_rng(seed).choice(len(self.x), size, replace=False)
        return Task(self.name, self.x[drawn], self.y[drawn])


def toy(seed: int | np.random.SeedSequence, *, inputs: int = 20, features: int = 40) -> Task:
    """Toy task of the paper: Gaussian inputs, +1 for the first half of them, -1 for the others.

    The first half of an odd number is the larger one.

    Source: pc, section A.8.

    Parameters
    ----------
    seed : int or numpy.random.SeedSequence
        Seed of the inputs.
    inputs, features : int
        Numbers of inputs and of their coordinates, at least 1.

    Returns
    -------
    Task
        Inputs (inputs, features) and targets (inputs, 1).

    Raises
    ------
    MemoryError
        If the inputs need more memory than is free.

    Examples
    --------
    >>> toy(0).y.sum(axis=0).tolist()
    [0.0]
    """
    if not isinstance(seed, np.random.SeedSequence):
        seed = checked_seed(seed)
    inputs, features = integer("inputs", inputs), integer("features", features)
    task = f"the toy task of {inputs} inputs of {features} numbers"
    fit(task, need=16.0 * inputs * features, free=get("cpu").available())
    x = np.random.default_rng(seed).standard_normal((inputs, features))
    y = np.where(np.arange(inputs) < (inputs + 1) // 2, 1.0, -1.0)
    return Task("toy", x, y[:, None])


def digits() -> Task:
    """Handwritten digits of 8 x 8 pixels that come with scikit-learn: 1797 inputs, 10 classes.

    Returns
    -------
    Task
        Inputs (1797, 64) and targets (1797, 10).

    Raises
    ------
    RuntimeError
        If scikit-learn is not installed.

    Examples
    --------
    >>> digits().x.shape
    (1797, 64)
    """
    spec = importlib.util.find_spec("sklearn")
    if spec is None or spec.origin is None:
        msg = "the digits come with scikit-learn, which is not installed: pip install scikit-learn"
        raise RuntimeError(msg)
    path = Path(spec.origin).parent / DIGITS
    if path.is_file():  # a fiftieth of the time that importing scikit-learn takes
        numbers = np.loadtxt(path, delimiter=",", dtype=np.int64)
        return _images("digits", numbers[:, :-1] / 16, numbers[:, -1])
    from sklearn.datasets import load_digits

    pixels, labels = map(np.asarray, load_digits(return_X_y=True))
    return _images("digits", pixels / 16, labels)


def fashion_mnist(folder: str | Path, *, trusted: bool = False) -> Task:
    """Fashion-MNIST's 60 000 training images from its two packed IDX files in a folder.

    Parameters
    ----------
    folder : str or Path
        Folder of the files.
    trusted : bool
        Read files of another checksum too.

    Returns
    -------
    Task
        Inputs (60000, 784) and targets (60000, 10).

    Raises
    ------
    FileNotFoundError
        If a file is missing; the message names it.
    ValueError
        If a file is damaged.
    """
    pixels, labels = image_files.fashion_mnist(Path(folder), trusted=trusted)
    return _images("Fashion-MNIST", pixels / 255, labels)


def cifar10(folder: str | Path, *, trusted: bool = False) -> Task:
    """CIFAR-10's 50 000 training images from its five batches of the Python version in a folder.

    Parameters
    ----------
    folder : str or Path
        Folder of the files.
    trusted : bool
        Read files of another checksum too.

    Returns
    -------
    Task
        Inputs (50000, 3072) and targets (50000, 10).

    Raises
    ------
    FileNotFoundError
        If a file is missing; the message names it.
    ValueError
        If a file is damaged.
    """
    pixels, labels = image_files.cifar10(Path(folder), trusted=trusted)
    return _images("CIFAR-10", pixels / 255, labels)


def _images(name: str, pixels: np.ndarray, labels: np.ndarray) -> Task:
    x = pixels - pixels.mean()
    return Task(name, x / x.std(), np.eye(CLASSES)[labels])


LOADERS: dict[str, Callable[[], Task]] = {"digits": digits}
FOLDERS: dict[str, Callable[[Path], Task]] = {"fashion-mnist": fashion_mnist, "cifar-10": cifar10}


def task(
    name: str,
    seed: np.random.SeedSequence,
    /,
    *,
    inputs: int | None,
    folder: str | None,
    features: int = 40,
) -> Task:
    """Return the task of a name: ``toy``, ``digits``, ``fashion-mnist`` or ``cifar-10``.

    ``inputs`` of them, by default 20 of toy and 64 of the others, are drawn from the seed. Only the
    toy task has as many features as one asks for.
    """
    choice("task", name, ["toy", *LOADERS, *FOLDERS])
    says = f"task {' or '.join(FOLDERS)}"
    require_read("folder", folder, None, read=name in FOLDERS, says=says)
    if name == "toy":
        return toy(seed, inputs=20 if inputs is None else inputs, features=features)
    if name in FOLDERS and folder is None:
        msg = f"task {name!r} is read from local files: give their folder as folder"
        raise ValueError(msg)
    images = LOADERS[name]() if name in LOADERS else FOLDERS[name](Path(str(folder)))
    return images.batch(64 if inputs is None else inputs, seed)
