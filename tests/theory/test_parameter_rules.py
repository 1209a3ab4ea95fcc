"""Sort the parameters of published architectures into groups that were typed by hand."""

import itertools
import math
import re
import time
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from depthlaws import parametrization
from depthlaws.theory.parametrization.name_patterns import name_patterns
from depthlaws.theory.parametrization.parameter_rules import sort_parameters, sorted_table

ARCHITECTURES = {
    name: listing
    for file in ("architectures.toml", "listings.toml", "further_listings.toml")
    for name, listing in tomllib.loads(
        Path(__file__).with_name(file).read_text(encoding="utf-8")
    ).items()
}
TIED = {"gpt2", "nanogpt", "bert", "t5", "mamba", "huginn", "roberta"}  # the remarks of these
GROUPS = {
    "emb": "embedding",
    "mat": "block matrices",
    "vec": "block vectors",
    "norm": "final norm",
    "out": "readout",
    "other": "other matrices",
}
LINE = re.compile(rf"({'|'.join([*GROUPS.values(), *GROUPS])}) +(\S+) *(.*)")
SET = re.compile(r"\{([^{}]*)\}")
SIZE = re.compile(r"(\d*)([a-zA-Z]\w*)(?:/(\d+))?")


def choices(text):
    """Members of {0..11}, {_0..3} as Haiku numbers ("", "_1", "_2", "_3") and {q,k,v}."""
    numbers = re.fullmatch(r"(_?)(\d+)\.\.(\d+)", text)
    if not numbers:
        return text.split(",")
    joint, first, last = numbers.groups()
    return [
        joint * bool(i) + str(i) * bool(i or not joint) for i in range(int(first), int(last) + 1)
    ]


