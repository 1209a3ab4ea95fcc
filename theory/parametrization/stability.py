r"""The desiderata as exact linear constraints on exponents, and their full solution set.

How a quantity grows with a size (width N, depth L, loops) is a linear form in the exponents, once
the forward pass is stable. For gradient descent, with u_l = 2 a_l + c_l and E = min(0, 2d) the
exponent of 1/s (0 for backpropagation):

    what                                        in N
    predictions by layer l: q_1, q_l            -u_1 + E,  1 - u_l + E
    features by their own layer                 d - 1/2 - u_1 + E,  d + 1/2 - u_l + E
    readout against its own start               d + 1/2 - u_L + E
    predictions by the rescaling's slope: r_l   phi - u_l + 2E
    features by the rescaling's slope: D_l      phi + d - 1/2 - u_l + 2E

phi is the exponent of the prediction: -d at the start, 0 once trained. The paper's sizes of r and
D are larger (claims PC-E69, PC-E91); its solution set is the same. The readout must not outgrow its
start, or the backward kernels G of eq. (42) would not stay of order 1. An adaptive optimiser (Adam)
moves every weight by the learning rate, so that features move by width^(-a_1 - c_1) and
width^(1 - a_l - c_l).
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from depthlaws.theory.parametrization.points import (
    Optimizer,
    Parametrization,
    parametrization_named,
)
from depthlaws.theory.parametrization.polyhedra import (
    Form,
    Polyhedron,
    largest_is_zero,
    union,
    unknown,
)
from depthlaws.theory.symbolic.registry import UnknownNameError

__all__ = ["Desideratum", "desiderata", "growth", "solve"]

Algorithm = Literal["bp", "pc"]
Reading = Literal["maximal", "literal"]
HALF = Fraction(1, 2)
UNKNOWNS = (
    *("c", "c1", "cL", "d", "a1", "b1", "a", "b", "aL", "bL"),
    *("alpha", "beta", "delta", "alpha_loops", "beta_loops", "delta_loops"),
)
WIDTH = UNKNOWNS[:10]
# Unknowns that the paper leaves out: the depth and the loops scale the branches only.
LEFT_OUT = UNKNOWNS[11:]
x = {name: unknown(name) for name in UNKNOWNS}
System = tuple[list[Form], list[Form]]  # equations = 0, inequalities >= 0


def _known(kind: str, name: str, known: tuple[str, ...]) -> None:
    if name not in known:
        raise UnknownNameError(kind, name, known)


def _forms(
    algorithm: str, optimizer: str, *, trained: bool, wide_output: bool
) -> dict[str, dict[str, Form]]:
    """Exponents by size and quantity. ``wide_output``: d >= 0, so that s stays bounded."""
    width = {
        "h_1": -(2 * x["a1"] + x["b1"]) * HALF,
        "h_l": (1 - 2 * x["a"] - x["b"]) * HALF,
        "h_L": (1 - 2 * x["aL"] - x["bL"]) * HALF,
    }
    if optimizer == "adam":
        own_1, own = -x["a1"] - x["c1"], 1 - x["a"] - x["c"]
        width |= {"own_1": own_1, "own_l": own, "own_L": HALF - x["aL"] - x["cL"]}
        width |= {"q_1": own_1 + HALF - x["d"], "q_l": own + HALF - x["d"]}
        width |= {"q_L": 1 - x["aL"] - x["cL"] - x["d"]}
    else:
        width |= _descent(algorithm, trained=trained, wide_output=wide_output)
    power = 1 if optimizer == "adam" else 2  # a gradient carries the branch multiplier once more
    depth = {
        "energy": 1 - 2 * x["alpha"] - x["beta"],
        "blocks": 1 - power * x["alpha"] - x["delta"],
    }
    loops = {
        "energy": 2 - 2 * x["alpha_loops"] - x["beta_loops"],
        "blocks": power * (1 - x["alpha_loops"]) - x["delta_loops"],
    }
    return {"width": width, "depth": depth, "loops": loops}


def _descent(algorithm: str, *, trained: bool, wide_output: bool) -> dict[str, Form]:
    """Exponents of the changes by gradient descent."""
    u = {end: 2 * x[f"a{end}"] + x[f"c{end}"] for end in ("1", "", "L")}
    zero = Form()
    shrunk = zero if algorithm == "bp" or wide_output else 2 * x["d"]
    found = {
        "q_1": -u["1"] + shrunk,
        "q_l": 1 - u[""] + shrunk,
        "q_L": 1 - u["L"] + shrunk,
        "own_1": x["d"] - HALF - u["1"] + shrunk,
        "own_l": x["d"] + HALF - u[""] + shrunk,
        "own_L": x["d"] + HALF - u["L"] + shrunk,
    }
    if algorithm == "pc":
        prediction = (zero if trained else -x["d"]) + 2 * shrunk
        found |= {
            "r_l": prediction - u[""],
            "r_L": prediction - u["L"],
            "D_l": prediction + x["d"] - HALF - u[""],
        }
    return found


def solve(
    algorithm: Algorithm = "pc",
    *,
    reading: Reading = "maximal",
    network: Literal["mlp", "residual"] = "mlp",
    optimizer: Optimizer = "sgd",
    one_rate: bool = True,
    trained: bool = False,
) -> tuple[Polyhedron, ...]:
    """Every parametrisation that keeps the desiderata: a union of polyhedra, solved exactly.

    Source: pc, section 2.3, eq. (15), theorems 1 and 2. ``reading`` "maximal" asks that every
    layer's own update moves its features, and the predictions, by Theta(1): that is eq. (15).
    "literal" takes the desiderata at their word, so that the change may come from other layers.
    ``one_rate``: all groups share the exponent c. ``trained``: sizes once the predictions are of
    order 1, not at the start. A ``network`` with residual blocks has the depth exponent alpha.
    Raises: UnknownNameError for a word that is not offered.

    >>> from depthlaws import parametrization
    >>> print(*parametrization.solve("pc"))
    d = 1/2, a1 = -1/2 c, b1 = c, a = -1/2 c + 1/2, b = c, aL = -1/2 c + 1/2, bL = c
    """
    _known("algorithm", algorithm, ("bp", "pc"))
    _known("reading", reading, ("maximal", "literal"))
    _known("network", network, ("mlp", "residual"))
    _known("optimiser", optimizer, ("sgd", "adam"))
    names = WIDTH if network == "mlp" else (*WIDTH, "alpha")
    pieces = []
    for wide_output in (True, False):
        forms = _forms(algorithm, optimizer, trained=trained, wide_output=wide_output)
        systems = _width_systems(forms["width"], reading)
        if network == "residual":
            systems = [_with_depth(system, forms["depth"], reading) for system in systems]
        sign = x["d"] if wide_output else -x["d"]
        shared = [x["c1"] - x["c"], x["cL"] - x["c"]] if one_rate else []
        for equations, inequalities in systems:
            piece = Polyhedron.of(names, [*shared, *equations], [sign, *inequalities])
            pieces.append(piece)
    hidden = {"c1", "cL"} if one_rate else set()
    return tuple(_shown(piece, hidden) for piece in union(pieces))


def _shown(piece: Polyhedron, hidden: set[str]) -> Polyhedron:
    """The same without the unknowns that repeat another."""
    solved = {name: form for name, form in piece.solved.items() if name not in hidden}
    names = tuple(name for name in piece.unknowns if name not in hidden)
    return Polyhedron(names, solved, piece.bounds)


def _width_systems(forms: Mapping[str, Form], reading: str) -> list[System]:
    """The union of systems that says: desiderata 1 to 3 hold."""
    stable: System = ([forms["h_1"], forms["h_l"], forms["h_L"]], [-forms["own_L"]])
    demands = [_largest(forms, *group) for group in _groups(forms, reading)]
    return [_together(stable, *chosen) for chosen in itertools.product(*demands)]


def _groups(forms: Mapping[str, Form], reading: str) -> list[tuple[str, ...]]:
    """Quantities of which the largest must be Theta(1): desideratum 2, then 3 layer by layer."""
    if reading == "maximal":
        return [("q_1",), ("q_l", "r_l"), ("q_L", "r_L"), ("own_1",), ("own_l", "D_l")]
    return [("q_1", "q_l", "q_L", "r_l", "r_L"), ("own_1",), ("own_1", "own_l", "D_l")]


def _largest(forms: Mapping[str, Form], *names: str) -> list[System]:
    return largest_is_zero(*(forms[name] for name in names if name in forms))


def _together(*systems: System) -> System:
    return [e for s in systems for e in s[0]], [i for s in systems for i in s[1]]


def _with_depth(system: System, forms: Mapping[str, Form], reading: str) -> System:
    """Add desiderata 4 and 5; at their word, 5 holds by the first layer's own update."""
    paper = [_without_left_out(form) for form in (forms["energy"], forms["blocks"])]
    stable: System = ([], [-paper[0]])
    moving: System = ([paper[1]], []) if reading == "maximal" else ([], [-paper[1]])
    return _together(system, stable, moving)


