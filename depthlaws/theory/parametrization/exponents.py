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
from typing import Literal, NamedTuple

import numpy as np

from depthlaws.base.argument_errors import shown
from depthlaws.theory.papers import Source

__all__ = ["Group", "Parametrization", "Powers", "abcd"]

Rational = int | Fraction
Family = Literal["sgd", "adam"]


class Powers(NamedTuple):
    """Exponents p of width^-p depth^-p loops^-p.

    Attributes
    ----------
    width, depth, loops : int or Fraction
        Exponents of the sizes; 0 by default.

    Examples
    --------
    >>> Powers(width=1, depth=-2).value(10, depth=3)
    0.9
    """

    width: Rational = Fraction(0)
    depth: Rational = Fraction(0)
    loops: Rational = Fraction(0)

    def value(self, width: float, depth: float = 1, loops: float = 1) -> float:
        """Value at a size: width^-p depth^-p loops^-p."""
        return (
            float(width) ** -float(self.width)
            * float(depth) ** -float(self.depth)
            * float(loops) ** -float(self.loops)
        )

    def plus(self, other: Powers, times: int = 1) -> Powers:
        """Exponents of the product with the ``times``-th power of another."""
        return Powers(*(p + times * q for p, q in zip(self, other, strict=True)))


CONSTANT = Powers()  # of a quantity that no size changes


@dataclass(frozen=True, slots=True)
class Group:
    """Exponents of one group of weights, which act as multiplier times W.

    Attributes
    ----------
    a : Powers
        Exponents of the multiplier.
    b : Powers
        Exponents of the initial variance.
    c : Powers
        Exponents of the learning rate.

    Examples
    --------
    >>> Group(a=Powers(width=1)).a.width, Group().c.depth
    (1, Fraction(0, 1))
    """

    a: Powers = CONSTANT
    b: Powers = CONSTANT
    c: Powers = CONSTANT


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Parametrization:
    """A point in the space of exponents, for one optimiser.

    Parameters
    ----------
    name : str
        Name in tables and messages.
    input, hidden, output : Group
        Exponents of the three groups of weights.
    d : int or Fraction
        Exponent of the width in the output scale gamma, by which the output is divided; 0 by
        default.
    optimizer : {"sgd", "adam"}
        Optimiser: sgd (gradient descent) or adam.
    skips : bool
        True if the hidden layers are branches beside a skip.
    source : Source or None
        Place in a paper.

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> target = parametrization.convert("sp", "mup", width=64).target
    >>> target.name, target.optimizer
    ('mup', 'sgd')
    """

    name: str
    input: Group
    hidden: Group
    output: Group
    d: Rational = Fraction(0)
    optimizer: Family = "sgd"
    skips: bool = False
    source: Source | None = None

    def __repr__(self) -> str:
        given = (f"{name} = {value}" for name, value in self.exponents.items() if value)
        return f"<{self.name}, {self.optimizer}: {', '.join(given) or 'every exponent 0'}>"

    @property
    def groups(self) -> Mapping[str, Group]:
        """Groups of weights by name: input, hidden, output."""
        return {"input": self.input, "hidden": self.hidden, "output": self.output}

    @property
    def exponents(self) -> dict[str, Rational]:
        """Values of the unknowns of :func:`~depthlaws.parametrization.solve` at this point."""
        exponents: dict[str, Rational] = {"d": self.d}
        for end, group in zip(("1", "", "L"), self.groups.values(), strict=True):
            powers = {"a": group.a, "b": group.b, "c": group.c}
            exponents |= {f"{letter}{end}": power.width for letter, power in powers.items()}
        depth = {"alpha": self.hidden.a, "beta": self.hidden.b, "delta": self.hidden.c}
        exponents |= {letter: power.depth for letter, power in depth.items()}
        return exponents | {f"{letter}_loops": power.loops for letter, power in depth.items()}


def _exact(name: str, value: Rational | float | str) -> Fraction:
    if isinstance(value, (np.generic, np.ndarray)) and np.ndim(value) == 0:
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, (int, float, str, Fraction)):
        msg = f"{name} must be a rational number, got {shown(value)}"
        raise TypeError(msg)
    try:
        return value if isinstance(value, Fraction) else Fraction(value)
    except (ValueError, OverflowError, ZeroDivisionError):
        msg = f"{name} must be a rational number, got {shown(value)}"
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
    """Parametrisation of gradient descent from its exponents.

    Weights act as width^-a W with entries of variance width^-b, learn at the rate eta width^-c,
    and the output is divided by gamma = gamma_0 width^d. Exponents are numbers, Fractions or text
    such as "1/2".

    Parameters
    ----------
    a1 : float, Fraction or str
        Exponent of the multiplier of the input layer.
    b1 : float, Fraction or str
        Exponent of the initial variance of the input layer.
    a : float, Fraction or str
        Exponent of the multiplier of all other layers.
    b : float, Fraction or str
        Exponent of the initial variance of all other layers.
    c : float, Fraction or str
        Exponent of the learning rate.
    d : float, Fraction or str
        Exponent of the output scale gamma.
    alpha : float, Fraction, str or None
        Exponent of the depth: hidden layers are residual branches multiplied by L^-alpha; left
        out, a network without skips.
    name : str
        Name in tables and messages.

    Returns
    -------
    Parametrization
        Exact exponents for gradient descent.

    Raises
    ------
    TypeError, ValueError
        For an exponent that is not a rational number.

    References
    ----------
    Source: pc, eqs. (7) to (14), (18), table 1.

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> parametrization.abcd(0, 0, "1/2", 0, 0, "1/2").exponents["aL"]
    Fraction(1, 2)
    """
    power = 0 if alpha is None else alpha
    typed = {
        "a1": a1,
        "b1": b1,
        "a": a,
        "b": b,
        "c": c,
        "d": d,
        "alpha": power,
    }
    exact = {key: _exact(key, value) for key, value in typed.items()}
    if not isinstance(name, str):
        msg = f"name must be text, got {shown(name)}"
        raise TypeError(msg)
    rate = Powers(exact["c"])
    return Parametrization(
        name=name,
        input=Group(Powers(exact["a1"]), Powers(exact["b1"]), rate),
        hidden=Group(Powers(exact["a"], exact["alpha"]), Powers(exact["b"]), rate),
        output=Group(Powers(exact["a"]), Powers(exact["b"]), rate),
        d=exact["d"],
        skips=alpha is not None,
    )
