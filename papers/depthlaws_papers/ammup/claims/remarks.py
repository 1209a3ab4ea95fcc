"""Remarks R1 to R9 between the proofs, and statements for simulation only: attention, kernels."""

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property, Sampled
from depthlaws.claims.engine.formula_expressions import law, symbol
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import Equal, Statement, naturals, positive, registered
from depthlaws.sims.common.estimate import Estimate
from depthlaws.sims.onestep import (
    Architecture,
    FirstStep,
    Sampling,
    Slope,
    first_step,
    fitted_slope,
    tangent_gain,
)
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.claims.common import AM_MUP, LINEAR, RELU, exact, near
from depthlaws_papers.ammup.claims.lemmas import ON_A_RING
from depthlaws_papers.ammup.claims.overlaps import LEMMA_ONE
from depthlaws_papers.ammup.claims.simulating import SKEW_ALARM, Cell

CLAIMS = Claims()

N = symbol("N")


# -- R1: zero padding ------------------------------------------------------------------------------


def _within_boundary(depth: int) -> tuple[float, float]:
    """Remaining energy against 1 - k bdry, the bound of lemma 3 for one layer."""
    bound = 1 - 3 * float(updates.boundary_fraction(32, [-1, 0, 1]))
    return updates.zero_padding_survival(32, depth), bound


def _states(sites: int, depth: int) -> Sampled:
    """Mean squares of zero-padded linear states, exact at every width."""

    def estimate(seed: int) -> Estimate:
        a = Architecture(width=8, depth=depth, grid=sites, padding="zero", activation="linear")
        sampling = Sampling(samples=13_500, seed=seed, dtype="float32")
        run = first_step(a, FirstStep(inputs="gaussian"), sampling, observe="state")
        return Estimate.of(run.state.isel(layer=-1).to_numpy())

    truth = updates.zero_padding_survival(sites, depth)
    what = f"{sites} sites, {depth} layers"
    return Sampled(estimate, lambda: truth, what=what, alarm=SKEW_ALARM)


CLAIMS.add(
    id="AMMUP-R1",
    source=AMMUP.section("B.1, remark on zero padding"),
    says="Zero padding changes the energies by a factor 1 + O(bdry) at every depth.",
    quote="This produces only lower-order multiplicative corrections",
    reading="at least 1 - k bdry of the energy is left at every depth, as in lemma 3 for one layer "
    "(32 sites, kernel 3); for a fixed depth and N to infinity the remark would hold",
    corrected_by="AMMUP-B-padding",
    sides=("share of the energy that is left", "bound by the boundary, 1 - 3 bdry"),
    checks=(Property(_within_boundary, {"depth": [1, 8, 32, 128, 512]}, relation=">="),),
    fault="result",
    change="At a fixed depth this produces only lower-order corrections; at large depth each layer "
    "loses a constant factor.",
)


place, wall = symbol("p"), sp.pi / (N + 1)


def _walls() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """The eigenvector (1, ..., 1) of one site, (1, 1) of two, (1, sqrt 2, 1) of three."""
    root = sp.sqrt(2)
    for sites, vector, rate in ((1, [1], 1), (2, [1, 1], 2), (3, [1, root, 1], 1 + root)):
        for i in range(sites):
            near_by = vector[max(0, i - 1) : i + 2]
            yield f"N={sites}, site {i}", sum(near_by), rate * vector[i]
        rate_of_law = law("zero-padding-rate", N=sp.Integer(sites))
        yield f"N={sites}: the rate", rate_of_law, rate / sp.Integer(3)


CLAIMS.add(
    id="AMMUP-B-padding",
    source=AMMUP.beyond("ERR-11"),
    says="A zero-padded mean over three neighbours multiplies sin(j pi/(N+1)), which is positive "
    "at the N sites and 0 behind the walls, by (1 + 2 cos(pi/(N+1)))/3: an energy of this shape "
    "has this factor at every layer, instead of losing O(bdry) in all.",
    statement=Statement(
        Equal(
            (sp.sin(place - wall) + sp.sin(place) + sp.sin(place + wall)) / 3,
            registered("zero-padding-rate") * sp.sin(place),
        ),
        for_all={place: positive, N: naturals(1)},
    ),
    cross_checks=(
        Exhaustive(_walls),
        near(
            [
                (lambda: updates.zero_padding_survival(32, 64), 0.70393),
                (lambda: updates.zero_padding_survival(32, 128), 0.56956),
                (
                    lambda: (
                        updates.zero_padding_survival(32, 9001)
                        / updates.zero_padding_survival(32, 9000)
                    ),
                    (1 + 2 * math.cos(math.pi / 33)) / 3,
                ),
            ],
            rtol=1e-5,
        ),
    ),
)


