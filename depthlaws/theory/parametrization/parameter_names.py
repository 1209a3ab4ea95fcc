"""Words in the names of parameters: blocks and what is outside of them, gains, tables, orientation.

Trainer exports print this file below the marker, so that a training job needs no dependency: it
imports the standard library only. A name is read part by part (``h.0.ln_1.weight`` has four); the
first part that is known decides where the parameter is.
"""

import re

# Printed by trainer exports from here on.

# Patterns of one part of a name; (?i) ignores case.
BLOCK = re.compile(  # a container of residual blocks, numbered or not
    r"(?i)(\w*(blocks?|layers?|attn|attention|mlp|moe|experts?|mixer|stage|group|transition)|stack"
    r"|loops?|core|prelude|coda|recur\w*|h)(_?\d+)?|h\d+_\w+"
)
EDGE = re.compile(  # no container of blocks unless a number follows
    r"(?i)(final|first|last|input|output|in|out|pre|post|head|stem|\w*time\w*|\w*class\w*|\w*cond\w*)"
    r"_?(layers?|blocks?|mlp|stage)"
)
OUTSIDE = {  # modules outside of the blocks, by the group that their names suggest
    "other matrices": re.compile(
        r"(?i)pooler|transform|\w*adapter|pre_logits|\w*projector|connector"
    ),
    "readout": re.compile(
        r"(?i)(\w+_)?heads?|embed_out|unembed\w*|output(_layer|_projection)?|readout|classifier"
        r"|logits?(_dense)?|score|seq_relationship|\w*_outputs|\w*classifier|out|fc|conv_out|to_logits"
    ),
    "embedding": re.compile(
        r"(?i)\w*embed\w*|\w*emb|wte|wpe|shared|\w+_token|pos_\w+|position\w*|patch\w*|\w*stem"
        r"|conv_(proj|root|init|stem|in)|conv1|in(put)?(s|_(proj(ection)?|layer))?|tok(ens?)?"
        r"|latents?|\w*_(table|queries)|codebooks?"
    ),
}
TABLE = re.compile(  # one learned vector per entry, stored as (entries, width)
    r"(?i)(?!unembed|de_?embed)((\w*(embeddings?|embeds?|emb|tokens?|_pos|_table|_queries|embedder)"
    r"|(?!embed_(out|proj))embed_\w+|emb_\w)(_?\d+)?|wte|wpe|tok|shared|latents?|cls|codebooks?"
    r"|probe)"
)
WORDS = re.compile(r"(?i)(embed_tok\w*|tok(en)?_emb\w*|word_emb\w*|wte)")  # tables of tokens
NORM_LIST = re.compile(r"(?i)\w*norms")  # norms of all blocks in a list of their own
GAIN = re.compile(  # last part of a gain, bias or scalar
    r"(?i)\w*bias(es)?(_\w+)?|scale|offset|gains?|gamma|beta|a_(log|real|imag)|log_\w+|sinks?|layer_?scale\w*|ls_?\d*"
    r"|\w*norm(_weight|_scale)?|weight_g|original0"
)
GAIN_MODULE = re.compile(  # part before the last
    r"(?i)\w*norm(_?\w{1,2}|_?\d+|_init)?|ln(_\w+|\d+)?|[bg]n(_\w+|\d+)?|\w*_bias"
    r"|layer_?scale\w*|ls_?\d*"
)
OUT_IN = re.compile(r"(?i)(\w+_)?weight(_\w+)?|original1")  # torch: outputs before inputs
TORCH = re.compile(  # leaves of torch's own layers; any other one may be stored either way
    r"(?i)weight(_\w+)?|original1|(in|[qkv])_proj_weight|embedding_weight"
)
IN_OUT = re.compile(r"(?i)kernel|embeddings?")  # Flax: inputs before outputs
LINEAR = re.compile(  # a linear layer, where torch stores an embedding alike: last or first word
    r"(?i)(\w+_)?(\w*(proj(ection)?|lin(ear)?|classif\w*)|dense|fc|out(puts?)?|pred\w*|generator"
    r"|gate|head|logits?|decoder|final|scores?|halt|policy|value|critic|actor)_?\d*"
    r"|(proj|lin(ear)?|fc|dense|pred\w*|final|policy|value|critic|actor)_\w+"
)
LEAF = re.compile(r"(?i)weight|bias|kernel|embeddings?|w|b|scale|offset|gamma|beta|g")
NUMBERED = re.compile(r"(?P<stem>\D*?)(?P<joint>_?)(?P<number>\d+)")
WITHIN_WIDTH = re.compile(  # layers of a block from width to width, however few their outputs
    r"(?i)(?:^|/)((self_attn|attn|\w*attention|retention|mlp|feed_forward|block_sparse_moe|mixer|ffn"
    r"|densereludense)/((q|k|v|o|qkv|kv|gate|up|down|gate_up|c|in|out|x|dt)_(proj|attn|fc)"
    r"|w[qkvo123]|w?qkv|w[io](_\d)?|[qkv]|query|key|value|linear_qkv|query_key_value|fc\d?|proj"
    r"|dense(_\w+)?)|experts/(\d+/)?((gate|up|down|gate_up)_proj|w[123]))"
    r"(/base_layer)?(/weight|/kernel|/w)?$"
)
INNER_READOUT = re.compile(  # of a block: an exit, a head at every layer
    r"(?i)(\w+_)?heads?|\w*classifier|\w*logits|readout|score|unembed\w*|exit\w*"
    r"|to_rgbs?"
)
NARROW = re.compile(r"(?i)(router|gate|to_(q|k|v|kv|qkv)|[qkv]|[qkv]_proj|kv?|key|value|query)")