def _without_left_out(form: Form) -> Form:
    for name in LEFT_OUT:
        form = form.substituted(name, Form())
    return form


@dataclass(frozen=True, slots=True)
class Desideratum:
    """Whether a parametrisation keeps a desideratum, and the exponents that decide it.

    >>> from depthlaws import parametrization
    >>> [d.holds for d in parametrization.desiderata("mup")]
    [True, True, True]
    """

    number: int
    says: str
    holds: bool
    exponents: Mapping[str, Fraction]


def growth(
    which: str | Parametrization, /, algorithm: Algorithm = "pc", *, trained: bool = False
) -> dict[str, dict[str, Fraction]]:
    """Exponent by which each quantity grows with each size: size -> quantity -> exponent.

    Source: pc, sections A.4 and A.5, corrected: beyond the paper (PC-B11). ``which`` is a name
    from :data:`~depthlaws.parametrization.named` or a parametrisation of your own. Of ``width``:
    h (features), q (predictions by a layer), own (features by their own layer), r and D (the same
    by the slope of the rescaling); of ``depth`` and ``loops``: energy, and what all the blocks
    together add to the features. They hold where the forward pass is stable. ``trained`` as in
    :func:`solve`.
    Raises: UnknownNameError with the nearest names.

    >>> from depthlaws import parametrization
    >>> parametrization.growth("ntk")["width"]["own_l"]
    Fraction(-1, 2)
    """
    _known("algorithm", algorithm, ("bp", "pc"))
    point = parametrization_named(which)
    values = point.exponents
    forms = _forms(algorithm, point.optimizer, trained=trained, wide_output=point.d >= 0)
    return {
        size: {name: form.at(values) for name, form in group.items()}
        for size, group in forms.items()
    }


