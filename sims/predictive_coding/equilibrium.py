"""Equilibrium of the activities: least energy at given weights.

Linear networks take one sweep of dynamic programming. Others take Gauss-Newton steps, which that
sweep solves for, and where those are slow Newton steps, by conjugate gradients that the sweep
preconditions. At the kinks of a piecewise linear activation, where least energy often lies, a unit
is held if the energy rises to both sides, and no step crosses a kink: a gradient norm would never
vanish there, so the search stops by the energy that a further step promises.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from depthlaws.sims import activations
from depthlaws.sims.backend import namespace
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

SUFFICIENT = 1e-4  # share of the promised decrease that a step must bring (Armijo)
HALVINGS = 20
CONJUGATE = 12  # steps of conjugate gradients: one more than units held, mostly
GAUSS = 6  # steps after which curvatures of the activation count too
EXACT = 1e-4  # share of its first size at which their rest is small enough
SHORT = 0.2  # step along the gradient: curvatures are below 10


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
    ``tolerance`` times its energy, or after ``most`` steps; the promise says which.

    Error: linear networks: rounding.
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


def _dot(one: Changes, other: Changes) -> Array:
    """Inner products of every input: (sample, input)."""
    xp = namespace(one[0])
    return sum(xp.sum(a * b, axis=-1) for a, b in zip(one, other, strict=True))


# -- networks that are not linear ------------------------------------------------------------------


def _search(net: Net, z: Activities, y: Array, tolerance: float, most: int) -> Equilibrium:
    xp = namespace(y)
    kinks = activations.get(net.model.activation).homogeneous
    e = errors(net, z, y)
    energy, failed = energies(net, e), xp.zeros(y.shape[:2], dtype=xp.bool)
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
        if iteration > GAUSS and linear is not None:
            d, slope = _curved(net, z, e, linear)
        z, e, lower = _halved(net, z, d, y, energy, slope, kinks=kinks)
        failed, energy = lower >= energy, lower
    return Equilibrium(z, e, energy, promise / energy, iteration)


def _curved(net: Net, z: Activities, e: list[Array], linear: Linearised) -> tuple[Changes, Array]:
    """Newton step, and half of what the energy falls by along it to first order."""
    g = activity_gradients(net, net.slopes(z), e)
    bends = _bends(net, z, weighed(net, e))

    def curvature(d: Changes) -> Changes:
        return [h - b * a for h, b, a in zip(linear.curvature(d), bends, d, strict=True)]

    d = _conjugate(curvature, linear.solve, g)
    return d, -0.5 * _dot(g, d)


def _bends(net: Net, z: Activities, e: list[Array]) -> list[Array]:
    """phi''(z_l) times what the errors above pull through the weights."""
    xp, slope = namespace(e[0]), net.model.phi(2).derivative
    step = float(xp.finfo(e[0].dtype).eps) ** (1 / 3)
    found = []
    for layer in range(1, net.model.depth):
        bend = (slope(z[layer] + step) - slope(z[layer] - step)) / (2 * step)
        found.append(bend * _through(net, layer, e))
    return found


def _through(net: Net, layer: int, e: list[Array]) -> Array:
    """Errors above a layer, through their weights without what skips them."""
    skipped = e[layer] if net.model.skips(layer + 1) else 0.0
    return net.pull(layer + 1, None, e[layer]) - skipped


def _conjugate(
    curvature: Callable[[Changes], Changes], solve: Callable[[Changes], Changes], g: Changes
) -> Changes:
    """Changes d with curvature(d) = -g, every input's own; of one that bends down only the first.

    ``solve`` preconditions: what it gives is a direction in which the energy falls.
    """
    xp = namespace(g[0])
    d, rest = [0 * a for a in g], [-a for a in g]
    p = s = solve(rest)
    size = begun = _dot(rest, s)
    going = size > 0
    for iteration in range(CONJUGATE):
        h = curvature(p)
        bent = _dot(p, h)
        going = going & (bent > 0)
        step = xp.where(going, size / xp.where(going, bent, xp.ones_like(bent)), 0.0)
        if iteration == 0:
            step = xp.where(bent < 0, xp.ones_like(step), step)
        d = [a + step[..., None] * b for a, b in zip(d, p, strict=True)]
        rest = [a - step[..., None] * b for a, b in zip(rest, h, strict=True)]
        s = solve(rest)
        last, size = size, _dot(rest, s)
        if bool(xp.all(~going | (size <= EXACT * begun))):
            break
        share = xp.where(last > 0, size / xp.where(last > 0, last, xp.ones_like(last)), 0.0)
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
    """First of the steps d, d/2, d/4, ... that keeps its promise, or none; every input its own."""
    xp = namespace(energy)
    length, going = xp.ones_like(energy), xp.ones_like(energy, dtype=xp.bool)
    for halving in range(HALVINGS + 1):
        trial = _moved(z, [length[..., None] * a for a in d])
        trial = [trial[0], *map(_stopped, z[1:], trial[1:])] if kinks else trial
        e = errors(net, trial, y)
        lower = energies(net, e)
        going = going & (lower > energy - SUFFICIENT * length * promise) & (length > 0)
        if not bool(xp.any(going)):
            break
        shorter = 0.5 * length if halving < HALVINGS - 1 else 0.0 * length
        length = xp.where(going, shorter, length)
    return trial, e, lower


# -- kinks -----------------------------------------------------------------------------------------


def _stopped(before: Array, after: Array) -> Array:
    """The units after a step, at zero where they would have crossed it."""
    xp = namespace(after)
    return xp.where(before * after < 0, xp.zeros_like(after), after)


def _over_kinks(net: Net, z: Activities, e: list[Array], failed: Array) -> tuple[Changes, Array]:
    """Step that leaves held units where they are; the plain gradient where the last one failed."""
    xp = namespace(failed)
    slopes, free, side = _sides(net, z, e)
    d, g = _free_step(net, e, slopes, free)
    wrong = [s * a < 0 for s, a in zip(side, d, strict=True)]
    if any(bool(xp.any(w)) for w in wrong):  # pushed back over their kink by the others: held too
        free = [xp.where(w, xp.zeros_like(f), f) for w, f in zip(wrong, free, strict=True)]
        d, g = _free_step(net, e, slopes, free)
    d = [xp.where(failed[..., None], -SHORT * a, b) for a, b in zip(g, d, strict=True)]
    return d, -0.5 * _dot(g, d)


def _sides(net: Net, z: Activities, e: list[Array]) -> tuple[Slopes, list[Array], list[Array]]:
    """Slopes on the side that lowers the energy, 0 for units to hold, and +-1 for a side chosen."""
    xp, phi, e = namespace(e[0]), net.model.phi(2), weighed(net, e)
    ends = xp.asarray([-1.0, 1.0], dtype=e[0].dtype)
    to_left, to_right = (float(s) for s in phi.derivative(ends))
    slopes, free, side = [None], [], []
    for layer in range(1, net.model.depth):
        through, at = _through(net, layer, e), z[layer] == 0
        own = e[layer - 1] - (e[layer] if net.model.skips(layer + 1) else 0.0)
        right = at & (own - to_right * through < 0)
        left = at & ~right & (own - to_left * through > 0)
        one, none = xp.ones_like(own), xp.zeros_like(own)
        slopes.append(xp.where(right, to_right * one, phi.derivative(z[layer])))
        free.append(xp.where(at & ~right & ~left, none, one))
        side.append(xp.where(right, one, xp.where(left, -one, none)))
    return slopes, free, side


def _free_step(
    net: Net, e: list[Array], slopes: Slopes, free: Sequence[Array]
) -> tuple[Changes, Changes]:
    """Newton step of the units that are not held, and their gradient.

    The sweep leaves out what the units below do to the errors of held units; conjugate gradients
    put it back, in as many steps as units are held.
    """
    linear = Linearised(net, slopes, free)
    g = [f * a for f, a in zip(free, activity_gradients(net, slopes, e), strict=True)]
    return _conjugate(linear.curvature, linear.solve, g), g
