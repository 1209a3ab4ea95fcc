# %% [markdown]
# # A sweep on two processes
#
# How large must a network be before the limit of infinite width describes it? A sweep answers: every
# combination of the values is a cell, the cells run on two processes, and each is stored when it is
# done.

# %%
import tempfile

from depthlaws.sims import sweep

folder = tempfile.mkdtemp()
axes = {"width": [16, 64, 256], "loops": [1, 4, 16]}
given = {"eps": 1 / 8, "samples": 8}
runs = sweep("residual", axes, seeds=2, given=given, store=folder, workers=2)
dict(runs.energy.sizes)

# %% [markdown]
# The same call finds the stored cells and computes nothing again. Had the first been interrupted, it
# would go on from there. More values compute only the new cells:

# %%
done = []
axes["loops"] = [1, 4, 16, 32]
runs = sweep(
    "residual",
    axes,
    seeds=2,
    given=given,
    store=folder,
    progress=lambda stored, cells: done.append((stored, cells)),
)
done

# %% [markdown]
# The pairs are the number of stored cells and of all cells, after each new cell: 18 of the 24 were
# there.
#
# Runs of different length share one dataset, so the last state of each is that at its own number of
# steps. The theory is exact at infinite width:

# %%
from depthlaws import residual
from depthlaws.sims import Estimate

last = runs.energy.isel(time=runs.loops)
for loops in axes["loops"]:
    exact = residual.tied_kernel(loops, 1 / 8)[-1, -1]
    cells = [last.sel(width=n, loops=loops).to_numpy().ravel() for n in axes["width"]]
    means = [Estimate.of(cell) for cell in cells]
    shown = "  ".join(f"{m.mean:8.3f} +- {m.sem:.3f}" for m in means)
    print(f"{loops:3} loops, exact {exact:8.3f}: {shown}")

# %% [markdown]
# Each row has the widths 16, 64 and 256. At 32 loops, where the branches add up coherently to a large
# state, narrow networks scatter the most.
#
# On a cluster the call takes `cluster="tcp://host:8786"`, the address of a Dask scheduler, instead of
# `workers`; `shard=(3, 16)` runs the third of sixteen parts in an array job. From the command line:
# [simulate](../simulate.md).