SAYS = {
    1: "features are of order 1 in the width at the start",
    2: "predictions change at order 1 in the width",
    3: "every hidden layer's own update moves its features at order 1 in the width",
    4: "features are of order 1 in depth and loops at the start",
    5: "the blocks together move the features at order 1 in depth and loops",
}


def desiderata(
    which: str | Parametrization, /, algorithm: Algorithm = "pc", *, trained: bool = False
) -> tuple[Desideratum, ...]:
    """Which of the paper's desiderata a parametrisation keeps, with the exponents that decide.

    Source: pc, sections 2.3 and 4. Desiderata 4 and 5 are for parametrisations with skips. Where 1
    or 4 fails the exponents of the others are those of the first step's formulas. ``which``,
    ``algorithm`` and ``trained`` as in :func:`growth`.
    Raises: UnknownNameError with the nearest names.

    >>> from depthlaws import parametrization
    >>> [d.number for d in parametrization.desiderata("sp") if not d.holds]
    [2, 3]
    """
    point = parametrization_named(which)
    found = growth(point, algorithm, trained=trained)
    width = found["width"]
    moved = {name: e for name, e in width.items() if name[0] in "qr"}
    own = {name: width[name] for name in ("own_1", "own_l", "own_L", "D_l") if name in width}
    later = max(own["own_l"], own.get("D_l", own["own_l"]))
    kept = [
        Desideratum(1, SAYS[1], *_all_zero({n: e for n, e in width.items() if n[0] == "h"})),
        Desideratum(2, SAYS[2], max(moved.values()) == 0, moved),
        Desideratum(3, SAYS[3], own["own_1"] == later == 0 >= own["own_L"], own),
    ]
    if point.skips:
        sizes = {
            f"{what} in {size}": found[size][what]
            for what in ("energy", "blocks")
            for size in _sizes(point)
        }
        energy = {name: e for name, e in sizes.items() if name.startswith("energy")}
        blocks = {name: e for name, e in sizes.items() if name.startswith("blocks")}
        kept.append(Desideratum(4, SAYS[4], max(energy.values()) <= 0, energy))
        kept.append(Desideratum(5, SAYS[5], *_all_zero(blocks)))
    return tuple(kept)


def _sizes(point: Parametrization) -> tuple[str, ...]:
    """Sizes besides the width: loops only where the parametrisation knows them."""
    looped = any(point.exponents[f"{letter}_loops"] for letter in ("alpha", "beta", "delta"))
    return ("depth", "loops") if looped else ("depth",)


def _all_zero(exponents: Mapping[str, Fraction]) -> tuple[bool, Mapping[str, Fraction]]:
    return not any(exponents.values()), exponents
