# %% [markdown]
# # The first paper: a statement, a verdict, an erratum
#
# Every numbered statement of five papers is a *claim*: a sentence with checks that run. Here is one
# of the paper `chain`, about the sharpness of deep chains, with the words of the paper and the
# reading that is tested:

# %%
from depthlaws import claims

claims.claim("CHAIN-I8")

# %% [markdown]
# Its checks search for a counterexample, and find one. A claim comes with the claim that corrects it:

# %%
report = claims.verify("CHAIN-I8", jobs=0)
for result in report.results:
    print(result.id, result.verdict, "as expected" if result.as_expected else "NOT AS EXPECTED")

# %% [markdown]
# REFUTED is as expected here: the statement is listed as an erratum, and it would be an error of ours
# if it held. The evidence says what was computed:

# %%
assert report.ok
report.results[0]

# %%
report.results[1]

# %% [markdown]
# You need not believe either. The correction says that two layers are sharper than one exactly if the
# target `r` is larger than 1/2. With `mu_xx = 1`, the target is `mu_yx`:

# %%
from depthlaws import chain

for r in (0.4, 0.5, 0.6):
    one, two = chain.sharpness([1, 2], r, 1.0)
    print(f"r = {r}: S(1) = {one:.3f}, S(2) = {two:.3f}")

# %% [markdown]
# The same over more depths. Each line is a target; the lowest one falls before it rises.

# %%
from depthlaws import plot

plot.over("chain.sharpness", L=[1, 1.5, 2, 3, 4, 6, 8], mu_yx=[0.2, 0.5, 1.0, 2.0], mu_xx=1.0)

# %% [markdown]
# `depthlaws figures chain-fig1` draws the figure of the paper that the sentence is about, and
# `depthlaws where CHAIN-I8` names the formulas and figures that rest on the claim. Next:
# [a theorem of your own](own_theorem.py), or [how verdicts come about](../explanation/verdicts.md).
