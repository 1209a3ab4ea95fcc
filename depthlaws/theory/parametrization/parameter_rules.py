"""Rules that sort the parameters of a network into groups: dimensions first, then names.

Trainer exports print this file below its first import, so that a training job needs no dependency:
it imports the standard library only. A name is read part by part (``h.0.ln_1.weight`` has four);
the first part that is known decides where the parameter is.
"""

import re

# Patterns of one part of a name; (?i) ignores case.
BLOCK = re.compile(  # a container of residual blocks, numbered or not
    r"(?i)(\w*(blocks?|layers?|attn|attention|mlp|moe|experts?|mixer|stage|group)|stack|loops?"
    r"|core|prelude|coda|recur\w*|h)(_?\d+)?|h\d+_\w+"
)
OUTSIDE = {  # modules outside of the blocks, by group
    "other matrices": re.compile(
        r"(?i)pooler|transform|\w*adapter|pre_logits|\w*projector|connector"
    ),
    "readout": re.compile(
        r"(?i)(\w+_)?heads?|embed_out|unembed\w*|output(_layer|_projection)?|readout|classifier"
        r"|logits?(_dense)?|score|seq_relationship|\w*_outputs"
    ),
    "embedding": re.compile(
        r"(?i)\w*embed\w*|\w*emb|wte|wpe|shared|\w+_token|pos_\w+|position\w*|patch\w*|\w*stem"
        r"|conv_(proj|root|init|stem)|conv1|in(put)?(s|_(proj(ection)?|layer))?|tok(ens?)?"
    ),
}
VECTOR = re.compile(  # last part of a gain, bias or scalar, whatever its dimensions
    r"(?i)\w*bias|b|scale|offset|gains?|gamma|beta|a_log|d|sinks?|\w*norm(_weight|_scale)?"
    r"|layer_?scale\w*|ls_?\d*"
)
VECTOR_MODULE = re.compile(  # part before the last
    r"(?i)\w*norm(_?\w{1,2}|_?\d+|_init)?|ln(_\w+|\d+)?|[bg]n(_\w+|\d+)?|\w*_bias"
    r"|layer_?scale\w*|ls_?\d*"
)
LONE_READOUT = re.compile(r"(?i)linear|dense|fc|proj(ection)?|out|final|decoder")
LEAF = re.compile(r"(?i)weight|bias|kernel|embeddings?|w|b|scale|offset|gamma|beta|g")
NUMBERED = re.compile(r"(?P<stem>\D*?)(?P<joint>_?)(?P<number>\d+)")


def sort_parameters(shapes, tied=None, patterns=None):
    """Return the group of every parameter by name, and remarks on what names cannot tell.

    ``shapes``: shape by name; ``tied``: further names of a parameter, as {further name: name};
    ``patterns``: regular expressions by group, tried before the rules. Raises ValueError with the
    names that no rule matches.
    """
    tied, patterns = dict(tied or {}), dict(patterns or {})
    both = dict(shapes) | {name: shapes[first] for name, first in tied.items()}
    groups, containers, undecided, heads = {}, set(), {}, {}
    for name, shape in both.items():
        parts = [part for part in re.split(r"[./]", name) if part not in ("", "~", "params")]
        group = next((g for g, pattern in patterns.items() if re.search(pattern, name)), None)
        where, at = _place(parts)
        if group is None and where == "block":
            containers.add(tuple(parts[: at + 1]))
            group = "block vectors" if _inner_vector(parts, shape) else "block matrices"
        elif group is None and where is not None:
            group = _outer_group(where, parts, shape)
            if group == "readout" and parts[at + 1].isdigit():
                heads.setdefault(tuple(parts[: at + 1]), {})[int(parts[at + 1])] = name
        if group is None:
            undecided[name] = parts
        else:
            groups[name] = group
    for layers in heads.values():  # of a head that is an nn.Sequential the last one is the readout
        groups |= {layers[i]: "other matrices" for i in layers if i < max(layers)}
    for name in [name for name in undecided if tuple(undecided[name][:-2]) in containers]:
        vector = _inner_vector(undecided.pop(name), both[name])  # h.0.scale beside h.0.attn.weight
        groups[name] = "block vectors" if vector else "block matrices"
    _sort_flat(undecided, both, groups, {path[:-1] for path in containers})
    for name in [name for name in undecided if _is_vector(undecided[name], both[name])]:
        groups[name] = "final norm"
        del undecided[name]
    if undecided:
        raise ValueError(
            "no rule knows the group of "
            + ", ".join(f"{name} {tuple(both[name])}" for name in undecided)
            + "; name it with patterns={group: regular expression}, or by a group behind its sizes "
            + "in the file of --parameters; groups are "
            + ", ".join([*OUTSIDE, "block matrices", "block vectors", "final norm"])
        )
    return groups, [*_untied(groups, tied)]