CLAIMS.add(
    id="AMMUP-MC-padding",
    source=AMMUP.beyond("ERR-11"),
    says="Simulated states of zero-padded convolutions have the mean square of a walk that dies at "
    "the border.",
    checks=(_states(4, 4), _states(8, 6)),
    why_sampled="random",
)


# -- R2: the top layer inside the B-term -----------------------------------------------------------


def _same_at_every_depth() -> Iterator[tuple[str, Fraction, Fraction]]:
    """The label part of E S_l depends on the layer, not on the number of layers above."""
    for n, options in itertools.product((2, 3), (RELU, LINEAR)):
        sizes = {"width": n, "outputs": 2, "part": "label", **options}
        deep = exact("plain", 5, **sizes)
        for depth in range(1, 5):
            for layer, value in enumerate(exact("plain", depth, **sizes)):
                yield f"{options}, n = {n}, layer {layer + 1} of {depth}", value, deep[layer]


CLAIMS.add(
    id="AMMUP-R2",
    source=AMMUP.section("B.2, remark on the B-term"),
    says="Inside the B-term the overlap of the top layer may be replaced by that of layer l with "
    "its gates, which has the same mean given layers up to l (AMMUP-L1): the label part of S_l is "
    "the same for every number of layers above.",
    quote="can be rewritten in terms of the layer-l overlaps",
    reading="after the sum over parameters; pair by pair lemma 1 fails (AMMUP-E14)",
    statement=LEMMA_ONE,
    cross_checks=(Exhaustive(_same_at_every_depth),),
)


# -- R3: mini-batches of random labels -------------------------------------------------------------


