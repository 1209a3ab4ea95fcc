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


def test_the_header_of_a_safetensors_file_is_read_without_its_tensors(tmp_path):
    header = json.dumps({"b": {"dtype": "F32", "shape": [], "data_offsets": [0, 4]}}).encode()
    file = tmp_path / "m.safetensors"
    with file.open("wb") as stream:
        stream.write(len(header).to_bytes(8, "little") + header + b"\xff" * 64)
    assert read_parameters(file)["parameters"] == {"b": ()}


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
