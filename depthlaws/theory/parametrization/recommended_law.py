"""Transfer law to use for a model and an optimiser, and choices that no law here makes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from depthlaws.theory.parametrization import muon_rules
from depthlaws.theory.parametrization.law_records import MODELS, Law, Rule
from depthlaws.theory.parametrization.optimizers import OPTIMIZERS
from depthlaws.theory.parametrization.transferred_settings import Moved

__all__: list[str] = []

UNCOVERED = "batch size, schedule, warm-up, betas"  # quantities that no law here covers
TRANSFORMERS = ("pre-norm", "post-norm", "looped")
# Laws by optimiser and model, the best first; the first that fits is recommended.
PREFERRED: dict[tuple[Literal["adam", "sgd"], str], tuple[str, ...]] = {
    ("adam", "pre-norm"): ("complete_p", "looped"),
    ("adam", "post-norm"): ("mup",),
    ("adam", "looped"): ("looped",),
    ("adam", "mlp"): ("mup", "first_sign_step"),
    ("adam", "residual-mlp"): ("depth_mup",),
    ("adam", "resnet"): ("mup",),
    ("sgd", "mlp"): ("mup", "am_mup_exact", "am_mup"),
    ("sgd", "residual-mlp"): ("residual_mup",),
}
NEAREST = {"adam": "depth_mup", "sgd": "residual_mup"}  # to a ResNet: for blocks of one layer
REASONS = {
    "complete_p": "its branches, rates and initial weights let every block keep learning features "
    "as width and depth grow, and it sets weight decay too",
    "looped": "branches times 1/(N sqrt L) keep the forward pass of L layers looped N times "
    "bounded, which 1/sqrt(N) does not; one step of {optimizer} then changes the output by about "
    "N L eta/(N sqrt L) = sqrt(L) eta, so the rate eta goes as L^(-1/2)",
    "mup": "depth and loops stay, and every layer keeps learning features as the width grows",
    "depth_mup": "branches times depth^(-1/2) keep the forward pass bounded as depth grows",
    "residual_mup": "branches times depth^(-1/2) keep the forward pass bounded as depth grows",
    "first_sign_step": "the mean update energy of the first step of signs is the same at both "
    "sizes, exactly; later steps of {optimizer} are not covered",
    "am_mup_exact": "the mean update energy of the first step is the same at both sizes, exactly, "
    "where depth^(-3/2) is its limit at many layers",
    "am_mup": "its rate is the limit of the exact law at many layers",
}
CAUTION = (  # on a move by the law "looped" from one loop to several
    " Caution: one pass repeats nothing, and in small Transformers trained by AdamW the best rate "
    "of 4 and 8 loops was 1.9 to 2.1 times lower than that of one (figure looped-network-rates): "
    "tune at 2 loops or more, or sweep the rate at the new size too."
)


def choose(moves: Iterable[Moved], model: str) -> Moved | None:
    """Return the move by the preferred law among those that fit, or None."""
    fitting = {move.law.name: move for move in moves if move.fits}
    for move in fitting.values():
        for name in PREFERRED.get((move.law.optimizer, model), ()):
            if name in fitting:
                return fitting[name]
    return None


def reason(move: Moved | None, moves: Sequence[Moved], model: str, optimizer: str) -> str:
    """Reason in a sentence for a recommended move, or for None."""
    if move is not None:
        sentence = REASONS[move.law.name].format(optimizer=move.optimizer.label)
        if move.optimizer.matrices_only:
            sentence += f"; {muon_rules.REASON.format(scale=move.asked['muon_scale'])}"
        return f"{sentence[0].upper()}{sentence[1:]}.{_caution(move)}"
    asked = f"this move of a {MODELS[model]} under {OPTIMIZERS[optimizer].label}"
    if len(moves) == 1:
        reasons = [moves[0].refused] * bool(moves[0].refused) + [*moves[0].breaks]
        return f"{moves[0].law.name} is not recommended for {asked}: {'; '.join(reasons)}".rstrip(
            ": "
        )
    return (
        f"None of the {len(moves)} laws fits {asked}: they do not cover the move, assume another "
        "model, or derive nothing (sp)."
    ) + f"{_nearest(moves, model)} {_next_step(moves)}"


def _caution(move: Moved) -> str:
    """Sentence on a move to more loops from a model that has none."""
    if move.law.name != "looped" or not move.source.loops == 1 < move.target.loops:
        return ""
    return CAUTION


def _nearest(moves: Sequence[Moved], model: str) -> str:
    """Sentence that names the law for blocks of one layer, for a ResNet."""
    if model != "resnet" or not moves:
        return ""
    law = NEAREST[moves[0].law.optimizer]
    return (
        f" The nearest is {law}, for blocks of one layer: --model residual-mlp shows it, and a "
        "coordinate check tells whether it holds for yours."
    )


def _next_step(moves: Sequence[Moved]) -> str:
    """Sentence that says how to measure the rate where no law gives it."""
    size = next((name for move in moves[:1] for name in moved_sizes(move)), "layers")
    return (
        f"Keep the tuned values and measure the rate: sweep it at two smaller sizes or more, and "
        f"depthlaws transfercheck sweep.csv --size {size} says how the best one drifts."
    )


def moved_sizes(move: Moved) -> dict[str, tuple[int, int]]:
    """Return the old and the new value of each size that changes."""
    pairs = {
        name: (getattr(move.source, name), getattr(move.target, name))
        for name in ("loops", "layers", "width")
    }
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def depth_in_weights(law: Law) -> str:
    """Advice on a power of the depth in the initial weights, under a law."""
    rules = law.rules.get("block matrices", {})
    for quantity, words in (("multiplier", "branch multiplier"), ("init_std", "law's deviation")):
        if rules.get(quantity, Rule()).powers.depth:
            return f"leave it as tuned: the {words} already has the depth"
    if "layers" in law.needs_same:
        return "leave it as tuned: the layers stay"
    return f"no advice: {law.name} moves neither branches nor initial weights with depth"


def left_out_in_short(model: str, advice: str) -> str:
    """Sentence that names the choices of :func:`left_out`, with :func:`depth_in_weights`."""
    if model not in TRANSFORMERS:
        return f"{UNCOVERED}."
    return (
        f"{UNCOVERED}; attention logits (1/d or 1/sqrt(d)); tied embeddings; GPT-2's 1/sqrt(2L) in "
        f"the initial weights ({advice})"
        + (
            "; blocks outside of the loop, whose multiplier stays as the loops grow (--visits)."
            if model == "looped"
            else "."
        )
    )


def left_out(model: str) -> list[str]:
    """Sentences on the quantities and choices that no law here sets for a model."""
    sentences = [f"{UNCOVERED}: keep the tuned ones, no law here moves them"]
    if model in TRANSFORMERS:
        sentences += [
            "attention logits: q.k over the head size d or over sqrt(d) is your choice; where d "
            "grows, muP and CompleteP take 1/d, with the constant that agrees at the tuned size",
            "tied embeddings: a tied head has the rate, decay, epsilon and deviation of the "
            "embedding; the multiplier of the readout still belongs behind it",
            "GPT-2's 1/sqrt(2L) in the initial weights of the branches: where the law multiplies "
            "the branches by a power of the depth, leave it at the tuned depth's value, because "
            "both would scale them by depth twice",
        ]
    if model == "looped":
        sentences.append(
            "blocks outside of the loop, a prelude or coda: they are passed once, and their "
            "multiplier stays as the loops grow (1/(N_l sqrt(L)) of a layer visited N_l times: "
            "visits='2+4x8+2', --visits)"
        )
    return sentences
