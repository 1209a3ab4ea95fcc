"""Section 5.2 and 5.3, figure 5 (version 0: figure 3): the best rate of the trained MLP.

The papers train Transformers of 340 million parameters; here the residual MLP of their theorems,
normalised, is fitted to four orthogonal inputs with targets +1 and -1. Sign steps are theorem 2's
model of Adam; AdamW has the papers' betas.
"""

import math
from functools import lru_cache

import numpy as np

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.records import Claims
from depthlaws.sims.common.optimizers import AdamW, Optimizer, Sign
from depthlaws.sims.residual import dense
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory.papers import LOOPED, LOOPED_V0

CLAIMS = Claims()

INPUTS, WIDTH, STEPS, LATE, NETWORKS = 4, 64, 40, 10, 10
RATES = {"sign": 2.0 ** np.arange(-6, 2), "AdamW": 2.0 ** np.arange(-2, 6)}
SEEDS = [0, 1]
WORST = 1e6  # value that replaces a loss that overflowed


def _optimizer(name: str, rate: float) -> Optimizer:
    return Sign(rate) if name == "sign" else AdamW(rate, betas=(0.9, 0.95))


@lru_cache(maxsize=128)
def _log_losses(
    optimizer: str, loops: int, layers: int, power: float, seed: int
) -> tuple[float, ...]:
    """Mean log loss of the last steps at every rate; eps = loops^-power layers^-1/2.

    Rates are divided by sqrt(layers), as the paper's rule eta <~ 1/(lambda sqrt(L)) says.
    """
    eps = loops**-power * layers**-0.5
    model = ResidualMLP(
        width=WIDTH, loops=loops, layers=layers, eps=eps, h0=np.eye(INPUTS), normalize=True
    )
    ensemble = Ensemble(samples=NETWORKS, seed=seed, dtype="float32")
    log_losses = []
    for rate in RATES[optimizer] / layers**0.5:
        run = dense.train(
            model,
            ensemble,
            _optimizer(optimizer, float(rate)),
            steps=STEPS,
            loss="mse",
            target=np.resize([1.0, -1.0], INPUTS),
            observe=("loss",),
        )
        late = run.loss.values[:, -LATE:].mean(axis=1)
        log_losses.append(
            float(np.log(np.clip(np.nan_to_num(late, nan=WORST), 1e-12, WORST)).mean())
        )
    return tuple(log_losses)


def _best(optimizer: str, loops: int, layers: int, power: float, seed: int) -> float:
    """Rate at the vertex of the parabola through the lowest log loss and its neighbours."""
    mean, rates = np.array(_log_losses(optimizer, loops, layers, power, seed)), RATES[optimizer]
    i = int(np.clip(mean.argmin(), 1, len(rates) - 2))
    low, mid, high = mean[i - 1 : i + 2]
    bend = low - 2 * mid + high
    shift = np.clip((low - high) / (2 * bend), -1, 1) if bend > 0 else 0.0
    return float(rates[i] * 2.0**shift)


def _fall(optimizer: str, power: float, seed: int) -> float:
    """Best rate of two loops over that of sixteen."""
    few, many = (_best(optimizer, n, 1, power, seed) for n in (2, 16))
    return few / many


def _stays(optimizer: str, seed: int) -> bool:
    """Under linear scaling the best rate moves by less than a factor two."""
    return 0.5 < _fall(optimizer, 1.0, seed) < 2


def _costs_little(optimizer: str, seed: int) -> tuple[float, float]:
    """Linear scaling: log loss of 16 loops at the rate tuned at two loops, above the lowest."""
    few, many = (np.array(_log_losses(optimizer, n, 1, 1.0, seed)) for n in (2, 16))
    return float(many[few.argmin()] - many.min()), float(np.log(2))


def _falls(optimizer: str, seed: int) -> tuple[float, float]:
    """Under sqrt scaling the best rate falls further than under linear scaling, by 1.6 or more."""
    return _fall(optimizer, 0.5, seed), 1.6 * _fall(optimizer, 1.0, seed)


def _follows(seed: int) -> bool:
    """Sqrt scaling, sign steps: theorem 2's law 1/(eps N) over a factor of eight in loops."""
    return 8**0.3 < _fall("sign", 0.5, seed) < 8**0.7


def _same_base(optimizer: str, layers: int) -> tuple[float, float]:
    """Blocks looped twice: logarithm of the best base rate over that of two layers, and of two."""
    few, many = (_best(optimizer, 2, n, 1.0, 0) for n in (2, layers))
    return abs(math.log(few / many)), math.log(2)


OPTIMIZERS_AND_SEEDS = {"optimizer": ["sign", "AdamW"], "seed": SEEDS}

CLAIMS.add(
    id="LOOP-A-FIG3",
    source=LOOPED_V0.figure(3),
    says="On the trained residual MLP the best rate falls from 2 to 16 loops at least 1.6 times as "
    "far under eps = N^-1/2 as under eps = 1/N, for sign steps by a power of N from -0.3 to -0.7.",
    quote="under standard sqrt scaling, the optimal learning rate shifts significantly",
    reading="the MLP of the theorems instead of the 340M Transformer; 40 steps at a constant rate",
    checks=(
        Property(_falls, OPTIMIZERS_AND_SEEDS, relation=">", at_least=4),
        Property(_follows, {"seed": SEEDS}, at_least=2),
    ),
    why_sampled="random",
)

CLAIMS.add(
    id="LOOP-B-FIG5",
    source=LOOPED.figure(5),
    says="On the trained residual MLP under eps = 1/N the best rate moves by less than a factor "
    "two from 2 to 16 loops, and the rate tuned at 2 costs less than a factor two in the loss "
    "at 16.",
    quote="the optimal learning rate for linear scaling remains nearly invariant across N",
    reading="the MLP of the theorems instead of the Transformers, from two loops on: a single "
    "loop gains little from AdamW's large rates and its best rate is not resolved",
    checks=(
        Property(_stays, OPTIMIZERS_AND_SEEDS, at_least=4),
        Property(_costs_little, OPTIMIZERS_AND_SEEDS, relation="<", at_least=4),
    ),
    why_sampled="random",
)

CLAIMS.add(
    id="LOOP-B-FIG5-depth",
    source=LOOPED.figure(5),
    says="On the trained residual MLP under eps = 1/(N sqrt L) one base rate, divided by sqrt L, "
    "is best for 2, 4 and 8 layers within a factor two.",
    quote="a single base learning rate is near-optimal across all three depths",
    reading="the MLP of the theorems instead of the Transformers, blocks looped twice",
    checks=(
        Property(
            _same_base, {"optimizer": ["sign", "AdamW"], "layers": [4, 8]}, relation="<", at_least=4
        ),
    ),
    why_sampled="random",
)
