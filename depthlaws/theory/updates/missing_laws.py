"""Networks without an exact law: the error, its reason, and the simulation that answers instead."""

from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

from depthlaws.theory.symbolic.registry import UnknownNameError
from depthlaws.theory.updates.network_options import Question

__all__: list[str] = []

STEP_OPTIONS = ("loss", "optimizer", "batch", "evaluate", "label_variance", "inputs")
NOT_SIMULATED = ("arrangement", "stream", "output_ratio", "part")


class NoTheoryError(ValueError):
    """A network for which no exact law is known: the reason, and the call that answers instead."""

    def __init__(self, what: str, why: str = "", call: str = "") -> None:
        because, how = f": {why}" if why else "", f": {call}" if call else ""
        message = f"no exact law is known for {what}{because}; simulate it with sims.onestep{how}"
        super().__init__(message)


def ask(network: str, options: dict[str, Any]) -> Question:
    """Make a question from options, with post-activation linear blocks as residual ones.

    Raises
    ------
    UnknownNameError
        For an unknown option or word.
    NoTheoryError
        For a transformer.
    """
    transformer = network == "transformer"
    known = [f.name for f in fields(Question) if f.name != "network"]
    for name in options:
        if name not in known:
            raise UnknownNameError("option", name, known)
    question = Question(network="residual" if transformer else network, **options)
    if question.network == "post-activation" and question.linear:  # z + W z either way
        question = replace(question, network="residual")
    if not transformer:
        return question
    why = "attention weighs tokens by a softmax of their states"
    call = simulation(question, network="transformer", grid=16, weights="gaussian")
    raise NoTheoryError("a transformer", why, call)


def no_theory(question: Question, why: str = "") -> NoTheoryError:
    """Make the error for a network without a law: its first obstacle, and the simulation."""
    words = (
        f"{question.activation}, norm {question.norm}, {question.weights} weights, "
        f"width {question.width}"
    )
    what = f"a {question.network} network ({words}), {question.loss} and {question.optimizer}"
    why = why or next((reason for holds, reason in _reasons(question) if holds), "")
    return NoTheoryError(what, why, simulation(question))


def _reasons(question: Question) -> list[tuple[bool, str]]:
    """Pairs (True if it applies, reason), the most specific first."""
    narrow = not question.wide
    gated = not question.linear and question.network != "plain"
    residual, plain = question.network == "residual", question.network == "plain"
    sign = question.optimizer == "sign"
    deep = "branches of several matrices are solved for linear blocks at infinite width only"
    norms = "the 1-norms of states and gradients have no closed moments at a finite width"
    softmax = (
        "a softmax is no polynomial of the logits, and the distribution of their size is known "
        "for plain networks of linear or ReLU units only (part='label' has a law)"
    )
    gates = (
        "gates persist through the blocks, and each depends on the norms that all coordinates "
        "make together: no list of moments closes"
    )
    signs = (
        "signs of gradients depend on the whole path of a coordinate's gates (updates.sign_step "
        "averages the last layer's change over paths, with its error)"
    )
    return [
        (sign and question.part != "total", "energies of a sign step are not a sum of parts"),
        (sign and question.several_inputs, "the sign of a sum over inputs is not a product"),
        (plain and bool(question.skip), "plain units have no skip: use network='residual'"),
        (not residual and question.stem > 0, "stem is an option of network='residual'"),
        (
            question.stream == "normalized" and question.norm != "pre",
            "stream='normalized' needs norm='pre'",
        ),
        (question.branch_depth > 1, deep),
        (narrow and sign, norms),
        (narrow and question.loss == "ce", softmax),
        (narrow and gated, gates),
        (residual and gated and sign, signs),
        (
            gated and question.slopes is None,
            "gates that persist and take more than two values have no closed fourth moments",
        ),
        (
            narrow and question.slopes is None,
            "moments of the states close at a finite width for two slopes only",
        ),
        (
            question.norm != "none",
            "normalised states are solved in linear residual blocks at infinite width only",
        ),
        (
            question.weights == "orthogonal",
            "orthogonal weights are solved in plain networks, for two slopes or sign steps",
        ),
        (
            question.output_ratio > 0,
            "output_ratio needs equal units of Gaussian weights, mse and sgd",
        ),
        (not plain, "its blocks are solved without stem, with a skip of 1 and Gaussian weights"),
    ]


def simulation(question: Question, **network: Any) -> str:
    """Return the simulator's call for a network: of 128 units if its width is infinite."""
    width = 128 if question.wide else question.width
    options: dict[str, Any] = {"network": question.network, "width": width}
    step: dict[str, Any] = {}
    for name in (f.name for f in fields(Question) if f.name not in {"network", "width"}):
        value = getattr(question, name)
        if name in NOT_SIMULATED or value == getattr(Question, name):
            continue
        (step if name in STEP_OPTIONS else options)[name] = _simulated_word(value)
    if question.output_ratio:
        options["outputs"] = max(1, round(question.output_ratio * options["width"]))
    options |= network
    arguments = ", ".join(f"{name}={value!r}" for name, value in options.items())
    step_arguments = ", ".join(f"{name}={value!r}" for name, value in step.items())
    sampling = "Sampling(samples=400, seed=0)"
    return (
        f"first_step(Architecture(depth=L, {arguments}), FirstStep({step_arguments}), {sampling})"
    )


def _simulated_word(value: Any) -> Any:
    """Option of the simulator: Fractions as floats, activations as their names."""
    if isinstance(value, Fraction):
        return float(value)
    name = getattr(value, "name", value)
    return name.replace("(", ":").rstrip(")") if isinstance(name, str) else name