def sizes(word, widths):
    """Narrow and wide size of 4d, d/16, 768 or 16."""
    letters = SIZE.fullmatch(word)
    if not letters:
        return widths.get(word, (int(word), int(word)))
    times, letter, over = letters.groups()
    return tuple(int(times or 1) * size // int(over or 1) for size in widths[letter])


def listed(architecture):
    """Narrow and wide shape, and group, by name."""
    widths = {}
    for word in architecture["widths"].split():
        letter, _, pair = word.rpartition("=")
        narrow, wide = map(int, pair.split(":"))
        widths[letter or str(narrow)] = narrow, wide
    narrow, wide, groups = {}, {}, {}
    for line in architecture["parameters"].strip().splitlines():
        group, pattern, words = LINE.fullmatch(line.strip()).groups()
        pairs = [sizes(word, widths) for word in words.split()]
        for numbers in itertools.product(*map(choices, SET.findall(pattern))):
            values = iter(numbers)
            name = SET.sub(lambda _, values=values: next(values), pattern)
            assert name not in groups
            narrow[name] = tuple(pair[0] for pair in pairs)
            wide[name] = tuple(pair[1] for pair in pairs)
            groups[name] = GROUPS.get(group, group)
    return narrow, wide, groups


def like(name):
    """Pattern of a name with any number where it has one."""
    return f"^{re.sub('[0-9]+', '[0-9]+', re.escape(name))}$"


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_two_widths_give_every_parameter_the_group_typed_by_hand(name):
    architecture = ARCHITECTURES[name]
    narrow, wide, expected = listed(architecture)
    asked, patterns = architecture.get("asked_at_two_widths", []), {}
    if asked:
        with pytest.raises(ValueError, match="two widths leave open the group of"):
            sort_parameters(narrow, architecture.get("tied"), None, wide)
        for name in asked:
            pattern = patterns.get(expected[name])
            patterns[expected[name]] = f"{pattern}|{like(name)}" if pattern else like(name)
    groups, _ = sort_parameters(narrow, architecture.get("tied"), patterns, wide)
    assert groups == expected


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_one_width_gives_the_group_typed_by_hand_or_asks(name):
    architecture = ARCHITECTURES[name]
    shapes, _, expected = listed(architecture)
    size = sum(map(math.prod, shapes.values()))
    assert size == architecture.get("published", size)
    if architecture.get("asked"):
        with pytest.raises(ValueError, match=r"--parameters-wider FILE.*name it with"):
            sort_parameters(shapes, architecture.get("tied"))
        return
    groups, remarks = sort_parameters(shapes, architecture.get("tied"))
    assert groups == expected
    assert bool(remarks) == bool(architecture.get("tied") or "readout" not in groups.values())


def test_the_listings_are_many():
    """At least 170 architectures, of which twelve have a parameter that two widths leave open."""
    assert len(ARCHITECTURES) >= 170
    assert sum("asked_at_two_widths" in a for a in ARCHITECTURES.values()) <= 12
    of_one = Counter(bool(a.get("asked")) for a in ARCHITECTURES.values())
    assert of_one[False] >= 75


@pytest.mark.parametrize(
    ("name", "shape", "group"),
    [
        ("layers.RMSNorm.weight", (12, 64), "block vectors"),  # one array for 12 layers
        ("layers.attn.sinks", (12, 8), "block vectors"),
        ("core.proj.weight", (64, 64), "block matrices"),
        ("coda.proj.weight", (64, 64), "block matrices"),
        ("CORE_BLOCK.0.MLP.WEIGHT", (64, 64), "block matrices"),
        ("loop.0.alpha", (1, 1, 64), "block vectors"),
        ("blocks.0.norm1.linear.weight", (384, 64), "block matrices"),  # adaptive norm of a DiT
        ("h.3.temperature", (), "block vectors"),
        ("logit_scale", (), "final norm"),
        ("module.LM_Head.weight", (100, 64), "readout"),
    ],
)
def test_single_parameters(name, shape, group):
    groups, _ = sort_parameters({"wte.weight": (100, 64), name: shape})
    assert groups[name] == group


def test_numbered_layers_are_in_the_order_of_their_numbers():
    """JAX lists Dense_10 before Dense_2."""
    shapes = {f"Dense_{i}.kernel": (8, 8) for i in sorted(range(12), key=str)}
    groups, _ = sort_parameters(shapes)
    assert groups.pop("Dense_0.kernel") == "embedding"
    assert groups.pop("Dense_11.kernel") == "readout"
    assert set(groups.values()) == {"block matrices"}
    with pytest.raises(ValueError, match=r"from one width, the group of conv2\.weight"):
        sort_parameters({"conv2.weight": (8, 8, 3, 3), "fc1.weight": (8, 8)})


def test_a_tied_parameter_learns_as_the_embedding_whichever_name_is_first():
    shapes, block = {"lm_head.weight": (100, 8)}, {"h.0.a.weight": (8, 8)}
    groups, (remark,) = sort_parameters(shapes | block, {"wte.weight": "lm_head.weight"})
    assert groups == {"lm_head.weight": "embedding", "h.0.a.weight": "block matrices"}
    assert remark.startswith("wte.weight (embedding) is lm_head.weight (readout), tied")


def test_remarks_on_a_missing_readout_or_embedding():
    block, head = {"h.0.a.weight": (8, 8)}, {"lm_head.weight": (100, 8)}
    _, (remark,) = sort_parameters(block | {"wte.weight": (100, 8)})
    assert "no readout matrix is listed" in remark
    _, (remark,) = sort_parameters(block | head)
    assert "no embedding is listed" in remark


def test_every_parameter_without_a_rule_is_named():
    shapes = {"wte.weight": (100, 8), "strange.w": (8, 4), "odd.kernel": (5, 8)}
    with pytest.raises(
        ValueError, match=r"strange\.w \(8, 4\), odd\.kernel \(5, 8\); give .*, or name it"
    ):
        sort_parameters(shapes)
    groups, _ = sort_parameters(shapes, None, {"block matrices": "strange|odd"})
    assert groups["odd.kernel"] == groups["strange.w"] == "block matrices"


BLOCK = {"h.0.a.weight": (8, 8), "h.0.norm.weight": (8,), "h.1.a.weight": (8, 8)}


@pytest.mark.parametrize(
    ("narrow", "wide", "message"),
    [
        (BLOCK, BLOCK, "is as wide: give there the same model at a larger width"),
        (
            {name: tuple(2 * s for s in shape) for name, shape in BLOCK.items()},
            BLOCK,
            "is narrower: give there the same model",
        ),
        (BLOCK, {"wte.weight": (9, 16)}, r"the wider model has no h\.0\.a\.weight: list one model"),
        (
            BLOCK,
            {name: (16,) * len(shape) for name, shape in BLOCK.items()} | {"b": (3,)},
            "the narrower model has no b: list one model",
        ),
        (
            BLOCK,
            dict.fromkeys(BLOCK, (16, 16)),
            r"h\.0\.norm\.weight has the shapes \(8,\) and \(16, 16\): list one model",
        ),
    ],
)
def test_models_that_do_not_fit_each_other(narrow, wide, message):
    with pytest.raises(ValueError, match=message):
        parametrization.matched(narrow, wider=wide)


def test_a_wider_model_may_have_more_layers():
    wide = {
        f"h.{i}.{n[4:]}": tuple(2 * s for s in shape)
        for n, shape in BLOCK.items()
        for i in range(9)
    }
    groups = parametrization.matched(BLOCK, wider=wide)
    assert groups["block matrices"] == ["h.0.a.weight", "h.1.a.weight"]


@pytest.mark.parametrize(
    ("narrow", "wide", "name"),
    [
        ((500, 8), (900, 16), "wte.weight"),  # the vocabulary grows too
        ((8, 8), (16, 64), "adapter.weight"),
        ((8, 4), (16, 4), "h.0.ssm.C"),  # which side is the output?
    ],
)
def test_two_widths_ask_where_they_contradict_a_name_or_leave_a_side_open(narrow, wide, name):
    shapes = BLOCK | {name: narrow}
    wider = {n: tuple(2 * s for s in shape) for n, shape in BLOCK.items()} | {name: wide}
    with pytest.raises(ValueError, match=rf"leave open the group of {re.escape(name)} "):
        sort_parameters(shapes, None, None, wider)
    groups, _ = sort_parameters(shapes, None, {"other matrices": re.escape(name)}, wider)
    assert groups[name] == "other matrices"


def test_a_pattern_that_matches_no_name_is_refused():
    with pytest.raises(ValueError, match=r"the pattern 'wte.nothing' of embedding matches no par"):
        parametrization.matched(BLOCK, patterns={"embedding": "wte.nothing", "readout": "h"})


def test_the_table_names_every_group_once():
    shapes = BLOCK | {"wte.weight": (100, 8), "scale": ()}
    groups, _ = sort_parameters(shapes)
    assert sorted_table(groups, shapes) == [
        "embedding: 1",
        "    wte.weight  100x8",
        "block matrices: 2",
        "    h.*.a.weight  8x8, 2 of them",
        "block vectors: 1",
        "    h.0.norm.weight  8",
        "final norm: 1",
        "    scale  scalar",
    ]


def test_sixty_four_thousand_names_take_seconds():
    """A time that grew with the square of the names was 39 s; this one is 1.5 s."""
    shapes = {"wte.weight": (1000, 64), "norm.weight": (64,)} | {
        f"layers.{i}.moe.experts.{j}.w1.weight": (256, 64) for i in range(1000) for j in range(64)
    }
    start = time.process_time()
    groups = parametrization.matched(shapes)
    patterns = name_patterns(groups)
    assert time.process_time() - start < 8
    assert patterns["block matrices"] == r"^(layers\.\d+\.moe\.experts\.\d+\.w1\.weight)$"
