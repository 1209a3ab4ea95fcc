"""Files of names and shapes, as torch, JAX and safetensors write them."""

import json

import pytest

from depthlaws.cli.parameter_file import MAX_BYTES, read_parameters

ONE = "wte.weight"
MOVE = ("transfer", "--lr", "1e-3", "--layers", "2", "--law", "looped")
NEMO = (*MOVE, "--trainer", "nemo", "--parameters")


@pytest.mark.parametrize(
    "line",
    [
        "wte.weight 50257 768",
        "wte.weight torch.Size([50257, 768])",
        "wte.weight: torch.Size([50257, 768])",
        "'wte.weight': torch.Size([50257, 768]),",
        "wte.weight torch.Size([50257, 768]) torch.bfloat16 requires_grad=True",
        "wte.weight | torch.Size([50257, 768]) | torch.float32",
        "('wte.weight', torch.Size([50257, 768]))",
        "('wte.weight', (50257, 768)),",
        "wte.weight: [50257, 768]",
        "wte.weight [50257, 768]",
        "wte.weight (50257, 768)",
        "wte.weight\t50257x768",
        "wte.weight Parameter containing:\ntensor(..., device='meta', size=(50257, 768), "
        "requires_grad=True)",
        "['wte']['weight'] (50257, 768)",
        "wte.weight ShapeDtypeStruct(shape=(50257, 768), dtype=float32)",
        "\ufeffwte.weight 50257 768\r\n",
        'name,shape\nwte.weight,"(50257, 768)"',
        "name;rows;columns\nwte.weight;50257;768",
        "wte.weight; (50257, 768);",
        "name=wte.weight, shape=(50257, 768)",
        "wte.weight.shape = (50257, 768)",
        "wte.weight: f32[50257,768]",
        "- wte.weight: [50257, 768]",
        "wte.weight 50257 x 768  # a table",
        "# my model\n\nwte.weight (50257, 768,) 38,597,376 float32 True",
        "| Name | Shape | Size |\n|---|---|---|\n| wte.weight | (50257, 768) | 38597376 |\n+--+\n"
        "Total: 38,597,376",
        "{'wte.weight': (50257, 768)}",
        "{'wte': {'weight': ShapeDtypeStruct(shape=(50257, 768), dtype=float32)}}",
        "OrderedDict([('wte.weight', torch.Size([50257, 768]))])",
        "[('wte.weight', torch.Size([50257, 768]))]",
        '[{"name": "wte.weight", "shape": [50257, 768]}]',
        '{"wte.weight": [50257, 768]}',
        '[["wte.weight", [50257, 768]]]',
        '{"wte": {"weight": [50257, 768]}}',
        '{"__metadata__": {"format": "pt"}, "wte.weight": {"dtype": "F32", "shape": [50257, 768], '
        '"data_offsets": [0, 8]}}',
    ],
)
def test_a_pair_as_it_is_printed(line, tmp_path):
    file = tmp_path / "p"
    file.write_text(line, encoding="utf-8")
    assert read_parameters(file) == {"parameters": {ONE: (50257, 768)}, "tied": {}, "patterns": {}}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("wte.weight ١٢ 768", "no whole number of at most 18 digits"),
        ("wte.weight \uff11\uff12 768", "no whole number of at most 18 digits"),
        ("wte.weight 0x10 768", "has the size 0, as parameters have once they are sharded"),
        ("wte.weight (1,000, 768)", "has the size 0"),
        ("wte.weight 0 768", "has the size 0"),
        ("wte.weight (1,024, 768)", "has the size 024"),
        ("wte.weight 1e3 768", "has the number 3 beside its sizes"),
        ("wte.weight 1_000 768", "has the number 000 beside its sizes"),
        ("wte.weight 1,234", "has the number 234 beside its sizes"),
        ("wte.weight (64, 64) 4095", "has the number 4095 beside its sizes, and is not their prod"),
        ("wte.weight -5 768", "has the number 5 beside its sizes"),
        ("wte.weight " + "9" * 19, "no whole number of at most 18 digits"),
        ("wte.weight " + "9" * 10**6, "begins a line of 1000011 characters"),
        ("wte.\u202eweight 5 768", r"holds the control character '\\u202e'"),
        ('{"wte\\u001b.weight": [5, 768]}', r"the control character '\\x1b'"),
        ("wte.weight\nlm_head.weight", "has names without sizes; write a name and its sizes"),
        ("wte.weight 5 768\nwte.weight 5 768", "line 2: wte.weight is listed twice"),
        ("a 5 768\nb = c", "line 2: b equals c, which no line above lists"),
        ("GPT(\n  (wte): Embedding(5, 768)", "begins with no name; write a name"),
        ("Layer (type)  Output Shape  Param #", r"no sizes behind 'Layer'; write a name"),
        ("wte.weight 5 768 vectors", "'vectors' behind the sizes is no group"),
        ('{"metadata": {}, "weight_map": {"a": "1"}}', "an index of safetensors, without sizes"),
        ('{"a": [' + "9" * 5000 + "]}", r"\[-1\] is no shape"),
        ('{"a": ' * 100_000, "brackets are nested too deeply; write a name"),
    ],
)
def test_numbers_that_are_no_sizes_are_never_taken_as_sizes(text, message, tmp_path):
    file = tmp_path / "p"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        read_parameters(file)


