"""Powers of the width with which the dimensions of parameters grow: compared, or certain.

Trainer exports print this file below the marker, after :mod:`.parameter_names`. A power is 0 for a
dimension that stays, about 1 for one that grows as the width, and None where this is not certain.
"""

import itertools
import math
import re

from depthlaws.theory.parametrization.parameter_names import (
    IN_OUT,
    INNER_READOUT,
    NARROW,
    NORM_LIST,
    NUMBERED,
    OUT_IN,
    TABLE,
    WITHIN_WIDTH,
    is_gain,
    module_of,
    parts_of,
    place_of,
    template_of,
)

# Printed by trainer exports from here on.

MODULE = re.compile(r"(?P<stem>.*[^\d._])_?\d+[a-z]?")  # a module whose name ends in a number
FIXED, GROWS = 0.06, 0.25  # powers of the width: stays below the first, grows above the second
MOST_FUSED = 16  # widths side by side in one matrix: queries, keys, values, and both of an MLP
IMAGE_CHANNELS = 4  # images have 1, 3 or 4 channels, and no network has so small a width
NOT_STREAM = re.compile(r"(?i)\w*(attn|attention|mixer)\w*|att|self")  # norms inside are of heads
CROSS = re.compile(r"(?i)attn2|\w*cross\w*|\w*(encoder|enc)_?(dec)?_?att\w*")
TIME = re.compile(r"(?i)t_\w+|\w*time\w*|\w*step\w*")
DIRECT = re.compile(r"(?i)proj(ection)?|conv(olution)?|linear|0|\w*embed\w*")
GENERIC = re.compile(r"(?i)fc|out(put(_layer|_projection)?)?|\w*_outputs")  # heads or projections
HEADS = re.compile(r"(?i)query|key|value|out")  # Flax attention: kernels have heads and their size


class _Layers:
    """Shapes by name, and those of further layers, which differ in one number of their name."""

    def __init__(self, shapes):
        self.shapes, self.alike = shapes, {}

    def shape(self, name):
        """Return the shape of a name, or of the same layer at any other number, or None."""
        if name in self.shapes:
            return tuple(self.shapes[name])
        if not self.alike:
            for other, shape in self.shapes.items():
                for key in self.keys(other):
                    self.alike.setdefault(key, set()).add(tuple(shape))
        candidates = (self.alike.get(key, ()) for key in self.keys(name))
        return next((next(iter(shapes)) for shapes in candidates if len(shapes) == 1), None)

    @staticmethod
    def keys(name):
        """Return the name with a star for each of its numbers in turn, the last one first."""
        numbers = reversed(list(re.finditer(r"\d+", name)))
        return [f"{name[: n.start()]}*{name[n.end() :]}" for n in numbers]


