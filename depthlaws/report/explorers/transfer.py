"""Explorer of transfer: a tuned model at another size, by the law that fits it.

The rules of the laws, the order of preference and the reasons are read from
:mod:`depthlaws.theory.parametrization`. The page multiplies powers and calls the exact first steps.
"""

import inspect
from dataclasses import replace
from typing import Any

from depthlaws.report.explorers import ammup
from depthlaws.report.explorers.records import Explorer, choice, number, whole
from depthlaws.theory.parametrization import exact_rate_ratios, recommended_law
from depthlaws.theory.parametrization.hyperparameter_transfer import rule_in_use, transfer
from depthlaws.theory.parametrization.law_comparison import MARKS, Moves
from depthlaws.theory.parametrization.law_records import GROUPS, MODELS, QUANTITIES, VECTORS
from depthlaws.theory.parametrization.muon_rules import MUON_GROUPS, SCALE_WORDS, SCALES
from depthlaws.theory.parametrization.optimizers import OPTIMIZERS
from depthlaws.theory.parametrization.transferred_settings import Moved
from depthlaws.theory.parametrization.unread_options import READERS


def _choices() -> dict[str, str]:
    """Return the words of the form for each optimiser, and for each scale of Muon."""
    return {
        word: words
        for record in OPTIMIZERS.values()
        for word, words in (
            {f"{record.name}:{s}": f"{record.label}, {SCALE_WORDS[s]}" for s in SCALES}
            if record.matrices_only
            else {record.name: record.label}
        ).items()
    }


CHOICES = _choices()  # words of the form: what they say
MOVES: dict[str, dict[str, int]] = {  # of the first size that changes, else of the layers
    "loops": {"to_loops": 2},
    "layers": {"to_layers": 2},
    "width": {"width": 64, "to_width": 128},
}
EXACT = {  # laws whose rate is no power of the sizes: network of updates.js
    "first_sign_step": "sign-relu",
    "am_mup_exact": "plain-relu",
}


def _options(word: str) -> dict[str, Any]:
    """Return the arguments of an optimiser of the form."""
    optimizer, _, scale = word.partition(":")
    return {"optimizer": optimizer, "muon_scale": scale} if scale else {"optimizer": optimizer}


def _asked(word: str, model: str, loops: int) -> Moves:
    """Return every law for a model that keeps its size, so that only the model decides."""
    return transfer(1e-3, layers=1, loops=loops, model=model, **_options(word))


def _without(word: str, model: str, moved: dict[str, int]) -> str:
    """Return why no law is recommended for a move."""
    words: dict[str, Any] = {"layers": 1} | moved | _options(word)
    moves = transfer(1e-3, model=model, **words)
    return recommended_law.reason(None, moves, model, word.partition(":")[0])


def _optimizer(word: str) -> dict[str, Any]:
    """Return laws, reasons and choices of one optimiser as JSON values."""
    asked = {(m, n): _asked(word, m, n) for m in MODELS for n in (1, 2)}
    choices = {
        model: {
            key: [
                name
                for name in recommended_law.PREFERRED.get((moves[0].law.optimizer, model), ())
                if name in {move.law.name for move in moves if move.fits}
            ]
            for key, moves in (("once", asked[model, 1]), ("looped", asked[model, 2]))
        }
        for model in MODELS
    }
    every = {move.law.name: move for move in asked["mlp", 1]}
    chosen = {
        name for by_loops in choices.values() for names in by_loops.values() for name in names
    }
    some = next(iter(every.values()))
    return {
        "says": word.partition(":")[0],
        "laws": {name: _law(every[name], asked["mlp", 1]) for name in sorted(chosen)},
        "choices": choices,
        "owns": {group: [q for q in QUANTITIES if some.owns(group, q)] for group in GROUPS},
        "muon_groups": list(MUON_GROUPS) if some.optimizer.matrices_only else [],
        "decay": some.optimizer.decay,
        "without": {
            model: {size: _without(word, model, moved) for size, moved in MOVES.items()}
            for model in MODELS
        },
    }


