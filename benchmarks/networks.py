"""Training steps of the papers' networks beside plain PyTorch modules of the same networks.

Run: python -m benchmarks.networks [--rounds R] [--clock cpu] [--only WORD] [--json FILE]

Loss, gradients and optimiser of one mini-batch, with the same weights, which must give the same
losses. Routes take turns, so that a busy machine slows all alike; a ratio is the median over the
rounds, and above 1 where this package is faster. ``memory``: bytes that a training step keeps for
its pass back, by the number of passes N of a looped Transformer.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.dense import CLOCKS, Route, Turns, installed, ratio
from benchmarks.rows import Row, absent
from depthlaws.sims.networks import ImageNetwork, LoopedTransformer, random_tokens, teacher_images

Loss = Callable[[], Any]

NOT_SLOWER = 0.95  # least speed in that of the plain module: repeated runs differ by 5 %
MOST_MEMORY = 1.05  # largest share of the plain module's memory
LOOPS = (1, 2, 4, 8, 16)
TEXTS = {  # name: network, sequences, tokens of each
    "looped Transformer, width 64, N = 8": (LoopedTransformer(width=64, loops=8), 4, 64),
    "looped Transformer, width 128, L = 2, N = 4": (
        LoopedTransformer(width=128, layers=2, loops=4), 8, 64,
    ),
    "looped Transformer, width 256, N = 4": (LoopedTransformer(width=256, loops=4), 8, 128),
}  # fmt: skip
IMAGES = {  # name: network, images
    "CNN, 8 layers": (ImageNetwork(depth=8), 32),
    "CNN, 8 layers, zero padding": (ImageNetwork(depth=8, padding="zero"), 32),
    "ResNet, 8 blocks": (ImageNetwork(network="resnet", depth=8), 32),
    "ViT, 4 blocks": (ImageNetwork(network="vit", depth=4), 32),
    "ViT, 4 blocks, width 128, pre-norm": (
        ImageNetwork(network="vit", depth=4, norm="pre", width=128), 64,
    ),
}  # fmt: skip


def plain_modules() -> tuple[Any, Any, Any]:
    """Classes of a looped Transformer, of a CNN or ResNet, and of a ViT, as PyTorch modules."""
    import torch
    from torch import nn

    functional = nn.functional

    class Mixing(nn.Module):
        """Attention of several heads, one product for queries, keys and values."""

        def __init__(self, width: int, heads: int, places: int = 0):
            super().__init__()
            self.heads = heads
            self.qkv = nn.Linear(width, 3 * width, bias=False)
            self.out = nn.Linear(width, width, bias=False)
            size = width // heads
            angles = torch.arange(places)[:, None] * 1e4 ** (-torch.arange(0, size, 2) / size)
            angles = torch.cat((angles, angles), -1)
            self.cos, self.sin = angles.cos(), angles.sin()

        def turned(self, z: Any) -> Any:
            first, second = z.chunk(2, -1)
            cos, sin = self.cos[: z.shape[-2]], self.sin[: z.shape[-2]]
            return z * cos + torch.cat((-second, first), -1) * sin

        def forward(self, x: Any) -> Any:
            b, t, d = x.shape
            q, k, v = self.qkv(x).view(b, t, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
            causal = len(self.cos) > 0
            if causal:
                q, k = self.turned(q), self.turned(k)
            y = functional.scaled_dot_product_attention(q, k, v, is_causal=causal)
            return self.out(y.transpose(1, 2).reshape(b, t, d))

    class Gated(nn.Module):
        """SwiGLU."""

        def __init__(self, width: int, hidden: int):
            super().__init__()
            self.gate = nn.Linear(width, hidden, bias=False)
            self.up = nn.Linear(width, hidden, bias=False)
            self.down = nn.Linear(hidden, width, bias=False)

        def forward(self, x: Any) -> Any:
            return self.down(functional.silu(self.gate(x)) * self.up(x))

    class Llama(nn.Module):
        def __init__(self, model: LoopedTransformer, places: int):
            super().__init__()
            d, self.model = model.width, model
            self.embedding = nn.Embedding(model.vocabulary, d)
            self.blocks = nn.ModuleList(
                nn.ModuleList([
                    nn.RMSNorm(d, 1e-6), Mixing(d, model.heads, places),
                    nn.RMSNorm(d, 1e-6), Gated(d, int(model.hidden or 0)),
                ])
                for _ in range(model.layers)
            )  # fmt: skip
            self.norm = nn.RMSNorm(d, 1e-6)
            self.head = nn.Linear(d, model.vocabulary, bias=False)
            self.head.weight = self.embedding.weight

        def forward(self, tokens: Any) -> Any:
            h, eps = self.embedding(tokens), self.model.eps
            for _ in range(self.model.loops):
                for first, attention, second, mlp in self.blocks:
                    h = h + eps * attention(first(h))
                    h = h + eps * mlp(second(h))
            scores = self.head(self.norm(h))[:, :-1]
            return functional.cross_entropy(scores.flatten(0, 1), tokens[:, 1:].flatten())

        def weights(self) -> dict[str, Any]:
            named = {"embedding": self.embedding.weight, "norm": self.norm.weight}
            for i, (first, attention, second, mlp) in enumerate(self.blocks):
                query, key, value = attention.qkv.weight.chunk(3)
                parts = {"query": query, "key": key, "value": value}
                parts |= {"out": attention.out.weight, "attention_norm": first.weight}
                parts |= {n: getattr(mlp, n).weight for n in ("gate", "up", "down")}
                parts |= {"mlp_norm": second.weight}
                named |= {f"{i}.{name}": w for name, w in parts.items()}
            return named

    class Convolutions(nn.Module):
        def __init__(self, model: ImageNetwork):
            super().__init__()
            self.residual = model.network == "resnet"
            mode = "circular" if model.padding == "circular" else "zeros"
            half = model.kernel // 2
            self.layers = nn.ModuleList(
                nn.Conv2d(c, model.width, model.kernel, padding=half, padding_mode=mode, bias=False)
                for c in [model.colours] + [model.width] * (model.depth - 1 + self.residual)
            )
            self.head = nn.Linear(model.width, model.classes, bias=False)
            self.phi = nn.ReLU() if model.activation == "relu" else nn.GELU()

        def forward(self, x: Any) -> Any:
            first, *others = self.layers
            z = first(x)
            for layer in others:
                z = z + layer(self.phi(z)) if self.residual else layer(self.phi(z))
            return self.head((z if self.residual else self.phi(z)).mean((2, 3)))

        def weights(self) -> dict[str, Any]:
            named = {str(i): layer.weight for i, layer in enumerate(self.layers)}
            return {**named, "head": self.head.weight}

    class Vision(nn.Module):
        def __init__(self, model: ImageNetwork):
            super().__init__()
            d, self.post = model.width, model.norm == "post"
            self.patch = nn.Conv2d(model.colours, d, model.patch, stride=model.patch, bias=False)
            self.first = nn.Parameter(torch.zeros(d))
            self.position = nn.Parameter(torch.zeros((model.side // model.patch) ** 2 + 1, d))
            self.blocks = nn.ModuleList(
                nn.ModuleList([
                    Mixing(d, model.heads), nn.Linear(d, 4 * d, bias=False),
                    nn.Linear(4 * d, d, bias=False),
                ])
                for _ in range(model.depth)
            )  # fmt: skip
            self.norm = nn.LayerNorm(d, 1e-6, elementwise_affine=False)
            self.head = nn.Linear(d, model.classes, bias=False)

        def forward(self, x: Any) -> Any:
            patches = self.patch(x).flatten(2).transpose(1, 2)
            h = torch.cat((self.first.expand(len(x), 1, -1), patches), 1) + self.position
            norm = self.norm
            for attention, up, down in self.blocks:
                if self.post:
                    h = norm(h + attention(h))
                    h = norm(h + down(functional.gelu(up(h))))
                else:
                    h = h + attention(norm(h))
                    h = h + down(functional.gelu(up(norm(h))))
            return self.head((h if self.post else norm(h))[:, 0])

        def weights(self) -> dict[str, Any]:
            named = {"patch": self.patch.weight, "class": self.first, "position": self.position}
            for i, (attention, up, down) in enumerate(self.blocks):
                parts = {"qkv": attention.qkv, "out": attention.out, "up": up, "down": down}
                named |= {f"{i}.{name}": part.weight for name, part in parts.items()}
            return {**named, "head": self.head.weight}

    return Llama, Convolutions, Vision


def loaded(module: Any, weights: dict[str, Any]) -> Any:
    """Return the module with the weights of this package's network."""
    import torch

    with torch.no_grad():
        for name, w in module.weights().items():
            w.copy_(weights[name])
    return module


