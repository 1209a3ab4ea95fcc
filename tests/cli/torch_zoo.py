"""Small torch models that a recorder could disturb, each with a batch and its loss."""

import dataclasses
import random

import numpy as np
import torch
from torch import nn
from torch.nn.utils import parametrizations


class Looped(nn.Module):
    """Embedding, a pre-norm block applied three times, and a head, tied if asked."""

    def __init__(self, width=8, *, tied=False, loops=3):
        super().__init__()
        self.embed, self.head = nn.Embedding(5, width), nn.Linear(width, 5, bias=False)
        block = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, width), nn.ReLU())
        self.blocks, self.loops = nn.ModuleList([block]), loops
        if tied:
            self.head.weight = self.embed.weight

    def forward(self, tokens):
        h = self.embed(tokens)
        for _ in range(self.loops):
            h = h + self.blocks[0](h)
        return self.head(h)


class FrozenNorm(nn.BatchNorm1d):
    """Batch norm that a call of train() leaves in evaluation mode."""

    def train(self, mode=True):
        del mode
        return super().train(mode=False)


@dataclasses.dataclass
class Output:
    """Output of a block, as transformers has them."""

    loss: torch.Tensor | None
    state: torch.Tensor


class Packed(nn.Module):
    """Linear layer that returns its output in a container."""

    def __init__(self, pack):
        super().__init__()
        self.linear, self.pack = nn.Linear(8, 8), pack

    def forward(self, h):
        return self.pack(self.linear(h))


class Unpacked(nn.Module):
    """Packed blocks, whose outputs are taken from their containers."""

    def __init__(self, pack, take):
        super().__init__()
        self.blocks, self.take = nn.ModuleList([Packed(pack), Packed(pack)]), take

    def forward(self, h):
        for block in self.blocks:
            h = torch.tanh(self.take(block(h)))
        return h


class Counting(nn.Module):
    """Block that counts its calls, in a buffer, and draws random numbers in every mode."""

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(8, 8)
        self.register_buffer("calls", torch.zeros(()))

    def forward(self, h):
        self.calls += 1
        noise = 0.1 * torch.randn(h.shape) + 0.01 * random.random() + 0.01 * np.random.rand()  # noqa: NPY002
        return self.linear(h) + 0.01 * self.calls + noise


class Remembering(nn.Module):
    """Block with state in plain attributes: numbers, containers, tensors, generators, a cache."""

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(8, 8)
        self.calls, self.past, self.counts, self.average = 0, [], {}, torch.zeros(8)
        self.torch, self.numpy = torch.Generator().manual_seed(1), np.random.default_rng(2)
        self.python, self.seen = random.Random(3), set()

    def forward(self, h):
        self.calls += 1
        self.past.append(h.detach().mean())
        self.seen.add(self.calls)
        self.counts["calls"] = self.counts.get("calls", 0) + 1
        self.average.mul_(0.9).add_(0.1 * h.detach().mean(0))
        if not hasattr(self, "cache"):
            self.cache = h.detach().mean(0)
            self.register_buffer("late", h.detach().mean(0))
        noise = torch.randn(h.shape, generator=self.torch) * self.python.random()
        noise = noise + 0.1 * float(self.numpy.standard_normal())
        count = self.calls + len(self.past) + len(self.seen) + self.counts["calls"]
        return self.linear(h) + 0.1 * noise + 0.01 * count + self.average + self.cache + self.late


def _chain(*layers):
    return nn.Sequential(nn.Linear(8, 8), *layers, nn.Linear(8, 5))


def _frozen():
    model = _chain(nn.BatchNorm1d(8), nn.ReLU(), FrozenNorm(8), nn.BatchNorm1d(8), nn.Dropout(0.3))
    model[1].eval()
    return model


def _shared():
    block = nn.Sequential(nn.Linear(8, 8), nn.Tanh())
    return nn.Sequential(block, block, nn.Linear(8, 5))


def _spectral():
    return _chain(parametrizations.spectral_norm(nn.Linear(8, 8)), nn.Tanh())


ZOO = {
    "frozen batch norm": _frozen,
    "frozen dropout": lambda: _chain(nn.Dropout(0.5).eval(), nn.ReLU(), nn.Dropout(0.5)),
    "in place": lambda: _chain(nn.ReLU(inplace=True), nn.Linear(8, 8), nn.ReLU(inplace=True)),
    "weight norm": lambda: _chain(
        parametrizations.weight_norm(nn.Linear(8, 8, bias=False)), nn.Tanh()
    ),
    "spectral norm": _spectral,
    "tied": lambda: Looped(tied=True),
    "looped": Looped,
    "shared": _shared,
    "dict": lambda: Unpacked(lambda h: {"loss": h.mean(), "state": h}, lambda out: out["state"]),
    "tuple": lambda: Unpacked(lambda h: (None, h), lambda out: out[1]),
    "list": lambda: Unpacked(lambda h: [[h], 3], lambda out: out[0][0]),
    "dataclass": lambda: Unpacked(lambda h: Output(h.mean(), h), lambda out: out.state),
    "noise and buffers": lambda: _chain(Counting(), nn.ReLU(inplace=True), nn.Dropout(0.2)),
    "plain attributes": lambda: _chain(Remembering(), nn.ReLU(inplace=True)),
    "attention": lambda: nn.Sequential(
        nn.TransformerEncoderLayer(8, 2, 16, dropout=0.2, batch_first=True), nn.Linear(8, 5)
    ),
    "frozen weights": lambda: _chain(nn.Linear(8, 8).requires_grad_(requires_grad=False)),
}


def batch(model, seed):
    """Return inputs that a model takes, and classes."""
    draw = torch.Generator().manual_seed(seed)
    if isinstance(model, Looped):
        tokens = torch.randint(5, (6,), generator=draw)
        return tokens, tokens
    inputs = torch.randn(6, 8, generator=draw)
    if isinstance(model[0] if isinstance(model, nn.Sequential) else 0, nn.TransformerEncoderLayer):
        inputs = inputs[:, None]
    return inputs, torch.randint(5, (6,), generator=draw)


def loss_of(model, inputs, classes):
    """Cross entropy of the model on a batch."""
    scores = model(inputs)
    return nn.functional.cross_entropy(scores.flatten(0, -2), classes)


def seeded(name):
    """Return a model of the zoo, the same at every call."""
    torch.manual_seed(0)
    random.seed(0)
    np.random.seed(0)  # noqa: NPY002
    return ZOO[name]()
