"""The largest and the smallest of exact numbers, which a certificate writes as such."""

from typing import Any

__all__ = ["largest", "smallest"]


def largest(*numbers: Any) -> Any:
    """The largest of exact numbers."""
    return max(numbers)


def smallest(*numbers: Any) -> Any:
    """The smallest of exact numbers."""
    return min(numbers)
