"""Rules that sort the parameters of a network into groups: by the dimensions that grow.

Trainer exports print this file below the marker, after :mod:`.parameter_sides`. With the shapes of
a wider model the dimensions that grow decide. Without them parameters are asked for wherever it is
not certain which dimensions grow.

Source: a matrix learns at a rate that falls with its inputs if these grow, any other parameter at a
rate that does not move with the width (Yang et al., 2022, arXiv:2203.03466, table 8).
"""

import re

from depthlaws.theory.parametrization.parameter_names import (
    INNER_READOUT,
    NARROW,
    NUMBERED,
    OUT_IN,
    WITHIN_WIDTH,
    WORDS,
    is_gain,
    module_of,
    template_of,
)
from depthlaws.theory.parametrization.parameter_sides import kinds_of, side_of_pair
from depthlaws.theory.parametrization.width_growth import Listing

# Printed by trainer exports from here on.

GROUP_NAMES = (
    "embedding",
    "block matrices",
    "block vectors",
    "final norm",
    "readout",
    "other matrices",
)
MAX_NAMED = 8  # kinds of parameters that an error names
EVEN = 0.5, 2.2  # powers of the sides of a matrix from width to width outside of the blocks
CONDITION = re.compile(  # inputs beside that of the network
    r"(?i)t_\w+|\w*(time|step|label|class|context|text|cond|pos|query|queries|cls|add)\w*"
)


def sort_parameters(shapes, tied=None, patterns=None, wider=None):
    """Return the group of every parameter by name, and remarks on what names cannot tell.

    ``shapes``: shape by name; ``tied``: further names of a parameter, as {further name: name};
    ``patterns``: regular expressions by group, tried before the rules; ``wider``: shape by name of
    the same model at a larger width. Raises ValueError for names whose group is not certain, for a
    pattern that no name matches, and for two models that do not fit each other.
    """
    tied, patterns = dict(tied or {}), dict(patterns or {})
    every = dict(shapes) | {name: shapes[first] for name, first in tied.items()}
    groups = {}
    for group, pattern in patterns.items():
        names = [name for name in every if re.search(pattern, name)]
        if not names:
            raise ValueError(
                f"the pattern {pattern!r} of {group} matches no parameter; the first of "
                f"{len(every)} names is {next(iter(every), 'missing')}"
            )
        groups |= {name: group for name in names if name not in groups}
    if len(groups) < len(every):
        by_rule = _sorted(Listing(every, tied, wider))
        for name, first in tied.items():
            by_rule[name] = by_rule[name] or groups.get(first) or by_rule[first]
        groups = {name: groups.get(name) or by_rule[name] for name in every}
        unsure = [name for name in every if groups[name] is None]
        if unsure:
            raise ValueError(_question(unsure, every, wider))
    return groups, [*_untied(groups, tied)]


def _question(unsure, shapes, wider):
    """Return the sentence that asks for the groups of parameters."""
    kinds = {}
    for name in unsure:
        kinds.setdefault(re.sub(r"\d+", "*", name), name)
    named = [f"{name} {tuple(shapes[name])}" for name in list(kinds.values())[:MAX_NAMED]]
    more = len(unsure) - len(named)
    if wider:
        start, answer = "two widths leave open the group of ", ""
    else:
        start = "no rule knows for certain, from one width, the group of "
        answer = "give the shapes at a larger width too (wider=, --parameters-wider FILE), or "
    return (
        f"{start}{', '.join(named)}{f' and {more} more' if more else ''}; {answer}name it with "
        "patterns={group: regular expression}, or by a group behind its sizes in the file of "
        f"--parameters; groups are {', '.join(GROUP_NAMES)}"
    )


