"""Statements that the papers make twice: each is checked under both of its numbers."""

from dataclasses import replace

import numpy as np

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.records import Claim
from depthlaws.claims.looped import forward, rest, steps
from depthlaws.claims.looped.common import SEEDS
from depthlaws.sims.optimizers import Sign
from depthlaws.sims.residual import dense as dense
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory import residual
from depthlaws.theory.papers import LOOPED, LOOPED_V0

_KNOWN = {c.id: c for c in (*forward.CLAIMS, *steps.CLAIMS, *rest.CLAIMS)}
_TWINS = {
    "LOOP-A-E5": ("LOOP-A-E2", LOOPED_V0.eq(5)),
    "LOOP-A-FIG1": ("LOOP-B-FIG2", LOOPED_V0.figure(1)),
    "LOOP-A-FIG2": ("LOOP-B-X5", LOOPED_V0.figure(2)),
    "LOOP-B-BN": ("LOOP-A-I1", LOOPED.section("3.2")),
    "LOOP-B-CRIT": ("LOOP-A-C1", LOOPED.section("3.3")),
    "LOOP-B-D2": ("LOOP-B-ID3", LOOPED.section("7.4, notation")),
    "LOOP-B-E7": ("LOOP-B-GN", LOOPED.eq(7)),
    "LOOP-B-E11": ("LOOP-B-T6d", LOOPED.eq(11)),
    "LOOP-B-FIG1": ("LOOP-B-FIG1n", LOOPED.figure(1)),
}


def _cone_definitions(loops: int, seed: int) -> tuple[list[float], list[float]]:
    """Mean and mean square of activations, coordinate by coordinate, averaged over the steps."""
    u = np.maximum(np.random.default_rng(int(seed)).standard_normal((int(loops), 30)), 0)
    found = residual.cone_mass(u)
    exact = [sum(sum(x**p) / 30 for x in u) / len(u) for p in (1, 2)]
    return [found.mass, found.square], exact


def _ten_steps(loops: int) -> bool:
    """RMS output change at each of ten sign steps with eps = 1/N, over that of one loop."""
    sizes = []
    for n in (1, int(loops)):
        model = ResidualMLP(width=64, loops=n, eps=1 / n, normalize=True)
        change = dense.train(
            model, Ensemble(samples=8, seed=6), Sign(rate=1e-3), steps=10, observe=("change",)
        )["change"].isel(time=-1)
        sizes.append(np.sqrt(change.mean("sample").to_numpy()[1:]))
    ratio = sizes[1] / sizes[0]
    return bool(np.all((ratio > 0.25) & (ratio < 4)))


CLAIMS = (
    *(
        replace(_KNOWN[twin], id=name, source=source)
        for name, (twin, source) in _TWINS.items()
    ),
    Claim(
        id="LOOP-B-D1",
        source=LOOPED.section("3.1"),
        says="m(x) is the mean and q(x) the mean square of the coordinates, averaged over the "
        "activations met.",
        checks=(Property(_cone_definitions, {"loops": [1, 4, 9], "seed": SEEDS}, n=20),),
    ),
    Claim(
        id="LOOP-B-FIG9",
        source=LOOPED.figure("9(c)"),
        says="With eps = 1/N the change after each of the first ten sign steps stays within 4x of "
        "that of one loop.",
        checks=(Property(_ten_steps, {"loops": [4, 16]}, n=2),),
    ),
)  # fmt: skip
