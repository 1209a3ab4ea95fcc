"""Named parametrisations: standard, NTK, mean-field, muP, depth-muP, CompleteP, looped blocks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from depthlaws.theory.papers import LOOPED, PC, Source
from depthlaws.theory.parametrization.exponents import Group, Parametrization, Powers, abcd
from depthlaws.theory.parametrization.recipes import MATRICES, TABLE_3
from depthlaws.theory.symbolic.registry import UnknownNameError

__all__ = ["named"]

HALF = Fraction(1, 2)


_PRE, _ONE = Powers(HALF), Powers(Fraction(1))


def _descent(
    name: str, where: Source, *exponents: str, alpha: str | None = None
) -> Parametrization:
    """Parametrisation of gradient descent from its exponents, as :func:`abcd` takes them."""
    point = abcd(*exponents, alpha=alpha, name=name)  # pyrefly: ignore[bad-argument-count]
    return replace(point, source=where)


def _standard(name: str, where: Source, *, hidden: Group) -> Parametrization:
    """Parametrisation with multipliers 1 and variances 1 / inputs outside the hidden layers."""
    ends = Group(b=_ONE)
    return Parametrization(
        name=name, input=Group(), hidden=hidden, output=ends, skips=True, source=where
    )


def _adam(name: str, where: Source, hidden: Group) -> Parametrization:
    """muP of Adam: readout multiplied by 1 / width, hidden rates 1 / width."""
    return Parametrization(
        name=name,
        input=Group(),
        hidden=hidden,
        # The factor 1 / width of the readout is written as d = 1/2 and a = 1/2.
        output=Group(a=_PRE),
        d=HALF,
        optimizer="adam",
        skips=True,
        source=where,
    )


def _looped() -> Group:
    """Exponents of the matrices of a looped block: the paper's table, and 1 / width as in muP."""
    matrices = next(row for row in TABLE_3 if row.name == MATRICES)
    times, rate = (
        Powers(0, -p.depth, -p.loops) for p in (matrices.multiplier, matrices.learning_rate)
    )
    return Group(a=times, b=_ONE, c=_ONE.plus(rate))


_POINTS = (
    _descent("sp", PC.table(2), "0", "0", "0", "1", "0", "0"),
    _descent("ntk", PC.table(2), "0", "0", "1/2", "0", "0", "0"),
    _descent("mean_field", PC.table(2), "0", "0", "1/2", "0", "0", "1/2"),
    _descent("mup", PC.table(2), "-1/2", "1", "0", "1", "1", "1/2"),
    _descent("residual_mean_field", PC.eq("95-98"), "0", "0", "1/2", "0", "0", "1/2", alpha="1/2"),
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


class _Catalogue(dict[str, Parametrization]):
    """Parametrisations by name; an unknown name is answered with the nearest ones."""

    def __missing__(self, name: str) -> Parametrization:
        raise UnknownNameError("parametrisation", name, self)


named: Mapping[str, Parametrization] = MappingProxyType(_Catalogue({p.name: p for p in _POINTS}))


def parametrization_named(which: str | Parametrization, /) -> Parametrization:
    """Look up a parametrisation by name, or return the one given.

    Raises
    ------
    UnknownNameError
        For an unknown name, with the nearest ones.
    """
    if isinstance(which, Parametrization):
        return which
    return named[which]
