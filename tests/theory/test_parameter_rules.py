"""Sort the parameters of published architectures into groups that were typed by hand."""

import itertools
import math
import re
import tomllib
from pathlib import Path

import pytest

from depthlaws.theory.parametrization.parameter_rules import sort_parameters

ARCHITECTURES = tomllib.loads(
    Path(__file__).with_name("architectures.toml").read_text(encoding="utf-8")
)
RANGE = re.compile(r"\{(_?)(\d+)\.\.(\d+)\}")
TIED = {"gpt2", "nanogpt", "bert", "t5", "mamba", "huginn", "roberta"}


def expanded(line):
    """Name, shape and group of each parameter of a line, ranges written out."""
    group, name, *sizes = re.split(r"\s{2,}|(?<=\d)\s+(?=\d)", line.strip())
    ranges = [
        [("_" + str(i) if i else "") if joint else str(i) for i in range(int(a), int(b) + 1)]
        for joint, a, b in RANGE.findall(name)
    ]
    for numbers in itertools.product(*ranges):
        values = iter(numbers)
        yield RANGE.sub(lambda _, values=values: next(values), name), tuple(map(int, sizes)), group


def listed(architecture):
    """Shape and group by name of an architecture."""
    rows = [
        row for line in architecture["parameters"].strip().splitlines() for row in expanded(line)
    ]
    assert len({name for name, *_ in rows}) == len(rows)
    return {n: shape for n, shape, _ in rows}, {n: group for n, _, group in rows}


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_every_parameter_of_published_code_has_the_group_typed_by_hand(name):
    shapes, expected = listed(ARCHITECTURES[name])
    groups, remarks = sort_parameters(shapes, ARCHITECTURES[name].get("tied"))
    assert groups == expected
    size = sum(map(math.prod, shapes.values()))
    assert size == ARCHITECTURES[name].get("published", size)
    assert bool(remarks) == (name in TIED), remarks


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
    both, _ = sort_parameters({"conv2.weight": (8, 8, 3, 3), "fc1.weight": (8, 8)})
    assert both == {"conv2.weight": "embedding", "fc1.weight": "readout"}


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
    shapes = {"wte.weight": (100, 8), "strange.w": (8, 4), "odd.kernel": (3, 8)}
    with pytest.raises(ValueError, match=r"strange\.w \(8, 4\), odd\.kernel \(3, 8\); name it"):
        sort_parameters(shapes)
    groups, _ = sort_parameters(shapes, None, {"block matrices": "strange|odd"})
    assert groups["odd.kernel"] == groups["strange.w"] == "block matrices"
