"""Llama-style Transformer with pre-normalisation whose blocks are passed several times.

    h -> h + eps Attention(RMSNorm(h)),    h -> h + eps SwiGLU(RMSNorm(h)),

with rotary positions, causal attention, and one matrix for the embedding and the head, outside the
loop.
"""

import math
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from depthlaws.base.unread_arguments import require_read, require_read_fields
from depthlaws.base.visit_order import Visits, refuse_many_visits, visit_counts, visits_alone
from depthlaws.sims.common.argument_checks import choice, integer, number
from depthlaws.sims.networks.library import (
    Tensor,
    Weights,
    generator,
    load_torch,
    truncated_normal,
)

__all__ = ["LoopedTransformer"]

SCALINGS = ("none", "sqrt", "linear", "factorized")
BRANCHES = {"both": ("attention", "mlp"), "attention": ("attention",), "mlp": ("mlp",)}
NORM_EPSILON = 1e-6  # number added to the mean square in RMSNorm, as Llama has it
ROTARY_BASE = 10_000.0  # ratio of the longest to the shortest rotary wavelength
REFERENCE_STD, REFERENCE_WIDTH = 0.02, 768  # initialisation and width in the paper's experiments


@dataclass(frozen=True, kw_only=True)
class LoopedTransformer:
    """Decoder of L unique blocks that are passed N times.

    Parameters
    ----------
    width : int
        Hidden size.
    layers, loops : int
        Unique blocks L and passes N.
    scaling : str
        Branch scale eps: none (1), sqrt (N^-1/2), linear (1/N) or factorized
        (multiplier / (N sqrt L)).
    multiplier : float
        Factor of the branch scale, lambda in the paper.
    branches : str
        Branches of a block: both, attention alone or mlp alone.
    shared : bool
        Use the same blocks in every pass; otherwise each pass has blocks of its own.
    visits : str or sequence of int, optional
        Order of the visits of blocks, such as "1+2x4+1", instead of layers and loops. N is then the
        largest number of visits of a block.
    heads : int
        Attention heads; each has an even number of channels.
    hidden : int, optional
        Hidden units of SwiGLU, by default 8/3 of the width rounded up to a multiple of 8.
    vocabulary : int
        Tokens.
    std : float, optional
        Standard deviation of the block matrices, by default 0.02 sqrt(768/width), which keeps the
        branches of the paper's networks at any width.
    embedding_std : float
        Standard deviation of the embedding.

    Raises
    ------
    ValueError, TypeError
        If a value is not allowed.

    Examples
    --------
    >>> model = LoopedTransformer(width=64, layers=2, loops=8, scaling="factorized")
    >>> round(model.eps * 8 * 2**0.5, 12), model.order[:4]
    (1.0, (0, 1, 0, 1))
    """

    width: int = 256
    layers: int = 1
    loops: int = 1
    scaling: str = "linear"
    multiplier: float = 1.0
    branches: str = "both"
    shared: bool = True
    visits: Any = None
    heads: int = 4
    hidden: int | None = None
    vocabulary: int = 256
    std: float | None = None
    embedding_std: float = REFERENCE_STD

    def __post_init__(self) -> None:
        for name in ("width", "layers", "loops", "heads", "vocabulary"):
            object.__setattr__(self, name, integer(name, getattr(self, name)))
        choice("scaling", self.scaling, SCALINGS)
        choice("branches", self.branches, BRANCHES)
        number("multiplier", self.multiplier)
        if self.width % (2 * self.heads):
            msg = f"width {self.width} must be a multiple of twice the heads, {2 * self.heads}"
            raise ValueError(msg)
        wide = 8 * math.ceil(self.width / 3)
        both = "branches both"
        require_read(
            "hidden", self.hidden or wide, wide, read=self.branches != "attention", says=both
        )
        object.__setattr__(self, "hidden", integer("hidden", self.hidden or wide))
        std = REFERENCE_STD * math.sqrt(REFERENCE_WIDTH / self.width)
        given = std if self.std is None else self.std
        object.__setattr__(self, "std", number("std", given, least=0))
        number("embedding_std", self.embedding_std, least=0)
        _ = self.order
        require_read_fields(self, "shared", read=self.visits is None, says="layers and loops")
        require_read_fields(self, "heads", read=self.branches != "mlp", says=both)

    @property
    def order(self) -> Visits:
        """Blocks in the order in which the stream visits them."""
        if self.visits is not None:
            return visits_alone(self.visits, self.loops, self.layers)
        refuse_many_visits(self.layers * self.loops)
        visits = range(self.layers * self.loops)
        return tuple(visits if not self.shared else (v % self.layers for v in visits))

    @property
    def passes(self) -> int:
        """Number of passes N in the branch scale: the most visits of a block."""
        return self.loops if self.visits is None else max(visit_counts(self.order))

    @property
    def marks(self) -> tuple[int, ...]:
        """Numbers of visits after which a pass is over; with an order of visits, every visit."""
        step = 1 if self.visits is not None else self.layers
        return tuple(range(0, len(self.order) + 1, step))

    @property
    def unique(self) -> int:
        """Number of blocks with weights of their own."""
        return max(self.order) + 1

    @property
    def eps(self) -> float:
        """Branch scale."""
        n = self.passes
        unique = self.layers if self.visits is None else self.unique
        scale = {"none": 1.0, "sqrt": n**-0.5, "linear": 1 / n, "factorized": unique**-0.5 / n}
        return self.multiplier * scale[self.scaling]

    def weights(self, seed: int, /, *, dtype: str = "float32") -> Weights:
        """Draw all weights, truncated normals; gains of the norms are 1.

        Block number i is the same for every number of blocks and passes.

        Parameters
        ----------
        seed : int
            Seed of the network.
        dtype : str
            Type of the numbers.

        Returns
        -------
        dict of str to tensor
            ``embedding`` (token, width), ``norm`` (width,), and for block i ``i.query``, ``i.key``,
            ``i.value``, ``i.out`` (width, width), ``i.gate``, ``i.up`` (hidden, width), ``i.down``
            (width, hidden), and the gains ``i.attention_norm``, ``i.mlp_norm`` (width,).
        """
        torch, d, hidden = load_torch(), self.width, self.hidden
        std, ones = float(self.std or 0), torch.ones(d, dtype=getattr(torch, dtype))
        draw = truncated_normal(generator(seed, 0), dtype)
        drawn = {"embedding": draw(self.vocabulary, d, std=self.embedding_std), "norm": ones}
        for i in range(self.unique):
            draw = truncated_normal(generator(seed, 1, i), dtype)
            for name in ("query", "key", "value", "out"):
                drawn[f"{i}.{name}"] = draw(d, d, std=std)
            for name, shape in {
                "gate": (hidden, d),
                "up": (hidden, d),
                "down": (d, hidden),
            }.items():
                drawn[f"{i}.{name}"] = draw(*shape, std=std)
            drawn |= {f"{i}.attention_norm": ones.clone(), f"{i}.mlp_norm": ones.clone()}
        return drawn

    def states(self, weights: Weights, tokens: Tensor, /) -> Iterator[Tensor]:
        """Yield the stream before the first visit and after every visit of a block.

        Parameters
        ----------
        weights : dict of str to tensor
            Weights, as :meth:`weights` returns them.
        tokens : tensor
            Tokens, (sequence, place).

        Yields
        ------
        tensor
            Stream, (sequence, place, width).
        """
        turns = rotations(tokens.shape[-1], self.width // self.heads, like=weights["embedding"])
        h, eps = weights["embedding"][tokens], self.eps
        yield h
        for block in self.order:
            for branch in BRANCHES[self.branches]:
                h = h.add(self.branch(branch, block, weights, h, turns), alpha=eps)
            yield h

    def branch(
        self, name: str, block: int, weights: Weights, h: Tensor, turns: tuple[Tensor, Tensor], /
    ) -> Tensor:
        """Return the output of the ``attention`` or ``mlp`` of a block, before the branch scale."""
        functional = load_torch().nn.functional
        linear = functional.linear
        w = {n: weights[f"{block}.{n}"] for n in _TENSORS[name]}
        x = functional.rms_norm(h, h.shape[-1:], w[f"{name}_norm"], NORM_EPSILON)
        if name == "mlp":
            return linear(functional.silu(linear(x, w["gate"])) * linear(x, w["up"]), w["down"])
        q, k, v = (
            linear(x, w[n]).unflatten(-1, (self.heads, -1)).transpose(-3, -2)
            for n in ("query", "key", "value")
        )
        mixed = functional.scaled_dot_product_attention(
            rotated(q, turns), rotated(k, turns), v, is_causal=True
        )
        return linear(mixed.transpose(-3, -2).flatten(-2), w["out"])

    def logits(self, weights: Weights, tokens: Tensor, /) -> Tensor:
        """Return the scores of the next token, (sequence, place, token)."""
        functional = load_torch().nn.functional
        last = deque(self.states(weights, tokens), maxlen=1).pop()
        x = functional.rms_norm(last, last.shape[-1:], weights["norm"], NORM_EPSILON)
        return x @ weights["embedding"].T

    def loss(self, weights: Weights, tokens: Tensor, /) -> Tensor:
        """Return the mean cross-entropy of each token given those before it."""
        scores = self.logits(weights, tokens)[:, :-1].flatten(0, 1)
        return load_torch().nn.functional.cross_entropy(scores, tokens[:, 1:].flatten())


_TENSORS = {
    "attention": ("attention_norm", "query", "key", "value", "out"),
    "mlp": ("mlp_norm", "gate", "up", "down"),
}


def rotations(places: int, channels: int, /, *, like: Tensor) -> tuple[Tensor, Tensor]:
    """Return cosines and sines of the rotary angles, (place, channel / 2) each."""
    torch = load_torch()
    powers = torch.arange(0, channels, 2, dtype=torch.float64) / channels
    angles = torch.arange(places, dtype=torch.float64)[:, None] * ROTARY_BASE**-powers
    return angles.cos().to(like), angles.sin().to(like)


def rotated(x: Tensor, turns: tuple[Tensor, Tensor], /) -> Tensor:
    """Rotate the pairs (i, i + channels / 2) of the last axis by the angles of their places."""
    cos, sin = turns
    first, second = x.chunk(2, dim=-1)
    return load_torch().cat((first * cos - second * sin, second * cos + first * sin), dim=-1)
