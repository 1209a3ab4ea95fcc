r"""Parametrisations as exact exponents: what each scales, by which power of width, depth and loops.

Three groups of weights: the input layer, the hidden ones (residual blocks, where there are skips)
and the output. A group's weights W act as m W with the multiplier m = width^-a, start with the
variance width^-b and learn at the rate eta_0 width^-c; the depth and, where blocks are looped, the
loops have exponents of their own. The output is divided by gamma = gamma_0 width^d, and rates of
gradient descent are multiplied by gamma^2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, NamedTuple

import numpy as np

from depthlaws.theory.papers import LOOPED, PC, Source
from depthlaws.theory.parametrization.recipes import MATRICES, TABLE_3
from depthlaws.theory.symbolic.registry import UnknownNameError

__all__ = ["Group", "Parametrization", "Powers", "abcd", "named"]

Rational = int | Fraction
Optimizer = Literal["sgd", "adam"]
HALF = Fraction(1, 2)


class Powers(NamedTuple):
    """Exponents p of width^-p depth^-p loops^-p.

    >>> Powers(width=1, depth=-2).value(10, depth=3)
    0.9
    """

    width: Rational = Fraction(0)
    depth: Rational = Fraction(0)
    loops: Rational = Fraction(0)

    def value(self, width: float, depth: float = 1, loops: float = 1) -> float:
        """The power at a size."""
        return (
            float(width) ** -float(self.width)
            * float(depth) ** -float(self.depth)
            * float(loops) ** -float(self.loops)
        )

    def plus(self, other: Powers, times: int = 1) -> Powers:
        """Exponents of the product with a power of another."""
        return Powers(*(p + times * q for p, q in zip(self, other, strict=True)))


NONE = Powers()


@dataclass(frozen=True, slots=True)
class Group:
    """Exponents of the multiplier (a), of the initial variance (b) and of the learning rate (c).

    >>> Group(a=Powers(width=1)).a.width, Group().c.depth
    (1, Fraction(0, 1))
    """

    a: Powers = NONE
    b: Powers = NONE
    c: Powers = NONE


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Parametrization:
    """A point in the space of exponents, for one optimiser ("sgd" or "adam").

    ``d`` is the exponent of the width in the output scale gamma. ``skips``: the hidden layers are
    branches beside a skip.

    >>> from depthlaws import parametrization
    >>> found = parametrization.convert("sp", "mup", width=64).target
    >>> found.name, found.optimizer
    ('mup', 'sgd')
    """

    name: str
    input: Group
    hidden: Group
    output: Group
    d: Rational = Fraction(0)
    optimizer: Optimizer = "sgd"
    skips: bool = False
    source: Source | None = None

    def __repr__(self) -> str:
        given = (f"{name} = {value}" for name, value in self.exponents.items() if value)
        return f"<{self.name}, {self.optimizer}: {', '.join(given) or 'every exponent 0'}>"

    @property
    def groups(self) -> Mapping[str, Group]:
        """The three groups by name."""
        return {"input": self.input, "hidden": self.hidden, "output": self.output}

    @property
    def exponents(self) -> dict[str, Rational]:
        """The unknowns of :func:`~depthlaws.parametrization.solve` at this point."""
        found: dict[str, Rational] = {"d": self.d}
        for end, group in zip(("1", "", "L"), self.groups.values(), strict=True):
            powers = {"a": group.a, "b": group.b, "c": group.c}
            found |= {f"{letter}{end}": power.width for letter, power in powers.items()}
        depth = {"alpha": self.hidden.a, "beta": self.hidden.b, "delta": self.hidden.c}
        found |= {letter: power.depth for letter, power in depth.items()}
        return found | {f"{letter}_loops": power.loops for letter, power in depth.items()}


def _exact(name: str, value: Rational | float | str) -> Fraction:
    if isinstance(value, (np.generic, np.ndarray)) and np.ndim(value) == 0:
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, (int, float, str, Fraction)):
        msg = f"{name} must be a rational number, got {value!r}"
        raise TypeError(msg)
    try:
        return Fraction(value)
    except (ValueError, OverflowError, ZeroDivisionError):
        msg = f"{name} must be a rational number, got {value!r}"
        raise ValueError(msg) from None


def abcd(
    a1: float | str,
    b1: float | str,
    a: float | str,
    b: float | str,
    c: float | str,
    d: float | str,
    *,
    alpha: float | str | None = None,
    name: str = "yours",
) -> Parametrization:
    """Parametrisation of gradient descent from its exponents (numbers or text such as "1/2").

    Source: pc, eqs. (7) to (14), (18), table 1. ``a1`` and ``b1`` are those of the input layer,
    ``a`` and ``b`` those of all others, ``c`` is the learning rate's, ``d`` the output's. With
    ``alpha`` the hidden layers are residual branches multiplied by L^-alpha.
    Raises: TypeError or ValueError for what is no rational number.

    >>> from depthlaws import parametrization
    >>> parametrization.abcd(0, 0, "1/2", 0, 0, "1/2").exponents["aL"]
    Fraction(1, 2)
    """
    typed = {"a1": a1, "b1": b1, "a": a, "b": b, "c": c, "d": d, "alpha": alpha or 0}
    exact = {key: _exact(key, value) for key, value in typed.items()}
    rate = Powers(exact["c"])
    return Parametrization(
        name=name,
        input=Group(Powers(exact["a1"]), Powers(exact["b1"]), rate),
        hidden=Group(Powers(exact["a"], exact["alpha"]), Powers(exact["b"]), rate),
        output=Group(Powers(exact["a"]), Powers(exact["b"]), rate),
        d=exact["d"],
        skips=alpha is not None,
    )


def _point(name: str, where: Source, *exponents: str, alpha: str | None = None) -> Parametrization:
    found = abcd(*exponents, alpha=alpha, name=name)  # pyrefly: ignore[bad-argument-count]
    return Parametrization(**{n: getattr(found, n) for n in _FIELDS} | {"source": where})


_FIELDS = ("name", "input", "hidden", "output", "d", "optimizer", "skips")
_PRE, _ONE = Powers(HALF), Powers(Fraction(1))


def _standard(name: str, where: Source, *, hidden: Group) -> Parametrization:
    """Multipliers 1 and variances 1 / inputs, but for the hidden layers."""
    ends = Group(b=_ONE)
    return Parametrization(
        name=name, input=Group(), hidden=hidden, output=ends, skips=True, source=where
    )


def _adam(name: str, where: Source, hidden: Group) -> Parametrization:
    """Adam's muP: readout multiplied by 1 / width, hidden rates 1 / width."""
    return Parametrization(
        name=name,
        input=Group(),
        hidden=hidden,
        # 1 / width in front of weights of variance 1: as d = 1/2 and a = 1/2, but for the rate.
        output=Group(a=_PRE),
        d=HALF,
        optimizer="adam",
        skips=True,
        source=where,
    )


