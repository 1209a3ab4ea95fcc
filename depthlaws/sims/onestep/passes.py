"""Three passes through a network: forward, backward, and forward again along the first step.

Source: ammup, eq. (7). The linearised change of all z_l by one step of unit rate, for every loss at
once: dz_l = DF_l dz_{l-1} + (derivative of F_l in its weights) dW_l, from dz_0 = 0.
"""

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from depthlaws.sims.common import activations
from depthlaws.sims.common.backend import Backend
from depthlaws.sims.onestep.architecture import Architecture
from depthlaws.sims.onestep.unit_parts import (
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
        """Number of weights of the unit."""
        return sum(isinstance(part, Linear) for part in self.parts)

    def forward(self, z: Array, weights: Sequence[Array], /) -> tuple[Array, Saved]:
        """Return the state after the unit, and the arrays that its parts remember."""
        x, saved = z, []
        for part, i in self._slots:
            x, remembered = part.forward(x, None if i is None else weights[i])
            saved.append(remembered)
        x = self._sum(z, x)
        if self.after is not None:
            x, remembered = self.after.forward(x, None)
            saved.append(remembered)
        return x, saved

    def backward(
        self, g: Array, saved: Saved, weights: Sequence[Array], /
    ) -> tuple[Array, list[Gradient]]:
        """Return the cotangent before the unit, and the gradients of its weights in order."""
        if self.after is not None:
            g, _ = self.after.pull(g, saved[-1], None)
        x, gradients = (g if self.multiplier == 1 else self.multiplier * g), []
        for place in range(len(self._slots) - 1, -1, -1):
            part, i = self._slots[place]
            x, gradient = part.pull(x, saved[place], None if i is None else weights[i])
            if gradient is not None:
                gradients.append(gradient)
        return (x if self.skip == 0 else self.skip * g + x), gradients[::-1]

    def tangent(
        self, dz: Array, saved: Saved, weights: Sequence[Array], updates: Sequence[Update | None], /
    ) -> Array:
        """Return the tangent after the unit."""
        x = dz
        for (part, i), remembered in zip(self._slots, saved, strict=False):
            weight, update = (None, None) if i is None else (weights[i], updates[i])
            x = part.push(x, remembered, weight, update)
        x = self._sum(dz, x)
        return x if self.after is None else self.after.push(x, saved[-1], None, None)

    def _sum(self, z: Array, x: Array) -> Array:
        x = x if self.multiplier == 1 else self.multiplier * x
        return x if self.skip == 0 or z is None else self.skip * z + x

    @functools.cached_property
    def _slots(self) -> list[tuple[Part, int | None]]:
        """Parts, each with the number of its weight or None."""
        weight = itertools.count()
        return [(p, next(weight) if isinstance(p, Linear) else None) for p in self.parts]


class Network:
    """Units of an architecture and its head, on a backend."""

    def __init__(self, architecture: Architecture, backend: Backend, /):
        self.architecture = architecture
        self._phi = Activate(activations.get(architecture.activation))
        self._norm = Norm(architecture.norm_epsilon)
        axes, kernel, padding = architecture.axes, architecture.kernel, architecture.padding
        convolutional = architecture.convolutional
        self._linear = Linear(Patches(axes, kernel, padding, backend) if convolutional else None)
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
        """Return the parts of unit i, of a first unit that reads its plain input without phi."""
        if i > 0 or self.architecture.activate_input:
            return parts
        place = parts.index(self._phi)
        return parts[:place] + parts[place + 1 :]

    def by_unit(self, weights: Sequence[Any], /) -> list[Sequence[Any]]:
        """Group weights, or their updates, by the unit that they belong to."""
        return [weights[first:end] for first, end in self._ranges]

    @functools.cached_property
    def _ranges(self) -> list[tuple[int, int]]:
        """First weight of each unit and the first of the next."""
        ends = itertools.accumulate((unit.tensors for unit in self.units), initial=0)
        return [*itertools.pairwise(ends)]


class Pass:
    """One pass forward: the states z_0, ..., z_L, the outputs, and the arrays that units remember.

    ``on_state`` is called with z_1, ..., z_L.
    """

    def __init__(
        self,
        network: Network,
        weights: Sequence[Array],
        head: Array,
        x: Array,
        /,
        *,
        on_state: Callable[[Array], None] | None = None,
    ):
        self._network, self._weights, self._head = network, network.by_unit(weights), head
        self._saved: list[Saved] = []
        z = x
        for unit, unit_weights in zip(network.units, self._weights, strict=True):
            z, saved = unit.forward(z, unit_weights)
            self._saved.append(saved)
            if on_state is not None:
                on_state(z)
        self.outputs, self._read = network.head.forward(z, [head])

    def backward(self, g: Array, /) -> list[Gradient]:
        """Return the gradients of all weights but the head, from cotangents of the outputs."""
        g, _ = self._network.head.backward(g, self._read, [self._head])
        by_unit: list[list[Gradient]] = []
        for i in reversed(range(len(self._saved))):
            unit = self._network.units[i]
            g, gradients = unit.backward(g, self._saved[i], self._weights[i])
            by_unit.append(gradients)
        return [gradient for gradients in reversed(by_unit) for gradient in gradients]

    def tangents(
        self, updates: Sequence[Update | None] | None = None, *, dz: Array = None, start: int = 0
    ) -> Iterator[Array]:
        """Yield the tangents of z_{start+1}, ..., z_L: of a step, or of a change dz of z_start."""
        if updates is None:
            updates = [None] * sum(map(len, self._weights))
        by_unit = self._network.by_unit(updates)
        for i in range(start, len(self._saved)):
            dz = self._network.units[i].tangent(dz, self._saved[i], self._weights[i], by_unit[i])
            yield dz