def parts_of(name):
    """Return the parts of a name; JAX writes ['h'][0], Keras :0, nnx .value."""
    parts = re.split(r"[./\[\]'\"]+", name.removesuffix(":0"))
    parts = [part for part in parts if part not in ("", "~", "params")]
    return parts[:-1] if parts[-1:] == ["value"] and len(parts) > 1 else parts or [name]


def place_of(parts):
    """Return "block", a group outside of the blocks or None, and the index of the part."""
    layer = LEAF.fullmatch(parts[-1]) and NUMBERED.fullmatch("".join(parts[-2:-1]))
    for at, part in enumerate(parts[:-1]):
        numbered = parts[at + 1].isdigit()
        for group, known in OUTSIDE.items():
            if known.fullmatch(part):
                return group, at
        if EDGE.fullmatch(part) and not numbered:
            return "edge", at
        after = len(parts) - at - 1  # a layer, which is numbered itself, is followed by its leaf
        inside = after > (2 if layer and not NUMBERED.fullmatch(part) else 1 if layer else 0)
        if inside and (part.isdigit() or (BLOCK.fullmatch(part) and after > 1)):
            return "block", at + (numbered and after > 2 and not part.isdigit())
    last = parts[-1]
    names = last == "cls" or OUTSIDE["embedding"].fullmatch(last)
    return ("embedding", len(parts) - 1) if names else (None, len(parts))


def module_of(parts):
    """Return the last part before the leaf that is no number, or the leaf where it stands alone."""
    if not LEAF.fullmatch(parts[-1]) and not OUT_IN.fullmatch(parts[-1]):
        return parts[-1]
    return next((part for part in reversed(parts[:-1]) if not part.isdigit()), "")


def is_gain(parts):
    """Return True for names of gains, biases and norms."""
    module = "".join(parts[-2:-1])
    return bool(GAIN.fullmatch(parts[-1]) or GAIN_MODULE.fullmatch(module))


def template_of(name):
    """Return a name with a star for each number that is a whole part of it."""
    return re.sub(r"(?<![^./\[])\d+(?![^./\]])", "*", name)
