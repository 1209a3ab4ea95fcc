"""Products of doubles without rounding, for differences of products that nearly agree."""

from depthlaws.theory.numerics.types import Array

__all__: list[str] = []


def exact_product(x: Array, y: Array) -> tuple[Array, Array]:
    """Return the rounded product and its rounding error (T. J. Dekker, 1971)."""
    (x1, x2), (y1, y2) = _split(x), _split(y)
    product = x * y
    return product, ((x1 * y1 - product) + x1 * y2 + x2 * y1) + x2 * y2


def determinant(first: Array, cross: Array, second: Array) -> Array:
    """Return first second - cross^2 to its last digits, for numbers up to about 1e150."""
    (p, e), (q, f) = exact_product(first, second), exact_product(cross, cross)
    return (p - q) + (e - f)


def _split(x: Array) -> tuple[Array, Array]:
    scaled = 134217729.0 * x  # 2^27 + 1
    high = scaled - (scaled - x)
    return high, x - high
