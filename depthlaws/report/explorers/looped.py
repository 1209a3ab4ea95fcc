"""Explorer of a looped stream: energy and coherence for layers visited in any order.

Tuned at one order of visits, the stream may be used at another: more loops at inference.
"""

import math
from typing import Any

from depthlaws.report.explorers.records import Explorer, Field, choice, number

MOST_VISITS = 1024  # a kernel of a million entries, a tenth of a second


def _data() -> dict[str, Any]:
    return {"s": math.sqrt(2), "bound": 2, "most": MOST_VISITS}


LOOPED = Explorer(
    id="looped",
    papers=("looped", "looped-v0"),
    question="Does my looped block stay bounded?",
    says="Energy of a residual stream that adds eps W relu(h / R) at each visit of a layer, R the "
    "root of the energy of h (a pre-norm Transformer), or eps W relu(h) without a norm; exact at "
    "infinite width, with He weights. Visits of one layer share its matrix, so that their "
    "increments add up along one direction. For more loops at inference, give the visits in use: "
    "the branch scales stay those of the visits tuned.",
    fields=(
        Field(name="visits", label="layers x loops, or any order of visits", default="4x16"),
        Field(name="use", label="visits in use, if others (inference)", default=""),
        choice(
            "block",
            "block",
            "prenorm",
            {"prenorm": "pre-norm Transformer", "preact": "no norm"},
        ),
        choice(
            "rule",
            "branch scale",
            "visits",
            {
                "visits": "lambda / (visits of the layer x sqrt(layers))",
                "root": "lambda / sqrt(all visits)",
                "none": "lambda",
            },
        ),
        number("lam", "lambda", 1, 0, 100),
    ),
    plots=("Energy over the visits: exact with shared matrices, and if no matrix were shared",),
    commands="depthlaws loop --visits 4x16 --lam 1 --block prenorm --sites 0",
    data=_data,
)
