"""Moves of a model as records for JSON."""

from typing import Any


def table_record(moves: Any, *, every: bool) -> dict[str, Any]:
    """Return the recommended move; with ``every`` each law's, with energies and first steps."""
    move = moves.recommended
    record = {
        "model": moves.model,
        "optimizer": moves.optimizer,
        "recommended": None if move is None else _record(move),
        "why": moves.why,
        "breaks": moves.breaks,
        "not covered": moves.left_out,
    }
    laws = [_record(move) | _sizes(move) for move in moves] if every else []
    return record | ({"laws": laws} if every else {})


def _record(move: Any) -> dict[str, Any]:
    from depthlaws.theory.parametrization.law_comparison import UNCOVERED

    settings = {
        group: {
            q: {"value": s.value, "factor": s.factor, "known": s.known}
            for q, s in (own | {"independent_decay": move.independent_decay(group)}).items()
        }
        for group, own in move.settings.items()
    }
    return {
        "law": move.law.name,
        "source": str(move.law.source),
        "says": move.law.says,
        "assumes": move.law.assumes,
        "weight decay": f"{move.optimizer.decay}; independent_decay is that of a trainer that does "
        "not multiply it by the rate",
        "silent": move.law.silent | {"everything": UNCOVERED.split(", ")},
        "refused": move.refused,
        "breaks": move.breaks,
        "settings": settings,
        "branch multiplier by visits": {n: s.value for n, s in move.by_visits.items()},
    }


def _sizes(move: Any) -> dict[str, Any]:
    """Energies and first steps, which take a second or two."""
    before, after = move.energy
    steps = {
        when: {"size": step.size, "error": step.error, "why": step.why}
        for when, step in zip(("before", "after"), move.update, strict=True)
    }
    return {"energy": {"before": before, "after": after}, "step": steps}
