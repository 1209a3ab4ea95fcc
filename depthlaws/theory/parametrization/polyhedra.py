"""Linear equations and inequalities in a few unknowns, over the rationals, exactly.

A system is solved by elimination: equations first, then Fourier and Motzkin for the inequalities.
Every answer is exact; systems here have at most ten unknowns.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

Number = int | Fraction


@dataclass(frozen=True, slots=True, repr=False)
class Form:
    """A linear form: constant + sum of coefficient * unknown; zero coefficients are left out."""

    terms: tuple[tuple[str, Fraction], ...] = ()
    constant: Fraction = Fraction(0)

    @staticmethod
    def of(terms: Mapping[str, Number], constant: Number = 0) -> Form:
        """Make a form from its coefficients."""
        nonzero = ((name, Fraction(c)) for name, c in sorted(terms.items()) if c)
        return Form(tuple(nonzero), Fraction(constant))

    @property
    def coefficients(self) -> dict[str, Fraction]:
        """Coefficients by unknown."""
        return dict(self.terms)

    def __add__(self, other: Form | Number) -> Form:
        if not isinstance(other, Form):
            return Form(self.terms, self.constant + other)
        sums = self.coefficients
        for name, c in other.terms:
            sums[name] = sums.get(name, Fraction(0)) + c
        return Form.of(sums, self.constant + other.constant)

    __radd__ = __add__

    def __mul__(self, factor: Number) -> Form:
        return Form.of({n: c * factor for n, c in self.terms}, self.constant * factor)

    __rmul__ = __mul__

    def __neg__(self) -> Form:
        return self * -1

    def __sub__(self, other: Form | Number) -> Form:
        return self + (-other)

    def __rsub__(self, other: Number) -> Form:
        return -self + other

    def at(self, values: Mapping[str, Number]) -> Fraction:
        """Value of the form at a point."""
        return self.constant + sum((c * values[n] for n, c in self.terms), Fraction(0))

    def substituted(self, name: str, form: Form) -> Form:
        """Replace one unknown by a form."""
        others = self.coefficients
        coefficient = others.pop(name, Fraction(0))
        return Form.of(others, self.constant) + form * coefficient if coefficient else self

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        parts = [
            f"{'-' if c < 0 else '+'} {'' if abs(c) == 1 else f'{abs(c)} '}{n}"
            for n, c in self.terms
        ]
        if self.constant or not parts:
            sign = "-" if self.constant < 0 else "+"
            parts.append(f"{sign} {abs(self.constant)}")
        return " ".join(parts).removeprefix("+ ").replace("- ", "-", parts[0][0] == "-")


def unknown(name: str) -> Form:
    """Form that is one unknown."""
    return Form.of({name: 1})


@dataclass(frozen=True, slots=True, repr=False)
class Polyhedron:
    """Set of all points that satisfy linear equations and inequalities.

    Attributes
    ----------
    unknowns : tuple of str
        Names of the coordinates.
    solved : mapping of str to Form
        Unknowns that the equations fix, in terms of the free ones.
    bounds : tuple of Form
        Forms in the free unknowns that are >= 0.
    """

    unknowns: tuple[str, ...]
    solved: Mapping[str, Form] = field(default_factory=dict)
    bounds: tuple[Form, ...] = ()

    @staticmethod
    def of(
        unknowns: Sequence[str], equations: Iterable[Form], inequalities: Iterable[Form]
    ) -> Polyhedron | None:
        """Solve a system; None if it has no solution. Later unknowns are solved for first."""
        order = {name: i for i, name in enumerate(unknowns)}
        solved: dict[str, Form] = {}
        for equation in equations:
            reduced = _substituted(equation, solved)
            if not reduced.terms:
                if reduced.constant:
                    return None
                continue
            name = max(reduced.coefficients, key=order.__getitem__)
            coefficient = reduced.coefficients[name]
            value = (reduced - unknown(name) * coefficient) * (-1 / coefficient)
            solved = {n: f.substituted(name, value) for n, f in solved.items()} | {name: value}
        bounds = _reduced([_substituted(form, solved) for form in inequalities])
        if bounds is None or not _feasible(bounds):
            return None
        kept = _without_redundant(bounds)
        return _pinned(tuple(unknowns), solved, kept)

    @property
    def free(self) -> tuple[str, ...]:
        """Unknowns that may be chosen, within the bounds."""
        return tuple(name for name in self.unknowns if name not in self.solved)

    @property
    def dimension(self) -> int:
        """Number of free unknowns."""
        return len(self.free)

    def contains(self, values: Mapping[str, Number]) -> bool:
        """Return True if a point, given by all its unknowns, lies in the set."""
        return all(form.at(values) == values[n] for n, form in self.solved.items()) and all(
            form.at(values) >= 0 for form in self.bounds
        )

    def inside(self, other: Polyhedron) -> bool:
        """Return True if every point of this set lies in the other."""
        demands = [f - unknown(n) for n, f in other.solved.items()]
        above = [*other.bounds, *demands, *(-f for f in demands)]
        return all(self._implies(_substituted(form, self.solved)) for form in above)

    def _implies(self, form: Form) -> bool:
        """Return True if form >= 0 on the set: no point has form < 0."""
        return not _feasible([*self.bounds], strictly=-form)

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        equations = [
            f"{name} = {self.solved[name]}" for name in self.unknowns if name in self.solved
        ]
        return ", ".join([*equations, *(f"{form} >= 0" for form in self.bounds)])


def _pinned(
    unknowns: tuple[str, ...], solved: Mapping[str, Form], bounds: Sequence[Form]
) -> Polyhedron:
    """Turn a bound that can only be kept with equality into an equation."""
    for bound in bounds:
        if bound.terms and not _feasible([*bounds], strictly=bound):
            equations = [unknown(n) - f for n, f in solved.items()]
            pinned = Polyhedron.of(unknowns, [*equations, bound], bounds)
            return pinned or Polyhedron(unknowns, solved, tuple(bounds))
    return Polyhedron(unknowns, solved, tuple(bounds))


def _substituted(form: Form, solved: Mapping[str, Form]) -> Form:
    for name in [n for n, _ in form.terms if n in solved]:
        form = form.substituted(name, solved[name])
    return form


def _reduced(forms: Iterable[Form]) -> list[Form] | None:
    """Forms that must be >= 0, scaled and without repetitions; None if a constant is negative."""
    tightest: dict[tuple[tuple[str, Fraction], ...], Form] = {}
    for form in forms:
        if not form.terms:
            if form.constant < 0:
                return None
            continue
        scaled = form * (1 / abs(form.terms[0][1]))
        known = tightest.get(scaled.terms)
        if known is None or scaled.constant < known.constant:
            tightest[scaled.terms] = scaled
    return list(tightest.values())


def _feasible(forms: Sequence[Form], *, strictly: Form | None = None) -> bool:
    """Return True if some point keeps every form >= 0, and one form > 0: Fourier-Motzkin.

    The form > 0 is written as form - slack >= 0 with an unknown slack that can be positive.
    """
    slack = "(slack)"
    system = [*forms]
    if strictly is not None:
        system += [strictly - unknown(slack), unknown(slack)]
    names = {n for form in system for n, _ in form.terms} - {slack}
    for name in sorted(names):
        reduced = _reduced(_eliminated(system, name))
        if reduced is None:
            return False
        system = reduced
    left = _reduced(system)  # in the slack alone
    return left is not None and all(f.constant > 0 for f in left if f.coefficients[slack] < 0)


def _eliminated(forms: Sequence[Form], name: str) -> Iterator[Form]:
    """Yield the forms >= 0 that remain after the elimination of one unknown."""
    sides: dict[int, list[Form]] = {-1: [], 0: [], 1: []}
    for form in forms:
        c = form.coefficients.get(name, Fraction(0))
        sides[(c > 0) - (c < 0)].append(form * (1 / abs(c)) if c else form)
    yield from sides[0]
    for low, high in itertools.product(sides[1], sides[-1]):
        yield low + high


def _without_redundant(forms: Sequence[Form]) -> list[Form]:
    """Drop each bound that the others imply."""
    kept = list(forms)
    for form in forms:
        others = [f for f in kept if f is not form]
        if not _feasible(others, strictly=-form):
            kept = others
    return kept


def union(pieces: Iterable[Polyhedron | None]) -> list[Polyhedron]:
    """Pieces of a union, without those that lie inside another."""
    kept: list[Polyhedron] = []
    for piece in pieces:
        if piece is None or any(piece.inside(other) for other in kept):
            continue
        kept = [other for other in kept if not other.inside(piece)] + [piece]
    return kept


def largest_is_zero(*forms: Form) -> list[tuple[list[Form], list[Form]]]:
    """Systems (equations, inequalities) whose union is: the largest of the forms is 0."""
    return [([form], [-other for other in forms if other is not form]) for form in forms]
