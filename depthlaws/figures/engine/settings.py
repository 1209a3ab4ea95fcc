"""Parameters of a figure that a reader may change: name, default, unit and allowed values.

A field of a figure's parameters that is made by :func:`setting` can be changed; the profiles and
the tiny version are values of the same record.
"""

import dataclasses
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from depthlaws.theory.symbolic.registry import UnknownNameError

if TYPE_CHECKING:
    from depthlaws.figures.engine.record import Figure

_KEY = "setting"  # of the metadata of a field
SEE_LIST = "`depthlaws figures {} --list` shows what can be set"
WIDTH: dict[str, Any] = {"whole": True, "low": 32, "high": 16_384}  # narrower ReLU layers may die
SAMPLES: dict[str, Any] = {"whole": True, "low": 3, "high": 2_000}  # simulated networks


@dataclass(frozen=True)
class Setting:
    """One parameter that can be changed: its meaning, and the values it may take.

    ``name`` is its short name beside that of the field ("" for none), ``low`` and ``high`` are
    allowed themselves unless ``above`` is True, which leaves out ``low``. ``among`` lists the only
    values, ``multiple`` is a number that divides them, ``least`` and ``most`` values make a list.
    """

    says: str
    name: str = ""
    units: str = "1"
    low: float = -math.inf
    high: float = math.inf
    above: bool = False
    whole: bool = False
    infinite: bool = False
    among: tuple[float, ...] = ()
    multiple: int = 1
    least: int = 1
    most: int = 1

    @property
    def allowed(self) -> str:
        """Allowed values in words, such as "1 to 4 values above 0 and up to 10"."""
        if self.among:
            kinds = f"among {', '.join(f'{v:g}' for v in self.among)}"
        else:
            low = f"above {self.low:g}" if self.above else f"from {self.low:g}"
            kinds = low if math.isinf(self.high) else f"{low} up to {self.high:g}"
            whole = f"multiples of {self.multiple} " if self.multiple > 1 else "whole numbers "
            kinds = f"{whole if self.whole else ''}{kinds}"
            kinds += " or inf" if self.infinite else ""
        return kinds if self.most == 1 else f"{self.least} to {self.most} different values, {kinds}"

    def accepts(self, value: float) -> bool:
        """True if one value is allowed."""
        if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value):
            return False
        if self.among:
            return value in self.among
        if math.isinf(value):
            return self.infinite and value > 0
        inside = self.low < value if self.above else self.low <= value
        return inside and value <= self.high and not (self.whole and value % self.multiple)


def setting(default: Any, says: str, **domain: Any) -> Any:
    """Return a field of a figure's parameters that can be changed; options as in Setting."""
    return dataclasses.field(default=default, metadata={_KEY: Setting(says, **domain)})


def settings(item: "Figure") -> dict[str, tuple[str, Setting, Any]]:
    """Return field, setting and default of each name by which a figure can be changed.

    A parameter with a short name, such as L, is listed under that name.
    """
    fields = (f for f in dataclasses.fields(item.quick) if _KEY in f.metadata)
    entries = ((f.name, f.metadata[_KEY], getattr(item.quick, f.name)) for f in fields)
    return {entry[1].name or entry[0]: entry for entry in entries}


def changed(item: "Figure", profile: str, values: Mapping[str, Any]) -> Any:
    """Return the parameters of a profile with some values changed.

    Parameters
    ----------
    item : Figure
        The figure.
    profile : {"quick", "paper"}
        Parameters from which the others come.
    values : mapping of str to number or sequence of numbers
        New values by name, such as ``{"rates": (0.5, 2.6), "L": (2, 8)}``.

    Raises
    ------
    UnknownNameError
        For a name that the figure does not have, with the nearest.
    ValueError
        For a value outside its domain, with what is allowed.
    """
    known = settings(item)
    by_field = {entry[0]: name for name, entry in known.items()}
    changes: dict[str, Any] = {}
    for typed, given in values.items():
        name = by_field.get(typed, typed)
        if name not in known:
            if not known:
                msg = f"{item.id} has no values that can be set, got {typed!r}"
                raise ValueError(msg)
            raise UnknownNameError(f"setting of {item.id}", typed, sorted({*known, *by_field}))
        field, what, _ = known[name]
        if field in changes:
            msg = f"{item.id}: {name} and {field} are the same; give one of them"
            raise ValueError(msg)
        changes[field] = _value(item.id, name, what, given)
    return dataclasses.replace(item.parameters(profile), **changes)


def _value(figure: str, name: str, what: Setting, given: Any) -> Any:
    """Return a value or a sorted tuple of values that the domain allows.

    Raises: ValueError with the allowed values.
    """
    several = isinstance(given, Collection) and not isinstance(given, str)
    numbers: Sequence[Any] = list(given) if several else [given]
    right = what.least <= len(numbers) <= what.most and all(map(what.accepts, numbers))
    if not right or len(set(numbers)) < len(numbers):
        shown = ", ".join(map(_plain, numbers)) or "no value"
        msg = f"{figure}: {name} must be {what.allowed}, got {shown}; {SEE_LIST.format(figure)}"
        raise ValueError(msg)
    numbers = [int(v) if math.isfinite(v) and (what.whole or v == int(v)) else v for v in numbers]
    numbers = [v if what.whole or isinstance(v, int) else float(v) for v in numbers]
    return tuple(sorted(numbers)) if what.most > 1 else numbers[0]


def _plain(value: Any) -> str:
    return f"{value:g}" if isinstance(value, int | float) else repr(value)
