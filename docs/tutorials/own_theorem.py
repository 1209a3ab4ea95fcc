# %% [markdown]
# # A theorem of your own
#
# Suppose that you believe this about the balanced chain: where the target `r = mu_yx / mu_xx` is at
# least 1, the sharpness grows with the depth. First, try to break it with random points, drawn by
# [Hypothesis](https://hypothesis.readthedocs.io):

# %%
from hypothesis import given, settings
from hypothesis import strategies as st

from depthlaws.theory import formula

sharpness = formula("chain-sharpness")


@settings(derandomize=True, database=None)
@given(L=st.floats(1, 1000), r=st.floats(1, 100))
def grows(L, r):
    """One more layer is sharper."""
    assert sharpness(L + 1, r, 1.0) > sharpness(L, r, 1.0)


grows()

# %% [markdown]
# Nothing was found. (`depthlaws.claims.strategies.points` draws from the whole domain of any formula,
# its ends included.)
#
# Random points prove nothing. The derivative does. Its logarithm is short:

# %%
import sympy as sp

L, mu_yx, mu_xx = sharpness.symbols
slope = sp.simplify(sp.diff(sp.log(sharpness.expr), L))
slope

# %% [markdown]
# It is (L + 2 ln r)/L^2 with r = mu_yx/mu_xx, so it is positive for r >= 1. As a claim, the statement
# gets a verdict in the same way as those of the papers. `Identity` compares two expressions
# symbolically on a domain:

# %%
from depthlaws import claims
from depthlaws.claims.engine import Identity
from depthlaws.theory import Interval
from depthlaws.theory.papers import CHAIN

mine = claims.Claim(
    id="MY-SLOPE",
    source=CHAIN.beyond("mine"),
    says="The logarithmic derivative of the sharpness is (L + 2 ln r)/L^2.",
    checks=(
        Identity(
            lambda: (slope, (L + 2 * sp.log(mu_yx / mu_xx)) / L**2),
            {L: Interval(1, 100), mu_yx: Interval(1, 9), mu_xx: Interval(1, 9)},
        ),
    ),
)
result = claims.verify([mine]).by_id["MY-SLOPE"]
result

# %% [markdown]
# A check that cannot fail shows nothing. Break the statement and watch it fail:

# %%
broken = claims.Claim(
    id="MY-BROKEN",
    source=CHAIN.beyond("mine"),
    says="The same with one sign changed.",
    checks=(
        Identity(
            lambda: (slope, (L - 2 * sp.log(mu_yx / mu_xx)) / L**2),
            {L: Interval(1, 100), mu_yx: Interval(1, 9), mu_xx: Interval(1, 9)},
        ),
    ),
)
refuted = claims.verify([broken]).by_id["MY-BROKEN"]
assert (result.verdict, refuted.verdict) == ("PROVED", "REFUTED")
refuted

# %% [markdown]
# The other kinds of check are `Certify` (an inequality on a whole box, by interval arithmetic),
# `Exhaustive` (every case of a finite statement), `Property` and `Sampled` (random points and random
# networks); `help` explains each. Next: [an activation of your own](own_activation.py).
