"""Tasks of predictive coding: the toy task, digits, and image files made here.

The made files follow the published descriptions: IDX as quoted in ``networks/test_image_sets.py``;
CIFAR-10, page of the data set, "Python / Matlab versions": each file is "a Python pickled object
produced with cPickle", a dictionary with "data -- a 10000x3072 numpy array of uint8s" whose "first
1024 entries contain the red channel values, the next 1024 the green, and the final 1024 the blue",
and "labels -- a list of 10000 numbers in the range 0-9".
"""

import gzip
import hashlib
import os
import pickle
import struct

import numpy as np
import pytest

from depthlaws.sims.predictive_coding import (
    PCN,
    Inference,
    Task,
    cifar10,
    digits,
    fashion_mnist,
    image_files,
    toy,
    train,
)
from depthlaws.sims.predictive_coding import tasks as tasks


def test_the_toy_task_is_the_papers():
    task = toy(0)
    assert task.x.shape == (20, 40)
    assert task.y[:, 0].tolist() == [1.0] * 10 + [-1.0] * 10
    assert abs(task.x.mean()) < 5 / np.sqrt(800)
    assert abs(task.x.var() - 1) < 5 * np.sqrt(2 / 800)
    assert not np.array_equal(task.x, toy(1).x)
    assert toy(0, inputs=3).y[:, 0].tolist() == [
        1.0,
        1.0,
        -1.0,
    ]  # the larger half, of an odd number


def test_digits_are_images_of_ten_classes():
    task = digits()
    assert task.x.shape == (1797, 64)
    assert task.y.sum(axis=1).tolist() == [1.0] * 1797
    assert task.y.sum(axis=0).tolist() == [178, 182, 177, 183, 181, 182, 181, 179, 174, 180]
    assert abs(task.x.mean()) < 1e-12
    assert abs(task.x.var() - 1) < 1e-12


def test_digits_without_scikit_learn(monkeypatch):
    monkeypatch.setattr(tasks.importlib.util, "find_spec", lambda _: None)
    with pytest.raises(RuntimeError, match="pip install scikit-learn"):
        digits()


def test_digits_are_those_that_scikit_learn_gives(monkeypatch):
    direct = digits()
    monkeypatch.setattr(tasks, "DIGITS", "elsewhere.csv.gz")
    np.testing.assert_array_equal(digits().x, direct.x)
    np.testing.assert_array_equal(digits().y, direct.y)


def test_a_batch_has_distinct_inputs_from_its_seed():
    task = Task("counted", np.arange(30.0)[:, None], np.zeros((30, 1)))
    one = task.batch(12, 4)
    assert len(set(one.x[:, 0])) == 12
    np.testing.assert_array_equal(one.x, task.batch(12, 4).x)
    assert not np.array_equal(one.x, task.batch(12, 5).x)


@pytest.mark.parametrize(
    ("x", "y", "said"),
    [
        ([1.0], [[1.0]], r"got \(1,\) and \(1, 1\)"),
        ([[1.0]], [[1.0], [2.0]], r"got \(1, 1\) and \(2, 1\)"),
        ([[np.nan]], [[1.0]], "must be finite"),
    ],
)
def test_tasks_that_cannot_be(x, y, said):
    with pytest.raises(ValueError, match=said):
        Task("bad", x, y)


def idx(array):
    return struct.pack(f">HBB{array.ndim}I", 0, 8, array.ndim, *array.shape) + array.tobytes()


@pytest.fixture
def fashion(tmp_path, monkeypatch):
    """A folder like Fashion-MNIST's, with twelve images, and the checksums of its files."""
    rng = np.random.default_rng(0)
    images = rng.integers(0, 256, (12, 28, 28), dtype=np.uint8)
    labels = (np.arange(12) % 10).astype(np.uint8)
    sums = {}
    for name, array in zip(image_files.FASHION, (images, labels), strict=True):
        packed = gzip.compress(idx(array))
        (tmp_path / name).write_bytes(packed)
        sums[name] = hashlib.md5(packed).hexdigest()
    monkeypatch.setattr(image_files, "FASHION", sums)
    return tmp_path, images, labels


@pytest.fixture
def cifar(tmp_path, monkeypatch):
    """A folder like CIFAR-10's, with four images a batch."""
    rng = np.random.default_rng(1)
    sums, images, labels = {}, [], []
    for name in image_files.CIFAR:
        images.append(rng.integers(0, 256, (4, 3072), dtype=np.uint8))
        labels.append(rng.integers(0, 10, 4).tolist())
        packed = pickle.dumps({b"data": images[-1], b"labels": labels[-1]}, protocol=4)
        (tmp_path / name).write_bytes(packed)
        sums[name] = hashlib.md5(packed).hexdigest()
    monkeypatch.setattr(image_files, "CIFAR", sums)
    return tmp_path, np.concatenate(images), np.concatenate(labels)


def test_fashion_mnist_is_read(fashion):
    folder, images, labels = fashion
    task = fashion_mnist(folder)
    pixels = images.reshape(12, -1).astype(float)
    np.testing.assert_allclose(task.x, (pixels - pixels.mean()) / pixels.std())
    assert task.y.argmax(axis=1).tolist() == labels.tolist()


