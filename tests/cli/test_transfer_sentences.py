"""Each sentence of ``depthlaws transfer`` is true of its model, law, optimiser and move.

A sentence is a selection (this law has that sentence), so it is judged by numbers: the powers of
the sizes are measured from moved settings at four times a size. A sentence about a law that no
fact here judges fails, too.
"""

import functools
import math
import re

import pytest

from depthlaws import parametrization
from depthlaws.cli import transfer_answer
from depthlaws.cli.record_entries import entries
from depthlaws.theory.parametrization.law_records import MODELS
from depthlaws.theory.parametrization.optimizers import OPTIMIZERS

TRANSFORMERS = {"pre-norm", "post-norm", "looped"}
FOUR_TIMES = {
    "layers": {"layers": 12, "to_layers": 48},
    "loops": {"layers": 12, "loops": 2, "to_loops": 8},
    "width": {"layers": 12, "width": 256, "to_width": 1024},
}
SIZES = {
    **FOUR_TIMES,
    "first loops": {"layers": 12, "to_loops": 8},
    "same": {"layers": 12},
    "layers and width": {**FOUR_TIMES["layers"], "width": 256, "to_width": 1024},
}


@functools.cache
def moved(optimizer, model, size):
    """Move of a model by every law."""
    return parametrization.transfer(
        1e-3, optimizer=optimizer, model=model, weight_decay=0.1, **SIZES[size]
    )


@functools.cache
def power(law, optimizer, size, quantity, group="block matrices"):
    """Power of a size in a setting, measured at four times the size; None if the law refuses."""
    (move,) = (move for move in moved(optimizer, "mlp", size) if move.law.name == law)
    if move.refused:
        return None
    return round(math.log(move.settings[group][quantity].factor, 4), 9)


def powers_are(quantity, group="block matrices", optimizer=None, **expected):
    """Predicate: a setting goes as these powers of sizes."""
    return lambda move: all(
        power(move.law.name, optimizer or move.optimizer.name, size, quantity, group) == p
        for size, p in expected.items()
    )


def nothing_else_moves(move):
    names = ("learning_rate", "multiplier", "weight_decay", "adam_epsilon")
    return all(
        power(move.law.name, move.optimizer.name, size, quantity, group) == 0
        for size in FOUR_TIMES
        for quantity in names
        for group in ("embedding", "block matrices", "readout")
        if not move.optimizer.matrices_only
    )


def limit_of_the_exact_law(move):
    (exact,) = parametrization.transfer(
        1.0, layers=4000, to_layers=8000, width=2**40, optimizer="sgd", law="am_mup_exact"
    )
    rate = exact.settings["block matrices"]["learning_rate"].factor
    own = power(move.law.name, "sgd", "layers", "learning_rate")
    return math.log2(rate) == pytest.approx(own, abs=1e-3)


def sizes_stay(*names):
    return lambda move: all(getattr(move.source, n) == getattr(move.target, n) for n in names)


def independent_differs(move):
    return any(
        move.independent_decay(group).value != own["weight_decay"].value
        for group, own in move.settings.items()
    )