def _looped() -> Group:
    """Matrices of a looped block: exponents of the paper's table, 1 / width as under muP."""
    matrices = next(row for row in TABLE_3 if row.name == MATRICES)
    times, rate = (
        Powers(0, -p.depth, -p.loops) for p in (matrices.multiplier, matrices.learning_rate)
    )
    return Group(a=times, b=_ONE, c=_ONE.plus(rate))


_POINTS = (
    _point("sp", PC.table(2), "0", "0", "0", "1", "0", "0"),
    _point("ntk", PC.table(2), "0", "0", "1/2", "0", "0", "0"),
    _point("mean_field", PC.table(2), "0", "0", "1/2", "0", "0", "1/2"),
    _point("mup", PC.table(2), "-1/2", "1", "0", "1", "1", "1/2"),
    _point("residual_mean_field", PC.eq("95-98"), "0", "0", "1/2", "0", "0", "1/2", alpha="1/2"),
    _standard(
        "scaled_init",
        PC.beyond("scaled weights at initialisation"),
        hidden=Group(b=Powers(Fraction(1), Fraction(1))),
    ),
    _standard(
        "branch_multiplier",
        PC.beyond("a persistent branch multiplier"),
        hidden=Group(a=Powers(Fraction(0), HALF), b=_ONE),
    ),
    _adam(
        "depth_mup",
        PC.section("A.6 and Yang et al. (2023)"),
        Group(a=Powers(Fraction(0), HALF), b=_ONE, c=Powers(Fraction(1), HALF)),
    ),
    _adam(
        "complete_p",
        PC.section("A.6 and Dey et al. (2025)"),
        Group(a=Powers(Fraction(0), Fraction(1)), b=_ONE, c=Powers(Fraction(1))),
    ),
    _adam("looped", LOOPED.table(1), _looped()),
)


class _Known(dict[str, Parametrization]):
    """Names that say which are nearest to one that is not there."""

    def __missing__(self, name: str) -> Parametrization:
        raise UnknownNameError("parametrisation", name, self)


named: Mapping[str, Parametrization] = MappingProxyType(_Known({p.name: p for p in _POINTS}))


def parametrization_named(which: str | Parametrization, /) -> Parametrization:
    """Look up a parametrisation by name; one of your own is itself.

    Raises: UnknownNameError with the nearest names.
    """
    if isinstance(which, Parametrization):
        return which
    return named[which]
