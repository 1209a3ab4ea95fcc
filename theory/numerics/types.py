"""Types of the public functions, under names that leave a signature readable.

What is a float for numbers and an array for arrays is ``Floats`` here: `depthlaws._stubs` writes
both signatures into the stub files, which are what editors and type checkers read.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    Numbers = ArrayLike
    MaybeNumbers = ArrayLike | None
else:  # as hints at run time both read as "anything": ArrayLike spelled out is 500 characters
    Numbers = Any  # a number, a list or an array of numbers
    MaybeNumbers = Any  # the same, or None

Number = float | np.floating[Any] | np.integer[Any]
Array = NDArray[np.float64]
TruthArray = NDArray[np.bool_]
Floats = Any  # a float for numbers, else an array of them
Truths = Any  # a bool for numbers, else an array of them
