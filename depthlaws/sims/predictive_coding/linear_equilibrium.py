r"""Linear networks at equilibrium, by their outputs instead of their inputs.

The derivative m_l = M_L ... M_(l+1) of the outputs is the same for all inputs, and every gradient
is a sum over outputs: with errors r of the pass forward and lambda = Q^-1 r, both (input, output),

    -c_l m_l^T (mean over inputs of r h_(l-1)^T)         in W_l of the loss,
    -c_l m_l^T (mean over inputs of lambda z_(l-1)^T)    of the least energy.

One pass down and one up with a row for each output replace four with a row for each input.
"""

from typing import Any, NamedTuple

from array_api_compat import device

from depthlaws.sims.common.backend import namespace
from depthlaws.sims.predictive_coding.energy import Gradients, Net, losses

Array = Any


class Compared(NamedTuple):
    """Loss and energy (sample,), the matrix Q, and the gradients of both rules, None if not asked.

    ``promise`` (sample,), of networks that are not linear, is the share of the energy that one more
    step of inference would remove.
    """

    loss: Array
    energy: Array
    stiffness: Array
    bp: Gradients | None
    pc: Gradients | None
    promise: Array = None


def compare(net: Net, x: Array, y: Array, *, bp: bool, pc: bool) -> Compared:
    """Return loss, least energy and the gradients of one rule or both, of linear networks.

    Shapes: x (sample, input, feature), y (sample, input, output); gradients as in ``energy``, a
    pair for each output.
    Error: rounding.
    """
    xp, inputs = namespace(y), x.shape[-2]
    m = _paths(net, y)
    r = y - xp.matmul(x, xp.matrix_transpose(m[0]))
    stiffness = m[-1] / net.model.output_precision
    for path in m[1:-1]:
        stiffness = stiffness + xp.matmul(path, xp.matrix_transpose(path))
    inverse = xp.linalg.inv(stiffness)
    multipliers = xp.matmul(r, inverse)
    energy = 0.5 * xp.mean(xp.sum(r * multipliers, axis=-1), axis=-1)
    products = xp.matmul(xp.matrix_transpose(r), x) / inputs
    squares = xp.matmul(xp.matrix_transpose(multipliers), multipliers) / inputs
    right = xp.concat([products] * bp + [xp.matmul(inverse, products)] * pc, axis=-2)
    change = xp.concat([xp.zeros_like(squares)] * bp + [squares], axis=-2) if pc else None
    gradients = _gradients(net, m, _upwards(net, m, right, change))
    loss = xp.mean(losses(y - r, y), axis=-1)
    of_loss, of_energy = gradients[0] if bp else None, gradients[-1] if pc else None
    return Compared(loss, energy, stiffness, of_loss, of_energy)


def _paths(net: Net, y: Array) -> list[Array]:
    """Return [m_0, ..., m_L], (sample, output, width)."""
    xp, outputs = namespace(y), net.model.outputs
    unit = xp.eye(outputs, dtype=y.dtype, device=device(y))
    m = [xp.broadcast_to(unit, (y.shape[0], outputs, outputs))]
    for layer in range(net.model.depth, 0, -1):
        m.insert(0, net.pull(layer, None, m[0]))
    return m


def _upwards(net: Net, m: list[Array], right: Array, change: Array | None) -> list[Array]:
    """Return the means over inputs of r h_l^T and, below them, of lambda z_l^T, l = 0 to L - 1."""
    xp, rights = namespace(right), [right]
    for layer in range(1, net.model.depth):
        right = net.push(layer, None, right)
        right = right if change is None else right + xp.matmul(change, m[layer])
        rights.append(right)
    return rights


def _gradients(net: Net, m: list[Array], rights: list[Array]) -> list[Gradients]:
    """Return the gradients of each rule whose rows are in ``rights``."""
    outputs = net.model.outputs
    lefts = [-c * path for c, path in zip(net.factors, m[1:], strict=True)]
    return [
        [
            (left, right[:, start : start + outputs, :])
            for left, right in zip(lefts, rights, strict=True)
        ]
        for start in range(0, rights[0].shape[-2], outputs)
    ]