def of_text(model: LoopedTransformer, sequences: int, length: int) -> dict[str, tuple[Loss, Any]]:
    """Loss of one mini-batch and its weights, ours and the plain module's."""
    import torch

    tokens = torch.from_numpy(random_tokens(sequences, length, seed=0))
    weights = {name: w.requires_grad_() for name, w in model.weights(0).items()}
    plain = loaded(plain_modules()[0](model, length), model.weights(0))
    return {
        "ours": (lambda: model.loss(weights, tokens), [*weights.values()]),
        "plain": (lambda: plain(tokens), [*plain.parameters()]),
    }


def of_images(model: ImageNetwork, images: int) -> dict[str, tuple[Loss, Any]]:
    """Loss of one mini-batch and its weights, ours and the plain module's."""
    import torch

    pixels, classes = teacher_images(images, seed=0, side=model.side, classes=model.classes)
    x, y = torch.from_numpy(pixels).float(), torch.from_numpy(classes)
    weights = {name: w.requires_grad_() for name, w in model.weights(0).items()}
    plain = loaded(plain_modules()[1 + (model.network == "vit")](model), model.weights(0))
    loss = torch.nn.functional.cross_entropy
    return {
        "ours": (
            lambda: loss(model.scores(weights, [*model.states(weights, x)][-1]), y),
            [*weights.values()],
        ),
        "plain": (lambda: loss(plain(x), y), [*plain.parameters()]),
    }


