r"""Desiderata of a parametrisation as linear constraints on exponents, and all solutions.

How a quantity grows with a size (width N, depth L, loops) is a linear form in the exponents, once
the forward pass is stable. For gradient descent, with u_l = 2 a_l + c_l and E = min(0, 2d) the
exponent of 1/s (0 for backpropagation):

    quantity                                    exponent of N
    predictions by layer l: q_1, q_l            -u_1 + E,  1 - u_l + E
    features by their own layer                 d - 1/2 - u_1 + E,  d + 1/2 - u_l + E
    readout against its own start               d + 1/2 - u_L + E
    predictions by the rescaling's slope: r_l   phi - u_l + 2E
    features by the rescaling's slope: D_l      phi + d - 1/2 - u_l + 2E

phi is the exponent of the prediction: -d at the start, 0 once trained. Predictions that grow (d < 0
at the start) are the error itself, width^-d: it multiplies the first three lines once and the last
two, by the slope of the rescaling, twice. The paper's sizes of r and
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

from depthlaws.theory.parametrization.exponents import (
    Family,
    Parametrization,
)
from depthlaws.theory.parametrization.named_parametrizations import parametrization_named
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


def _require_choice(kind: str, name: str, choices: tuple[str, ...]) -> None:
    if name not in choices:
        raise UnknownNameError(kind, name, choices)


def _forms(
    algorithm: str, optimizer: str, *, trained: bool, wide_output: bool, growing_error: bool = False
) -> dict[str, dict[str, Form]]:
    """Exponents by size and quantity; ``wide_output`` is d >= 0, so that s stays bounded.

    ``growing_error`` is d < 0 at the start: the error is the prediction, which grows.
    """
    width = {
        "h_1": -(2 * x["a1"] + x["b1"]) * HALF,
        "h_l": (1 - 2 * x["a"] - x["b"]) * HALF,
        "h_L": (1 - 2 * x["aL"] - x["bL"]) * HALF,
    }
    width["logits"] = Form() if trained else width["h_L"] - x["d"]
    if optimizer == "adam":
        own_1, own = -x["a1"] - x["c1"], 1 - x["a"] - x["c"]
        width |= {"own_1": own_1, "own_l": own, "own_L": HALF - x["aL"] - x["cL"]}
        width |= {"q_1": own_1 + HALF - x["d"], "q_l": own + HALF - x["d"]}
        width |= {"q_L": 1 - x["aL"] - x["cL"] - x["d"]}
    else:
        error = -x["d"] if growing_error else Form()
        width |= _descent(algorithm, error, trained=trained, wide_output=wide_output)
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


def _descent(algorithm: str, error: Form, *, trained: bool, wide_output: bool) -> dict[str, Form]:
    """Exponents of the changes by gradient descent, with an error y - f of this exponent."""
    u = {end: 2 * x[f"a{end}"] + x[f"c{end}"] for end in ("1", "", "L")}
    zero = Form()
    shrunk = error + (zero if algorithm == "bp" or wide_output else 2 * x["d"])  # of (y - f)/s
    exponents = {
        "q_1": -u["1"] + shrunk,
        "q_l": 1 - u[""] + shrunk,
        "q_L": 1 - u["L"] + shrunk,
        "own_1": x["d"] - HALF - u["1"] + shrunk,
        "own_l": x["d"] + HALF - u[""] + shrunk,
        "own_L": x["d"] + HALF - u["L"] + shrunk,
    }
    if algorithm == "pc":
        prediction = (zero if trained else -x["d"]) + 2 * shrunk
        exponents |= {
            "r_l": prediction - u[""],
            "r_L": prediction - u["L"],
            "D_l": prediction + x["d"] - HALF - u[""],
        }
    return exponents


def solve(
    algorithm: Algorithm = "pc",
    *,
    reading: Reading = "maximal",
    network: Literal["mlp", "residual"] = "mlp",
    optimizer: Family = "sgd",
    one_rate: bool = True,
    trained: bool = False,
) -> tuple[Polyhedron, ...]:
    """All parametrisations that keep the desiderata: a union of polyhedra, solved exactly.

    Parameters
    ----------
    algorithm : {"bp", "pc"}
        Training: bp (backpropagation) or pc (predictive coding).
    reading : {"maximal", "literal"}
        Meaning of the desiderata: maximal (every layer's own update moves its features and the
        predictions by Theta(1), which is eq. 15) or literal (the change may come from other
        layers).
    network : {"mlp", "residual"}
        Network: mlp, or residual blocks, which add the depth exponent alpha.
    optimizer : {"sgd", "adam"}
        Optimiser: sgd or adam.
    one_rate : bool
        True if all groups of weights share the exponent c of the learning rate.
    trained : bool
        Sizes once the predictions are of order 1, instead of those at the start.

    Returns
    -------
    tuple of Polyhedron
        Solutions; each prints as equations and inequalities between exponents.

    Raises
    ------
    UnknownNameError
        For an unknown word.

    References
    ----------
    Source: pc, section 2.3, eq. (15), theorems 1 and 2.

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> print(*parametrization.solve("pc"))
    d = 1/2, a1 = -1/2 c, b1 = c, a = -1/2 c + 1/2, b = c, aL = -1/2 c + 1/2, bL = c
    """
    _require_choice("algorithm", algorithm, ("bp", "pc"))
    _require_choice("reading", reading, ("maximal", "literal"))
    _require_choice("network", network, ("mlp", "residual"))
    _require_choice("optimiser", optimizer, ("sgd", "adam"))
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
    """Polyhedron without the unknowns that repeat another."""
    solved = {name: form for name, form in piece.solved.items() if name not in hidden}
    names = tuple(name for name in piece.unknowns if name not in hidden)
    return Polyhedron(names, solved, piece.bounds)


def _width_systems(forms: Mapping[str, Form], reading: str) -> list[System]:
    """Systems of which one holds if and only if desiderata 1 to 3 do."""
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
    """Add desiderata 4 and 5; read literally, 5 holds by the first layer's own update."""
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
    """One desideratum of the paper, for one parametrisation.

    Attributes
    ----------
    number : int
        Number in the paper, 1 to 5.
    says : str
        The desideratum in a sentence.
    holds : bool
        True if the parametrisation keeps it.
    exponents : mapping of str to Fraction
        Exponents that decide it.

    Examples
    --------
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
    """Exponents by which activations and updates grow with width, depth and loops.

    They hold where the forward pass is stable, for the squared loss: with d < 0 the error y - f
    grows at the start as the predictions do, width^-d.

    Parameters
    ----------
    which : str or Parametrization
        Parametrisation: a name (sp, ntk, mean_field, mup, ...) or one of your own.
    algorithm : {"bp", "pc"}
        Training: bp (backpropagation) or pc (predictive coding).
    trained : bool
        Sizes once the predictions are of order 1, instead of those at the start.

    Returns
    -------
    dict of str to dict of str to Fraction
        Exponents by size and quantity. Of the width: h (features; h_L is the readout before the
        division by gamma), logits (predictions: h_L divided by gamma; -1/2 for mup at the start),
        q (change of the predictions by a layer), own (change of the features by their own layer),
        r and D (the same by the slope of the rescaling). Of depth and loops: energy, and blocks
        (change of the features by all blocks together).

    Raises
    ------
    UnknownNameError
        For an unknown name, with the nearest ones.

    References
    ----------
    Source: pc, sections A.4 and A.5, corrected: beyond the paper (PC-B11).

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> parametrization.growth("ntk")["width"]["own_l"]
    Fraction(-1, 2)
    """
    _require_choice("algorithm", algorithm, ("bp", "pc"))
    point = parametrization_named(which)
    values = point.exponents
    growing = point.d < 0
    forms = _forms(
        *(algorithm, point.optimizer),
        trained=trained,
        wide_output=not growing,
        growing_error=growing and not trained,
    )
    return {
        size: {name: form.at(values) for name, form in group.items()}
        for size, group in forms.items()
    }


SENTENCES = {
    1: "features are of order 1 in the width at the start",
    2: "predictions change at order 1 in the width",
    3: "every hidden layer's own update moves its features at order 1 in the width",
    4: "features are of order 1 in depth and loops at the start",
    5: "the blocks together move the features at order 1 in depth and loops",
}


def desiderata(
    which: str | Parametrization, /, algorithm: Algorithm = "pc", *, trained: bool = False
) -> tuple[Desideratum, ...]:
    """Desiderata of the paper for one parametrisation, with the exponents that decide them.

    Desiderata 4 and 5 are for parametrisations with skips. Where 1 or 4 fails, the exponents of the
    others are those of the first step's formulas.

    Parameters
    ----------
    which : str or Parametrization
        Parametrisation: a name (sp, ntk, mean_field, mup, ...) or one of your own.
    algorithm : {"bp", "pc"}
        Training: bp (backpropagation) or pc (predictive coding).
    trained : bool
        Sizes once the predictions are of order 1, instead of those at the start.

    Returns
    -------
    tuple of Desideratum
        Desiderata 1 to 3, with skips 1 to 5.

    Raises
    ------
    UnknownNameError
        For an unknown name, with the nearest ones.

    References
    ----------
    Source: pc, sections 2.3 and 4.

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> [d.number for d in parametrization.desiderata("sp") if not d.holds]
    [2, 3]
    """
    point = parametrization_named(which)
    exponents = growth(point, algorithm, trained=trained)
    width = exponents["width"]
    moved = {name: e for name, e in width.items() if name[0] in "qr"}
    own = {name: width[name] for name in ("own_1", "own_l", "own_L", "D_l") if name in width}
    later = max(own["own_l"], own.get("D_l", own["own_l"]))
    answers = [
        Desideratum(1, SENTENCES[1], *_all_zero({n: e for n, e in width.items() if n[0] == "h"})),
        Desideratum(2, SENTENCES[2], max(moved.values()) == 0, moved),
        Desideratum(3, SENTENCES[3], own["own_1"] == later == 0 >= own["own_L"], own),
    ]
    if point.skips:
        sizes = {
            f"{quantity} in {size}": exponents[size][quantity]
            for quantity in ("energy", "blocks")
            for size in _sizes(point)
        }
        energy = {name: e for name, e in sizes.items() if name.startswith("energy")}
        blocks = {name: e for name, e in sizes.items() if name.startswith("blocks")}
        answers.append(Desideratum(4, SENTENCES[4], max(energy.values()) <= 0, energy))
        answers.append(Desideratum(5, SENTENCES[5], *_all_zero(blocks)))
    return tuple(answers)


def _sizes(point: Parametrization) -> tuple[str, ...]:
    """Sizes besides the width: loops only where the parametrisation scales with them."""
    looped = any(point.exponents[f"{letter}_loops"] for letter in ("alpha", "beta", "delta"))
    return ("depth", "loops") if looped else ("depth",)


def _all_zero(exponents: Mapping[str, Fraction]) -> tuple[bool, Mapping[str, Fraction]]:
    return not any(exponents.values()), exponents
