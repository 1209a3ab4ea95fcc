"""Points that meet the hypotheses of a sentence, at two values of each size that has no end."""

from collections.abc import Mapping
from typing import Any

from depthlaws.claims.engine.statement.ends import Filling
from depthlaws.claims.engine.statement.form import Form
from depthlaws.claims.engine.statement.values import Point


class Met:
    """Tell what the points of a clause show about its hypotheses.

    Parameters
    ----------
    s : Form
        The statement.
    over : mapping
        Values of scalars that the clause lists.
    """

    def __init__(self, s: Form, over: Mapping[str, Any]) -> None:
        self.given = bool(s.given)
        running = [n for n in s.quantifiers.sizes if not s.domains[n].values and n not in over]
        self.sizes: dict[str, list[set[Any]]] = {n: [set(), set()] for n in running}
        self.witnesses: list[dict[str, Any]] = []

    def tried(self, point: Point) -> None:
        """Take down the sizes at which hypotheses are tried."""
        for n in self.sizes if self.given else ():
            if n in point.scalars:
                self.sizes[n][0].add(point.scalars[n])

    def met(self, point: Point, filling: Filling) -> None:
        """Keep a point that meets the hypotheses, if it has a size that no other had."""
        if not self.given:
            return
        new = [n for n in self.sizes if n in point.scalars and len(self.sizes[n][1]) < 2]
        fresh = [n for n in new if point.scalars[n] not in self.sizes[n][1]]
        for n in fresh:
            self.sizes[n][1].add(point.scalars[n])
        if fresh or not self.witnesses:
            entries = [[n, [*places], str(v)] for (n, places), v in filling.seen.items()]
            scalars = {n: str(v) for n, v in point.scalars.items()}
            self.witnesses.append({"scalars": scalars, "entries": entries})

    def one_size(self) -> str:
        """Sizes that have one value where the hypotheses are met, though others were tried."""
        few = [n for n, (tries, ends) in self.sizes.items() if len(ends) == 1 < len(tries)]
        return ", ".join(f"{n} = {next(iter(self.sizes[n][1]))}" for n in few)
