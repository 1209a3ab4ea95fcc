"""Equation (3) and section 5.3: the learning rate over the steps."""

from attention2017.paper import PAPER
from depthlaws.claims.engine import Claims
from depthlaws.claims.engine.statement import AtMost, Statement, positive, scalars

CLAIMS = Claims()

m, t, w = scalars("m t w")  # roots of d_model, of the step and of the number of warmup steps
SIGNS = {m: positive, t: positive, w: positive}
rising, falling = t**2 / (m * w**3), 1 / (m * t)
before, after = AtMost(t, w), AtMost(w, t)

CLAIMS.add(
    id="ATT-E3-warmup",
    source=PAPER.eq(3),
    says="During the warmup the minimum is the term that grows in proportion to the step, and it "
    "is at most 1/sqrt(d_model warmup_steps).",
    statement=Statement(
        AtMost(rising, falling, because=before.gap * (w**2 + w * t + t**2) / (m * t * w**3)),
        AtMost(rising, 1 / (m * w), because=before.gap * (w + t) / (m * w**3)),
        for_all=SIGNS,
        given=(before,),
    ),
)

CLAIMS.add(
    id="ATT-E3-decay",
    source=PAPER.eq(3),
    says="After the warmup the minimum is the term that falls as the inverse root of the step, and "
    "it is at most 1/sqrt(d_model warmup_steps).",
    statement=Statement(
        AtMost(falling, rising, because=after.gap * (w**2 + w * t + t**2) / (m * t * w**3)),
        AtMost(falling, 1 / (m * w), because=after.gap / (m * t * w)),
        for_all=SIGNS,
        given=(after,),
    ),
)
