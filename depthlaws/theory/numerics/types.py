"""Types of the public functions, under names that leave a signature readable.

``Floats`` is a float for numbers and an array for arrays:
`depthlaws.base.stubs` writes both signatures into the stub files of the packages, where editors and
type checkers find the public names.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

Number = float | np.floating[Any] | np.integer[Any]
Array = NDArray[np.float64]
TruthArray = NDArray[np.bool_]

Counts = int | Sequence[int]  # a whole number, or several

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    Numbers = ArrayLike  # a number, a list or an array of numbers
    MaybeNumbers = ArrayLike | None
    Floats = float | Array  # a float for numbers, else an array of them
    Truths = bool | TruthArray
else:  # at run time the hint is Any: ArrayLike written out has 500 characters
    Numbers = MaybeNumbers = Floats = Truths = Any