def _sorted(listing):
    """Return the group of every parameter by name, None where it is not certain."""
    kinds = kinds_of(listing)
    groups, outer = _in_blocks(listing, kinds)
    matrices, around = {}, {}  # groups of the matrices of a module, and of its members
    for name, parts in listing.parts.items():
        if name not in groups and kinds[name] not in ("vector", "none"):
            groups[name] = _outer_group(listing, name, kinds)
        if name in groups and listing.place[name][0] != "block":
            matrices.setdefault(tuple(parts[:-1]), {})[parts[-1]] = groups[name]
            around.setdefault(tuple(parts[:-2]), set()).add(groups[name])
    last = _last_norms(listing)
    for name, parts in listing.parts.items():
        if name in groups:
            continue
        (place, at), own = listing.place[name], matrices.get(tuple(parts[:-1]), {})
        weight = own.get(parts[-1].replace("bias", "weight"))
        beside = {weight} if weight else set(own.values()) or around.get(tuple(parts[:-1]), set())
        flat = name in listing.flat and name not in last
        if kinds[name] == "none" and listing.is_table(name) and place != "block":
            groups[name] = "embedding"
        elif place == "block" or name in listing.spread:
            groups[name] = "final norm" if tuple(parts[: at + 1]) in outer else "block vectors"
        elif "block matrices" in beside or (flat and not beside & {"embedding", "readout"}):
            groups[name] = "block vectors"
        else:
            groups[name] = "final norm"
    return {name: groups[name] for name in listing.shapes}


def _in_blocks(listing, kinds):
    """Return the groups of matrices in blocks, and units that hold inputs or readouts alone.

    In a block the rate of a matrix falls where its inputs grow, as in a router; where they do not,
    as in a depthwise convolution, it learns as a vector. A numbered container can begin with the
    input and end with the readout: layers that its other members do not have, or have otherwise.
    """
    groups: dict[str, str | None] = {}
    inside = [
        name
        for name, kind in kinds.items()
        if listing.place[name][0] == "block" and kind not in ("vector", "none")
    ]
    if all(kinds[name] == "both" for name in inside):
        groups.update(dict.fromkeys(inside, "block matrices"))
        return groups, set()
    units, alike, ends = {}, {}, {}
    where = {name: _unit(listing, name) for name in inside}
    for name in inside:
        container, index, rest = where[name]
        depthwise = kinds[name] == "out" and _fan_in(listing, name) == 1
        units.setdefault((container, index), set()).add(kinds[name])
        like = alike.setdefault((container, rest), {})
        like.setdefault("depthwise" if depthwise else kinds[name], set()).add(index)
        ends.setdefault(container, set()).add(index)
    ends = {container: (min(numbers), max(numbers)) for container, numbers in ends.items()}
    has_input = any(
        listing.place[name][0] != "block"
        and listing.is_matrix(name)
        and (kind == "out" or listing.place[name][0] == "embedding")
        and not (listing.is_table(name) or any(map(CONDITION.fullmatch, listing.parts[name])))
        for name, kind in kinds.items()
    )
    for name in inside:
        container, index, rest = where[name]
        others, unit = alike[container, rest], units[container, index]
        at_end = index == ends[container][kinds[name] == "in"]
        alone = {index} in (others.get(kinds[name]), others.get("depthwise"))
        apart = unit == {kinds[name]} and (ends[container][0] < ends[container][1] or index < 0)
        first_or_last = at_end and alone and (apart or "both" in others)
        if kinds[name] == "out":
            input_layer = first_or_last and not has_input
            is_input = input_layer or WORDS.fullmatch(module_of(listing.parts[name]))
            groups[name] = "embedding" if is_input else "block vectors"
        elif kinds[name] == "in":
            groups[name] = _narrow(listing, name, others, first_or_last)
        else:
            groups[name] = kinds[name] and "block matrices"
    by_unit = {}
    for name in inside:
        by_unit.setdefault(where[name][:2], set()).add(groups[name])
    outer = {key for key, own in by_unit.items() if own <= {"embedding", "readout"}}
    outer |= _norms_before(outer, by_unit, listing)
    return groups, {
        tuple(listing.parts[name][: place[1] + 1])
        for name, place in listing.place.items()
        if place[0] == "block" and _unit(listing, name)[:2] in outer
    }


def _norms_before(outer, by_unit, listing):
    """Return units without matrices just before a unit with the readout alone: the final norm."""
    units = {_unit(listing, name)[:2] for name, at in listing.place.items() if at[0] == "block"}
    readouts = [key for key in outer if "readout" in by_unit[key] and key[1] > 0]
    before = [max((u for u in units if u[0] == k[0] and u < k), default=k) for k in readouts]
    return {*before} - by_unit.keys()


