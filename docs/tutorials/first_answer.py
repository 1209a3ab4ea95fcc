# %% [markdown]
# # First answer
#
# A model with 12 layers is tuned: its learning rate is 1.25e-3 under AdamW. The next model has 48
# layers. Which learning rate does it need?

# %%
from depthlaws import parametrization

moves = parametrization.transfer(1.25e-3, layers=12, to_layers=48, optimizer="adamw")
moves.recommended.law.name

# %% [markdown]
# That is the name of the recommended law. These are its values by group of parameters, at the new
# size; the multiplier is that of the residual branches, or of the readout:

# %%
moves.recommended

# %% [markdown]
# The law is chosen for a reason, and it leaves some choices to you:

# %%
print(moves.why)
for choice in moves.left_out:
    print("-", choice)

# %% [markdown]
# Behind each law stand closed forms. One of them is the sharpness of the simplest deep network, the
# chain `f(x) = w_1 w_2 ... w_L x`, at the minimum that gradient descent finds:

# %%
from depthlaws.theory import formula

sharpness = formula("chain-sharpness")
sharpness

# %% [markdown]
# Numbers and arrays go in, in the order of the arguments: depth, `mu_yx` and `mu_xx`. The largest
# stable learning rate is 2 divided by the sharpness.

# %%
rates = 2 / sharpness([2, 8, 64], 2.0, 1.0)
rates

# %%
from depthlaws import chain

assert (abs(rates - chain.max_learning_rate([2, 8, 64], 2.0, 1.0)) < 1e-15).all()

# %% [markdown]
# Any question can be drawn over a range. Here is how fast the largest rate falls with the depth, for
# two targets:

# %%
from depthlaws import plot

plot.over("chain.max_learning_rate", L=[1, 2, 4, 8, 16, 32, 64], mu_yx=[0.5, 2.0], mu_xx=1.0)

# %% [markdown]
# Next: [the first paper](first_paper.py), or [which law for my model](../how-to/which-law.md).
