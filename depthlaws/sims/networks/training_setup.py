"""Optimiser, learning-rate schedule and mini-batches of a training run."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from depthlaws.sims.common.argument_checks import choice, integer, number
from depthlaws.sims.networks.library import Tensor, Weights, load_torch
from depthlaws.sims.networks.local_data import random_tokens, stretches, text_bytes

__all__ = ["Training"]

OPTIMIZERS = ("SGD", "Adam", "AdamW", "Muon")
HELD_OUT = 0.1  # part of a text, at its end, from which no mini-batch is drawn
HELD_OUT_SEED = 2_000_003  # seed of the held-out stretches, the same for all runs
OUTSIDE = ("embedding", "norm")  # weights outside of the blocks


@dataclass(frozen=True, kw_only=True)
class Training:
    """Optimiser, learning-rate schedule and mini-batches.

    Parameters
    ----------
    steps : int
        Number of steps.
    optimizer : str
        Optimiser of torch: SGD, Adam, AdamW, or Muon for the matrices of blocks, at the scale that
        matches AdamW, with AdamW for embedding and gains.
    learning_rate : float
        Learning rate between warm-up and decay.
    block_rate : float
        Factor of the learning rate for all weights of blocks.
    weight_decay : float
        Weight decay of matrices; gains of norms have none. Decoupled from the gradient with AdamW
        and Muon, added to the gradient with SGD and Adam.
    momentum : float
        Momentum of SGD and Muon.
    beta1, beta2 : float
        Decay a step of the first and second moment of Adam and AdamW.
    epsilon : float
        Number that Adam and AdamW add to the root of the second moment.
    warmup : int
        Steps of the linear warm-up.
    cooldown : int
        Steps of the linear decay at the end.
    clip : float, optional
        Largest norm of the gradient of all weights of a network.
    text : str
        Text: library (bytes of Python's standard library), random (one mini-batch of random tokens,
        the same in all steps), or the path of a text file.
    batch : int
        Stretches of text of a mini-batch.
    length : int
        Tokens of a stretch.
    held_out : int
        Stretches of the last tenth of the text on which the held-out loss is taken.

    Raises
    ------
    ValueError, TypeError
        If a value is not allowed.

    Examples
    --------
    >>> training = Training(steps=5, warmup=1, cooldown=1)
    >>> [training.factor(step) for step in range(5)]
    [0.5, 1.0, 1.0, 1.0, 0.5]
    """

    steps: int = 10
    optimizer: str = "AdamW"
    learning_rate: float = 1e-3
    block_rate: float = 1.0
    weight_decay: float = 0.0
    momentum: float = 0.95
    beta1: float = 0.9
    beta2: float = 0.95
    epsilon: float = 1e-8
    warmup: int = 0
    cooldown: int = 0
    clip: float | None = None
    text: str = "library"
    batch: int = 8
    length: int = 64
    held_out: int = 32

    def __post_init__(self) -> None:
        for name in ("steps", "batch", "held_out"):
            object.__setattr__(self, name, integer(name, getattr(self, name)))
        object.__setattr__(self, "length", integer("length", self.length, least=2))
        for name in ("warmup", "cooldown"):
            object.__setattr__(self, name, integer(name, getattr(self, name), least=0))
        choice("optimizer", self.optimizer, OPTIMIZERS)
        for name in ("learning_rate", "block_rate", "weight_decay", "momentum", "epsilon"):
            object.__setattr__(self, name, number(name, getattr(self, name), least=0))
        for name in ("momentum", "beta1", "beta2"):
            if not 0 <= number(name, getattr(self, name)) < 1:
                msg = f"{name} must lie in [0, 1), got {getattr(self, name)}"
                raise ValueError(msg)
        if self.clip is not None and not number("clip", self.clip) > 0:
            msg = f"clip must be positive, got {self.clip}; leave it out for no clipping"
            raise ValueError(msg)
        if self.warmup + self.cooldown > self.steps:
            msg = f"warmup {self.warmup} and cooldown {self.cooldown} exceed {self.steps} steps"
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
        torch = load_torch()
        optim = torch.optim
        orthogonal = {n: w for n, w in weights.items() if self._by_muon(n, w)}
        others = self._groups({n: w for n, w in weights.items() if n not in orthogonal})
        betas = {"betas": (self.beta1, self.beta2), "eps": self.epsilon, "fused": True}
        if self.optimizer == "SGD":
            chosen = [optim.SGD(others, momentum=self.momentum, fused=True)]
        elif self.optimizer == "Adam":
            chosen = [optim.Adam(others, **betas)]
        else:
            chosen = [optim.AdamW(others, **betas)]
        if orthogonal:
            single = [_slice(w, i) for w in orthogonal.values() for i in range(len(w))]
            group = {"params": single, "lr": self.learning_rate * self.block_rate}
            options = {"momentum": self.momentum, "weight_decay": self.weight_decay}
            chosen.append(optim.Muon([group], adjust_lr_fn="match_rms_adamw", **options))
        return chosen, [optim.lr_scheduler.LambdaLR(part, self.factor) for part in chosen]

    def _by_muon(self, name: str, stacked: Tensor) -> bool:
        return self.optimizer == "Muon" and name not in OUTSIDE and stacked.dim() == 3

    def _groups(self, weights: Weights) -> list[dict[str, Any]]:
        """Groups of one rate and decay: matrices and gains, in blocks and outside."""
        groups: dict[tuple[float, float], list[Tensor]] = {}
        for name, stacked in weights.items():
            rate = self.learning_rate * (1.0 if name in OUTSIDE else self.block_rate)
            decay = self.weight_decay if stacked.dim() == 3 else 0.0
            groups.setdefault((rate, decay), []).append(stacked)
        return [
            {"params": params, "lr": rate, "weight_decay": decay}
            for (rate, decay), params in groups.items()
        ]

    def batches(self, seed: int, vocabulary: int, /) -> Iterator[np.ndarray]:
        """Yield the tokens of the mini-batch of each step, (sequence, place)."""
        if self.text == "random":
            tokens = random_tokens(self.batch, self.length, seed=seed, vocabulary=vocabulary)
            for _ in range(self.steps):
                yield tokens
            return
        text = self._text()
        train = text[: len(text) - int(HELD_OUT * len(text))]
        source = np.random.default_rng(seed)
        for _ in range(self.steps):
            yield stretches(train, self.batch, self.length, source) % vocabulary

    def held_out_tokens(self, seed: int, vocabulary: int, /) -> np.ndarray:
        """Return held-out tokens, (sequence, place): the same for all seeds, unless random."""
        if self.text == "random":
            return next(self.batches(seed, vocabulary))
        text = self._text()
        end = text[len(text) - int(HELD_OUT * len(text)) :]
        source = np.random.default_rng(HELD_OUT_SEED)
        return stretches(end, self.held_out, self.length, source) % vocabulary

    def _text(self) -> np.ndarray:
        return text_bytes(None if self.text == "library" else self.text)


def _slice(stacked: Tensor, sample: int) -> Tensor:
    """Return the weights of one sample, which share memory and gradient with all."""
    part = stacked.detach()[sample].requires_grad_()
    stacked.grad = load_torch().zeros_like(stacked) if stacked.grad is None else stacked.grad
    part.grad = stacked.grad[sample]
    return part


def clip_gradients(weights: Iterable[Tensor], largest: float, /) -> None:
    """Scale the gradients of each sample down to a norm, in place."""
    torch = load_torch()
    gradients = [w.grad for w in weights]
    norms = torch.stack([g.flatten(1).square().sum(1) for g in gradients]).sum(0).sqrt()
    factor = (largest / (norms + 1e-6)).clamp(max=1.0)
    for g in gradients:
        g.mul_(factor.reshape(-1, *[1] * (g.dim() - 1)))
