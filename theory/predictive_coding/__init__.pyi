"""Written by depthlaws._stubs from the modules of this package."""


__all__ = [
]
