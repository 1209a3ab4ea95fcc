"""Learning by predictive coding, and by backpropagation beside it from the same parameters.

Both rules start from the same weights. At every step, and at the parameters of each rule's own run,
``loss``, ``energy``, ``rescaling`` and the cosines compare the two gradients; ``between`` is the
cosine of predictive coding's gradient along its run and backpropagation's along its own.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

import joblib
import numpy as np
import xarray as xr

from depthlaws._threads import one_blas_thread, processors
from depthlaws.sims.arguments import choice, integer, names, number
from depthlaws.sims.backend import Backend, checked_dtype, get, namespace
from depthlaws.sims.cost import CALLS, OBJECT, afford, fit, speeds
from depthlaws.sims.optimizers import AdamW, Memory, no_draw
from depthlaws.sims.predictive_coding import by_outputs, data, equilibrium
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
from depthlaws.sims.predictive_coding.model import OPTIMIZERS, PCN, Weights, seeds
from depthlaws.sims.registry import simulator

__all__ = ["COMPARED", "train"]

Array = Any
Values = dict[str, Any]
Progress = Callable[[int, int], None]

RULES = ("pc", "bp")
COMPARED = {
    "loss": "loss: half the squared error, mean over inputs",
    "energy": "energy at the activities that inference found, mean over inputs",
    "rescaling": "largest eigenvalue of the rescaling of the loss (linear networks)",
    "cosine": "cosine of energy and loss gradients at the same parameters",
    "ratio": "length of the energy's gradient over that of the loss's, same parameters",
    "layer_cosine": "cosine of the two gradients in one layer, same parameters",
    "between": "cosine of the energy's gradient along PC's run and the loss's along BP's",
    "promise": "share of the energy that one more step of exact inference promises, worst input",
}
DEFAULT = ("loss", "energy", "rescaling", "cosine", "between")
BOTH_GRADIENTS = {"cosine", "ratio", "layer_cosine", "between"}
OWN = ("loss", "energy", "rescaling", "promise")
OF_ENERGY = BOTH_GRADIENTS - {"between"} | {"energy", "rescaling", "promise"}
BATCH_BYTES = 1 << 28
MOST_NEWTON = 60


@dataclass(frozen=True, kw_only=True)
class Schedule:
    """How long is learned, at which rate, by which optimiser; what is compared at each step."""

    steps: int
    base: float
    rate: float
    optimizer: str
    observe: tuple[str, ...]


@simulator("predictive-coding", along=("rule",))
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
    task: str | data.Task = "toy",
    inputs: int | None = None,
    folder: str | None = None,
    rules: str | Sequence[str] = ("pc", "bp"),
    observe: str | Sequence[str] | None = None,
    tolerance: float = 1e-6,
    dtype: str = "float64",
    device: str | Backend = "cpu",
    workers: int | None = None,
    progress: Progress | None = None,
) -> xr.Dataset:
    """Train networks by predictive coding and by backpropagation, full batch.

    ``rate`` is the constant eta_0 of the learning rate, which ``optimizer`` (sgd or adam) scales
    with width, depth and gamma_0. ``task`` is toy, digits, fashion-mnist, cifar-10 (the last two
    from files) or a :class:`Task`. ``folder`` holds those files. ``inputs`` of the task, drawn from
    the seed, are one fixed batch. The model's features and outputs are those of the task. ``rules``
    may leave pc or bp out. ``observe`` names entries of ``COMPARED``. ``tolerance``, relative, of
    the energy is how near to equilibrium exact inference brings networks that are not linear, if 60
    steps are enough: ``promise`` says how near they are.

    Shapes: (rule, sample, step); ``layer_cosine`` has a layer, ``between`` no rule. Network i is
    the same for every number of samples and workers.
    Raises: ValueError or TypeError naming what is not allowed, ArithmeticError for inference that
            diverges (with a step size that does not) or learning that does.

    >>> run = train(PCN(width=64, depth=3), Inference(), samples=2, seed=0, steps=20)
    >>> dict(run.sizes)
    {'rule': 2, 'sample': 2, 'step': 21}
    >>> bool((run.energy <= run.loss).all())
    True
    """
    rules = _listed("rules", rules, RULES)
    plan = Schedule(
        steps=integer("steps", steps, least=0),
        base=rate,
        rate=model.rate(rate, optimizer),
        optimizer=choice("optimizer", optimizer, OPTIMIZERS),
        observe=_observed(model, inference, observe, rules),
    )
    backend, dtype = get(device), checked_dtype(dtype)
    samples, of_data = integer("samples", samples), seeds(seed, 0)[0]
    if not isinstance(task, data.Task):
        task = data.task(task, of_data, inputs=inputs, folder=folder)
    model = fitted(model, task)
    tolerance = number("tolerance", tolerance, least=0)
    rounds = 1 if inference.method == "exact" else inference.iterations + 1
    size, room = _batch(model, task, samples, rules, plan, rounds, dtype, backend)
    of_models = seeds(seed, samples)[1]  # only now: there may be too many to have
    parts = [of_models[i : i + size] for i in range(0, samples, size)]
    done = [0]

    def one(part: Sequence[np.random.SeedSequence]) -> Values:
        runs = _Runs(model, inference, plan, task, rules, part, backend, dtype, tolerance)
        found = []
        with np.errstate(all="ignore"):  # what diverges is told by name
            for values in runs.walk():
                found.append(values)
                done[0] += len(part)
                if progress is not None:
                    progress(done[0], samples * (steps + 1))
        return {name: np.stack([v[name] for v in found], axis=-1) for name in found[0]}

    jobs = 1 if backend.name == "cupy" else min(len(parts), workers or processors(), room)
    with one_blas_thread() if jobs > 1 else nullcontext():
        run = joblib.Parallel(n_jobs=jobs, prefer="threads")(joblib.delayed(one)(p) for p in parts)
    return _dataset(run, model, plan, rules, task, seed, dtype, backend)


def fitted(model: PCN, task: data.Task, /) -> PCN:
    """The model with as many features and outputs as the task has."""
    given = {f: getattr(model, f) for f in model.__dataclass_fields__}
    return PCN(**given | {"features": task.x.shape[1], "outputs": task.y.shape[1]})


def _listed(name: str, value: str | Iterable[str], known: Iterable[str]) -> tuple[str, ...]:
    found = names(name, value)
    if not found:
        msg = f"{name} must name at least one of {', '.join(known)}"
        raise ValueError(msg)
    return tuple(choice(name, one, known) for one in found)


NEEDS = {
    "rescaling": "a linear network",
    "between": "both rules, pc and bp",
    "promise": "exact inference of a network that is not linear",
}


def _observed(
    model: PCN, inference: Inference, observe: str | Sequence[str] | None, rules: Sequence[str]
) -> tuple[str, ...]:
    """What is compared: if nothing is named, all that these rules and this network have."""
    without = {"rescaling"} if not model.linear else set()
    without |= {"between"} if len(rules) < 2 else set()
    without |= {"promise"} if model.linear or inference.method != "exact" else set()
    if observe is None:
        return tuple(name for name in DEFAULT if name not in without)
    found = _listed("observe", observe, COMPARED)
    for name in without & set(found):
        msg = f"observe: {name!r} needs {NEEDS[name]}"
        raise ValueError(msg)
    return found


def _batch(
    model: PCN,
    task: data.Task,
    samples: int,
    rules: Sequence[str],
    plan: Schedule,
    rounds: int,
    dtype: str,
    backend: Backend,
) -> tuple[int, int]:
    """Return how many networks are run in one batch, and for how many batches at once is room.

    Raises: MemoryError if one is too many or what is recorded does not fit, ValueError for a run of
    more than a day.
    """
    weights = model.width * (model.features + (model.depth - 2) * model.width + model.outputs)
    numbers = weights + 8 * model.depth * len(task.x) * model.width
    each = 3 * len(rules) * np.dtype(dtype).itemsize * numbers
    size = max(1, min(samples, int(BATCH_BYTES // each)))
    seen = sum(model.depth if name == "layer_cosine" else 1 for name in plan.observe)
    output = 8.0 * samples * (plan.steps + 1) * len(rules) * seen
    arrays = float(OBJECT) * -(-samples // size) * (plan.steps + 1) * len(plan.observe)
    turns = float(plan.steps + 1) * len(rules) * rounds
    products = turns * samples * 2 * weights * len(task.x)
    seconds = products / speeds(backend)[1] + turns * model.depth * CALLS
    free = backend.available()
    networks = f"{samples} networks of width {model.width}, {model.depth} layers"
    fit(f"one of {networks}", need=each, free=free)
    afford(
        f"training of {plan.steps} steps, {networks}",
        need=each + 2 * output + arrays,
        output=output,
        seconds=seconds,
        free=free,
        instead="ask for fewer steps or networks",
    )
    return size, max(1, int(free // (each * size)))


class _Runs:
    """Some networks, learning by every rule from the same weights."""

    def __init__(
        self,
        model: PCN,
        inference: Inference,
        plan: Schedule,
        task: data.Task,
        rules: Sequence[str],
        part: Sequence[np.random.SeedSequence],
        backend: Backend,
        dtype: str,
        tolerance: float,
    ):
        self._model, self._inference, self._plan = model, inference, plan
        self._tolerance, self._backend = tolerance, backend
        xp = backend.xp
        self._x, self._y = (
            xp.broadcast_to(backend.asarray(a, dtype)[None, :, :], (len(part), *a.shape))
            for a in (task.x, task.y)
        )
        start = model.draw(part, backend, dtype)
        self._learners = {
            rule: _Learner(model, [xp.asarray(w, copy=True) for w in start], plan) for rule in rules
        }

    def walk(self) -> Iterator[dict[str, np.ndarray]]:
        """Yield what is seen before every step of learning, and after the last."""
        for step in range(self._plan.steps + 1):
            seen = {rule: self._see(rule) for rule in self._learners}
            yield self._values(seen, step)
            if step < self._plan.steps:
                for rule, learner in self._learners.items():
                    learner.descend(seen[rule][rule])

    def _see(self, rule: str) -> Values:
        """Loss, energy and the gradients that are needed, at the parameters of one rule."""
        net, observe = Net(self._model, self._learners[rule].weights), set(self._plan.observe)
        bp = rule == "bp" or bool(observe & BOTH_GRADIENTS)
        pc = rule == "pc" or bool(observe & OF_ENERGY)
        if self._model.linear and self._inference.method == "exact":
            seen = by_outputs.compare(net, self._x, self._y, bp=bp, pc=pc)
        else:
            seen = self._by_inputs(net, bp=bp, pc=pc)
        found = {name: value for name, value in seen._asdict().items() if value is not None}
        if pc and "rescaling" in observe:
            found["rescaling"] = self._backend.xp.linalg.eigvalsh(seen.stiffness)[:, -1]
        return found

    def _by_inputs(self, net: Net, *, bp: bool, pc: bool) -> by_outputs.Compared:
        """The same for networks or inference of any kind."""
        xp, h = self._backend.xp, forward(net, self._x)
        loss = xp.mean(losses(h[-1], self._y), axis=-1)
        back = backpropagated(net, h, self._y) if bp else None
        if not pc:
            return by_outputs.Compared(loss, None, None, back, None)
        z, e, stiffness, promise = self._infer(net)
        energy, forth = xp.mean(energies(net, e), axis=-1), weight_gradients(net, z, e)
        return by_outputs.Compared(loss, energy, stiffness, back, forth, promise)

    def _infer(self, net: Net) -> tuple[Activities, list[Array], Array, Array]:
        if self._inference.method == "exact":
            found = equilibrium.solve(
                net, self._x, self._y, tolerance=self._tolerance, most=MOST_NEWTON
            )
            promise = self._backend.xp.max(found.promise, axis=-1)
            return found.z, found.e, found.stiffness, promise
        (last,) = deque(self._inference.walk(net, self._x, self._y), maxlen=1)
        stiffness = None
        if self._model.linear and "rescaling" in self._plan.observe:
            stiffness = equilibrium.solve(net, self._x, self._y).stiffness
        return last.z, last.e, stiffness, None

    def _values(self, seen: dict[str, Values], step: int) -> dict[str, np.ndarray]:
        found: dict[str, list[Any]] = {}
        for values in seen.values():
            own = {n: values[n] for n in OWN if n in values}
            if set(RULES) <= set(values) and set(self._plan.observe) & BOTH_GRADIENTS:
                own |= _compared(values["pc"], values["bp"], self._backend.xp)
            for name in set(self._plan.observe) & set(own):
                found.setdefault(name, []).append(self._backend.to_numpy(own[name]))
        arrays = {name: np.stack(rows) for name, rows in found.items()}
        if not np.isfinite(arrays.get("loss", np.zeros(1))).all():
            scaled = f"{self._plan.rate:g} with the factor of the parametrization"
            msg = f"learning diverges at step {step}: lower the rate {self._plan.base:g} ({scaled})"
            raise ArithmeticError(msg)
        if "between" in self._plan.observe:
            total = _compared(seen["pc"]["pc"], seen["bp"]["bp"], self._backend.xp)
            arrays["between"] = self._backend.to_numpy(total["cosine"])
        return arrays


class _Learner:
    """Weights that an optimiser moves."""

    def __init__(self, model: PCN, weights: Weights, plan: Schedule):
        self.weights, self._rate = weights, plan.rate
        self._adam = AdamW(plan.rate) if plan.optimizer == "adam" else None
        self._memory: list[Memory] = [{} for _ in model.shapes]

    def descend(self, gradients: Gradients) -> None:
        """One step along the gradients."""
        for i, (left, right) in enumerate(gradients):
            xp = namespace(left)
            if self._adam is None:  # scaling the factor spares a pass over the matrix
                self.weights[i] -= xp.matmul(xp.matrix_transpose(self._rate * left), right)
                continue
            gradient = xp.matmul(xp.matrix_transpose(left), right)
            change = self._adam.direction(gradient, self._memory[i], no_draw)
            change *= self._rate
            self.weights[i] -= change


def _compared(pc: Gradients, bp: Gradients, xp: Any) -> Values:
    """Cosines in all and by layer, and the ratio of lengths."""
    cross = xp.stack([inner(a, b) for a, b in zip(pc, bp, strict=True)])
    one, other = (xp.stack([inner(a, a) for a in g]) for g in (pc, bp))
    sums = [xp.sum(a, axis=0) for a in (cross, one, other)]
    by_layer = cross / (xp.sqrt(one) * xp.sqrt(other))
    return {
        "cosine": sums[0] / (xp.sqrt(sums[1]) * xp.sqrt(sums[2])),
        "ratio": xp.sqrt(sums[1] / sums[2]),
        "layer_cosine": xp.matrix_transpose(by_layer),
    }


def _dataset(
    runs: list[Values],
    model: PCN,
    plan: Schedule,
    rules: Sequence[str],
    task: data.Task,
    seed: int,
    dtype: str,
    backend: Backend,
) -> xr.Dataset:
    """One Dataset of all batches."""
    dims = {"layer_cosine": ("rule", "sample", "layer", "step"), "between": ("sample", "step")}
    found = {}
    for name in plan.observe:
        axes = dims.get(name, ("rule", "sample", "step"))
        whole = np.concatenate([run[name] for run in runs], axis=axes.index("sample"))
        found[name] = (axes, whole, {"long_name": COMPARED[name]})
    return xr.Dataset(
        found,
        coords={"rule": list(rules), "step": np.arange(plan.steps + 1)},
        attrs={
            "model": repr(model),
            "task": task.name,
            "inputs": len(task.x),
            "rate": plan.rate,
            "optimizer": plan.optimizer,
            "seed": int(seed),
            "dtype": dtype,
            "device": backend.name,
        },
    )
