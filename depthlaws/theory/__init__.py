"""Exact theory of deep, wide and looped networks: closed forms, limits, laws.

The subjects (``chain``, ``residual``, ...) answer questions; ``formulas()`` lists the closed forms
behind them; ``questions()`` lists everything that ``depthlaws whatif`` can ask.
"""

import pkgutil
from pathlib import Path

from depthlaws.base.public_names import collected, lazy

if __name__ != "depthlaws.theory":  # imported through the link at the top of the repository
    raise ImportError("write `from depthlaws import theory`: `theory` alone is only a link to it")

MACHINERY = {"symbolic", "numerics"}  # every other folder here is a subject
SUBJECTS = tuple(
    m.name for m in pkgutil.iter_modules(__path__) if m.ispkg and m.name not in MACHINERY
)

__getattr__, __dir__, __all__ = lazy(
    __name__,
    collected(__name__, Path(__file__).parent)
    | {subject: f"{__name__}.{subject}" for subject in SUBJECTS}
    | {
        "Formula": f"{__name__}.symbolic.formula:Formula",
        "Interval": f"{__name__}.symbolic.domain:Interval",
        "UnknownNameError": f"{__name__}.symbolic.registry:UnknownNameError",
    },
)