def steps(losses: dict[str, tuple[Loss, Any]]) -> dict[str, Route]:
    """Training steps of AdamW. Raises: ValueError if the losses are not the same."""
    import torch

    values = [float(loss().detach()) for loss, _ in losses.values()]
    if abs(values[0] / values[1] - 1) > 1e-5:
        msg = f"the losses of the two networks differ: {values}"
        raise ValueError(msg)

    def route(loss: Loss, weights: Any) -> Route:
        optimizer = torch.optim.AdamW(weights, lr=1e-5)

        def step() -> float:
            optimizer.zero_grad()
            value = loss()
            value.backward()
            optimizer.step()
            return float(value.detach())

        return step

    return {name: route(*pair) for name, pair in losses.items()}


def kept_bytes(loss: Loss, weights: Any) -> int:
    """Bytes that a pass keeps for the pass back, weights left out, each storage once."""
    import torch

    known = {w.untyped_storage().data_ptr() for w in weights}
    storages: dict[int, Any] = {}

    def pack(x: Any) -> Any:
        storages[x.untyped_storage().data_ptr()] = x.untyped_storage()
        return x

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda x: x):
        value = loss()
    del value
    return sum(s.nbytes() for place, s in storages.items() if place not in known)


def record(name: str, losses: dict[str, tuple[Loss, Any]], items: int, turns: Turns) -> Any:
    """Seconds of a training step, and tokens or images a second."""
    seconds = turns.seconds(steps(losses))
    ratios = [p / o for p, o in zip(seconds["plain"], seconds["ours"], strict=True)]
    low, _, high = statistics.quantiles(ratios, n=4)
    ours, plain = (statistics.median(seconds[route]) for route in ("ours", "plain"))
    return {
        "what": f"training step, {name}", "a second": items / ours, "plain a second": items / plain,
        "plain over ours": ratio(seconds, "plain"), "quartiles": (low, high),
    }  # fmt: skip


def records(turns: Turns, only: str = "") -> Iterator[dict[str, Any]]:
    """Yield the training steps of all networks."""
    for name, (model, sequences, length) in TEXTS.items():
        if only in name:
            yield record(name, of_text(model, sequences, length), sequences * length, turns) | {
                "unit": "tokens"
            }
    for name, (network, images) in IMAGES.items():
        if only in name:
            yield record(name, of_images(network, images), images, turns) | {"unit": "images"}


def memory() -> Iterator[dict[str, Any]]:
    """Yield the MiB that a step keeps for its pass back, by the number of passes."""
    for loops in LOOPS:
        losses = of_text(LoopedTransformer(width=128, loops=loops), 8, 64)
        kept = {name: kept_bytes(*pair) / 2**20 for name, pair in losses.items()}
        yield {"loops": loops, **kept}


def bars() -> Iterator[Row]:
    """Yield training steps and their memory beside plain modules."""
    if "torch" not in installed():
        yield absent("torch", "training steps beside plain PyTorch modules", least=NOT_SLOWER)
        return
    for measured in records(Turns(9, time.perf_counter, enough=6.0)):
        yield Row(
            what=f"{measured['what']}: over the plain module",
            ours=f"{measured['a second']:.4g} {measured['unit']}/s",
            beside=f"{measured['plain a second']:.4g} {measured['unit']}/s",
            value=measured["plain over ours"],
            least=NOT_SLOWER,
        )
    for kept in memory():
        yield Row(
            what=f"memory of a training step, N = {kept['loops']}: over the plain module's",
            ours=f"{kept['ours']:.4g} MiB",
            beside=f"{kept['plain']:.4g} MiB",
            value=kept["ours"] / kept["plain"],
            most=MOST_MEMORY,
        )


def main() -> None:
    """Measure, print tables, and write the records where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", default="")
    parser.add_argument("--clock", choices=CLOCKS, default="wall")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    measured = [*records(Turns(options.rounds, CLOCKS[options.clock]), options.only)]
    table = Table("what", "a second", "plain module", "over it (quartiles)")
    for one in measured:
        low, high = one["quartiles"]
        table.add_row(
            one["what"],
            f"{one['a second']:.4g} {one['unit']}",
            f"{one['plain a second']:.4g}",
            f"{one['plain over ours']:.3f} ({low:.3f}-{high:.3f})",
        )
    kept = Table("N", "kept for the pass back (MiB)", "plain module")
    memories = [*memory()]
    for row in memories:
        kept.add_row(str(row["loops"]), f"{row['ours']:.4g}", f"{row['plain']:.4g}")
    console = Console(width=120)
    console.print(table)
    console.print(kept)
    if options.json:
        options.json.write_text(json.dumps([*measured, *memories], indent=2) + "\n")


if __name__ == "__main__":
    main()
