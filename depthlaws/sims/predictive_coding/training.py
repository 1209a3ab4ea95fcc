"""Learning by predictive coding, and by backpropagation from the same initial parameters.

At every step, and at the parameters of each rule's own run, ``loss``, ``energy``, ``rescaling`` and
the cosines compare the two gradients; ``between`` is the cosine of predictive coding's gradient
along its run and backpropagation's along its own.
"""

import math
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import xarray as xr

from depthlaws.base.unread_arguments import require_read
from depthlaws.sims.common.backend import Backend, namespace
from depthlaws.sims.common.ensemble import NetworkEnsemble
from depthlaws.sims.common.last_values import with_last_meanings
from depthlaws.sims.common.optimizers import AdamW, Memory, no_draw
from depthlaws.sims.common.parallel_blocks import Progress
from depthlaws.sims.common.registry import simulator
from depthlaws.sims.predictive_coding import equilibrium, linear_equilibrium, tasks
from depthlaws.sims.predictive_coding.energy import (
    Activities,
    Gradients,
    Net,
    backpropagated,
    energies,
    forward,
    inner,
    losses,
    weight_gradients,
)
from depthlaws.sims.predictive_coding.inference import Inference
from depthlaws.sims.predictive_coding.linear_equilibrium import Compared
from depthlaws.sims.predictive_coding.model import PCN, Weights, seeds
from depthlaws.sims.predictive_coding.plan import (
    COMPARED,
    NEED_BOTH_GRADIENTS,
    NEED_ENERGY,
    RULES,
    Learning,
    Plan,
    Seeds,
)

__all__ = ["train"]

Array = Any
Values = dict[str, Any]

AT_OWN_PARAMETERS = ("loss", "energy", "rescaling", "promise")
MAX_NEWTON_STEPS = 60
CACHED_BYTES = 1 << 19  # of matrices that Adam moves together: what a processor's cache holds


@simulator(
    "predictive-coding",
    reads_files=("folder",),
    along=("rule",),
    says=with_last_meanings(COMPARED, "step"),
)
def train(
    model: PCN,
    inference: Inference,
    /,
    *,
    samples: int,
    seed: int,
    steps: int = 100,
    rate: float = 0.025,
    optimizer: str = "sgd",
    task: str | tasks.Task = "toy",
    inputs: int | None = None,
    minibatch: int | None = None,
    folder: str | None = None,
    rules: str | Sequence[str] = ("pc", "bp"),
    observe: str | Sequence[str] | None = None,
    tolerance: float = 1e-6,
    dtype: str = "float64",
    device: str | Backend = "cpu",
    workers: int | None = None,
    progress: Progress | None = None,
) -> xr.Dataset:
    """Train networks by predictive coding and by backpropagation, on the same inputs.

    Parameters
    ----------
    model : PCN
        Network; the toy task has as many features. Other features and outputs are those of the
        task: leave them out.
    inference : Inference
        Method that finds the activities.
    samples : int
        Number of networks, at least 1. Network i is the same for every number of them.
    seed : int
        Seed of all draws, at least 0.
    steps : int
        Number of learning steps, at least 0.
    rate : float
        Constant eta_0 of the learning rate, which the parametrization scales with width, depth and
        gamma_0.
    optimizer : str
        Optimiser: sgd or adam.
    task : str or Task
        Task: toy, digits, fashion-mnist or cifar-10, the last two from files.
    inputs : int, optional
        Number of inputs of the task, drawn from the seed: by default 20 of toy, 64 of the others.
    minibatch : int, optional
        Number of inputs of a step, drawn anew from the task's inputs at every step, the same for
        all networks and rules; by default all of them. Observables are of that batch.
    folder : str, optional
        Folder of the files of fashion-mnist or cifar-10.
    rules : str or sequence of str
        Rules to run: pc, bp or both.
    observe : str or sequence of str, optional
        Observables to record: entries of ``COMPARED``; by default those that rules and network
        have.
    tolerance : float
        Relative distance of the energy from its least value, for exact inference in networks that
        are not linear, if 60 steps are enough; ``promise`` is the distance that was reached.
    dtype : str
        Type of the numbers, ``float32`` or ``float64``.
    device : str
        Device: cpu (NumPy), torch, torch:cuda or torch:cuda:1 (PyTorch), or cuda (CuPy).
    workers : int, optional
        Number of batches of networks computed at the same time, by default one a processor; no
        result depends on it.
    progress : callable, optional
        Called as ``progress(done, total)`` with samples * (steps + 1) as the total.

    Returns
    -------
    xarray.Dataset
        Observables as (rule, sample, step); ``layer_cosine`` has a layer, ``between`` no rule. The
        value at the last step has a name of its own, ``loss_out`` of ``loss``.

    Raises
    ------
    ValueError, TypeError
        If an argument is not allowed, or the run would take over a day.
    MemoryError
        If the run needs more memory than is free.
    ArithmeticError
        If learning diverges, or inference does (with a step size that does not).

    Examples
    --------
    >>> run = train(PCN(width=64, depth=3), Inference(), samples=2, seed=0, steps=20)
    >>> dict(run.sizes)
    {'rule': 2, 'sample': 2, 'step': 21}
    >>> bool((run.energy <= run.loss).all())
    True
    """
    learning = Learning.checked(
        model,
        inference,
        rules=rules,
        optimizer=optimizer,
        steps=steps,
        rate=rate,
        observe=observe,
        tolerance=tolerance,
        minibatch=minibatch,
    )
    ensemble = NetworkEnsemble(
        samples=samples, seed=seed, dtype=dtype, device=device, workers=workers, progress=progress
    )
    if isinstance(task, tasks.Task):
        for name, value in (("inputs", inputs), ("folder", folder)):
            require_read(name, value, None, read=False, says="a task given by its name")
    else:
        task = tasks.task(
            task, seeds(seed, 0)[0], inputs=inputs, folder=folder, features=model.features
        )
    return Plan(model, inference, learning, ensemble, task).run(_walk)


