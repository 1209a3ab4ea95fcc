"""Explorer of a looped stream: energy and coherence for layers visited in any order."""

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
    says="Energy of a residual stream that adds eps W relu(h) at each visit of a layer, exact at "
    "infinite width, with He weights. Visits of one layer share its matrix, so that their "
    "increments add up along one direction.",
    fields=(
        Field(name="visits", label="layers x loops, or any order of visits", default="4x16"),
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
    commands="depthlaws loop --visits 4x16 --lam 1 --sites 0",
    data=_data,
)