def _law(move: Moved, moves: Moves) -> dict[str, Any]:
    """Return sentences and rules of one law as JSON values."""
    law = move.law
    if law.factor not in (None, exact_rate_ratios.first_step):
        msg = f"{law.name}: the explorer computes no ratio of {law.factor}"
        raise ValueError(msg)
    return {
        "says": law.says,
        "assumes": law.assumes,
        "why": recommended_law.reason(move, moves, moves.model, moves.optimizer),
        "depth_in_weights": recommended_law.depth_in_weights(law),
        "needs_same": list(law.needs_same),
        "exact": None if law.factor is None else EXACT[law.name],
        "unread": [name for name in SOMETIMES_READ if not READERS[name].settings(move)],
        "rules": {group: {q: _rule(move, group, q) for q in QUANTITIES} for group in GROUPS},
    }


def _rule(move: Moved, group: str, quantity: str) -> dict[str, Any] | None:
    """Return powers of width, layers and loops with their certainty; None for a silent law."""
    rule = rule_in_use(move.law, group, quantity, move.asked)
    if rule is None:
        return None
    width, depth, loops = map(float, rule.powers)
    return {"powers": [width, depth, depth if move.law.unrolled else loops], "known": rule.known}


SOMETIMES_READ = ("outputs", "adam_epsilon")  # fields that some laws leave without effect


def _data() -> dict[str, Any]:
    usual = {
        name: parameter.default
        for name, parameter in inspect.signature(transfer).parameters.items()
        if isinstance(parameter.default, str | int | float)
    }
    networks = ammup.rows()
    return {
        "optimizers": {word: _optimizer(word) for word in CHOICES},
        "models": MODELS,
        "caution": recommended_law.CAUTION,
        "left_out": {model: recommended_law.left_out_in_short(model, "{}") for model in MODELS},
        "groups": list(GROUPS),
        "quantities": list(QUANTITIES),
        "vectors": list(VECTORS),
        "marks": MARKS,
        "sometimes_read": list(SOMETIMES_READ),
        "rows": {name: networks[name] for name in EXACT.values()},
        "usual": {name: str(v).lower() if isinstance(v, bool) else v for name, v in usual.items()}
        | {"muon_rate": 0},
    }


RARE = {"muon_rate", "adam_epsilon", "init_std", "multiplier", "decay_vectors", "outputs"}
FIELDS = (
    choice("model", "model", "pre-norm", MODELS),
    choice("optimizer", "optimiser", "adamw", CHOICES),
    number("learning_rate", "tuned learning rate", 6e-4, 1e-12, 1e6),
    number("muon_rate", "rate of Muon's matrices, 0 for the same", 0, 0, 1e6),
    whole("layers", "layers", 12, 1, 4096),
    whole("to_layers", "new layers", 48, 1, 4096),
    whole("loops", "loops", 1, 1, 4096),
    whole("to_loops", "new loops", 1, 1, 4096),
    whole("width", "width", 768, 1, 1_000_000),
    whole("to_width", "new width", 2048, 1, 1_000_000),
    number("weight_decay", "weight decay", 0.1, 0, 1e6),
    number("adam_epsilon", "epsilon of Adam", 1e-8, 1e-30, 1),
    number("init_std", "initial deviation", 0.02, 1e-12, 1e6),
    number("multiplier", "multiplier of the branches", 1, 1e-12, 1e6),
    choice(
        "decay_vectors",
        "norms, gains, biases",
        "false",
        {"false": "do not decay", "true": "decay"},
    ),
    whole("outputs", "outputs, for am_mup_exact", 1, 1, 1_000_000),
)

TRANSFER = Explorer(
    id="transfer",
    papers=("looped", "ammup", "pc", "chain"),
    question="Which learning rate does my tuned model need at another size?",
    says="One recommended law for your model and optimiser, and its values for each group of "
    "parameters, as depthlaws transfer gives them. ~ is inferred from the source, ? is a common "
    "choice on which it is silent, kept is the tuned value; times is the multiplier of the "
    "blocks or of the readout.",
    fields=tuple(replace(one, rare=one.name in RARE) for one in FIELDS),
    commands="depthlaws transfer --model pre-norm --optimizer adamw --learning-rate 0.0006 "
    "--layers 12 --to-layers 48 --width 768 --to-width 2048 --weight-decay 0.1",
    data=_data,
    scripts=("updates.js",),
)
