"""Best rates of trained image classifiers by depth: small stand-ins for CIFAR-10 networks."""

from collections.abc import Callable

import numpy as np
import xarray as xr

from depthlaws.claims.ammup.common import AM_MUP
from depthlaws.claims.engine.checks import AtSize
from depthlaws.claims.engine.records import Claims
from depthlaws.sims.common.stored_runs import stored_run
from depthlaws.theory.papers import AMMUP

CLAIMS = Claims()
TOLERANCE = 0.3  # section E.3 calls slopes within 20 % of 3/2 equal
ALARM = 0.01  # probability that an interval misses the mean


def trained(network: str) -> xr.Dataset:
    """Return the runs of one network, with as many seeds as were trained."""
    run = stored_run("trained-rates").sel(network=network)
    return run.dropna("seed", subset=["diverged"], how="all")


def losses(network: str) -> np.ndarray:
    """Return losses after one epoch, (place, seed, rate).

    They are infinite where a run diverged, and NaN where none was made.
    """
    run = trained(network)
    train = run.train.where(run.diverged != 1, np.inf)
    return train.transpose("place", "seed", "rate").values


def best_rates(network: str) -> np.ndarray:
    """Return the rates of least training loss, NaN at an end of the sweep, (place, seed)."""
    loss, rates = losses(network), trained(network).learning_rate.values
    best = np.full(loss.shape[:2], np.nan)
    for place, seed in np.ndindex(best.shape):
        made = np.flatnonzero(~np.isnan(loss[place, seed]))
        least = made[loss[place, seed, made].argmin()]
        if made[0] < least < made[-1]:
            best[place, seed] = rates[least]
    return best


def depths(network: str) -> np.ndarray:
    """Return the depths of a network, (place,)."""
    return trained(network).depth.values


def exponents(network: str) -> np.ndarray:
    """Return the least-squares exponent in the depth of the best rate of each seed, (seed,)."""
    return np.polyfit(np.log(depths(network)), np.log(best_rates(network)), 1)[0]


def errors(network: str, exponent: float) -> np.ndarray:
    """Return errors in decades of a rate tuned at the least depth and moved, (place, seed)."""
    rates, depth = best_rates(network), depths(network)
    moved = rates[0] * (depth[:, None] / depth[0]) ** exponent
    return np.abs(np.log10(moved / rates))[1:]


def paid(network: str, factors: np.ndarray) -> np.ndarray:
    """Return losses paid for a rate tuned at the least depth and moved by factors, (place, seed).

    The loss of a seed between two rates is interpolated in the logarithm of the rate; it is
    infinite beside a diverged run, and NaN beyond the sweep.
    """
    rates, loss, best = trained(network).learning_rate.values, losses(network), best_rates(network)
    excess = np.empty(best[1:].shape)
    for place, seed in np.ndindex(excess.shape):
        made = ~np.isnan(loss[place + 1, seed])
        row, x = loss[place + 1, seed, made], np.log(rates[made])
        at = np.log(best[0, seed] * factors[place + 1])
        moved = np.interp(at, x, row, left=np.nan, right=np.nan)
        excess[place, seed] = moved - row.min()
    return excess


def gain(network: str) -> Callable[[], np.ndarray]:
    """Return a function to the median error with -3/2 less that without a move, (seed,)."""

    def of_seeds() -> np.ndarray:
        scaled, raw = (np.median(errors(network, power), axis=0) for power in (float(AM_MUP), 0.0))
        return scaled - raw

    return of_seeds


def near_law(network: str) -> AtSize:
    """Return the check that the exponent of the best rate is within 20 % of -3/2."""
    return AtSize(
        lambda: exponents(network),
        float(AM_MUP) - TOLERANCE,
        float(AM_MUP) + TOLERANCE,
        what=f"exponent of the best rate, {network}",
        alarm=ALARM,
    )


def lowered(network: str) -> AtSize:
    """Return the check that moving the rate by -3/2 lowers the median error."""
    return AtSize(
        gain(network),
        -np.inf,
        0.0,
        what=f"median error in decades with -3/2 less that without, {network}",
        alarm=ALARM,
    )


