"""Image classifiers of the AM-muP paper: plain CNN, ResNet of one-convolution blocks, and ViT.

Each has a linear head behind a mean over sites (CNN, ResNet) or on a class token (ViT).
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from depthlaws.base.unread_arguments import require_read_fields
from depthlaws.sims.common.argument_checks import choice, integer
from depthlaws.sims.networks.library import Tensor, Weights, generator, load_torch
from depthlaws.sims.onestep.architecture import gate

__all__ = ["ImageNetwork"]

NETWORKS = ("cnn", "resnet", "vit")
ACTIVATIONS = ("relu", "gelu")
PADDINGS = ("circular", "zero")
NORMS = ("pre", "post")
NORM_EPSILON = 1e-6  # number added to the variance in LayerNorm, as timm's ViT has it


@dataclass(frozen=True, kw_only=True)
class ImageNetwork:
    """Classifier of square images.

    Parameters
    ----------
    network : str
        Network: cnn (``depth`` convolutions in a row), resnet (one convolution, then ``depth``
        blocks z + K^-1/2 W phi(z)) or vit (``depth`` blocks of attention and MLP).
    depth : int
        Number of convolutions or blocks.
    width : int
        Channels, in a ViT the hidden size.
    kernel : int
        Offsets of a convolution along each axis, an odd number.
    padding : str
        Padding of a convolution: circular or zero.
    activation : str
        Activation of a CNN or ResNet, relu or gelu; a ViT has gelu.
    norm : str
        Place of a ViT's LayerNorm: pre (before the branch) or post (after the sum).
    heads, patch : int
        Attention heads, and pixels of the side of a patch, of a ViT.
    classes, colours, side : int
        Outputs, colours of a pixel, and pixels of the side of an image.

    Raises
    ------
    ValueError, TypeError
        If a value is not allowed.

    Examples
    --------
    >>> ImageNetwork(network="vit", depth=2, width=32).layers
    4
    """

    network: str = "cnn"
    depth: int = 4
    width: int = 64
    kernel: int = 3
    padding: str = "circular"
    activation: str = "relu"
    norm: str = "post"
    heads: int = 4
    patch: int = 2
    classes: int = 10
    colours: int = 1
    side: int = 8

    def __post_init__(self) -> None:
        for name in _COUNTS:
            object.__setattr__(self, name, integer(name, getattr(self, name)))
        choice("network", self.network, NETWORKS)
        choice("padding", self.padding, PADDINGS)
        choice("activation", self.activation, ACTIVATIONS)
        choice("norm", self.norm, NORMS)
        vit = self.network == "vit"
        for wrong, says in (
            (not self.kernel % 2, f"kernel must be odd, got {self.kernel}"),
            (
                vit and self.width % self.heads,
                f"heads must divide the width {self.width}, got {self.heads}",
            ),
            (
                vit and self.side % self.patch,
                f"patch must divide the side {self.side}, got {self.patch}",
            ),
        ):
            if wrong:
                raise ValueError(says)
        require_read_fields(self, "heads patch norm", read=vit, says="network vit")
        convolutions = "kernel padding activation"
        require_read_fields(self, convolutions, read=not vit, says="network cnn or resnet")

    @property
    def layers(self) -> int:
        """Number of states whose change is measured: a ViT's block has two."""
        return {"cnn": self.depth, "resnet": self.depth, "vit": 2 * self.depth}[self.network]

    def weights(self, seed: int, /, *, dtype: str = "float32") -> Weights:
        """Draw all weights, normals of variance 1/(q fan-in), q the activation's gate.

        The first convolution and a ViT have variance 1/fan-in, the convolutions of residual blocks
        1/(K q fan-in). Biases are 0 and are left out; gains of the norms are 1.

        Parameters
        ----------
        seed : int
            Seed of the network.
        dtype : str
            Type of the numbers.

        Returns
        -------
        dict of str to tensor
            ``0``, ``1``, ... for convolutions (out, in, kernel, kernel); for a ViT ``patch``,
            ``class``, ``position``, and for block i ``i.qkv``, ``i.out``, ``i.up``, ``i.down``;
            ``head`` (class, width).
        """
        torch = load_torch()
        number = getattr(torch, dtype)

        def draw(place: int, *shape: int, gain: float = 1.0) -> Tensor:
            std = math.sqrt(gain / math.prod(shape[1:]))
            return torch.randn(*shape, generator=generator(seed, place), dtype=number) * std

        d = self.width
        if self.network == "vit":
            tokens = (self.side // self.patch) ** 2 + 1
            drawn = {
                "patch": draw(1, d, self.colours, self.patch, self.patch),
                "class": draw(2, d, 1)[:, 0],
                "position": draw(3, tokens, d) * math.sqrt(d),
            }
            for i in range(self.depth):
                shapes = {"qkv": (3 * d, d), "out": (d, d), "up": (4 * d, d), "down": (d, 4 * d)}
                for j, (name, shape) in enumerate(shapes.items()):
                    drawn[f"{i}.{name}"] = draw(4 + 4 * i + j, *shape)
        else:
            gain = 1 / gate(self.activation)
            gain /= self.depth if self.network == "resnet" else 1
            k = (self.kernel, self.kernel)
            drawn = {"0": draw(1, d, self.colours, *k)}
            for i in range(1, self.depth + (self.network == "resnet")):
                drawn[str(i)] = draw(1 + i, d, d, *k, gain=gain)
        return {**drawn, "head": draw(0, self.classes, d)}

    def states(self, weights: Weights, images: Tensor, /) -> Iterator[Tensor]:
        """Yield the state of every layer: pre-activations, or the residual stream.

        Parameters
        ----------
        weights : dict of str to tensor
            Weights, as :meth:`weights` returns them.
        images : tensor
            Images, (image, colour, row, column).

        Yields
        ------
        tensor
            State, (image, channel, row, column), of a ViT (image, token, channel).
        """
        return (self._vit if self.network == "vit" else self._convolutions)(weights, images)

    def _convolutions(self, weights: Weights, images: Tensor) -> Iterator[Tensor]:
        z = self._convolved(images, weights["0"])
        if self.network == "cnn":
            yield z
        for i in range(1, self.depth + (self.network == "resnet")):
            branch = self._convolved(self._phi(z), weights[str(i)])
            z = branch if self.network == "cnn" else z + branch
            yield z

    def _convolved(self, x: Tensor, weight: Tensor) -> Tensor:
        functional, half = load_torch().nn.functional, self.kernel // 2
        if self.padding == "zero":
            return functional.conv2d(x, weight, padding=half)
        return functional.conv2d(functional.pad(x, (half,) * 4, mode="circular"), weight)

    def _phi(self, z: Tensor) -> Tensor:
        return getattr(load_torch().nn.functional, self.activation)(z)

    def _vit(self, weights: Weights, images: Tensor) -> Iterator[Tensor]:
        torch = load_torch()
        functional, post = torch.nn.functional, self.norm == "post"
        patches = functional.conv2d(images, weights["patch"], stride=self.patch)
        first = weights["class"].expand(len(images), 1, self.width)
        h = torch.cat((first, patches.flatten(2).transpose(1, 2)), dim=1) + weights["position"]

        def norm(x: Tensor) -> Tensor:
            return functional.layer_norm(x, x.shape[-1:], eps=NORM_EPSILON)

        for i in range(self.depth):
            for branch in (self._attention, self._mlp):
                h = norm(h + branch(weights, i, h)) if post else h + branch(weights, i, norm(h))
                yield h

    def _attention(self, weights: Weights, i: int, x: Tensor) -> Tensor:
        q, k, v = (
            part.unflatten(-1, (self.heads, -1)).transpose(1, 2)
            for part in (x @ weights[f"{i}.qkv"].T).chunk(3, dim=-1)
        )
        # The plain products: fused attention has no forward-mode derivative.
        scores = q @ k.transpose(-2, -1) / math.sqrt(self.width // self.heads)
        mixed = scores.softmax(-1) @ v
        return mixed.transpose(1, 2).flatten(2) @ weights[f"{i}.out"].T

    def _mlp(self, weights: Weights, i: int, x: Tensor) -> Tensor:
        gelu = load_torch().nn.functional.gelu
        return gelu(x @ weights[f"{i}.up"].T) @ weights[f"{i}.down"].T

    def scores(self, weights: Weights, last: Tensor, /) -> Tensor:
        """Return the outputs of the head, (image, class), from the state of the last layer."""
        if self.network == "vit":
            if self.norm == "pre":
                functional = load_torch().nn.functional
                last = functional.layer_norm(last, last.shape[-1:], eps=NORM_EPSILON)
            return last[:, 0] @ weights["head"].T
        read = self._phi(last) if self.network == "cnn" else last
        return read.mean((2, 3)) @ weights["head"].T


_COUNTS = ("depth", "width", "kernel", "heads", "patch", "classes", "colours", "side")
