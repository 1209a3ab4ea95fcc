"""Script with the closed forms that the explorers read."""

import json
from functools import cache

from depthlaws.theory import formula
from depthlaws.theory.symbolic.javascript import function

FORMULAS = (  # read by the scripts of the explorers
    "chain-gd-step", "chain-gd-total-step-infinite",
    "kappa-relu", "gate-relu", "untied-energy", "visit-energy-upper",
    "sign-update-relu", "sign-update-linear", "power-transfer",
    "pc-rescaling-mean-mlp", "pc-rescaling-mean-residual", "pc-misalignment-mlp",
    "pc-orthogonal-chain-smallest", "pc-orthogonal-chain-condition",
    "pc-inference-descent-rate", "pc-inference-nesterov-rate", "pc-inference-conjugate-rate",
)  # fmt: skip


@cache
def formulas_script() -> str:
    """Return the script with all formulas of the explorers."""
    entries = ",\n".join(f"  {json.dumps(name)}: {function(formula(name))}" for name in FORMULAS)
    return (
        "// Written from the records of the theory; a change belongs there.\n"
        "window.depthlaws = window.depthlaws || {};\n"
        f"window.depthlaws.formulas = {{\n{entries},\n}};\n"
    )
