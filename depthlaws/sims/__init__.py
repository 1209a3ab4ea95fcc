"""Simulators of the models whose exact theory is in ``theory``: the two share no code.

``simulators()`` are those that ``depthlaws simulate`` can run: functions marked ``@simulator``.
"""

import pkgutil
from pathlib import Path

from depthlaws.base.extras import require
from depthlaws.base.public_names import collected, lazy

if __name__ != "depthlaws.sims":  # imported through the link at the top of the repository
    raise ImportError("write `from depthlaws import sims`: `sims` alone is only a link to it")

require("simulate", "simulators")

_FOLDER = Path(__file__).parent
_PACKAGES = [m.name for m in pkgutil.iter_modules(__path__) if m.ispkg and m.name != "common"]

__getattr__, __dir__, __all__ = lazy(
    __name__,
    collected(__name__, _FOLDER)
    | collected(f"{__name__}.common", _FOLDER / "common")
    | collected(f"{__name__}.sweeps", _FOLDER / "sweeps")
    | {package: f"{__name__}.{package}" for package in _PACKAGES},
)
