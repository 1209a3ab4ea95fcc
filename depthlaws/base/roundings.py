"""Distance by which numbers may lie beyond an end of their range, by rounding alone."""

from typing import Any

ROUNDINGS = 8  # of a sum or a product of a few numbers
DOUBLE = 2.0**-52


def roundings(*values: Any) -> float:
    """Return the relative error of a few roundings, in the coarsest type among the values.

    A correlation computed in single precision may be 1 + 1e-7.

    Parameters
    ----------
    values : array_like
        Numbers as they were given, before a conversion to doubles.

    Returns
    -------
    float
        Eight units in the last place: 1.8e-15 for doubles, 9.5e-7 for float32.

    Examples
    --------
    >>> roundings(1.0, [1, 2])
    1.7763568394002505e-15
    """
    import numpy as np  # an import of the package loads no mathematics

    kinds = [getattr(value, "dtype", None) for value in values]
    kinds += [getattr(x, "dtype", None) for v in values if isinstance(v, list | tuple) for x in v]
    units = [float(np.finfo(k).eps) for k in kinds if isinstance(k, np.dtype) and k.kind == "f"]
    return ROUNDINGS * max([DOUBLE, *units])
