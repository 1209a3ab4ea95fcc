"""Sets of images: files in the formats of CIFAR and Fashion-MNIST, means over blocks, errors.

The files made here follow the published descriptions. CIFAR, page of the data sets, "Binary
version": data_batch_1.bin to data_batch_5.bin and test_batch.bin, "<1 x label><3072 x pixel>",
"nothing delimiting the rows"; "the first 1024 bytes are the red channel values, the next 1024 the
green, and the final 1024 the blue", "in row-major order"; CIFAR-100: train.bin and test.bin,
"<1 x coarse label><1 x fine label><3072 x pixel>". Fashion-MNIST has MNIST's files, "The IDX file
format": "the first 2 bytes are always 0", "the third byte codes the type", "0x08: unsigned byte",
"the 4-th byte codes the number of dimensions", "sizes in each dimension are 4-byte integers (MSB
first)", "the index in the last dimension changes the fastest".
"""

import gzip

import numpy as np
import pytest

from depthlaws.sims.networks import image_set, image_sets

RANDOM = np.random.default_rng(0)


@pytest.fixture(autouse=True)
def _no_files_of_other_tests():
    image_sets._read.cache_clear()


def cifar(path, count, labels):
    rows = RANDOM.integers(256, size=(count, labels + 3072), dtype=np.uint8)
    rows[:, labels - 1] %= 10
    path.write_bytes(rows.tobytes())
    return rows


def idx(path, values):
    header = bytes([0, 0, 8, values.ndim]) + np.array(values.shape, ">u4").tobytes()
    path.write_bytes(gzip.compress(header + values.tobytes()))


def test_cifar_is_read_colour_by_colour_and_standardised(tmp_path):
    rows = [cifar(tmp_path / f"data_batch_{i}.bin", 2, 1) for i in range(1, 6)]
    test = cifar(tmp_path / "test_batch.bin", 3, 1)
    data = image_set("cifar-10", side=32, folder=str(tmp_path))
    pixels = np.concatenate(rows)[:, 1:].reshape(10, 3, 32, 32).astype(float)
    expected = (pixels - pixels.mean()) / pixels.std()
    np.testing.assert_allclose(data.images, expected, atol=1e-4)
    assert data.classes.tolist() == np.concatenate(rows)[:, 0].tolist()
    assert data.held_out_classes.tolist() == test[:, 0].tolist()
    small = image_set("cifar-10", side=16, folder=str(tmp_path))
    block = pixels[3, 1, 4:6, 6:8].mean()
    means = pixels.reshape(10, 3, 16, 2, 16, 2).mean(axis=(3, 5))
    assert small.images[3, 1, 2, 3] == pytest.approx((block - means.mean()) / means.std(), abs=1e-4)


def test_pixels_of_cifar_lie_where_its_description_says(tmp_path):
    content = bytearray(3073)
    content[0] = 7  # the label
    for colour, row, column in ((0, 0, 31), (0, 1, 0), (1, 0, 0), (2, 31, 31)):
        content[1 + 1024 * colour + 32 * row + column] = 50 * (colour + 1) + row
    assert [content[1 + 31], content[1 + 32], content[1 + 1024], content[-1]] == [50, 51, 100, 181]
    (tmp_path / "train.bin").write_bytes(bytes([19]) + bytes(content))  # the coarse label first
    (tmp_path / "one.bin").write_bytes(bytes(content))
    for name, labels in (("one.bin", 1), ("train.bin", 2)):
        images, classes = image_sets._cifar(tmp_path, name, labels)
        assert classes.tolist() == [7]
        assert images.shape == (1, 3, 32, 32)
        assert images[0, 0, 0, 31] == 50
        assert images[0, 0, 1, 0] == 51
        assert images[0, 1, 0, 0] == 100
        assert images[0, 2, 31, 31] == 181
        assert np.count_nonzero(images) == 4


def test_bytes_of_an_idx_file_lie_where_its_description_says(tmp_path):
    header = bytes([0, 0, 0x08, 3]) + bytes([0, 0, 1, 4]) + bytes([0, 0, 0, 2, 0, 0, 0, 3])
    pixels = bytes(i % 256 for i in range(260 * 6))
    (tmp_path / "images").write_bytes(header + pixels)
    images = image_sets._idx(tmp_path, "images")
    assert images.shape == (260, 2, 3)
    assert images[1].tolist() == [[6, 7, 8], [9, 10, 11]]


def test_cifar_100_has_its_fine_classes(tmp_path):
    rows = cifar(tmp_path / "train.bin", 4, 2)
    cifar(tmp_path / "test.bin", 2, 2)
    data = image_set("cifar-100", side=32, folder=str(tmp_path))
    assert data.classes.tolist() == rows[:, 1].tolist()


def test_fashion_mnist_is_read_compressed(tmp_path):
    pixels = RANDOM.integers(256, size=(4, 28, 28), dtype=np.uint8)
    labels = np.array([3, 1, 4, 1], dtype=np.uint8)
    for part in ("train", "t10k"):
        idx(tmp_path / f"{part}-images-idx3-ubyte.gz", pixels)
        idx(tmp_path / f"{part}-labels-idx1-ubyte.gz", labels)
    data = image_set("fashion-mnist", side=28, folder=str(tmp_path))
    np.testing.assert_allclose(
        data.images[:, 0], (pixels - pixels.mean()) / pixels.std(), atol=1e-4
    )
    assert data.classes.tolist() == labels.tolist()
    (tmp_path / "train-images-idx3-ubyte").write_bytes(b"\0\0\x08\x03abc")
    image_sets._read.cache_clear()
    with pytest.raises(ValueError, match="damaged"):
        image_set("fashion-mnist", side=28, folder=str(tmp_path))


def test_missing_and_damaged_files_are_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"lacks data_batch_1.bin .* CIFAR's binary"):
        image_set("cifar-10", side=32, folder=str(tmp_path))
    (tmp_path / "data_batch_1.bin").write_bytes(b"x" * 100)
    with pytest.raises(ValueError, match="100 bytes, not a number of images"):
        image_set("cifar-10", side=32, folder=str(tmp_path))
    with pytest.raises(ValueError, match="images must be one of digits, teacher, cifar-10"):
        image_set("mnist", side=28)


def test_training_and_held_out_digits_are_all_digits():
    data = image_set("digits", side=8)
    assert len(data.images) + len(data.held_out_images) == 1797
    assert float(data.images.mean()) == pytest.approx(0, abs=1e-5)
    both = np.concatenate([data.images, data.held_out_images]).reshape(1797, -1)
    assert len(np.unique(both, axis=0)) == len(np.unique(digits_as_given(), axis=0))


def digits_as_given():
    from depthlaws.sims.predictive_coding.tasks import digits

    return digits().x
