"""Sizes of models that visit some layers more often than others, and their tuned layers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from depthlaws.base.visit_order import Visits, visit_counts, visit_order
from depthlaws.theory.parametrization.energy_and_step_size import Size

__all__: list[str] = []


def sizes_of_visits(
    visits: str | Visits | None,
    to_visits: str | Visits | None,
    widths: tuple[int, int],
    alone: Mapping[str, Any],
) -> tuple[Size, Size]:
    """Return the sizes of the tuned and of the new model, from their orders of visits.

    Raises
    ------
    ValueError
        For new visits alone, for layers or loops beside visits, and for new layers whose tuned ones
        are not certain.
    """
    if visits is None:
        msg = f"to_visits={to_visits!r} needs the visits of the tuned model: give visits too"
        raise ValueError(msg)
    for name, value in alone.items():
        if value is not None:
            msg = f"visits={visits!r} says layers and loops too: leave out {name}={value}"
            raise ValueError(msg)
    orders = [visit_order(visits if order is None else order) for order in (visits, to_visits)]
    source, target = (
        Size(width=width, layers=max(order) + 1, loops=max(visit_counts(order)), visits=order)
        for width, order in zip(widths, orders, strict=True)
    )
    if len(source.uses) not in {1, len(target.uses)}:
        msg = (
            f"visits={visits!r} has layers visited {_listed(source)} times and "
            f"to_visits={to_visits!r} {_listed(target)} times: which come from which is not "
            "certain; give as many different numbers of visits"
        )
        raise ValueError(msg)
    return source, target


def paired_uses(source: Size, target: Size) -> Iterator[tuple[int, int]]:
    """Yield the visits of a tuned layer and of the new layers that come from it.

    The least visited come from the least visited; a model whose layers are all visited equally
    often is the origin of all.
    """
    tuned = source.uses * len(target.uses) if len(source.uses) == 1 else source.uses
    yield from zip(tuned, target.uses, strict=True)


def _listed(size: Size) -> str:
    return " and ".join(map(str, size.uses))
