"""Optimiser, learning-rate schedule and mini-batches of a training run."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from depthlaws.base.unread_arguments import require_read_fields
from depthlaws.sims.common.argument_checks import integer, number
from depthlaws.sims.networks.library import Tensor, Weights, load_torch
from depthlaws.sims.networks.local_data import random_tokens, stretches, text_bytes
from depthlaws.sims.networks.optimization import Optimization

__all__ = ["Training"]

HELD_OUT = 0.1  # part of a text, at its end, from which no mini-batch is drawn
HELD_OUT_SEED = 2_000_003  # seed of the held-out stretches, the same for all runs
OUTSIDE = ("embedding", "norm")  # weights outside of the blocks


@dataclass(frozen=True, kw_only=True)
class Training(Optimization):
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

    OPTIMIZERS: ClassVar[tuple[str, ...]] = (*Optimization.OPTIMIZERS, "Muon")

    steps: int = 10
    optimizer: str = "AdamW"
    learning_rate: float = 1e-3
    block_rate: float = 1.0
    momentum: float = 0.95
    beta2: float = 0.95
    clip: float | None = None
    text: str = "library"
    batch: int = 8
    length: int = 64
    held_out: int = 32

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("batch", "held_out"):
            object.__setattr__(self, name, integer(name, getattr(self, name)))
        object.__setattr__(self, "length", integer("length", self.length, least=2))
        library = self.text != "random"
        require_read_fields(self, "held_out", read=library, says="a text that is not random")
        object.__setattr__(self, "block_rate", number("block_rate", self.block_rate, least=0))
        if self.clip is not None and not number("clip", self.clip) > 0:
            msg = f"clip must be positive, got {self.clip}; leave it out for no clipping"
            raise ValueError(msg)

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
        orthogonal = {n: w for n, w in weights.items() if self._by_muon(n, w)}
        chosen = [self.elementwise({n: w for n, w in weights.items() if n not in orthogonal})]
        if orthogonal:
            single = [_slice(w, i) for w in orthogonal.values() for i in range(len(w))]
            group = {"params": single, "lr": self.learning_rate * self.block_rate}
            options = {"momentum": self.momentum, "weight_decay": self.weight_decay}
            muon = load_torch().optim.Muon
            chosen.append(muon([group], adjust_lr_fn="match_rms_adamw", **options))
        return self.scheduled(chosen)

    def _by_muon(self, name: str, stacked: Tensor) -> bool:
        return self.optimizer == "Muon" and name not in OUTSIDE and stacked.dim() == 3

    def rate_of(self, name: str, /) -> float:
        """Return the learning rate of a weight between warm-up and decay."""
        return self.learning_rate * (1.0 if name in OUTSIDE else self.block_rate)

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
