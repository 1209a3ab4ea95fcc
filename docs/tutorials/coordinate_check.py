# %% [markdown]
# # A coordinate check
#
# A parametrisation is right if every layer's activations, and their changes in training, keep their
# size when the network grows. A coordinate check measures these sizes at several widths and compares
# their slope with the expected one. Here is a network of three matrices in NumPy, and one step of
# sign descent, which is the first step of Adam:

# %%
import numpy as np


def change_of_layer(width, rate, seed):
    """Root mean square change of the last hidden layer by a sign step of its matrix."""
    rng = np.random.default_rng(seed)
    x, y = rng.standard_normal(256), rng.standard_normal(8)
    first = rng.standard_normal((width, 256)) / 16
    second = rng.standard_normal((width, width)) / np.sqrt(width)
    readout = rng.standard_normal((8, width)) / width
    a = np.tanh(first @ x)
    b = np.tanh(second @ a)
    back = (readout.T @ (readout @ b - y)) * (1 - b**2)
    change = np.tanh((second - rate * np.sign(np.outer(back, a))) @ a) - b
    return np.sqrt(np.mean(change**2))


# %% [markdown]
# First with one learning rate for every width, as a trainer without a law for width would do it:

# %%
from depthlaws import parametrization

widths, seeds = [64, 128, 256, 512], range(4)
changes = np.array([[change_of_layer(n, 1e-4, seed) for n in widths] for seed in seeds])
constant = parametrization.coordinate_check(widths, changes)
constant

# %% [markdown]
# FAIL: the slope is about 1, so the change of the layer grows like the width. Every entry of the
# matrix moves by the same step, and the steps of a row add up over the width. Dividing the rate of
# this matrix by the width, as muP does under Adam, mends it:

# %%
changes = np.array([[change_of_layer(n, 0.0064 / n, seed) for n in widths] for seed in seeds])
scaled = parametrization.coordinate_check(widths, changes)
assert (constant.verdict, scaled.verdict) == ("FAIL", "PASS")
scaled

# %% [markdown]
# For a model in torch or JAX, `depthlaws recorder torch` prints a recorder, one file that writes
# these sizes as a CSV, and `depthlaws coordcheck run.csv` judges it, layer by layer:
# [check my run](../how-to/check-my-run.md). Next: [a sweep](sweep.py).