def test_the_header_of_a_safetensors_file_is_read_without_its_tensors(tmp_path):
    header = json.dumps({"b": {"dtype": "F32", "shape": [3], "data_offsets": [0, 4]}}).encode()
    file = tmp_path / "m.safetensors"
    with file.open("wb") as stream:
        stream.write(len(header).to_bytes(8, "little") + header + b"\xff" * 64)
    assert read_parameters(file)["parameters"] == {"b": (3,)}


def test_a_file_without_end_is_refused(tmp_path):
    file = tmp_path / "long"
    with file.open("wb") as stream:
        stream.truncate(MAX_BYTES + 100)
    with pytest.raises(ValueError, match="more than 64 MiB"):
        read_parameters(file)


def test_names_with_numbers_and_colons_stay_whole(tmp_path):
    file = tmp_path / "p"
    file.write_text("conv2x2.w 3 4\ndense/kernel:0 (784, 256)\nh.0.scale torch.Size([])\n")
    assert read_parameters(file)["parameters"] == {
        "conv2x2.w": (3, 4),
        "dense/kernel:0": (784, 256),
        "h.0.scale": (),
    }


def test_two_files_sort_what_one_asks_for(good, run, tmp_path):
    """DiT's final_layer is a readout, and its adaptive norm goes from width to width."""
    narrow, wide = tmp_path / "narrow", tmp_path / "wide"
    for file, d in ((narrow, 64), (wide, 256)):
        file.write_text(
            f"blocks.0.qkv.weight torch.Size([{3 * d}, {d}])\n"
            f"blocks.0.norm.weight torch.Size([{d}])\n"
            f"final_layer.linear.weight torch.Size([32, {d}])\n"
            f"final_layer.adaLN_modulation.1.weight torch.Size([{2 * d}, {d}])\n"
        )
    asked = run(*NEMO, narrow)
    assert (asked.status, asked.out) == (2, "")
    assert "final_layer.linear.weight (32, 64)" in asked.err
    assert "--parameters-wider FILE" in asked.err
    text = good(*NEMO, narrow, "--parameters-wider", wide)
    assert "# readout: 1\n#     final_layer.linear.weight  32x64\n# other matrices: 1\n" in text
    assert "pattern: '^(final_layer\\.linear\\.weight)$'" in text
    swapped = run(*NEMO, wide, "--parameters-wider", narrow)
    assert "is narrower: give there the same model at a larger width" in swapped.err