def test_cifar_is_read_and_trained_on(cifar):
    folder, images, labels = cifar
    task = cifar10(folder)
    pixels = images.astype(float)
    np.testing.assert_allclose(task.x, (pixels - pixels.mean()) / pixels.std())
    assert task.y.argmax(axis=1).tolist() == labels.tolist()
    run = train(PCN(width=4, depth=3), Inference(), samples=1, seed=0, steps=1, inputs=6,
                task="cifar-10", folder=str(folder))  # fmt: skip
    assert run.attrs["inputs"] == 6
    assert run.attrs["task"] == "CIFAR-10"


def text(value):
    """Return a short string as Python 2 pickles it."""
    return b"U" + bytes([len(value)]) + value


def python_2_batch(images, labels):
    """Return a batch of CIFAR-10 as Python 2's cPickle writes it, protocol 2."""
    raw, shape = images.tobytes(), struct.pack("<cicic", b"J", len(images), b"J", 3072, b"\x86")
    empty = (
        b"cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\0\x85" + text(b"b") + b"\x87R"
    )
    minus_one = struct.pack("<ci", b"J", -1)
    kind = b"cnumpy\ndtype\n" + text(b"u1") + b"K\0K\1\x87R"
    kind += b"(K\3" + text(b"|") + b"NNN" + 2 * minus_one + b"K\0tb"
    state = b"(K\1" + shape + kind + b"\x89" + struct.pack("<ci", b"T", len(raw)) + raw + b"tb"
    numbers = b"](" + b"".join(b"K" + bytes([label]) for label in labels) + b"e"
    names = b"](" + b"".join(text(b"image_%d.png" % i) for i in range(len(labels))) + b"e"
    entries = {b"data": empty + state, b"labels": numbers, b"filenames": names}
    entries[b"batch_label"] = text(b"training batch 1 of 5")
    return b"\x80\x02}(" + b"".join(text(k) + v for k, v in entries.items()) + b"u."


def test_cifar_as_python_2_wrote_it_is_read(cifar):
    folder, images, labels = cifar
    for i, name in enumerate(image_files.CIFAR):
        part = slice(4 * i, 4 * i + 4)
        (folder / name).write_bytes(python_2_batch(images[part], labels[part].tolist()))
    read = image_files.cifar10(folder, trusted=True)
    np.testing.assert_array_equal(read[0], images)
    assert read[0].dtype == np.uint8
    assert read[1].tolist() == labels.tolist()


@pytest.mark.parametrize("read", [fashion_mnist, cifar10])
def test_missing_files_are_named(read, tmp_path):
    with pytest.raises(FileNotFoundError, match=r"has no file (train-images|data_batch_1)"):
        read(tmp_path)


def test_a_file_of_another_checksum_is_read_only_if_trusted(fashion, monkeypatch):
    folder, _, _ = fashion
    monkeypatch.setattr(image_files, "FASHION", dict.fromkeys(image_files.FASHION, "0" * 32))
    with pytest.raises(ValueError, match=r"is damaged: its MD5 is [0-9a-f]{32}, not 0{32}"):
        fashion_mnist(folder)
    assert len(fashion_mnist(folder, trusted=True).x) == 12


@pytest.mark.parametrize(
    "damage",
    [
        lambda good: good[:-7],
        lambda good: b"\0\0" + good[2:],
        lambda good: gzip.compress(gzip.decompress(good)[:-1]),
        lambda good: gzip.compress(b"\0\0\x0d" + gzip.decompress(good)[3:]),
        lambda good: gzip.compress(b"\0\0\x08\x03\0"),
        lambda good: good[:10] + b"\xff" * 20 + good[30:],
    ],
)
def test_damaged_idx_files_are_noticed(fashion, damage):
    folder, _, _ = fashion
    path = folder / next(iter(image_files.FASHION))
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(ValueError, match="is damaged"):
        fashion_mnist(folder, trusted=True)


def test_images_without_their_labels_are_noticed(fashion):
    folder, _, labels = fashion
    (folder / list(image_files.FASHION)[1]).write_bytes(gzip.compress(idx(labels[:-1])))
    with pytest.raises(ValueError, match=r"images \(12, 784\) and labels \(11,\) do not fit"):
        fashion_mnist(folder, trusted=True)


class Evil:
    def __reduce__(self):
        return os.system, ("touch evil",)


def test_a_pickle_that_would_run_code_is_refused(cifar, monkeypatch):
    folder, _, _ = cifar
    ran = []
    monkeypatch.setattr(os, "system", ran.append)
    (folder / "data_batch_2").write_bytes(pickle.dumps({b"data": Evil(), b"labels": [1]}))
    with pytest.raises(ValueError, match=r"asks for \w+\.\w+ is not read: it could run any code"):
        cifar10(folder, trusted=True)
    assert ran == []


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\x80\x04garbage", "is damaged"),
        (b"", "is damaged"),
        (pickle.dumps([1, 2]), "a list instead of a dictionary"),
        (pickle.dumps({b"data": []}), "has no 'labels'"),
        (pickle.dumps({b"data": [[1, 2]], b"labels": [1]}), r"'data' .* has the shape \(1, 2\)"),
        (pickle.dumps({b"data": np.zeros((1, 3072), "u1"), b"labels": [-1]}), "0 to 9, got -1"),
        (pickle.dumps({b"data": np.zeros((1, 3072), "u1"), b"labels": [10]}), "0 to 9, got 10"),
    ],
)
def test_damaged_pickles_are_noticed(cifar, content, said):
    folder, _, _ = cifar
    (folder / "data_batch_5").write_bytes(content)
    with pytest.raises(ValueError, match=said):
        cifar10(folder, trusted=True)
