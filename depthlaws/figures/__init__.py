"""Figures of papers: data from theory and simulation, with provenance."""

from depthlaws.base.extras import require
from depthlaws.base.public_names import lazy

require("figures", "figures")

_ENGINE = f"{__name__}.engine"
__getattr__, __dir__, __all__ = lazy(
    __name__,
    {name: f"{_ENGINE}.record:{name}" for name in ("COMPUTED", "Figure", "Quote")}
    | {name: f"{_ENGINE}.registry:{name}" for name in ("figure", "figures", "select")}
    | {name: f"{_ENGINE}.make:{name}" for name in ("Result", "make")}
    | {"settings": f"{_ENGINE}.registry:settings"},
)
