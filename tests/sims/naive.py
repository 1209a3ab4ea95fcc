"""Networks of tests/sims/test_onestep_gradients.py with plain loops: one input, float64."""

import itertools
import math

import numpy as np
from scipy.special import erf

PHI = {
    "relu": lambda x: np.where(x > 0, x, 0.0),
    "linear": lambda x: x,
    "tanh": np.tanh,
    "gelu": lambda x: x * (1 + erf(x / math.sqrt(2))) / 2,
    "leaky_relu:0.3": lambda x: np.where(x > 0, x, 0.3 * x),
}


def normed(z, epsilon):
    centred = z - z.mean(-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + epsilon)


def applied(w, z, a):
    """(out, in) at every site, or a cross-correlation (out, in, *kernel) over the grid."""
    if w.ndim == 2:
        return z @ w.T
    grid, k = a.grid, w.shape[2]
    result = np.zeros((a.sites, w.shape[0]))
    places = list(itertools.product(*map(range, grid)))
    for p, at in enumerate(places):
        for tap in itertools.product(range(k), repeat=len(grid)):
            read = [x + t - (k - 1) // 2 for x, t in zip(at, tap, strict=True)]
            if a.padding == "circular":
                read = [x % n for x, n in zip(read, grid, strict=True)]
            if tuple(read) in places:
                result[p] += w[(slice(None), slice(None), *tap)] @ z[places.index(tuple(read))]
    return result


def attention(qkv, out, z, a):
    q, k, v = np.split(z @ qkv.T, 3, axis=-1)
    size, result = a.width // a.heads, []
    for h in range(a.heads):
        mine = slice(h * size, (h + 1) * size)
        score = q[:, mine] @ k[:, mine].T / math.sqrt(size)
        power = np.exp(score)
        result.append(power / power.sum(-1, keepdims=True) @ v[:, mine])
    return np.concatenate(result, axis=-1) @ out.T


def branch(mine, z, a, unit):
    phi = PHI[a.activation]
    if a.attends(unit):
        return attention(*mine, z, a)
    if a.network == "transformer":
        z, mine = applied(mine[0], z, a), mine[1:]
    for w in mine:
        z = phi(applied(w, z, a)) if a.network == "post-activation" else applied(w, phi(z), a)
    return z


def states(a, weights, x):
    """All z_1, ..., z_L and the outputs of one input (site, width)."""
    phi, z, result, given = PHI[a.activation], x, [], iter(weights)
    for unit in range(a.depth):
        mine = [next(given) for _ in a.unit_tensors(unit)]
        first_raw = unit == 0 and not a.activate_input
        if unit < a.stem:
            z = applied(mine[0], z if first_raw else phi(z), a)
        else:
            y = normed(z, a.norm_epsilon) if a.norm == "pre" else z
            if a.network == "plain" and first_raw:
                f = applied(mine[0], y, a)
                for w in mine[1:]:
                    f = applied(w, phi(f), a)
            else:
                f = branch(mine, y, a, unit)
            skip = a.skip if a.skip is not None else (0.0 if a.network == "plain" else 1.0)
            z = skip * z + a.branch_multiplier * f
            z = normed(z, a.norm_epsilon) if a.norm == "post" else z
        result.append(z)
    head = next(given)
    reads = a.readout
    if reads == "auto":
        reads = "activated" if a.network == "plain" else "normalized" if a.norm == "pre" else "raw"
    read = {"activated": phi, "raw": lambda z: z, "normalized": lambda z: normed(z, a.norm_epsilon)}
    read = read[reads](z)
    return result, head @ read.mean(axis=0)


def loss(a, step, weights, x, y):
    """Mean loss of a batch (input, site, width) with its labels."""
    total = 0.0
    for one, label in zip(x, y, strict=True):
        _, out = states(a, weights, one)
        if step.loss == "mse":
            total += np.sum((out - label) ** 2) / (2 * a.outputs)
        else:
            total += np.log(np.exp(out).sum()) - out[int(label)]
    return total / len(x)


def gradient(a, step, weights, x, y, delta=1e-5):
    """Central differences in every weight."""
    result = [np.zeros(w.shape) for w in weights]
    for w, g in zip(weights, result, strict=True):
        for i in np.ndindex(*w.shape):
            kept, ends = w[i], []
            for sign in (1, -1):
                w[i] = kept + sign * delta
                ends.append(loss(a, step, weights, x, y))
            w[i] = kept
            g[i] = (ends[0] - ends[1]) / (2 * delta)
    return result


def energies(a, step, weights, x, y, probe, delta=1e-4):
    """Mean square change of every layer by central differences along the step."""
    g = gradient(a, step, weights, x, y)
    if step.optimizer == "sign":
        g = [np.where(np.abs(one) > 1e-7, np.sign(one), 0.0) for one in g]
    ends = []
    for t in (delta, -delta):
        moved = [w - t * one for w, one in zip(weights[:-1], g, strict=False)] + [weights[-1]]
        ends.append([np.stack(states(a, moved, one)[0]) for one in probe])
    change = (np.array(ends[0]) - np.array(ends[1])) / (2 * delta)
    return (change**2).mean(axis=(0, 2, 3))