def _narrow(listing, name, others, first_or_last):
    """Return the group of a matrix in a block of which the inputs alone grow."""
    parts = listing.parts[name]
    module, router = module_of(parts), any(map(NARROW.fullmatch, parts))
    if first_or_last or (any(map(INNER_READOUT.fullmatch, (module, *parts))) and not router):
        return "readout"
    known = router or WITHIN_WIDTH.search("/".join(parts)) or side_of_pair(listing, name)
    return "block matrices" if known or len(others["in"]) > 1 else None


def _fan_in(listing, name):
    """Return the inputs of a filter: the second size in torch, the last but one in JAX."""
    shape = listing.shapes[name]
    return shape[1 if OUT_IN.fullmatch(listing.parts[name][-1]) else -2]


def _unit(listing, name):
    """Return the container of a block, its number there, -1 without one, and the rest."""
    parts, at = listing.parts[name], listing.place[name][1]
    numbered = NUMBERED.fullmatch(parts[at])
    container = (*parts[:at], numbered["stem"] if numbered else parts[at])
    rest = tuple("*" if part.isdigit() else part for part in parts[at + 1 :])
    return container, int(numbered["number"]) if numbered else -1, rest


def _outer_group(listing, name, kinds):
    """Return the group of a matrix outside of the blocks."""
    kind, place = kinds[name], listing.place[name][0]
    parts, filters = listing.parts[name], len(listing.shapes[name]) > 2
    filters = filters and OUT_IN.fullmatch(parts[-1]) and name != listing.first
    if kind == "out" and filters and _fan_in(listing, name) == 1:  # a depthwise filter
        return "final norm"
    if kind != "both":
        return {"in": "readout", "out": "embedding"}.get(kind)
    powers = [power for power in listing.growth[name] if power]
    if listing.is_table(name) and listing.bias_of(name) is None:
        return None
    if listing.compared and not all(EVEN[0] < power < EVEN[1] for power in powers):
        return None
    hidden = place is None and (not listing.units or name in listing.flat)
    return "block matrices" if hidden else "other matrices"


def _last_norms(listing):
    """Return the names of the last of an odd number of norms beside blocks, which have two each."""
    modules = {}
    for name, key in listing.flat.items():
        modules.setdefault(key, []).append(name)
    norms = [key for key, names in modules.items() if not any(map(listing.is_matrix, names))]
    norms = [
        key
        for key in norms
        if all(is_gain([*listing.parts[n][:-1], "weight"]) or key[1] == "" for n in modules[key])
    ]
    if not listing.units or len(norms) % 2 == 0:
        return []
    return modules[max(norms, key=lambda key: key[2])]


def sorted_table(groups, shapes):
    """Return lines that list each group with its names, a star for numbers, sizes and counts."""
    rows = {}
    for name, group in groups.items():
        key = group, template_of(name), tuple(shapes[name])
        rows.setdefault(key, []).append(name)
    lines = []
    for group in GROUP_NAMES:
        own = [(key, names) for key, names in rows.items() if key[0] == group]
        lines += [f"{group}: {sum(len(names) for _, names in own)}"] if own else []
        for (_, template, shape), names in own:
            sizes = "x".join(map(str, shape)) or "scalar"
            times = f", {len(names)} of them" if len(names) > 1 else ""
            lines.append(f"    {template if times else names[0]}  {sizes}{times}")
    return lines


def _untied(groups, tied):
    """Keep one group for each tied parameter; yield a sentence where its names have two."""
    listed = set(groups.values())
    for name, first in tied.items():
        other, here = groups.pop(name), groups[first]
        if other != here:
            groups[first] = "embedding" if "embedding" in (here, other) else here
            yield (
                f"{name} ({other}) is {first} ({here}), tied: it learns as {groups[first]}; "
                "the multiplier of the readout still belongs behind it"
            )
    if "readout" not in listed:
        yield (
            "no readout matrix is listed: a head that is tied to the embedding learns as the "
            "embedding, and the multiplier of the readout still belongs behind it"
        )
    if "embedding" not in listed:
        yield "no embedding is listed: name the input layer with patterns={'embedding': ...}"
