"""Looped Transformers as torch modules, for recorders and trainers that want one."""

from typing import Any

from depthlaws.sims.common.argument_checks import number
from depthlaws.sims.networks.library import Tensor, load_torch
from depthlaws.sims.networks.looped import BRANCHES, NORM_EPSILON, LoopedTransformer, rotations

__all__ = ["torch_module"]


def torch_module(model: LoopedTransformer, /, *, seed: int = 0, readout: float = 1.0) -> Any:
    """Make a looped Transformer as a torch module, whose forward pass returns the scores.

    Parameters
    ----------
    model : LoopedTransformer
        Network.
    seed : int
        Seed of its weights.
    readout : float
        Multiplier of the scores.

    Returns
    -------
    torch.nn.Module
        Module with ``embedding.weight``, ``blocks.0`` and so on, whose parameters have the names
        of :meth:`LoopedTransformer.weights`, and ``head``, which has the gain of the last norm and
        scores with the embedding.

    Raises
    ------
    RuntimeError
        If PyTorch is missing.
    ValueError
        If an argument is not allowed.

    Examples
    --------
    >>> module = torch_module(LoopedTransformer(width=16, loops=4))  # doctest: +SKIP
    >>> [name for name, _ in module.named_children()]  # doctest: +SKIP
    ['embedding', 'blocks', 'head']
    """
    nn, scale = load_torch().nn, number("readout", readout)
    weights = model.weights(seed)

    class Block(nn.Module):
        def __init__(self, place: int) -> None:
            super().__init__()
            self.prefix = f"{place}."
            own = {
                n.removeprefix(self.prefix): w
                for n, w in weights.items()
                if n.startswith(self.prefix)
            }
            for name, w in own.items():
                self.register_parameter(name, nn.Parameter(w))

        def forward(self, h: Tensor) -> Tensor:
            own = {self.prefix + name: w for name, w in self.named_parameters()}
            turns = rotations(h.shape[-2], model.width // model.heads, like=h)
            for branch in BRANCHES[model.branches]:
                output = model.branch(branch, int(self.prefix[:-1]), own, h, turns)
                h = h + model.eps * output
            return h

    class Head(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.gain = nn.Parameter(weights["norm"])

        def forward(self, h: Tensor, embedding: Tensor) -> Tensor:
            x = nn.functional.rms_norm(h, h.shape[-1:], self.gain, NORM_EPSILON)
            return scale * (x @ embedding.T)

    class Looped(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.embedding = nn.Embedding.from_pretrained(weights["embedding"], freeze=False)
            self.blocks = nn.ModuleList(Block(i) for i in range(model.unique))
            self.head = Head()

        def forward(self, tokens: Tensor) -> Tensor:
            h = self.embedding(tokens)
            for block in model.order:
                h = self.blocks[block](h)
            return self.head(h, self.embedding.weight)

    return Looped()