DECOUPLED = {"adam", "adamw", "lion", "muon", "sign"}  # decay times rate: Adam is trained as AdamW
FACTS = {  # what a sentence says: whether it is so
    "branch multiplier already has": lambda m: power(
        m.law.name, m.optimizer.name, "layers", "multiplier"
    ),
    "deviation already has the depth": powers_are("init_std", layers=-0.5),
    "the layers stay": lambda m: (
        power(m.law.name, m.optimizer.name, "layers", "multiplier") is None
        and m.source.layers == m.target.layers
    ),
    "moves neither branches nor": lambda m: (
        powers_are("multiplier", layers=0)(m) and powers_are("init_std", layers=0)(m)
    ),
    "norm before the head": lambda m: m.asked["model"] in TRANSFORMERS,
    "residual branches or": lambda m: m.asked["model"] != "mlp",
    "blocks outside of the loop, ": lambda m: m.asked["model"] == "looped",
    "sets weight decay too": lambda m: (
        m.settings["block matrices"]["weight_decay"].known != "silent"
    ),
    r"[Bb]ranches times depth\^\(-1/2\)": powers_are("multiplier", layers=-0.5),
    "Branches times 1/depth:": powers_are("multiplier", layers=-1),
    r"1/\(N sqrt L\)": powers_are("multiplier", layers=-0.5, loops=-1),
    r"(rates in the blocks|the rate eta goes) as L\^\(-1/2\)": powers_are(
        "learning_rate", layers=-0.5, loops=0
    ),
    "under Adam matrices learn at 1/width": powers_are("learning_rate", optimizer="adam", width=-1),
    "readout is divided by it": powers_are("multiplier", "readout", width=-1),
    "parametrisation of gradient descent": lambda m: m.optimizer.name == "sgd",
    r"times depth\^\(-3/2\)": powers_are("learning_rate", layers=-1.5),
    r"depth\^\(-1/2\) in initial weights": powers_are("init_std", layers=-0.5),
    r"relu\(W z\) / depth": powers_are("multiplier", layers=-1),
    "nothing else moves": nothing_else_moves,
    "limit of the exact law": limit_of_the_exact_law,
    r"[Mm]ean update energy|[Ss]ame normalised rate|sum over all paths": lambda m: m.law.factor,
    "Depth and loops stay": sizes_stay("layers", "loops"),
    "keep the forward pass .*bounded": lambda m: (
        power(m.law.name, m.optimizer.name, "layers", "multiplier") <= -0.5
    ),
    "let every block keep learning": powers_are("multiplier", layers=-1),
    "Caution: one pass": lambda m: m.source.loops == 1 < m.target.loops,
    "decay is multiplied by": lambda m: m.optimizer.name in DECOUPLED,
    "decay is added to": lambda m: m.optimizer.name not in DECOUPLED,
    "take the column decay alone": independent_differs,
    "rates of Muon's": lambda m: m.optimizer.name == "muon",
    "--size layers": lambda m: m.source.layers != m.target.layers and sizes_stay("loops")(m),
    "--size loops": lambda m: m.source.loops != m.target.loops,
    "--size width": sizes_stay("layers", "loops"),
    "the change of the output": lambda m: m.source.layers != m.target.layers,
    "--trainer torch prints": lambda m: parametrization.parameter_groups(m, "torch"),
    "--trainer optax prints": lambda m: parametrization.parameter_groups(m, "optax"),
    "if one fits this model": lambda m: True,
    "side by side": lambda m: True,  # counts: test_the_last_line_counts_the_laws
}


def false_sentences(moves, move):
    """Yield the parts of the answer's text that are not so."""
    text = "\n".join([move.law.says, *transfer_answer._lines(moves, move)])
    for pattern, holds in FACTS.items():
        if re.search(pattern, text) and not holds(move):
            yield f"{move.law.name}, {moves.model}, {moves.optimizer}: {pattern}"


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_every_sentence_of_an_answer_is_so(optimizer):
    for model in MODELS:
        for size in SIZES:
            moves = moved(optimizer, model, size)
            # by the recommended law, and by each law that is asked for alone
            answers = [(moves, moves.recommended)] if moves.recommended else []
            answers += [(type(moves)([m], model, optimizer), m) for m in moves if not m.refused]
            assert [false for pair in answers for false in false_sentences(*pair)] == []


def test_the_last_line_counts_the_laws():
    for optimizer in OPTIMIZERS:
        for model in MODELS:
            moves = moved(optimizer, model, "width")
            if moves.recommended:
                *_, more = transfer_answer._lines(moves, moves.recommended)
                kinds = {model, "pre-norm"} if model == "looped" else {model}
                signs = "first_sign_step" if optimizer == "muon" else ""
                broken = sum(not kinds & {*m.law.models} or m.law.name == signs for m in moves)
                assert f"shows {len(moves)} laws side by side, {broken} not for" in more


def test_every_law_says_what_a_fact_judges():
    from depthlaws.theory.parametrization.recommended_law import REASONS

    said = {law.says for by_name in parametrization.laws.values() for law in by_name.values()}
    said |= {sentence[0].upper() + sentence[1:] for sentence in REASONS.values()}
    assert [s for s in said if not any(re.search(pattern, s) for pattern in FACTS)] == []


def test_claims_in_reasons_are_in_the_ledger():
    named = re.findall(r"[A-Z]+-[A-Z]-[\w-]+", str(moved("muon", "looped", "loops").why))
    assert len(named) == 3
    assert {*named} <= {*entries()}


def test_facts_tell_a_false_sentence(monkeypatch):
    moves = moved("adamw", "post-norm", "width")
    words = "leave it as tuned: the branch multiplier already has the depth"
    monkeypatch.setattr(
        "depthlaws.theory.parametrization.recommended_law.depth_in_weights", lambda law: words
    )
    assert "branch multiplier" in "".join(false_sentences(moves, moves.recommended))