def _walk(plan: Plan, of_networks: Seeds) -> Iterator[Values]:
    """Yield the observables of some networks before every step of learning, and after the last."""
    runs = _Runs(plan, of_networks)
    for step in range(plan.learning.steps + 1):
        runs.take_inputs(step)
        states = {rule: runs.compare(rule) for rule in plan.learning.rules}
        yield runs.observables(states, step)
        if step < plan.learning.steps:
            for rule, learner in runs.learners.items():
                learner.descend(states[rule][rule])


class _Runs:
    """Networks that learn by every rule from the same weights."""

    def __init__(self, plan: Plan, of_networks: Seeds):
        self._model, self._inference, self._learning = plan.model, plan.inference, plan.learning
        self._backend, self._names = plan.backend, set(plan.learning.observe)
        xp = plan.backend.xp
        self._plan, self._networks = plan, len(of_networks)
        start = plan.model.draw(of_networks, plan.backend, plan.dtype)
        self.learners = {
            rule: _Learner([xp.asarray(w, copy=True) for w in start], plan)
            for rule in plan.learning.rules
        }

    def take_inputs(self, step: int) -> None:
        """Take the inputs and targets of a step: a batch of its own, or in all steps the same."""
        plan, batch = self._plan, self._learning.minibatch
        if batch is None and step > 0:
            return
        task = plan.task
        if batch is not None:
            task = task.batch(batch, seed_of_batch(plan.ensemble.seed, step))
        arrays = (plan.backend.asarray(a, plan.dtype) for a in (task.x, task.y))
        self._x, self._y = (
            plan.backend.xp.broadcast_to(a[None, :, :], (self._networks, *a.shape)) for a in arrays
        )

    def compare(self, rule: str) -> Values:
        """Return loss, energy and the gradients that are needed, at the parameters of one rule."""
        net = Net(self._model, self.learners[rule].weights)
        bp = rule == "bp" or bool(self._names & NEED_BOTH_GRADIENTS)
        pc = rule == "pc" or bool(self._names & NEED_ENERGY)
        if self._model.linear and self._inference.method == "exact":
            compared = linear_equilibrium.compare(net, self._x, self._y, bp=bp, pc=pc)
        else:
            compared = self._by_inputs(net, bp=bp, pc=pc)
        values = {name: value for name, value in compared._asdict().items() if value is not None}
        if pc and "rescaling" in self._names:
            values["rescaling"] = self._backend.xp.linalg.eigvalsh(compared.stiffness)[:, -1]
        return values

    def _by_inputs(self, net: Net, *, bp: bool, pc: bool) -> Compared:
        """Compare the rules input by input, for any network and any inference."""
        xp, h = self._backend.xp, forward(net, self._x)
        loss = xp.mean(losses(h[-1], self._y), axis=-1)
        of_loss = backpropagated(net, h, self._y) if bp else None
        if not pc:
            return Compared(loss, None, None, of_loss, None)
        z, e, stiffness, promise = self._infer(net)
        energy, of_energy = xp.mean(energies(net, e), axis=-1), weight_gradients(net, z, e)
        return Compared(loss, energy, stiffness, of_loss, of_energy, promise)

    def _infer(self, net: Net) -> tuple[Activities, list[Array], Array, Array]:
        if self._inference.method == "exact":
            solution = equilibrium.solve(
                net,
                self._x,
                self._y,
                tolerance=self._learning.tolerance,
                most=MAX_NEWTON_STEPS,
            )
            promise = self._backend.xp.max(solution.promise, axis=-1)
            return solution.z, solution.e, solution.stiffness, promise
        (last,) = deque(self._inference.walk(net, self._x, self._y), maxlen=1)
        stiffness = None
        if self._model.linear and "rescaling" in self._names:
            stiffness = equilibrium.solve(net, self._x, self._y).stiffness
        return last.z, last.e, stiffness, None

    def observables(self, states: dict[str, Values], step: int) -> dict[str, np.ndarray]:
        """Return the observables at one step, (sample, rule, ...), ``between`` without a rule."""
        xp, by_name = self._backend.xp, dict[str, list[Any]]()
        for values in states.values():
            row = {name: values[name] for name in AT_OWN_PARAMETERS if name in values}
            if set(RULES) <= set(values) and self._names & NEED_BOTH_GRADIENTS:
                row |= _cosines(values["pc"], values["bp"], xp)
            for name in self._names & set(row):
                by_name.setdefault(name, []).append(self._backend.to_numpy(row[name]))
        arrays = {name: np.stack(rows, axis=1) for name, rows in by_name.items()}
        if not np.isfinite(arrays.get("loss", np.zeros(1))).all():
            learning = self._learning
            scaled = f"{learning.rate:g} with the factor of the parametrization"
            msg = f"learning diverges at step {step}: lower the rate {learning.base:g} ({scaled})"
            raise ArithmeticError(msg)
        if "between" in self._names:
            between = _cosines(states["pc"]["pc"], states["bp"]["bp"], xp)["cosine"]
            arrays["between"] = self._backend.to_numpy(between)
        return arrays


