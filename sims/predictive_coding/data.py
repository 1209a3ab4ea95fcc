"""Tasks: the paper's toy task, digits that are always there, images from files.

Images become rows of numbers of mean zero and variance one over the data set, labels one output a
class, one where it is the class and zero elsewhere.
"""

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from depthlaws.sims.arguments import choice, integer
from depthlaws.sims.backend import get
from depthlaws.sims.cost import fit
from depthlaws.sims.draws import checked_seed
from depthlaws.sims.predictive_coding import files

__all__ = ["Task", "cifar10", "digits", "fashion_mnist", "toy"]

CLASSES = 10
DIGITS = "datasets/data/digits.csv.gz"


@dataclass(frozen=True, eq=False)
class Task:
    """Inputs x (input, feature) and targets y (input, output).

    Raises: ValueError for shapes that do not fit each other or numbers that are not finite.

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
        """Distinct inputs drawn from the seed. Raises: ValueError for more than there are."""
        size = integer("size", size)
        if size > len(self.x):
            msg = f"{self.name} has {len(self.x)} inputs, a batch of {size} was asked for"
            raise ValueError(msg)
        some = np.random.default_rng(seed).choice(len(self.x), size, replace=False)
        return Task(self.name, self.x[some], self.y[some])


def toy(seed: int | np.random.SeedSequence, *, inputs: int = 20, features: int = 40) -> Task:
    """Toy task of the paper: Gaussian inputs, +1 for the first half of them, -1 for the others.

    The first half of an odd number is the larger one.

    Source: pc, section A.8.
    Raises: MemoryError for more inputs than there is room for.

    >>> toy(0).y.sum(axis=0).tolist()
    [0.0]
    """
    if not isinstance(seed, np.random.SeedSequence):
        seed = checked_seed(seed)
    inputs, features = integer("inputs", inputs), integer("features", features)
    what = f"the toy task of {inputs} inputs of {features} numbers"
    fit(what, need=16.0 * inputs * features, free=get("cpu").available())
    x = np.random.default_rng(seed).standard_normal((inputs, features))
    y = np.where(np.arange(inputs) < (inputs + 1) // 2, 1.0, -1.0)
    return Task("toy", x, y[:, None])


def digits() -> Task:
    """Handwritten digits of 8 x 8 pixels that come with scikit-learn: 1797 inputs, 10 classes.

    Raises: RuntimeError without scikit-learn.

    >>> digits().x.shape
    (1797, 64)
    """
    found = importlib.util.find_spec("sklearn")
    if found is None or found.origin is None:
        msg = "the digits come with scikit-learn, which is not installed: pip install scikit-learn"
        raise RuntimeError(msg)
    path = Path(found.origin).parent / DIGITS
    if path.is_file():  # a fiftieth of the time that importing scikit-learn takes
        numbers = np.loadtxt(path, delimiter=",", dtype=np.int64)
        return _images("digits", numbers[:, :-1] / 16, numbers[:, -1])
    from sklearn.datasets import load_digits

    pixels, labels = map(np.asarray, load_digits(return_X_y=True))
    return _images("digits", pixels / 16, labels)


def fashion_mnist(folder: str | Path, *, trusted: bool = False) -> Task:
    """Fashion-MNIST's 60 000 training images from its two packed IDX files in a folder.

    ``trusted`` reads files of another checksum too.

    Raises: FileNotFoundError saying which files are missing, ValueError for damaged ones.
    """
    pixels, labels = files.fashion_mnist(Path(folder), trusted=trusted)
    return _images("Fashion-MNIST", pixels / 255, labels)


def cifar10(folder: str | Path, *, trusted: bool = False) -> Task:
    """CIFAR-10's 50 000 training images from its five batches of the Python version in a folder.

    ``trusted`` reads files of another checksum too.

    Raises: FileNotFoundError saying which files are missing, ValueError for damaged ones.
    """
    pixels, labels = files.cifar10(Path(folder), trusted=trusted)
    return _images("CIFAR-10", pixels / 255, labels)


def _images(name: str, pixels: np.ndarray, labels: np.ndarray) -> Task:
    x = pixels - pixels.mean()
    return Task(name, x / x.std(), np.eye(CLASSES)[labels])


LOADERS: dict[str, Callable[[], Task]] = {"digits": digits}
FOLDERS: dict[str, Callable[[Path], Task]] = {"fashion-mnist": fashion_mnist, "cifar-10": cifar10}


def task(
    name: str, seed: np.random.SeedSequence, /, *, inputs: int | None, folder: str | None
) -> Task:
    """The task of this name: ``toy``, ``digits``, ``fashion-mnist`` or ``cifar-10``.

    ``inputs`` of them (20 of toy, 64 of the others) are drawn from the seed.
    """
    choice("task", name, ["toy", *LOADERS, *FOLDERS])
    if name == "toy":
        return toy(seed, inputs=20 if inputs is None else inputs)
    if name in FOLDERS and folder is None:
        msg = f"task {name!r} is read from local files: say in which folder they are"
        raise ValueError(msg)
    whole = LOADERS[name]() if name in LOADERS else FOLDERS[name](Path(str(folder)))
    return whole.batch(64 if inputs is None else inputs, seed)
