# %% [markdown]
# # An activation of your own
#
# The exact laws of wide networks need two averages of an activation over Gaussian inputs: its dual
# kernel E[phi(x) phi(y)] and the same of its derivative. For activations without a closed form,
# `from_function` computes them by quadrature. Here is the softplus function:

# %%
import numpy as np

from depthlaws import activations

softplus = activations.from_function(
    "softplus", lambda x: np.logaddexp(0.0, x), lambda x: 1 / (1 + np.exp(-x))
)
activations.dual(1.0, 0.5, 1.0, softplus)

# %% [markdown]
# A check of one's own is cheap: a million pairs of Gaussian numbers with the covariance 0.5.

# %%
rng = np.random.default_rng(0)
x, z = rng.standard_normal((2, 1_000_000))
y = 0.5 * x + np.sqrt(0.75) * z
products = softplus(x) * softplus(y)
error = products.std() / 1000
print(f"{products.mean():.4f} +- {error:.4f}")
assert abs(products.mean() - activations.dual(1.0, 0.5, 1.0, softplus)) < 5 * error

# %% [markdown]
# Streams take the activation by itself or by its name. With tied weights and a branch scale 1/N, the
# energy of the state after N loops:

# %%
from depthlaws import residual

for loops in (4, 16, 64):
    energy = residual.tied_kernel(loops, 1 / loops, activation=softplus)[-1, -1]
    print(f"{loops:3} loops: {energy:.4f}")

# %% [markdown]
# The energy settles at a value that is the law of many loops. For ReLU it is lower, because the mean
# of softplus is larger:

# %%
for loops in (4, 16, 64):
    print(f"{loops:3} loops: {residual.tied_kernel(loops, 1 / loops)[-1, -1]:.4f}")

# %% [markdown]
# Next: [a coordinate check](coordinate_check.py) of a network with matrices.