class Listing:
    """Parameters of a network: parts and places of their names, flat layers, growth.

    Attributes: ``place``: ("block", a group outside of the blocks or None, index of the part that
    told it); ``flat``: (parent, stem, number) of layers that are numbered in no block; ``growth``:
    power of each dimension; ``widths``: sizes of vectors that grow; ``spread``: lists of norms.
    """

    def __init__(self, shapes, tied, wider=None):
        self.shapes, self.tied, self.compared = shapes, tied, bool(wider)
        self.parts = {name: parts_of(name) for name in shapes}
        self.template = {name: template_of(name) for name in shapes}
        known = {}
        for name, key in self.template.items():
            if key not in known:
                known[key] = place_of(self.parts[name])
        self.place = {name: known[key] for name, key in self.template.items()}
        from_0 = {tuple(p[: p.index("conv0")]) for p in self.parts.values() if "conv0" in p}
        for name, parts in self.parts.items() if from_0 else ():  # conv1 is no stem beside conv0
            if "conv1" in parts and tuple(parts[: parts.index("conv1")]) in from_0:
                self.place[name] = None, len(parts)
        self.place |= self._numbered_modules()
        self.units = {
            tuple(self.parts[name][: at + 1])
            for name, (place, at) in self.place.items()
            if place == "block"
        }
        self.containers = {unit[:-1] for unit in self.units}
        self.numbers = {unit[-1] for unit in self.units if unit[-1].isdigit()}
        self.scanned = {unit[:-1] for unit in self.units if not unit[-1].isdigit()}
        self.flat = self._flat_layers()
        self.ends = self._ends_of_sequences()
        for name, parts in self.parts.items():  # h.0.scale beside h.0.attn.weight
            if self.place[name][0] is None and name not in self.flat:
                ends = range(len(parts) - 1, 0, -1)
                end = next((end for end in ends if tuple(parts[:end]) in self.units), None)
                if end:
                    self.place[name] = "block", end - 1
        outside = (name for name, (place, _) in self.place.items() if place is None)
        self.spread = set(filter(self._is_of_all_blocks, outside))
        self.first = next(filter(self.is_matrix, shapes), None)
        self.last = next(filter(self.is_matrix, reversed(list(shapes))), None)
        self.growth, self.widths = self._compare(dict(wider)) if wider else self._guess()

    def _numbered_modules(self):
        """Return places in modules whose names end in a number: down1, down2; inception3a, 3b.

        Two or more of one stem, each with two matrices or more below it, are blocks, also where a
        part behind the number is numbered itself.
        """
        matrices = {}  # names of the matrices by parent, stem and module
        for name, parts in self.parts.items():
            place, at = self.place[name]
            for i, part in enumerate(parts[:-2]):
                numbered = MODULE.fullmatch(part)
                if numbered and i < at and (place is None or place == "block"):
                    modules = matrices.setdefault((*parts[:i], numbered["stem"]), {})
                    own = modules.setdefault(part, ([], i))
                    own[0].append(name)
                    break
        places = {}
        for modules in matrices.values():
            held = [sum(map(self.is_matrix, names)) for names, _ in modules.values()]
            if len(held) > 1 and min(held) > 1:
                places |= {n: ("block", i) for names, i in modules.values() for n in names}
        return places

    def _flat_layers(self):
        """Haiku leaves out the first number: linear, linear_1, linear_2."""
        free = {name: parts for name, parts in self.parts.items() if self.place[name][0] is None}
        siblings = {(*parts[:-2], "".join(parts[-2:-1])) for parts in free.values()}
        keys = {}
        for name, parts in free.items():
            parent, module = tuple(parts[:-2]), "".join(parts[-2:-1])
            numbered = NUMBERED.fullmatch(module)
            if tuple(parts[:-1]) in self.units:
                continue
            if numbered and (not self.units or module.isdigit() or numbered["joint"]):
                key = parent, numbered["stem"], int(numbered["number"])
            elif not numbered and (*parent, f"{module}_1") in siblings:
                key = parent, module, 0
            else:
                continue
            if not self.units or parent in self.containers:
                keys[name] = key
        return keys

    def _is_of_all_blocks(self, name):
        """Return True for gains of norms of all blocks, in a list or stacked in one array."""
        parts, numbered = self.parts[name], set(self.parts[name]) & self.numbers
        if any(NORM_LIST.fullmatch(a) and b in numbered for a, b in itertools.pairwise(parts)):
            return True
        stacked = len(self.shapes[name]) == 2 and 1 not in self.shapes[name]
        return stacked and is_gain(parts) and tuple(parts[:-2]) in self.scanned

    def is_matrix(self, name):
        """Return True for two dimensions or more that are no gain or bias by name."""
        return len(self.shapes[name]) > 1 and not is_gain(self.parts[name])

    def is_table(self, name):
        """Return True for one vector per entry by name: tokens, positions, classes."""
        return bool(TABLE.fullmatch(module_of(self.parts[name])))

    def bias_of(self, name):
        """Return the name of the bias beside a weight, or None."""
        leaf = self.parts[name][-1]
        head = name.removesuffix(leaf)
        for weight, bias in (("weight", "bias"), ("weight_v", "bias"), ("kernel", "bias")):
            if weight in leaf and head + leaf.replace(weight, bias) in self.shapes:
                return head + leaf.replace(weight, bias)
        return f"{head}b" if leaf == "w" and f"{head}b" in self.shapes else None

    def _ends_of_sequences(self):
        """Return "out" for the first matrix of each flat sequence, and "in" for the last."""
        sequences = {}
        for name, key in self.flat.items():
            if self.is_matrix(name):
                sequences.setdefault(key[:2], []).append((key[2], name))
        long = [sorted(layers) for layers in sequences.values() if len(layers) > 1]
        return {f[0][1]: "out" for f in long} | {f[-1][1]: "in" for f in long}

    def _compare(self, wider):
        """Compare with a wider model, whose layers may be of another number."""
        ours = {name: s for name, s in self.shapes.items() if name not in self.tied}
        narrow, wide = _Layers(ours), _Layers(wider)
        other = {name: wide.shape(name) for name in ours}
        absent = [name for name, shape in other.items() if shape is None]
        further = [name for name in wider if narrow.shape(name) is None]
        if absent or further:
            which = "wider" if absent else "narrower"
            raise ValueError(
                f"the {which} model has no {(absent or further)[0]}: list one model at two widths, "
                "with the same names and the same tied weights"
            )
        logs = {}
        for name, shape in self.shapes.items():
            wide_shape = other[self.tied.get(name, name)] or ()
            if len(wide_shape) != len(shape):
                raise ValueError(
                    f"{name} has the shapes {tuple(shape)} and {wide_shape}: list one model at "
                    "two widths, where the number of dimensions is the same"
                )
            both = zip(shape, wide_shape, strict=False)
            logs[name] = [math.log(b / a) if min(a, b) > 0 else 0.0 for a, b in both]
        gains = [
            log[0] for name, log in logs.items() if len(log) == 1 and is_gain(self.parts[name])
        ]
        changes = sorted(x for x in gains if x) or sorted(
            x for log in logs.values() for x in log if x
        )
        unit = changes[len(changes) // 2] if changes else 0.0
        if unit <= 0:
            raise ValueError(
                f"the model given as the wider one (wider=, --parameters-wider) is "
                f"{'narrower' if unit else 'as wide'}: give there the same model at a larger width"
            )
        growth = {name: tuple(_power(x / unit) for x in log) for name, log in logs.items()}
        vectors = [(n, s[0]) for n, s in self.shapes.items() if len(s) == 1]
        return growth, {size for name, size in vectors if growth[name][0]}

    def _guess(self):
        """Return powers where one listing makes them certain, and the sizes taken as widths."""
        norms, others, stacks = set(), set(), {}
        for name, shape in self.shapes.items():
            (place, at), parts = self.place[name], self.parts[name]
            if len(shape) == 1 and place in ("block", None) and shape[0] > IMAGE_CHANNELS:
                inside = place == "block" and any(map(NOT_STREAM.fullmatch, parts[at + 1 : -1]))
                bias = not is_gain([*parts[:-1], "weight"])
                (others if inside or bias else norms).add(shape[0])
                if place == "block" and not (inside or bias):
                    stack = tuple(part.rstrip("0123456789_") for part in parts[:at])
                    stacks.setdefault(stack, set()).add(shape[0])
        if any(a.isdisjoint(b) for a, b in itertools.combinations(stacks.values(), 2)):
            return {name: (None,) * len(shape) for name, shape in self.shapes.items()}, set()
        widths = norms or (others if self.units else set())
        if not self.units:
            inner = set(self.flat) - {self.first, self.last}
            squares = [self.shapes[name] for name in inner if len(self.shapes[name]) > 1]
            widths |= {s[0] for s in squares if len({*s}) == 1}
        widths |= set() if widths else self._ends()
        heads = {
            tuple(self.parts[name][:-1])
            for name, (place, _) in self.place.items()
            if place == "readout" and self.is_matrix(name)
        }
        growth = {
            name: tuple(0.0 if s <= IMAGE_CHANNELS else 1.0 if s in widths else None for s in shape)
            for name, shape in self.shapes.items()
        }
        alike = {}  # names that differ in numbers alone and have the same shape
        for name, known in growth.items():
            if self.is_matrix(name):
                flat = name if name in self.flat else ""
                key = self.template[name], tuple(self.shapes[name]), flat
                if key not in alike:
                    alike[key] = tuple(self._certain(name, [*known], widths, len(heads) == 1))
                growth[name] = alike[key]
        growth |= self._sequence(widths)
        return growth | {name: growth[first] for name, first in self.tied.items()}, widths

    def _ends(self):
        """Return the width of tables and heads, where no vector tells it."""
        sizes = set()
        for name, shape in self.shapes.items():
            place, at = self.place[name]
            last = shape[
                0 if IN_OUT.fullmatch(self.parts[name][-1]) and place == "readout" else -1 :
            ]
            direct = place == "readout" and at == len(self.parts[name]) - 2
            if len(shape) == 2 and shape[0] != shape[1] and (self.is_table(name) or direct):
                sizes |= {last[0]} if last[0] > IMAGE_CHANNELS else set()
        return sizes

    def _certain(self, name, known, widths, one_head):
        """Fill in what name and sizes of a matrix make certain."""
        shape, parts, (place, at) = self.shapes[name], self.parts[name], self.place[name]
        leaf, inner = parts[-1], parts[at + 1 : -1]
        side = (0, 1) if OUT_IN.fullmatch(leaf) else (-1, -2)  # outputs, inputs
        torch, flax = OUT_IN.fullmatch(leaf), IN_OUT.fullmatch(leaf) or leaf == "w"
        if torch:
            known[2:] = [0.0] * len(known[2:])  # sizes of a filter
            if place == "block" and len(known) > 2 and shape[1] == 1:  # depthwise
                known[0] = 1.0
        elif flax and len(known) > 3 and not HEADS.fullmatch(parts[-2]):
            known[:-2] = [0.0] * (len(known) - 2)
        elif flax and len(known) == 3 and HEADS.fullmatch(parts[-2]):
            return [1.0, 1.0, 0.0] if shape[0] in widths else [1.0, 0.0, 1.0]
        if place == "block":
            crossed = any(map(CROSS.fullmatch, parts[at:-1]))
            if crossed and len({size for size in shape if size in widths}) > 1:
                return [None] * len(known)  # inputs from outside may have a width of their own
            if crossed or INNER_READOUT.fullmatch(module_of(parts)):
                return known
            wide = WITHIN_WIDTH.search("/".join(parts[at:]))
            known = [
                1.0 if k is None and (wide or _is_multiple(s, widths)) else k
                for k, s in zip(known, shape, strict=True)
            ]
            if NARROW.fullmatch(module_of(parts)) and known[side[1]]:  # a router
                known[side[0]] = 0.0 if known[side[0]] is None else known[side[0]]
            if not (torch or flax) and len(known) == 3 and all(known[1:]):
                known[0] = 0.0  # stacked experts
            return known
        top = max(widths, default=0)
        if self.is_table(name) and shape[-1] in widths:
            return [0.0] * (len(known) - 1) + [1.0]
        direct = all(map(DIRECT.fullmatch, inner)) and not TIME.fullmatch(
            "".join(parts[at : at + 1])
        )
        if place == "embedding" and direct and known[side[0]] and known[side[1]] is None:
            known[side[1]] = 0.0
        elif place == "readout" and not inner and shape[side[0]] == shape[side[1]]:
            known[side[0]] = None  # as many outputs as the width
        elif place == "readout" and one_head and not inner and known[side[1]]:
            size, may_be_wide = shape[side[0]], GENERIC.fullmatch(parts[at])
            if known[side[0]] is None and not (may_be_wide and size % 32 == 0 and size < top):
                known[side[0]] = 0.0
        elif place == "other matrices":
            multiple = [any(s % w == 0 for w in widths) for s in shape]
            known = [1.0 if k is None and m else k for k, m in zip(known, multiple, strict=True)]
        elif all(known[i] for i in side) and not self._is_hidden(name) and "dense" not in parts:
            return [None] * len(known)
        return known

    def _is_hidden(self, name):
        """Return True for a flat layer that is neither the input nor the readout of the network."""
        return name in self.flat and bool(self.units or name not in (self.first, self.last))

    def _sequence(self, widths):
        """Return growth of the layers of one numbered sequence: the first, the hidden, the last."""
        layers = [name for name in self.flat if self.is_matrix(name)]
        layers.sort(key=lambda name: self.flat[name][2])
        one = len({self.flat[name][:2] for name in layers}) == 1
        if self.units:
            top = max(widths, default=math.inf)
            sizes = {n: self.shapes[n] for n in layers if one}
            ends = {n: s for n, s in sizes.items() if max(s) > top and min(s) in widths}
            return {n: tuple(float(size in widths) for size in s) for n, s in ends.items()}
        if not one or len(layers) < 2 or any(map(self._is_outer, self.shapes)):
            return {}
        torch = [bool(OUT_IN.fullmatch(self.parts[name][-1])) for name in layers]
        sizes = [
            s if t else s[::-1] for t, s in zip(torch, map(self.shapes.get, layers), strict=True)
        ]
        hidden = [size[0] for size in sizes[:-1]]
        bottleneck = any(
            b < min(a, c) for a, b, c in zip(hidden, hidden[1:], hidden[2:], strict=False)
        )
        chain = all(a[0] == b[1] for a, b in itertools.pairwise(sizes))
        chain = chain and not min(hidden) < sizes[0][1] == sizes[-1][0]  # else an autoencoder
        if bottleneck or not chain or any(len(size) > 2 for size in sizes):
            return {}
        growth = dict.fromkeys(layers[1:-1], (1.0, 1.0))
        growth[layers[0]] = (1.0, 0.0) if torch[0] else (0.0, 1.0)
        growth[layers[-1]] = (0.0, 1.0) if torch[-1] else (1.0, 0.0)
        return growth

    def _is_outer(self, name):
        return self.place[name][0] is not None and self.is_matrix(name)


def _is_multiple(size, widths):
    """Return True for at least the largest width, and a multiple of an eighth of it."""
    top = max(widths, default=math.inf)
    return top <= size <= MOST_FUSED * top and 8 * size % top == 0


def _power(ratio):
    """Return the power of the width of a dimension, None where it is neither clear nor zero."""
    return 0.0 if abs(ratio) <= FIXED else ratio if ratio >= GROWS else None
