"""Equilibrium of the activities: least energy at given weights.

Linear networks take one pass of dynamic programming. Others take Gauss-Newton steps, which that
pass solves for, and where those are slow Newton steps, by conjugate gradients that the pass
preconditions. At the kinks of a piecewise linear activation, where the least energy often lies, a
unit is held if the energy rises to both sides, and no step crosses a kink: the gradient does not
vanish there, so the search stops by the decrease of energy that a further step promises.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from array_api_compat import device

from depthlaws.sims.common import activations
from depthlaws.sims.common.backend import namespace
from depthlaws.sims.predictive_coding.energy import (
    Activities,
    Net,
    Slopes,
    activity_gradients,
    energies,
    errors,
    forward,
    weighed,
)
from depthlaws.sims.predictive_coding.linearised import Changes, Linearised

Array = Any

ARMIJO_SHARE = 1e-4  # of the promised decrease, which a step must bring
MAX_HALVINGS = 20
CONJUGATE_STEPS = 12  # mostly one more than units are held
GAUSS_NEWTON_STEPS = 6  # before curvatures of the activation are included
CONJUGATE_TOLERANCE = 1e-4  # residual over the first residual that ends conjugate gradients
GRADIENT_STEP = 0.2  # step along the gradient: curvatures are below 10


@dataclass(frozen=True)
class Equilibrium:
    """Activities [x, z_1, ..., z_(L-1)], errors [e_1, ..., e_L], energies (sample, input).

    ``promise`` is the decrease that a further Gauss-Newton step would bring, were the network
    linear, over the energy: (sample, input). ``stiffness``, of linear networks, is the matrix Q by
    which the energy is 1/2 r^T Q^-1 r of the output's errors: (sample, output, output).
    """

    z: Activities
    e: list[Array]
    energy: Array
    promise: Array
    iterations: int
    stiffness: Array = None


def solve(
    net: Net,
    x: Array,
    y: Array,
    *,
    tolerance: float = 1e-10,
    most: int = 200,
    start: Activities | None = None,
) -> Equilibrium:
    """Minimise the energy over the activities, from the pass forward or from ``start``.

    Networks that are not linear stop when the promised decrease of every input is at most
    ``tolerance`` times its energy, or after ``most`` steps; ``promise`` tells the two apart.

    Error: rounding, if the network is linear.
    """
    if not net.model.linear:
        return _search(net, start or forward(net, x)[:-1], y, tolerance, most)
    z = forward(net, x)[:-1]
    e = errors(net, z, y)
    best = Linearised(net, net.slopes(z)).best(e)
    z = _moved(z, best.d)
    e = errors(net, z, y)
    energy = energies(net, e)
    return Equilibrium(z, e, energy, 0 * energy, 1, best.stiffness[:, 0, :, :])


def _moved(z: Activities, d: Changes) -> Activities:
    return [z[0], *(a + b for a, b in zip(z[1:], d, strict=True))]


def _dot(x: Changes, y: Changes) -> Array:
    """Return the inner product of every input, (sample, input)."""
    xp = namespace(x[0])
    return sum(xp.sum(a * b, axis=-1) for a, b in zip(x, y, strict=True))


# -- networks that are not linear ------------------------------------------------------------------


def _search(net: Net, z: Activities, y: Array, tolerance: float, most: int) -> Equilibrium:
    xp = namespace(y)
    kinks = activations.get(net.model.activation).homogeneous
    e = errors(net, z, y)
    energy = energies(net, e)
    failed = xp.zeros_like(energy, dtype=xp.bool)
    for iteration in range(1, most + 1):
        linear = None if kinks else Linearised(net, net.slopes(z))
        if linear is None:
            d, promise = _over_kinks(net, z, e, failed)
        else:  # a Gauss-Newton step
            d, least, _ = linear.best(e)
            promise = energy - least
        if iteration == most or bool(xp.all(promise <= tolerance * energy)):
            break
        slope = promise
        if iteration > GAUSS_NEWTON_STEPS and linear is not None:
            d, slope = _curved(net, z, e, linear)
        z, e, lower = _halved(net, z, d, y, energy, slope, kinks=kinks)
        failed, energy = lower >= energy, lower
    return Equilibrium(z, e, energy, promise / energy, iteration)


def _curved(net: Net, z: Activities, e: list[Array], linear: Linearised) -> tuple[Changes, Array]:
    """Return the Newton step, and half of the first-order decrease of the energy along it."""
    g = activity_gradients(net, net.slopes(z), e)
    bends = _bends(net, z, weighed(net, e))

    def curvature(d: Changes) -> Changes:
        return [h - b * a for h, b, a in zip(linear.curvature(d), bends, d, strict=True)]

    d = _conjugate(curvature, linear.solve, g)
    return d, -0.5 * _dot(g, d)


def _bends(net: Net, z: Activities, e: list[Array]) -> list[Array]:
    """Return phi''(z_l) times the errors above, pulled through the weights."""
    xp, slope = namespace(e[0]), net.model.phi(2).derivative
    step = float(xp.finfo(e[0].dtype).eps) ** (1 / 3)
    bends = []
    for layer in range(1, net.model.depth):
        bend = (slope(z[layer] + step) - slope(z[layer] - step)) / (2 * step)
        bends.append(bend * _through(net, layer, e))
    return bends


def _through(net: Net, layer: int, e: list[Array]) -> Array:
    """Return the errors above a layer, pulled through the weights without the skip."""
    skip = e[layer] if net.model.skips(layer + 1) else 0.0
    return net.pull(layer + 1, None, e[layer]) - skip


def _conjugate(
    curvature: Callable[[Changes], Changes], solve: Callable[[Changes], Changes], g: Changes
) -> Changes:
    """Return changes d with curvature(d) = -g for every input separately.

    An input whose curvature is negative stops; in the first step it moves by the whole direction.
    ``solve`` preconditions: its result is a direction in which the energy falls.
    """
    xp = namespace(g[0])
    d, residual = [0 * a for a in g], [-a for a in g]
    p = s = solve(residual)
    square = first_square = _dot(residual, s)
    active = square > 0
    for iteration in range(CONJUGATE_STEPS):
        h = curvature(p)
        bend = _dot(p, h)
        active = active & (bend > 0)
        step = xp.where(active, square / xp.where(active, bend, xp.ones_like(bend)), 0.0)
        if iteration == 0:
            step = xp.where(bend < 0, xp.ones_like(step), step)
        d = [a + step[..., None] * b for a, b in zip(d, p, strict=True)]
        residual = [a - step[..., None] * b for a, b in zip(residual, h, strict=True)]
        s = solve(residual)
        last, square = square, _dot(residual, s)
        if bool(xp.all(~active | (square <= CONJUGATE_TOLERANCE * first_square))):
            break
        share = xp.where(last > 0, square / xp.where(last > 0, last, xp.ones_like(last)), 0.0)
        p = [a + share[..., None] * b for a, b in zip(s, p, strict=True)]
    return d


def _halved(
    net: Net,
    z: Activities,
    d: Changes,
    y: Array,
    energy: Array,
    promise: Array,
    *,
    kinks: bool,
) -> tuple[Activities, list[Array], Array]:
    """Take the first of the steps d, d/2, d/4, ... that keeps its promise, or none, by input."""
    xp = namespace(energy)
    length, active = xp.ones_like(energy), xp.ones_like(energy, dtype=xp.bool)
    for halving in range(MAX_HALVINGS + 1):
        trial = _moved(z, [length[..., None] * a for a in d])
        trial = [trial[0], *map(_stopped, z[1:], trial[1:])] if kinks else trial
        e = errors(net, trial, y)
        lower = energies(net, e)
        active = active & (lower > energy - ARMIJO_SHARE * length * promise) & (length > 0)
        if not bool(xp.any(active)):
            break
        shorter = 0.5 * length if halving < MAX_HALVINGS - 1 else 0.0 * length
        length = xp.where(active, shorter, length)
    return trial, e, lower


# -- kinks -----------------------------------------------------------------------------------------


def _stopped(before: Array, after: Array) -> Array:
    """Return the units after a step, at zero if the step crossed zero."""
    xp = namespace(after)
    return xp.where(before * after < 0, xp.zeros_like(after), after)


def _over_kinks(net: Net, z: Activities, e: list[Array], failed: Array) -> tuple[Changes, Array]:
    """Return a step that keeps held units in place; the plain gradient if the last step failed."""
    xp = namespace(failed)
    slopes, free, side = _sides(net, z, e)
    d, g = _free_step(net, e, slopes, free)
    wrong = [s * a < 0 for s, a in zip(side, d, strict=True)]
    if any(bool(xp.any(w)) for w in wrong):  # the others push them back over their kink: held too
        free = [xp.where(w, xp.zeros_like(f), f) for w, f in zip(wrong, free, strict=True)]
        d, g = _free_step(net, e, slopes, free)
    d = [xp.where(failed[..., None], -GRADIENT_STEP * a, b) for a, b in zip(g, d, strict=True)]
    return d, -0.5 * _dot(g, d)


def _sides(net: Net, z: Activities, e: list[Array]) -> tuple[Slopes, list[Array], list[Array]]:
    """Return slopes on the side that lowers the energy, 0 for units to hold, +-1 for that side."""
    xp, phi, e = namespace(e[0]), net.model.phi(2), weighed(net, e)
    ends = xp.asarray([-1.0, 1.0], dtype=e[0].dtype, device=device(e[0]))
    to_left, to_right = (float(s) for s in phi.derivative(ends))
    slopes, free, side = [None], [], []
    for layer in range(1, net.model.depth):
        through, at = _through(net, layer, e), z[layer] == 0
        direct = e[layer - 1] - (e[layer] if net.model.skips(layer + 1) else 0.0)
        right = at & (direct - to_right * through < 0)
        left = at & ~right & (direct - to_left * through > 0)
        ones, zeros = xp.ones_like(direct), xp.zeros_like(direct)
        slopes.append(xp.where(right, to_right * ones, phi.derivative(z[layer])))
        free.append(xp.where(at & ~right & ~left, zeros, ones))
        side.append(xp.where(right, ones, xp.where(left, -ones, zeros)))
    return slopes, free, side


def _free_step(
    net: Net, e: list[Array], slopes: Slopes, free: Sequence[Array]
) -> tuple[Changes, Changes]:
    """Return the Newton step of the units that are not held, and their gradient.

    The pass of dynamic programming neglects the effect of lower units on the errors of held units;
    conjugate gradients add it, in as many steps as units are held.
    """
    linear = Linearised(net, slopes, free)
    g = [f * a for f, a in zip(free, activity_gradients(net, slopes, e), strict=True)]
    return _conjugate(linear.curvature, linear.solve, g), g
