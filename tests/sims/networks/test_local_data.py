"""Text and images that need no network connection."""

import sysconfig
from pathlib import Path

import numpy as np
import pytest

from depthlaws.sims import simulators, sweep
from depthlaws.sims.networks import (
    ImageNetwork,
    ImageTraining,
    LoopedTransformer,
    Training,
    text_tokens,
)
from depthlaws.sims.networks.local_data import teacher_images
from tests.sims.networks.pytorch import NETWORKS

pytestmark = pytest.mark.networks
RECORDS = {
    "looped-start": (LoopedTransformer(width=8),),
    "image-first-step": (ImageNetwork(width=8),),
    "looped-training": (LoopedTransformer(width=8), Training(steps=2)),
    "image-training": (ImageNetwork(width=8), ImageTraining(steps=2)),
}


def test_tokens_are_bytes_of_the_standard_library():
    tokens = text_tokens(3, 40, seed=1)
    files = sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))
    text = b"".join(file.read_bytes() for file in files)
    assert all(bytes(row.astype(np.uint8)) in text for row in tokens)
    assert text_tokens(3, 40, seed=1).tolist() == tokens.tolist()
    assert text_tokens(3, 40, seed=2).tolist() != tokens.tolist()


def test_a_text_of_ones_own_is_read(tmp_path):
    path = tmp_path / "text.txt"
    path.write_bytes("aé".encode())
    assert text_tokens(1, 3, seed=0, path=path).tolist() == [[97, 195, 169]]
    with pytest.raises(ValueError, match="3 bytes, length=4 needs more"):
        text_tokens(1, 4, seed=0, path=path)
    with pytest.raises(FileNotFoundError):
        text_tokens(1, 4, seed=0, path=tmp_path / "none.txt")


def test_a_teacher_gives_every_class():
    images, classes = teacher_images(2000, seed=0, side=5, classes=4)
    assert images.shape == (2000, 1, 5, 5)
    assert np.bincount(classes, minlength=4).min() > 100
    again, _ = teacher_images(2000, seed=0, side=5, classes=4, task=1)
    assert (again == images).all()


@pytest.mark.parametrize("name", sorted(NETWORKS))
def test_a_simulator_says_what_its_variables_are_in_files_too(name, tmp_path):
    given = {"width": 8, "seed": 0} | ({"steps": 2} if "training" in name else {})
    run = sweep(name, {"samples": [1, 2]}, given=given)
    simulators()[name](*RECORDS[name], samples=1, seed=0).to_netcdf(tmp_path / "run.nc")
    assert [n for n, v in run.variables.items() if not v.attrs.get("long_name")] == []
