"""The laws that ``transfer`` applies: what each keeps as depth, loops or width grow."""

import functools
import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property
from depthlaws.claims.engine.records import Claims
from depthlaws.theory import parametrization
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.parametrization.exponents import Powers
from depthlaws.theory.parametrization.transferred_settings import Moved

CLAIMS = Claims()

ADAM = parametrization.laws["adam"]
BLOCKS = ("depth_mup", "complete_p", "looped")  # laws whose branches shrink with the depth
TUNED: dict[str, Any] = {
    "layers": 16,
    "width": 1024,
    "multiplier": 0.25,
    "init_std": math.sqrt(2 / 1024),
}
GROWN: dict[str, dict[str, Any]] = {
    "layers": {"to_layers": 64},
    "loops": {"to_loops": 4},
    "width": {"to_width": 4096},
}
# Laws that keep the first step, the sizes, and the largest relative change: a power of the size
# that is wrong by 1/6 changes the step by 1 - 4^(-1/6) = 0.21 or more.
KEPT_STEPS = (
    ("adam", "mup", "width", 0.01),
    ("adam", "depth_mup", "layers", 0.1),
    ("adam", "depth_mup", "width", 0.01),
    ("adam", "complete_p", "layers", 0.1),
    ("adam", "complete_p", "width", 0.01),
    ("adam", "looped", "layers", 0.1),
    ("adam", "looped", "loops", 0.1),
    ("adam", "looped", "width", 0.01),
    ("sgd", "residual_mup", "layers", 0.1),
    ("sgd", "am_mup", "layers", 0.1),
)
KEPT_ENERGIES = (
    ("adam", "depth_mup", "layers", 0.05),
    ("adam", "looped", "layers", 0.05),
    ("adam", "looped", "loops", 0.05),
    ("adam", "complete_p", "width", 0.01),
    ("sgd", "residual_mup", "layers", 0.05),
    ("sgd", "residual_exact", "layers", 0.05),
    ("sgd", "residual_init_exact", "layers", 0.05),
)


@functools.cache
def _move(optimizer: str, law: str, size: str) -> Moved:
    (move,) = parametrization.transfer(1e-3, optimizer=optimizer, law=law, **TUNED, **GROWN[size])
    return move


def _step(case: int) -> tuple[float, float]:
    """Relative change of the first step by a move, and the largest that is allowed."""
    *of, allowed = KEPT_STEPS[case]
    before, after = _move(*of).update
    return abs(after.size / before.size - 1), allowed


def _energy(case: int) -> tuple[float, float]:
    """Relative change of the energy by a move, and the largest that is allowed."""
    *of, allowed = KEPT_ENERGIES[case]
    before, after = _move(*of).energy
    return abs(after / before - 1), allowed


CLAIMS.add(
    id="LOOP-B-X17-step",
    source=LOOPED.beyond("X-17"),
    says="Moved by the laws of `transfer` from 16 to 64 layers, from 1 to 4 loops or from 1024 to "
    "4096 units, the first step keeps its size within 10 % (in width 1 %) under muP, depth-muP, "
    "CompleteP, the looped law, residual muP and AM-muP, and the energy within 5 % where branches "
    "fall as 1/sqrt(depth) and, in loops, as 1/loops.",
    checks=(
        Property(
            _step,
            {"case": [*range(len(KEPT_STEPS))]},
            relation="<=",
            n=len(KEPT_STEPS),
            what="change of the first step",
        ),
        Property(
            _energy,
            {"case": [*range(len(KEPT_ENERGIES))]},
            relation="<=",
            n=len(KEPT_ENERGIES),
            what="change of the energy",
        ),
    ),
    why_sampled="random: steps of signs are sampled, at one pair of sizes",
)


def _powers(law: str, quantity: str, group: str = "block matrices") -> Powers:
    """Return the powers by which a law moves a quantity."""
    return ADAM[law].rules[group][quantity].powers


def _exact(power: int | Fraction) -> sp.Rational:
    return sp.Rational(Fraction(power))


def _sums() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Sums of powers that keep the change of the output, the decay and the size of epsilon."""
    for law in BLOCKS:
        times, rate, decay, epsilon = (
            ADAM[law].rules["block matrices"].get(quantity)
            for quantity in ("multiplier", "learning_rate", "weight_decay", "adam_epsilon")
        )
        assert times is not None
        assert rate is not None
        sizes = (0, 1, 2) if law == "looped" else (0, 1)
        for size in sizes[1:]:
            name = f"{law}: blocks times multiplier times rate, {Powers._fields[size]}"
            yield name, _exact(times.powers[size] + rate.powers[size]), sp.Integer(1)
        if decay is not None:
            name = f"{law}: rate times decay, width"
            yield name, _exact(rate.powers.width + decay.powers.width), sp.Integer(0)
        if epsilon is not None:
            for size in sizes:
                # A matrix entry has 1/width of it, and sums the gradients of its loops.
                gradient = times.powers[size] + {0: 1, 1: 0, 2: -1}[size]
                name = f"{law}: epsilon over a gradient, {Powers._fields[size]}"
                yield name, _exact(epsilon.powers[size] - gradient), sp.Integer(0)
        outside = _powers(law, "adam_epsilon", "embedding")
        yield f"{law}: epsilon outside", _exact(outside.width), sp.Integer(1)
        yield f"{law}: epsilon outside, depth", _exact(outside.depth), sp.Integer(0)


CLAIMS.add(
    id="LOOP-B-X17-sums",
    source=LOOPED.beyond("X-17"),
    says="Under depth-muP, CompleteP and the looped law, as `transfer` applies them, the "
    "number of blocks times the branch multiplier times the learning rate does not move "
    "with depth or loops, the learning rate times the decoupled weight decay does not "
    "move with the width, and Adam's epsilon moves as the gradient of a matrix, summed "
    "over its loops: as 1/width, times the branch multiplier and the loops inside the "
    "blocks.",
    checks=(Exhaustive(_sums, named=True),),
)