def _batch(size: int, activation: str) -> Sampled:
    """Energies on fresh inputs times B, relative to the exact ones of a batch of one."""
    words = {"activation": activation, "batch": size, "evaluate": "fresh"}

    def estimate(seed: int) -> Estimate:
        cell = Cell("plain", 8, 2, 10, words)
        run = cell.run(64_000 // size, seed, observe="label", labels=8)
        return Estimate.of(size * run.label.mean("layer").to_numpy())

    def truth() -> float:
        return float(
            np.mean(
                updates.energies(
                    "plain",
                    2,
                    width=8,
                    outputs=10,
                    activation="linear",
                    batch=1,
                    evaluate="fresh",
                    part="label",
                )
            )
        )

    return Sampled(estimate, truth, what=f"{activation}, B = {size}", alarm=SKEW_ALARM)


CLAIMS.add(
    id="AMMUP-R3",
    source=AMMUP.section("B.3, remark on mini-batches"),
    says="With labels of mean zero, independent of the inputs, as in the proof itself, the mean "
    "gradient of the label part is zero: on inputs outside the batch the part is 1/B of that of "
    "one input (plain linear networks, width 8, two layers, ten outputs, B = 1, 4 and 16).",
    checks=(_batch(1, "linear"), _batch(4, "linear"), _batch(16, "linear")),
    why_sampled="random",
)


# -- R4: gates in residual networks ---------------------------------


# -- R5: mixed backbones -------- ------------------------------------------------------------------


def _more_than_one_block(depth: int) -> tuple[float, float]:
    """Exponent of eta* with two plain units and K blocks, against -3/2."""
    return abs(updates.local_slope("residual", depth, stem=2, **LINEAR) - AM_MUP), 0.1


CLAIMS.add(
    id="AMMUP-R5",
    source=AMMUP.section("C.2, mixed backbones"),
    says="With m plain units and K blocks the exponent is -3/2 in L = m + K.",
    quote="the same argument applies with K replaced by the effective depth",
    reading="m = 2 and growing K; for m in proportion to K the remark holds",
    corrected_by="AMMUP-P2-mixed",
    same_fault_as="AMMUP-C2",
    sides=("distance of the slope from -3/2", "a tenth"),
    checks=(Property(_more_than_one_block, {"depth": [64, 512, 4096]}, relation="<=", n=3),),
)


# -- R6, R7 and assumption 1: normalised networks and attention ------------------------------------


def _pre_norm_exponent(depth: int) -> tuple[float, float]:
    slope = updates.local_slope("residual", depth, norm="pre", **LINEAR)
    return abs(slope - AM_MUP), 0.1


CLAIMS.add(
    id="AMMUP-R6",
    source=AMMUP.section("D.4, remark on pre-norm"),
    says="Pre-norm units have the exponent -3/2 as well.",
    quote="the depth exponent is unchanged",
    reading="linear units z + W LN(z) at infinite width, W with K^(-1/2): they have the stability "
    "that the remark requires (AMMUP-AS1: rho from 1 to 2), and the exponent -1. Without K^(-1/2) "
    "they do not have it",
    corrected_by="AMMUP-AS1-prenorm",
    sides=("distance of the slope from -3/2", "a tenth"),
    checks=(Property(_pre_norm_exponent, {"depth": [8, 64, 512]}, relation="<=", n=3),),
    fault="result",
    change="the depth exponent is -1 for pre-norm units with K^(-1/2) in their weights, and -3/2 "
    "for post-norm units.",
)

TOKENS = 16


def _gains_apart(seed: int) -> np.ndarray:
    """Log gain of a constant tangent less that of a white one, from layer 4 to 24, by network."""
    a = Architecture(
        network="transformer",
        norm="post",
        width=64,
        depth=24,
        grid=TOKENS,
        heads=4,
        branch_depth=2,
        scaled="none",
    )
    sampling = Sampling(samples=48, seed=seed, dtype="float32")
    white, constant = (
        np.log(tangent_gain(a, sampling, start=4, direction=direction).gain.isel(layer=-1))
        for direction in ("white", "constant")
    )
    return (constant - white).to_numpy()


def _ratio(relation: str) -> Sampled:
    """The geometric mean of the ratio against 3/2."""
    return Sampled(_gains_apart, lambda: math.log(1.5), what="log ratio", relation=relation)


CLAIMS.add(
    id="AMMUP-R7-attention",
    source=AMMUP.beyond("ERR-04"),
    says="Attention at initialisation averages over tokens: between layers 4 and 24 of a post-norm "
    "Transformer tangents that are independent at the tokens shrink, by more than 3/2 against "
    "those that are equal at all of them (geometric mean over networks).",
    checks=(_ratio(">"),),
    why_sampled="random",
)


# -- R8: two dimensions ----------------------------------------------------------------------------


CLAIMS.add(
    id="AMMUP-R8",
    source=AMMUP.section("B.3, 2D case"),
    says="With circular padding every site of a grid is read exactly k times, in two dimensions as "
    "in one: moving an offset by one along either axis changes no sum over the sites.",
    statement=ON_A_RING,
)


# -- R9: finite width ------------------------------------------------------------------------------


def _finite_width(depth: int) -> tuple[float, float]:
    """S-bar at width 128 over that at infinite width, against 1 + 10/n."""
    words: Any = {"part": "label", "outputs": 1, **RELU}
    wide = np.mean(updates.energies("plain", depth, **words))
    return float(np.mean(updates.energies("plain", depth, width=128, **words)) / 128 / wide), (
        1 + 10 / 128
    )


CLAIMS.add(
    id="AMMUP-R9",
    source=AMMUP.section("B.3, completion of the proof"),
    says="At finite width the energies are 1 + O(1/n) of those at infinite width, at every depth.",
    quote="Lemma 5 yields the max 1/C correction from finite-channel averaging",
    reading="plain ReLU networks of width 128, at most 1 + 10/n; at a fixed depth the remark "
    "holds, with a constant that grows with the depth",
    corrected_by="AMMUP-B-width",
    same_fault_as="AMMUP-L5",
    sides=("S-bar at width 128 over infinite width", "1 + 10/n"),
    checks=(Property(_finite_width, {"depth": [1, 4, 16, 64]}, relation="<=", n=4),),
)


# -- X07: kernel sizes -----------------------------------------------------------------------------

KERNEL_SAMPLES = 2000
KERNELS = (3, 4, 5)


def _kernel_slope(kernel: int, seed: int) -> Slope:
    """Slope of log eta* between one layer and eight."""
    runs = {}
    for depth in (1, 8):
        a = Architecture(width=32, depth=depth, outputs=10, grid=6, kernel=kernel)
        sampling = Sampling(samples=KERNEL_SAMPLES, seed=seed + depth, dtype="float32")
        run = first_step(a, FirstStep(labels=2), sampling, observe="label")
        runs[depth] = run.label.mean("layer")
    return fitted_slope(runs)


def _kernels_apart(seed: int) -> Estimate:
    """Differences of the exponents of two kernels, both ways, for every pair of kernels."""
    slopes = [_kernel_slope(kernel, seed + 100 * kernel) for kernel in KERNELS]
    pairs = [*itertools.permutations(slopes, 2)]
    n = KERNEL_SAMPLES
    squares = np.array([one.error**2 + other.error**2 for one, other in pairs])
    apart = np.array([one.value - other.value for one, other in pairs])
    return Estimate(n, apart, squares * n * (n - 1))


CLAIMS.add(
    id="AMMUP-X07",
    source=AMMUP.section("E.3"),
    says="The exponents of kernels 3, 4 and 5 between one layer and eight are less than 0.15 "
    "apart, half of what the printed ones are.",
    quote="varying k does not produce a monotonic trend",
    reading="The first step of plain ReLU CNNs with circular padding, width 32, in place of rates "
    "tuned on CIFAR-10; the printed fits are -1.74, -1.44 and -1.46.",
    checks=(Sampled(_kernels_apart, lambda: 0.15, what="apart", relation="<"),),
    why_sampled="random",
)
