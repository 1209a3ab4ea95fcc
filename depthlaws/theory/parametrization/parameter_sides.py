"""Sides of a parameter that grow with the width: its inputs, its outputs, both or none.

Trainer exports print this file below the marker, after :mod:`.width_growth`.
"""

import math
import re

from depthlaws.theory.parametrization.parameter_names import (
    IN_OUT,
    LINEAR,
    OUT_IN,
    TORCH,
    is_gain,
    module_of,
)

# Printed by trainer exports from here on.

ONE_WIDTH = 1.1  # largest sum of powers of one width, written as several dimensions
PAIRS = (("1", "2"), ("_a", "_b"), ("_A", "_B"), ("_down", "_up"))  # x @ w1 @ w2
TRANSPOSED = re.compile(r"(?i)\w*(transpose|deconv|upsample|convt)\w*|ups?(_?\d+)?")


def kinds_of(listing):
    """Return the kind of every parameter; names that differ in numbers alone are alike."""
    known, kinds = {}, {}
    for name, template in listing.template.items():
        key = template, tuple(listing.shapes[name]), listing.growth[name]
        if known.get(key) in ("in", "out", None):  # a bias beside it or its place may tell more
            known[key] = _kind(listing, name)
        kinds[name] = known[key]
    return kinds


def _kind(listing, name):
    """Return "vector", "none", "in", "out", "both" or None: which sides of a parameter grow."""
    shape, parts, powers = listing.shapes[name], listing.parts[name], listing.growth[name]
    stored = OUT_IN.fullmatch(parts[-1]) or IN_OUT.fullmatch(parts[-1])
    wide = [i for i, size in enumerate(shape) if size != 1 or powers[i]]
    grown = [i for i in wide if powers[i]]
    spread = sum(powers[i] for i in grown) <= ONE_WIDTH if grown else True
    if is_gain(parts):
        return "vector" if len(grown) < 2 or spread else None
    if len(shape) < 2 or (len(wide) < 2 and not stored):
        return "out" if len(shape) > 1 and listing.is_table(name) else "vector"
    if any(powers[i] is None for i in wide):
        return None
    if not grown:
        return "none" if listing.compared else None
    behind = _behind_a_one(shape, powers)
    if len(grown) > 1 and not spread:
        return None if not behind and _is_bilinear(listing, name, grown) else "both"
    if behind and OUT_IN.fullmatch(parts[-1]):
        return "out" if grown == [1] else "in" if grown == [2] else None
    if not stored and _is_reshaped(shape, listing.widths):
        return "vector"
    return _side(listing, name, grown)


def _behind_a_one(shape, powers):
    """Return True for a filter (1, out, in, ...): no side of a filter's window grows otherwise."""
    return len(shape) > 3 and shape[0] == 1 and not powers[0] and any(powers[2:])


def _is_bilinear(listing, name, grown):
    """Return True for a form of two vectors: both of its inputs grow, its outputs do not."""
    if not OUT_IN.fullmatch(listing.parts[name][-1]) or 0 in grown:
        return False
    bias, outside = listing.bias_of(name), listing.place[name][0] != "block"
    return not any(listing.growth[bias]) if bias else outside


def _is_reshaped(shape, widths):
    """Return True for a gain of one width that is written as (heads, size of a head)."""
    entries = math.prod(shape)
    return not widths.intersection(shape) and any(entries == m * w for w in widths for m in (1, 2))


def _side(listing, name, grown):
    """Return "out" or "in" for a matrix of which one side grows, None where neither is certain."""
    parts, shape = listing.parts[name], listing.shapes[name]
    leaf, place = parts[-1], listing.place[name][0]
    bias = listing.bias_of(name) if listing.compared else None
    if bias and None not in listing.growth[bias]:
        return "out" if any(listing.growth[bias]) else "in"
    if len(shape) > 2 and OUT_IN.fullmatch(leaf):  # a filter, which may be a transposed one
        end = listing.ends.get(name)
        if end or TRANSPOSED.fullmatch(module_of(parts)) or _is_odd_filter(listing, name, grown):
            return end
    raw = not (TORCH.fullmatch(leaf) or listing.is_table(name))
    if OUT_IN.fullmatch(leaf) and raw and len(shape) == 2:  # x @ weight, or weight @ x?
        return None
    if OUT_IN.fullmatch(leaf):
        if grown == [0]:
            return "out"
        if grown != [1]:
            return None
        return _table_or_readout(listing, name)
    if IN_OUT.fullmatch(leaf) or (leaf == "w" and "/" in name):
        return "out" if grown[-1] == len(shape) - 1 else "in"
    if listing.is_table(name):
        return "out" if grown == [len(shape) - 1] else None
    return side_of_pair(listing, name) if place == "block" else None


def _is_odd_filter(listing, name, grown):
    """Return True where the place of a filter without a bias contradicts outputs before inputs."""
    place = listing.place[name][0]
    if not listing.compared or place == "block" or name in listing.flat:
        return False
    begins = place == "embedding" or name == listing.first
    return begins if grown == [1] else not begins


def side_of_pair(listing, name):
    """Return the side that grows of x @ w1 @ w2: the inputs of w1, the outputs of w2."""
    for first, second in PAIRS:
        for end, other, side in ((first, second, "in"), (second, first, "out")):
            partner = name.removesuffix(end) + other
            if name.endswith(end) and partner in listing.shapes and listing.is_matrix(partner):
                return side
    return None


def _table_or_readout(listing, name):
    """Return the side of (entries, width) in torch: Embedding and Linear are stored alike."""
    place = listing.place[name][0]
    if listing.is_table(name):
        return "out"
    if place in ("block", "edge", "readout") or LINEAR.fullmatch(module_of(listing.parts[name])):
        return "in"
    if len(listing.shapes[name]) > 2 and set(listing.shapes[name][2:]) == {1}:
        return "in"  # a filter of one point is a linear layer
    if name == listing.first:  # a linear layer with fixed outputs takes no input of the network
        return "out"
    return "in" if name in listing.flat else None