def _place(parts):
    """Return "block", a group outside of the blocks or None, and the index of the part."""
    layer = LEAF.fullmatch(parts[-1]) and NUMBERED.fullmatch("".join(parts[-2:-1]))
    for at, part in enumerate(parts[:-1]):
        for group, known in OUTSIDE.items():
            if known.fullmatch(part):
                return group, at
        after = len(parts) - at - 1  # a layer, which is numbered itself, is followed by its leaf
        inside = after > (2 if layer and not NUMBERED.fullmatch(part) else 1 if layer else 0)
        if inside and (part.isdigit() or (BLOCK.fullmatch(part) and after > 1)):
            return "block", at
    if parts[-2:-1] == ["decoder"]:
        return "readout", len(parts) - 2
    last = parts[-1]
    names = last == "cls" or OUTSIDE["embedding"].fullmatch(last)
    return ("embedding", len(parts) - 1) if names else (None, len(parts))


def _is_vector(parts, shape):
    """Return True for fewer than two dimensions, and for names of gains, biases and norms."""
    named = VECTOR.fullmatch(parts[-1]) or VECTOR_MODULE.fullmatch("".join(parts[-2:-1]))
    return len(shape) < 2 or bool(named)


def _inner_vector(parts, shape):
    """Return True for vectors of a block, with gains (1, 1, width) and depthwise convolutions."""
    if _is_vector(parts, shape) or len(shape) < 3:
        return _is_vector(parts, shape)
    gain = sum(size != 1 for size in shape) < 2
    fan_in = shape[1 if parts[-1] == "weight" else -2]  # channels of a filter: torch, or jax
    return gain or (fan_in == 1 and "conv" in parts[-2].lower())


def _outer_group(where, parts, shape):
    """Return the group of a parameter outside of the blocks."""
    if _is_vector(parts, shape):
        return "final norm"
    square = len(shape) == 2 and shape[0] == shape[1]
    return "other matrices" if where == "readout" and square and "dense" in parts else where


def _sort_flat(undecided, shapes, groups, blocks_at):
    """Sort layers that are numbered without a container: nn.Sequential, Dense_0, fc1, linear_1.

    Without an embedding elsewhere the first one is the embedding, without a readout elsewhere the
    last one is the readout. Beside numbered blocks the last of an odd number of norms is the final
    one: each block has two.
    """
    modules = {}  # (parent, stem, number) of a module: its parameters
    for name, parts in undecided.items():
        key = _flat_key(parts, undecided.values())
        beside_blocks = key and key[0] in blocks_at and (parts[-2].isdigit() or key[3])
        if key and (beside_blocks or not blocks_at):
            modules.setdefault(key[:3], []).append(name)
    first = list(dict.fromkeys(key[:2] for key in modules))
    order = sorted(modules, key=lambda key: (first.index(key[:2]), key[2]))
    norms = [k for k in order if all(_is_vector(undecided[n], shapes[n]) for n in modules[k])]
    layers = [key for key in order if key not in norms]
    lone = [
        name
        for name, parts in undecided.items()
        if LONE_READOUT.fullmatch("".join(parts[-2:-1]))
        and not _is_vector(parts, shapes[name])
        and not any(name in names for names in modules.values())
    ]
    if "readout" not in groups.values():
        groups.update(dict.fromkeys(lone, "readout"))
    inputs = [] if "embedding" in groups.values() else layers[:1]
    outputs = [] if "readout" in groups.values() else [k for k in layers[-1:] if k not in inputs]
    last = (
        norms[-1:] if blocks_at and len(norms) % 2 and "final norm" not in groups.values() else []
    )
    for key, names in modules.items():
        outer = "embedding" if key in inputs else "readout" if key in outputs else None
        for name in names:
            if _is_vector(undecided[name], shapes[name]):
                groups[name] = "final norm" if outer or key in last else "block vectors"
            else:
                groups[name] = outer or "block matrices"
    for name in [name for name in undecided if name in groups]:
        del undecided[name]


def _flat_key(parts, others):
    """Return (parent, stem, number, joined by "_") of a numbered layer, or None.

    Haiku leaves out the first number: linear, linear_1, linear_2.
    """
    parent, module = tuple(parts[:-2]), "".join(parts[-2:-1])
    numbered = NUMBERED.fullmatch(module)
    if numbered:
        return parent, numbered["stem"], int(numbered["number"]), bool(numbered["joint"])
    siblings = (o[-2] for o in others if len(o) > 1 and tuple(o[:-2]) == parent)
    return (parent, module, 0, True) if f"{module}_1" in siblings else None


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
