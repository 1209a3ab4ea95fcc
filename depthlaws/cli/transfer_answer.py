"""First screen of ``depthlaws transfer``: one law, its values by group, why, and a check."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from depthlaws.cli.output import show_rows, show_text

COLUMNS = {  # heading: quantity
    "rate": "learning_rate",
    "decay": "weight_decay",
    "epsilon": "adam_epsilon",
    "init std": "init_std",
    "times": "multiplier",
}
LABEL_WIDTH = 13  # columns of the label of a line
MEANINGS = {
    "~": "inferred from the source",
    "?": "common choice, the source does not say",
    "kept": "the law is silent, the tuned value stays",
}
ALONE = "decay alone"  # heading of the decay that no rate multiplies
TIMES = "times: multiplier in the model, of the {} or of the readout"
WITHOUT_LAW = "without --law a law is recommended, if one fits this model and move."


def shown_move(moves: Any) -> Any:
    """Return the move whose settings are shown without a table, or None: recommended, or alone."""
    return moves[0] if len(moves) == 1 and not moves[0].refused else moves.recommended


def refuse_hidden_options(fixed: Mapping[str, Any], moves: Sequence[tuple[Any, Any]]) -> None:
    """Refuse options that only laws or first steps read which a screen without a table hides."""
    from depthlaws.theory.parametrization.unread_options import require_options_read

    shown = [move for _, table in moves if (move := shown_move(table)) is not None]
    says = "--all, which shows every law and its first step, or with a --law that reads it"
    for at, _ in moves if shown else ():
        require_options_read(shown, {**fixed, **at}, steps=False, says=says)


def show_answer(moves: Any, move: Any) -> None:
    """Print the move by one law: the recommended one, or the only one that was asked for."""
    from depthlaws.theory.parametrization.law_records import MODELS, RESIDUAL
    from depthlaws.theory.parametrization.recommended_law import moved_sizes

    sizes = ", ".join(f"{name} {a} -> {b}" for name, (a, b) in moved_sizes(move).items())
    use = "Use " if move is moves.recommended else ""
    show_text(
        [
            f"{use}{move.law.name} for a {MODELS[moves.model]} under {moves.optimizer}, "
            f"{sizes or 'at the same size'}. {move.law.says}"
        ]
    )
    headings = ["group", *(h for h in COLUMNS if h != "epsilon" or move.has_epsilon)]
    if _decays_apart(move):
        headings.insert(headings.index("decay") + 1, ALONE)
    cells = [[row[heading] for heading in headings] for row in _rows(move)]
    show_rows(headings, cells)
    marks = {cell.partition(" ")[2] for row in cells for cell in row[1:]}
    legend = [f"{mark}: {words}" for mark, words in MEANINGS.items() if mark in marks]
    blocks = "residual branches" if moves.model in RESIDUAL else "block matrices"
    show_text(["; ".join([*legend, TIMES.format(blocks)]), ""])
    show_text(_lines(moves, move), hanging=LABEL_WIDTH)


def show_no_answer(moves: Any) -> None:
    """Print why no law is recommended, with the reason for each."""
    show_text([moves.why])
    for move in moves if len(moves) > 1 else ():
        reasons = [move.refused, *move.breaks] if move.refused else move.breaks
        show_text([f"  {move.law.name}: {'; '.join(reasons) or 'derives nothing'}"])
    show_text(["--all shows every law side by side." if len(moves) > 1 else WITHOUT_LAW])


def _visits(move: Any) -> str:
    """Branch multipliers by visits of a layer."""
    from depthlaws.base.plural import counted

    pairs = [f"{counted(n, 'visit')} {s.value:.4g}" for n, s in move.by_visits.items()]
    return f"branch multiplier by visits of a layer: {', '.join(pairs)} (times is of the last)."


def _decays_apart(move: Any) -> bool:
    """Return whether a decay that no rate multiplies has other values than one that it does."""
    pairs = [(own["weight_decay"], move.independent_decay(g)) for g, own in move.settings.items()]
    return any(decay.value != alone.value for decay, alone in pairs)


def _decay(move: Any) -> str:
    """Sentence on what weight decay means under the optimiser."""
    sentence = f"weight decay {move.optimizer.decay}"
    if not _decays_apart(move):
        return f"{sentence}."
    return (
        f"{sentence}, in torch and optax. If your trainer does not multiply it, "
        f"W <- (1 - decay) W, take the column {ALONE}."
    )


def _rows(move: Any) -> Iterator[dict[str, str]]:
    """Values of each group; empty where a group has no such quantity."""
    from depthlaws.theory.parametrization.law_comparison import MARKS

    for group, settings in move.settings.items():
        row = {"group": group}
        for heading, quantity in COLUMNS.items():
            setting = settings[quantity]
            mark = "" if setting.value == 0 else MARKS[setting.known]
            owned = move.owns(group, quantity)
            row[heading] = f"{setting.value:.4g}{mark}" if owned else ""
        decay = move.independent_decay(group)
        row[ALONE] = f"{decay.value:.4g}{MARKS[decay.known] if decay.value else ''}"
        yield row


def _lines(moves: Any, move: Any) -> Iterator[str]:
    from depthlaws.base.plural import counted
    from depthlaws.theory.parametrization.recommended_law import (
        TRANSFORMERS,
        depth_in_weights,
        left_out_in_short,
        moved_sizes,
    )

    broken = sum(bool(other.breaks) for other in moves)
    size = next(iter(moved_sizes(move)), "width")
    if move is moves.recommended:
        yield _line("Why", moves.why)
    yield _line("Assumes", f"{move.law.assumes}.")
    if move.by_visits:
        yield _line("Visits", _visits(move))
    if any(own["weight_decay"].value for own in move.settings.values()):
        yield _line("Decay", _decay(move))
    yield from (_line("Broken", f"{sentence}.") for sentence in move.breaks)
    yield _line("Not covered", left_out_in_short(moves.model, depth_in_weights(move.law)))
    # Blocks of models of different depth have no common names: there the output is compared.
    where = "visit=last" if size == "layers" else "loop=last --by layer"
    hidden = " (the norm before the head hides growth)" * (moves.model in TRANSFORMERS)
    of = "the output" if size == "layers" else f"each layer{hidden}"
    yield _line(
        "Check",
        f"depthlaws coordcheck run.csv --size {size} --where quantity=update --where {where}, "
        f"where run.csv is written at three sizes or more by the recorder that depthlaws recorder "
        f"torch prints: the change of {of} by one step must not grow or shrink. With sweeps of the "
        f"rate: depthlaws transfercheck sweep.csv --size {size}.",
    )
    others = f"--all shows {counted(len(moves), 'law')} side by side, {broken} not for this model."
    if len(moves) == 1:
        others = WITHOUT_LAW
    trainer = next(iter(move.optimizer.classes), "")
    groups = f"--trainer {trainer} prints parameter groups; " * bool(trainer)
    yield _line("More", f"{groups}{others}")


def _line(label: str, text: str) -> str:
    return f"{label:<{LABEL_WIDTH}}{text}"
