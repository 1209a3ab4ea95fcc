"""Optimisers of torch with a learning rate of linear warm-up, constant rate and linear decay."""

from dataclasses import dataclass
from typing import Any, ClassVar

from depthlaws.base.unread_arguments import require_read_fields
from depthlaws.sims.common.argument_checks import choice, integer, number
from depthlaws.sims.networks.library import Tensor, Weights, load_torch

__all__ = ["Optimization"]

MATRIX_AXES = 3  # least number of axes of stacked matrices and convolutions


@dataclass(frozen=True, kw_only=True)
class Optimization:
    """Optimiser and learning-rate schedule of a training run.

    Parameters
    ----------
    steps : int
        Number of steps.
    optimizer : str
        Optimiser of torch: SGD, Adam or AdamW.
    learning_rate : float
        Learning rate between warm-up and decay.
    weight_decay : float
        Weight decay of matrices and convolutions; vectors have none. Decoupled from the gradient
        with AdamW, added to the gradient with SGD and Adam.
    momentum : float
        Momentum of SGD.
    beta1, beta2, epsilon : float
        Decay of the moments of Adam and AdamW, and the number added to the root of the second.
    warmup, cooldown : int
        Steps of the linear warm-up and of the linear decay at the end; constant between.

    Raises
    ------
    ValueError, TypeError
        If a value is not allowed.

    Examples
    --------
    >>> schedule = Optimization(steps=5, warmup=1, cooldown=1)
    >>> [schedule.factor(step) for step in range(5)]
    [0.5, 1.0, 1.0, 1.0, 0.5]
    """

    OPTIMIZERS: ClassVar[tuple[str, ...]] = ("SGD", "Adam", "AdamW")

    steps: int = 100
    optimizer: str = "SGD"
    learning_rate: float = 0.1
    weight_decay: float = 0.0
    momentum: float = 0.0
    beta1: float = 0.9
    beta2: float = 0.999
    epsilon: float = 1e-8
    warmup: int = 0
    cooldown: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", integer("steps", self.steps))
        for name in ("warmup", "cooldown"):
            object.__setattr__(self, name, integer(name, getattr(self, name), least=0))
        choice("optimizer", self.optimizer, self.OPTIMIZERS)
        for name in ("learning_rate", "weight_decay", "epsilon"):
            object.__setattr__(self, name, number(name, getattr(self, name), least=0))
        for name in ("momentum", "beta1", "beta2"):
            if not 0 <= number(name, getattr(self, name)) < 1:
                msg = f"{name} must lie in [0, 1), got {getattr(self, name)}"
                raise ValueError(msg)
        adam = self.optimizer != "SGD"  # Muon leaves vectors and embedding to AdamW
        muon = self.optimizer == "Muon"
        require_read_fields(self, "beta1 beta2 epsilon", read=adam, says="optimizer Adam or AdamW")
        require_read_fields(self, "momentum", read=muon or not adam, says="optimizer SGD or Muon")
        if self.warmup + self.cooldown > self.steps:
            msg = f"warmup and cooldown must fit into {self.steps} steps, got {self.warmup} and "
            msg += f"{self.cooldown}: lower them or take more steps"
            raise ValueError(msg)

    def factor(self, step: int, /) -> float:
        """Return the learning rate of a step, from 0 on, over that between warm-up and decay."""
        rising = (step + 1) / (self.warmup + 1) if step < self.warmup else 1.0
        falling = (self.steps - step) / (self.cooldown + 1)
        return min(1.0, rising, falling)

    def optimizers(self, weights: Weights, /) -> tuple[list[Any], list[Any]]:
        """Return optimisers of stacked weights, (sample, ...), and their schedules.

        Parameters
        ----------
        weights : dict of str to tensor
            Weights with a leading axis of samples; gradients are read from ``grad``.

        Returns
        -------
        list, list
            Optimisers and schedules of torch.
        """
        return self.scheduled([self.elementwise(weights)])

    def elementwise(self, weights: Weights, /) -> Any:
        """Return an optimiser of torch that takes each number by itself; AdamW by default."""
        optim, groups = load_torch().optim, self.groups(weights)
        if self.optimizer == "SGD":
            return optim.SGD(groups, momentum=self.momentum, fused=True)
        kind = optim.Adam if self.optimizer == "Adam" else optim.AdamW
        return kind(groups, betas=(self.beta1, self.beta2), eps=self.epsilon, fused=True)

    def scheduled(self, optimizers: list[Any], /) -> tuple[list[Any], list[Any]]:
        """Return the optimisers and their schedules."""
        schedule = load_torch().optim.lr_scheduler.LambdaLR
        return optimizers, [schedule(optimizer, self.factor) for optimizer in optimizers]

    def groups(self, weights: Weights, /) -> list[dict[str, Any]]:
        """Return groups of stacked weights of one learning rate and weight decay."""
        parts: dict[tuple[float, float], list[Tensor]] = {}
        for name, stacked in weights.items():
            decay = self.weight_decay if stacked.dim() >= MATRIX_AXES else 0.0
            parts.setdefault((self.rate_of(name), decay), []).append(stacked)
        return [
            {"params": params, "lr": rate, "weight_decay": decay}
            for (rate, decay), params in parts.items()
        ]

    def rate_of(self, _name: str, /) -> float:
        """Return the learning rate of a weight between warm-up and decay."""
        return self.learning_rate
