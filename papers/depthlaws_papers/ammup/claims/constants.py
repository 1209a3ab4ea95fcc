"""Section 3.1: design choices that the paper counts as constants, and the exponents they change."""

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.records import Claims
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.claims.common import LINEAR, Options

CLAIMS = Claims()


def _deeper_branch(matrices: int) -> tuple[float, float]:
    """Exponents of eta* of blocks with so many matrices in a branch, and with one."""
    one, several = (
        updates.local_slope("residual", 2**12, branch_depth=beta, **LINEAR)
        for beta in (1, matrices)
    )
    return several, one


CLAIMS.add(
    id="AMMUP-X01-branch",
    source=AMMUP.section("3.1"),
    says="How many matrices stand in a residual branch changes a constant and not the exponent.",
    quote="the internal branch design affects constants in the scaling law",
    reading="The number of matrices in a branch, fixed as K grows, each with the variance of "
    "eq. (5); linear, width to infinity, one output. With one matrix the exponent is -1, with two "
    "0, with three 1: a rate that stays and one that grows with depth. The statement holds where "
    "only the last matrix carries K^(-1/2).",
    checks=(Property(_deeper_branch, {"matrices": [2, 3]}, rtol=0.1),),
    corrected_by="AMMUP-B-branch-depth",
    sides=("exponent of eta* at K = 4096", "exponent with one matrix"),
    fault="result",
    change="the internal branch design sets the exponent too, unless only the last matrix of a "
    "branch carries K^(-1/2).",
)


def _norm_moved(depth: int) -> tuple[float, float]:
    """Exponents of eta* of pre-norm and post-norm units with fan-in weights."""
    words: Options = {"scaled": "none", **LINEAR}
    before, behind = (
        updates.local_slope("residual", depth, norm=norm, **words) for norm in ("pre", "post")
    )
    return before, behind


CLAIMS.add(
    id="AMMUP-X01-norm",
    source=AMMUP.section("3.1"),
    says="The place of the normalisation changes a constant and not the exponent.",
    quote="they affect constants in the update budget rather than the leading depth exponent",
    reading="Linear units with fan-in weights, width to infinity, one output. The Jacobians stay "
    "bounded, as the sentence asks: that of the normalisation in front of block l + 1 is at most "
    "1/sqrt(l + 1). The exponent is -3/2 behind the addition (AMMUP-P3-post), but falls from -1 "
    "towards -1/2 in front of the branch.",
    checks=(Property(_norm_moved, {"depth": [512, 10**5]}, rtol=0.1),),
    corrected_by="AMMUP-AS1-prenorm",
    same_fault_as="AMMUP-R6",
    sides=("exponent of eta*, pre-norm", "exponent of eta*, post-norm"),
)