CONVOLUTIONS = (
    "Networks of width 32 and 2, 4, 6, 10 and 16 layers, trained for one epoch of 1438 of "
    "scikit-learn's digits (4 x 4 means of pixels) at 24 rates with 24 seeds, stand in for "
    "networks of 64 channels on CIFAR-10. The rate of least training loss is taken for each seed; "
    "the interval misses the mean with probability 0.01. Predictions and power were written down "
    "before; three other seeds set the number."
)
TRANSFORMERS = (
    "ViTs of width 32 and 1, 2, 3, 4 and 6 blocks, trained for one epoch of 1438 of "
    "scikit-learn's digits (patches of 4 of 8 x 8 pixels) at 24 rates with 24 seeds, stand in "
    "for ViTs of width 384 on CIFAR-10. The rate of least training loss is taken for each seed; "
    "the interval misses the mean with probability 0.01. Predictions and power were written down "
    "before; three other seeds set the number."
)
NEAR_PRINTED = "The fitted exponent is between -1.8 and -1.2, 20 % around -3/2 as in section E.3. "
LOWER = (
    "The rate tuned at the least depth and moved by -3/2 has a lower median error, over the other "
    "depths, to the rate tuned there than the rate without a move. "
)

CLAIMS.add(
    id="AMMUP-N-TRAINED-CNN",
    source=AMMUP.section("4.2"),
    says="The best rate of one epoch of a CNN falls about as the depth to the power -3/2.",
    quote="the optimal learning rate eta* exhibits a clear power-law relationship with depth",
    reading=NEAR_PRINTED + CONVOLUTIONS,
    checks=(near_law("CNN"),),
    why_sampled="random",
)
CLAIMS.add(
    id="AMMUP-N-TRAINED-RESNET",
    source=AMMUP.section("4.3"),
    says="The best rate of one epoch of a ResNet falls about as the depth to the power -3/2.",
    quote="confirming that residual connections do not alter the depth exponent",
    reading=NEAR_PRINTED + CONVOLUTIONS,
    checks=(near_law("ResNet"),),
    why_sampled="random",
)
CLAIMS.add(
    id="AMMUP-N-TRAINED-VIT",
    source=AMMUP.section("4.4"),
    says="The best rate of one epoch of a post-norm ViT falls about as the depth to the power "
    "-3/2.",
    quote="all three variants exhibit clear power-law scaling",
    reading=NEAR_PRINTED + TRANSFORMERS,
    checks=(near_law("ViT"),),
    why_sampled="random",
)
CLAIMS.add(
    id="AMMUP-N-TRAINED-NORM",
    source=AMMUP.section("4.5"),
    says="The best rates of pre-norm and post-norm ViTs have about the same exponent in the depth.",
    quote="Pre-LN and Post-LN yield similar exponents",
    reading="The exponents differ by less than 0.3, which is 20 % of 3/2. " + TRANSFORMERS,
    checks=(
        AtSize(
            lambda: exponents("ViT, pre-norm") - exponents("ViT"),
            -TOLERANCE,
            TOLERANCE,
            what="exponent of pre-norm less that of post-norm",
            alarm=ALARM,
        ),
    ),
    why_sampled="random",
)
CLAIMS.add(
    id="AMMUP-N-TRANSFER-CNN",
    source=AMMUP.table(5),
    says="A rate tuned at two layers of a CNN and moved by -3/2 is nearer to the best rates of "
    "deeper ones than the rate without a move.",
    quote="the scaled rule reduces the median log-LR error from 0.314 to 0.057 decades",
    reading=f"{LOWER}CNNs in place of ViTs. {CONVOLUTIONS}",
    checks=(lowered("CNN"),),
    why_sampled="random",
)
CLAIMS.add(
    id="AMMUP-N-TRANSFER-RESNET",
    source=AMMUP.table(5),
    says="A rate tuned at two blocks of a ResNet and moved by -3/2 is nearer to the best rates of "
    "deeper ones than the rate without a move.",
    quote="the scaled rule reduces the median log-LR error from 0.314 to 0.057 decades",
    reading=f"{LOWER}ResNets in place of ViTs. {CONVOLUTIONS}",
    checks=(lowered("ResNet"),),
    why_sampled="random",
)
CLAIMS.add(
    id="AMMUP-N-TRANSFER-VIT",
    source=AMMUP.table(5),
    says="A rate tuned at one block of a ViT and moved by -3/2 is nearer to the best rates of "
    "deeper ones than the rate without a move.",
    quote="the scaled rule reduces the median log-LR error from 0.314 to 0.057 decades",
    reading=LOWER + TRANSFORMERS,
    checks=(lowered("ViT"),),
    why_sampled="random",
)
