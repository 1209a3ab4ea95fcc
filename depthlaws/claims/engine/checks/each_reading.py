"""One statement in several readings that a paper leaves open, measured in small networks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from depthlaws.claims.engine.checks.at_size import ALARM, AtSize, band_words
from depthlaws.claims.engine.records import Context, Evidence, Verdict

__all__ = ["EachReading"]


@dataclass(frozen=True)
class EachReading:
    """Verdict on which all readings agree that a paper leaves open, else NO POWER.

    ``readings`` maps words, such as a way to count depth, to a check of the statement so read.

    >>> from depthlaws.claims.engine import Context
    >>> near, far = (AtSize(lambda: [1.99, 2.0, 2.01] * 4, 0.0, high) for high in (3.0, 1.0))
    >>> EachReading({"by blocks": near, "by tensors": near}).run(Context()).verdict.value
    'SUPPORTED'
    >>> EachReading({"by blocks": near, "by tensors": far}).run(Context()).verdict.value
    'NO POWER'
    """

    stand_in: ClassVar[bool] = True
    readings: Mapping[str, AtSize]
    what: str = ""

    def run(self, context: Context) -> Evidence:
        outcomes = {name: check.run(context) for name, check in self.readings.items()}
        verdicts = {one.verdict for one in outcomes.values()}
        verdict = verdicts.pop() if len(verdicts) == 1 else Verdict.NO_POWER
        parts = [f"{name}: {one.verdict}, {_brief(one)}" for name, one in outcomes.items()]
        bands = {(check.low, check.high): None for check in self.readings.values()}
        band = f"our band is {' or '.join(band_words(*ends) for ends in bands)}"
        data = {name: {"verdict": str(one.verdict), **one.data} for name, one in outcomes.items()}
        summary = "; ".join([*parts, f"false alarm rate {ALARM:g}", band])
        return Evidence(verdict, summary, data)

    def mutants(self) -> "Iterator[tuple[str, EachReading]]":
        moved = {name: dict(check.mutants()) for name, check in self.readings.items()}
        for label in next(iter(moved.values())):
            yield label, EachReading({name: m[label] for name, m in moved.items()}, self.what)


def _brief(one: Evidence) -> str:
    """Estimate, interval, fate of the forecast and networks that would decide."""
    if "interval" not in one.data:
        return one.summary
    low, high = one.data["interval"]
    words = f"{one.data['estimate']:.3g} ({low:.3g} to {high:.3g}, {one.data['n']} networks)"
    if "forecast" in one.data:
        ends = one.data["forecast"]
        said = f"{ends[0]:g}" if ends[0] == ends[1] else band_words(*ends)
        words += f", forecast {said} {one.data['forecast fate']}"
    if enough := one.data.get("networks that decide"):
        words += f", about {enough:,} would decide"
    return words