def seed_of_batch(seed: int, step: int) -> np.random.SeedSequence:
    """Return the seed of the inputs of a step, a child of the seed of the data."""
    data = seeds(seed, 0)[0]
    return np.random.SeedSequence(data.entropy, spawn_key=(*data.spawn_key, step))


class _Learner:
    """Weights that an optimiser moves."""

    def __init__(self, weights: Weights, plan: Plan):
        learning = plan.learning
        self.weights, self._rate, self._gpu = weights, learning.rate, plan.backend.gpu
        self._adam = AdamW(learning.rate) if learning.optimizer == "adam" else None
        self._itemsize = np.dtype(plan.dtype).itemsize
        self._memory: dict[tuple[int, int], Memory] = {}  # by layer and first network

    def descend(self, gradients: Gradients) -> None:
        """Take one step along the gradients."""
        for i, (left, right) in enumerate(gradients):
            xp = namespace(left)
            if self._adam is None:  # scaling the factor saves a pass over the matrix
                self.weights[i] -= xp.matmul(xp.matrix_transpose(self._rate * left), right)
                continue
            for part, memory in self._parts(i):
                gradient = xp.matmul(xp.matrix_transpose(left[part, ...]), right[part, ...])
                change = self._adam.direction(gradient, memory, no_draw)
                change *= self._rate
                matrices = self.weights[i][part, ...]
                matrices -= change

    def _parts(self, layer: int) -> Iterator[tuple[slice, Memory]]:
        """Yield networks that are moved together, and the memory of their matrices in a layer.

        On a processor their matrices stay in its cache, from which Adam's dozen passes read them.
        """
        networks, *sides = self.weights[layer].shape
        cached = max(1, CACHED_BYTES // (self._itemsize * math.prod(sides)))
        size = networks if self._gpu else cached
        for first in range(0, networks, size):
            memory = self._memory.setdefault((layer, first), {})
            yield slice(first, min(first + size, networks)), memory


def _cosines(pc: Gradients, bp: Gradients, xp: Any) -> Values:
    """Return the cosine of two gradients, the ratio of their lengths, and the cosine by layer."""
    cross = xp.stack([inner(a, b) for a, b in zip(pc, bp, strict=True)])
    pc_square, bp_square = (xp.stack([inner(a, a) for a in g]) for g in (pc, bp))
    sums = [xp.sum(a, axis=0) for a in (cross, pc_square, bp_square)]
    by_layer = cross / (xp.sqrt(pc_square) * xp.sqrt(bp_square))
    return {
        "cosine": sums[0] / (xp.sqrt(sums[1]) * xp.sqrt(sums[2])),
        "ratio": xp.sqrt(sums[1] / sums[2]),
        "layer_cosine": xp.matrix_transpose(by_layer),
    }
