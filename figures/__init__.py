"""Figures of the papers and beyond: data from theory and simulation, drawn with provenance."""

from depthlaws._public import lazy

_ENGINE = f"{__name__}.engine"
__getattr__, __dir__, __all__ = lazy(
    __name__,
    {name: f"{_ENGINE}.record:{name}" for name in ("Figure", "Quote")}
    | {name: f"{_ENGINE}.registry:{name}" for name in ("figure", "figures", "select")}
    | {name: f"{_ENGINE}.make:{name}" for name in ("Result", "make")},
)
