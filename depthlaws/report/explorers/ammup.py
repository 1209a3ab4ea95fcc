"""Explorer of the largest learning rate over the depth, by architecture."""

from typing import Any

from depthlaws.report.explorers.records import Explorer, choice, whole
from depthlaws.theory.updates.missing_laws import ask
from depthlaws.theory.updates.network_units import stack

# Name, description, options of the theory, law in updates.js with its numbers.
NETWORKS: tuple[tuple[str, str, dict[str, Any], dict[str, Any]], ...] = (
    ("plain-relu", "plain ReLU network", {"network": "plain"}, {"law": "units"}),
    (
        "plain-linear", "plain linear network", {"network": "plain", "activation": "linear"},
        {"law": "units"},
    ),
    (
        "orthogonal-relu", "plain ReLU network of orthogonal weights",
        {"network": "plain", "weights": "orthogonal"}, {"law": "units"},
    ),
    (
        "orthogonal-linear", "plain linear network of orthogonal weights",
        {"network": "plain", "activation": "linear", "weights": "orthogonal"}, {"law": "units"},
    ),
    (
        "sign-relu", "plain ReLU network under a sign step, the first of Adam",
        {"network": "plain", "optimizer": "sign"}, {"law": "closed", "formula": "sign-update-relu"},
    ),
    (
        "sign-linear", "plain linear network under a sign step, the first of Adam",
        {"network": "plain", "activation": "linear", "optimizer": "sign"},
        {"law": "closed", "formula": "sign-update-linear"},
    ),
    (
        "residual-linear", "residual linear network with K^(-1/2) in the weights",
        {"network": "residual", "activation": "linear"}, {"law": "units", "power": 0.5},
    ),
    (
        "residual-relu", "residual ReLU network with K^(-1/2) in the weights",
        {"network": "residual"}, {"law": "gates", "power": 0.5, "outside": False},
    ),
    (
        "residual-relu-outside", "residual ReLU network with K^(-1/2) outside of the weights",
        {"network": "residual", "scaled": "multiplier"},
        {"law": "gates", "power": 0.5, "outside": True},
    ),
    (
        "pre-norm-linear", "pre-norm residual linear network without attention",
        {"network": "residual", "activation": "linear", "norm": "pre", "scaled": "none"},
        {"law": "pre-norm"},
    ),
)  # fmt: skip


def rows() -> dict[str, dict[str, Any]]:
    """Return the networks by name, with the numbers of one unit where all units are equal."""
    table = {}
    for name, says, options, law in NETWORKS:
        row = {"id": name, "says": says, "options": [[k, v] for k, v in options.items()], **law}
        rest = {key: value for key, value in options.items() if key != "network"}
        question = ask(options["network"], rest)
        row["head"] = float(question.head)
        if law["law"] == "units":
            units = stack(question, 1)
            row |= {"head": float(units.head), "head_kappa": float(units.head_kappa)}
            if question.network == "plain":
                ((unit, _),) = units.runs
                fields = ("gain", "share", "omega", "kappa")
                row["unit"] = {field: float(getattr(unit, field)) for field in fields}
        table[name] = row
    return table


AMMUP = Explorer(
    id="ammup",
    papers=("ammup",),
    question="By which power of the depth does my learning rate go?",
    says="Largest learning rate of the first step: the one at which the mean update energy of the "
    "layers is 1, exact. Mean squared error, one input, random labels. The paper says "
    "depth^(-3/2) for every architecture.",
    fields=(
        choice("network", "network", "plain-relu", {name: says for name, says, *_ in NETWORKS}),
        whole("L", "depth L", 4, 1, 1024),
        whole("to", "new depth", 64, 1, 1024),
        whole("width", "width, 0 for infinite", 0, 0, 1_000_000),
        whole("outputs", "outputs, at a finite width", 1, 1, 100_000),
    ),
    plots=("Exponent of the largest rate between L and 2 L layers, over L",),
    commands="depthlaws whatif updates.local_slope --network plain --L 4\n"
    "depthlaws whatif updates.transfer_update_rate --rate 1 --network plain --L 4 --to 64",
    data=lambda: {"rows": list(rows().values())},
    scripts=("updates.js",),
)
