"""Plan of a training run: settings of learning, batches, threads and memory, computed once."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import xarray as xr

from depthlaws.base.threads import processors
from depthlaws.base.unread_arguments import require_read
from depthlaws.sims.common.argument_checks import choice, integer, names, number
from depthlaws.sims.common.cost import LAYER_SECONDS, OBJECT_BYTES, afford, fit, speeds
from depthlaws.sims.common.ensemble import NetworkEnsemble
from depthlaws.sims.common.last_values import with_last_values
from depthlaws.sims.common.parallel_blocks import Advance, Values, measure_blocks
from depthlaws.sims.predictive_coding.inference import Inference
from depthlaws.sims.predictive_coding.model import OPTIMIZERS, PCN, seeds
from depthlaws.sims.predictive_coding.tasks import Task

__all__ = ["COMPARED"]

Seeds = Sequence[np.random.SeedSequence]

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
NEEDS = {
    "rescaling": "a linear network",
    "between": "both rules, pc and bp",
    "promise": "exact inference of a network that is not linear",
}
NEED_BOTH_GRADIENTS = {"cosine", "ratio", "layer_cosine", "between"}
NEED_ENERGY = {"cosine", "ratio", "layer_cosine", "energy", "rescaling", "promise"}
BATCH_BYTES = 1 << 28  # largest memory of the networks computed together


@dataclass(frozen=True, kw_only=True)
class Learning:
    """Rules, optimiser, number and rate of the steps, and the observables compared at each step.

    ``rate`` is ``base`` times the factor of the parametrization. ``minibatch`` inputs of the task
    are drawn anew at every step; all are used if it is None.
    """

    rules: tuple[str, ...]
    optimizer: str
    steps: int
    base: float
    rate: float
    observe: tuple[str, ...]
    tolerance: float
    minibatch: int | None

    @classmethod
    def checked(
        cls,
        model: PCN,
        inference: Inference,
        *,
        rules: str | Sequence[str],
        optimizer: str,
        steps: int,
        rate: float,
        observe: str | Sequence[str] | None,
        tolerance: float,
        minibatch: int | None = None,
    ) -> "Learning":
        """Check the arguments of a run. Raises: ValueError or TypeError naming one."""
        rules = _listed("rules", rules, RULES)
        learning = cls(
            rules=rules,
            steps=integer("steps", steps, least=0),
            base=rate,
            rate=model.rate(rate, optimizer),
            optimizer=choice("optimizer", optimizer, OPTIMIZERS),
            observe=_observed(model, inference, observe, rules),
            tolerance=number("tolerance", tolerance, least=0),
            minibatch=None if minibatch is None else integer("minibatch", minibatch),
        )
        learning._refuse_unread(model, inference)
        return learning

    def _refuse_unread(self, model: PCN, inference: Inference) -> None:
        """Refuse settings that change nothing in this run. Raises: ValueError naming one."""
        infers = "pc" in self.rules or bool(NEED_ENERGY & set(self.observe))
        for name, value, default in (
            ("method", inference.method, "exact"),
            ("output_precision", model.output_precision, 1.0),
        ):
            require_read(name, value, default, read=infers, says="rule pc")
        newton = infers and inference.method == "exact" and not model.linear
        says = "rule pc, method exact and a network that is not linear"
        require_read("tolerance", self.tolerance, 1e-6, read=newton, says=says)


def _listed(name: str, value: str | Iterable[str], allowed: Iterable[str]) -> tuple[str, ...]:
    words = names(name, value)
    if not words:
        msg = f"{name} must name at least one of {', '.join(allowed)}"
        raise ValueError(msg)
    return tuple(choice(name, word, allowed) for word in words)


def _observed(
    model: PCN, inference: Inference, observe: str | Sequence[str] | None, rules: Sequence[str]
) -> tuple[str, ...]:
    """Return the observables, by default all of DEFAULT that these rules and this network have."""
    missing = {"rescaling"} if not model.linear else set()
    missing |= {"between"} if len(rules) < 2 else set()
    missing |= {"promise"} if model.linear or inference.method != "exact" else set()
    if observe is None:
        return tuple(name for name in DEFAULT if name not in missing)
    observables = _listed("observe", observe, COMPARED)
    for name in missing & set(observables):
        msg = f"observe: {name!r} needs {NEEDS[name]}"
        raise ValueError(msg)
    return observables


class Plan:
    """Sizes of a training run that follow from its model, its ensemble and its learning.

    ``batch`` networks are computed together, and ``threads`` batches at the same time.

    Raises
    ------
    MemoryError
        If one network or the results need more memory than is free.
    ValueError
        If the run would take over a day, or a batch has more inputs than the task.
    """

    def __init__(
        self,
        model: PCN,
        inference: Inference,
        learning: Learning,
        ensemble: NetworkEnsemble,
        task: Task,
        /,
    ):
        if learning.minibatch is not None and learning.minibatch > len(task.x):
            msg = f"minibatch must be at most {len(task.x)}, the inputs of the task, got "
            msg += f"{learning.minibatch}: give more inputs"
            raise ValueError(msg)
        for name, axis, default in (("features", task.x, 40), ("outputs", task.y, 1)):
            given, own = getattr(model, name), axis.shape[1]
            if given not in {own, default}:
                msg = f"{name} must be {own}, those of {task.name}, got {given}: leave {name} out"
                raise ValueError(msg)
        self.model = model.fitted(features=task.x.shape[1], outputs=task.y.shape[1])
        self.inference, self.learning = inference, learning
        self.ensemble, self.task = ensemble, task
        self.backend, self.dtype = ensemble.backend, ensemble.dtype
        model, samples, rules = self.model, ensemble.samples, len(learning.rules)
        steps, inputs = learning.steps + 1, learning.minibatch or len(task.x)
        weights = model.width * (model.features + (model.depth - 2) * model.width + model.outputs)
        numbers = weights + 8 * model.depth * inputs * model.width
        network_bytes = 3 * rules * np.dtype(self.dtype).itemsize * numbers
        self.batch = max(1, min(samples, int(BATCH_BYTES // network_bytes)))
        batches = -(-samples // self.batch)
        results = sum(model.depth if name == "layer_cosine" else 1 for name in learning.observe)
        output = 8.0 * samples * (steps + 1) * rules * results  # the last step also by itself
        arrays = float(OBJECT_BYTES) * batches * steps * len(learning.observe)
        iterations = 1 if inference.method == "exact" else inference.iterations + 1
        passes = float(steps) * rules * iterations
        products = passes * samples * 2 * weights * inputs
        free = self.backend.available()
        networks = f"{samples} networks of width {model.width}, {model.depth} layers"
        fit(f"one of {networks}", need=network_bytes, free=free)
        afford(
            f"training of {learning.steps} steps, {networks}",
            need=network_bytes + 2 * output + arrays,
            output=output,
            seconds=products / speeds(self.backend)[1] + passes * model.depth * LAYER_SECONDS,
            free=free,
            instead="ask for fewer steps or networks",
        )
        fitting = max(1, int(free // (network_bytes * self.batch)))
        gpu = self.backend.gpu
        self.threads = 1 if gpu else min(batches, ensemble.workers or processors(), fitting)

    def run(self, walk: Callable[["Plan", Seeds], Iterable[Values]], /) -> xr.Dataset:
        """Train all networks; ``walk(plan, seeds)`` yields the observables of a batch at each step.

        Shapes: observables (sample, rule, ...), ``between`` (sample,).
        """

        def measure(batch: Seeds, advance: Advance) -> Iterable[Values]:
            rows = []
            with np.errstate(all="ignore"):  # learning that diverges is an error of its own
                for values in walk(self, batch):
                    rows.append(values)
                    advance(len(batch))
            return [{name: np.stack([row[name] for row in rows], axis=-1) for name in rows[0]}]

        samples, size = self.ensemble.samples, self.batch
        of_networks = seeds(self.ensemble.seed, samples)[1]
        values = measure_blocks(
            [of_networks[first : first + size] for first in range(0, samples, size)],
            measure,
            threads=self.threads,
            total=samples * (self.learning.steps + 1),
            progress=self.ensemble.progress,
            blas_threads=self.threads == 1,
        )
        return self._dataset(values)

    def _dataset(self, values: Values) -> xr.Dataset:
        """Name the dimensions, the rules first."""
        dims = {"layer_cosine": ("rule", "sample", "layer", "step"), "between": ("sample", "step")}
        data = {}
        for name in self.learning.observe:
            axes, array = dims.get(name, ("rule", "sample", "step")), values[name]
            by_rule = array if name == "between" else np.swapaxes(array, 0, 1)
            data[name] = (axes, np.ascontiguousarray(by_rule), {"long_name": COMPARED[name]})
        run = xr.Dataset(
            data,
            coords={
                "rule": list(self.learning.rules),
                "step": np.arange(self.learning.steps + 1),
            },
            attrs={
                "model": repr(self.model),
                "task": self.task.name,
                "inputs": len(self.task.x),
                "minibatch": self.learning.minibatch or len(self.task.x),
                "rate": self.learning.rate,
                "optimizer": self.learning.optimizer,
                "seed": int(self.ensemble.seed),
                "dtype": self.dtype,
                "device": self.backend.name,
            },
        )
        return with_last_values(run, "step")
