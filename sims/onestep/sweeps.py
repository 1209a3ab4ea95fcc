"""Three sweeps through a network: forward, backward, and forward again along the first step.

Source: ammup, eq. (7). The linearised change of all z_l by one step of unit rate, for every loss at
once: dz_l = DF_l dz_{l-1} + (derivative of F_l in its weights) dW_l, from dz_0 = 0.
"""

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from depthlaws.sims import activations
from depthlaws.sims.backend import Backend
from depthlaws.sims.onestep.architecture import Architecture
from depthlaws.sims.onestep.operations import (
    Activate,
    Attend,
    Gradient,
    Linear,
    Norm,
    Part,
    Patches,
    Pool,
    Update,
)

Array = Any
Saved = list[Any]


@dataclass(frozen=True)
class Unit:
    """z -> a z + b F(z), then a normalisation if there is one; F is the product of the parts."""

    parts: tuple[Part, ...]
    skip: float = 0.0
    multiplier: float = 1.0
    after: Norm | None = None

    @functools.cached_property
    def tensors(self) -> int:
        """Number of weights."""
        return sum(isinstance(part, Linear) for part in self.parts)

    def forward(self, z: Array, weights: Sequence[Array], /) -> tuple[Array, Saved]:
        """State after the unit, and what its parts remember."""
        x, saved = z, []
        for part, i in self._slots:
            x, kept = part.forward(x, None if i is None else weights[i])
            saved.append(kept)
        x = self._sum(z, x)
        if self.after is not None:
            x, kept = self.after.forward(x, None)
            saved.append(kept)
        return x, saved

    def backward(
        self, g: Array, saved: Saved, weights: Sequence[Array], /
    ) -> tuple[Array, list[Gradient]]:
        """Cotangent before the unit, and the gradients of its weights in order."""
        if self.after is not None:
            g, _ = self.after.pull(g, saved[-1], None)
        x, found = (g if self.multiplier == 1 else self.multiplier * g), []
        for place in range(len(self._slots) - 1, -1, -1):
            part, i = self._slots[place]
            x, gradient = part.pull(x, saved[place], None if i is None else weights[i])
            if gradient is not None:
                found.append(gradient)
        return (x if self.skip == 0 else self.skip * g + x), found[::-1]

    def tangent(
        self, dz: Array, saved: Saved, weights: Sequence[Array], updates: Sequence[Update | None], /
    ) -> Array:
        """Tangent after the unit."""
        x = dz
        for (part, i), kept in zip(self._slots, saved, strict=False):
            weight, update = (None, None) if i is None else (weights[i], updates[i])
            x = part.push(x, kept, weight, update)
        x = self._sum(dz, x)
        return x if self.after is None else self.after.push(x, saved[-1], None, None)

    def _sum(self, z: Array, x: Array) -> Array:
        x = x if self.multiplier == 1 else self.multiplier * x
        return x if self.skip == 0 or z is None else self.skip * z + x

    @functools.cached_property
    def _slots(self) -> list[tuple[Part, int | None]]:
        """Every part with the number of its weight, or None."""
        weight = itertools.count()
        return [(p, next(weight) if isinstance(p, Linear) else None) for p in self.parts]


class Network:
    """The units of an architecture and its head, on a backend."""

    def __init__(self, architecture: Architecture, backend: Backend, /):
        self.architecture = architecture
        self._phi = Activate(activations.get(architecture.activation))
        self._norm = Norm(architecture.norm_epsilon)
        self._linear = Linear(_patches(architecture, backend))
        self.units = [self._unit(i) for i in range(architecture.depth)]
        read = {"activated": (self._phi,), "normalized": (self._norm,), "raw": ()}
        self.head = Unit((*read[architecture.reads], Pool(), Linear()))

    def _unit(self, i: int) -> Unit:
        a = self.architecture
        if i < a.stem:
            return Unit(self._first(self._activated(1), i))
        before = (self._norm,) if a.norm == "pre" else ()
        plain = a.network == "plain"
        return Unit(
            self._first(before + self._branch(i), i) if plain else before + self._branch(i),
            skip=a.skip if a.skip is not None else float(not plain),
            multiplier=a.branch_multiplier,
            after=self._norm if a.norm == "post" else None,
        )

    def _branch(self, i: int) -> tuple[Part, ...]:
        a = self.architecture
        if a.attends(i):
            return self._linear, Attend(a.heads), self._linear
        if a.network == "transformer":
            return self._linear, *self._activated(a.branch_depth - 1)
        if a.network == "post-activation":
            return (self._linear, self._phi) * a.branch_depth
        return self._activated(a.branch_depth)

    def _activated(self, count: int) -> tuple[Part, ...]:
        return (self._phi, self._linear) * count

    def _first(self, parts: tuple[Part, ...], i: int) -> tuple[Part, ...]:
        """The same, but for a first unit that reads its input as it is."""
        if i > 0 or self.architecture.activate_input:
            return parts
        at = parts.index(self._phi)
        return parts[:at] + parts[at + 1 :]

    def dealt(self, weights: Sequence[Any], /) -> list[Sequence[Any]]:
        """The weights (or what belongs to them) of each unit."""
        return [weights[i:j] for i, j in self._places]

    @functools.cached_property
    def _places(self) -> list[tuple[int, int]]:
        """Where the weights of each unit begin and end."""
        ends = itertools.accumulate((unit.tensors for unit in self.units), initial=0)
        return [*itertools.pairwise(ends)]


def _patches(architecture: Architecture, backend: Backend) -> Patches | None:
    if not architecture.convolutional:
        return None
    return Patches(architecture.axes, architecture.kernel, architecture.padding, backend)


class Pass:
    """One forward sweep: the states z_0, ..., z_L, the outputs, and what the units remember."""

    def __init__(
        self,
        network: Network,
        weights: Sequence[Array],
        head: Array,
        x: Array,
        /,
        *,
        see: Callable[[Array], None] = lambda _: None,
    ):
        self._network, self._weights, self._head = network, network.dealt(weights), head
        self._saved: list[Saved] = []
        z = x
        for unit, mine in zip(network.units, self._weights, strict=True):
            z, saved = unit.forward(z, mine)
            self._saved.append(saved)
            see(z)
        self.outputs, self._read = network.head.forward(z, [head])

    def backward(self, g: Array, /) -> list[Gradient]:
        """Gradients of all weights but the head, from cotangents of the outputs."""
        g, _ = self._network.head.backward(g, self._read, [self._head])
        found: list[list[Gradient]] = []
        for i in reversed(range(len(self._saved))):
            unit = self._network.units[i]
            g, gradients = unit.backward(g, self._saved[i], self._weights[i])
            found.append(gradients)
        return [gradient for gradients in reversed(found) for gradient in gradients]

    def tangents(
        self, updates: Sequence[Update | None] | None = None, *, dz: Array = None, start: int = 0
    ) -> Iterator[Array]:
        """Yield the tangents of z_{start+1}, ..., z_L: of a step, or of a change dz of z_start."""
        dealt = self._network.dealt(updates if updates is not None else self._nothing())
        for i in range(start, len(self._saved)):
            dz = self._network.units[i].tangent(dz, self._saved[i], self._weights[i], dealt[i])
            yield dz

    def _nothing(self) -> list[None]:
        return [None] * sum(len(mine) for mine in self._weights)
