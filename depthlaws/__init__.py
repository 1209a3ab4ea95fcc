"""Exact theory of deep, wide and looped networks, simulated and verified.

The subjects of the theory can be imported from here, ``from depthlaws import chain, residual``, as
can the rooms: ``theory`` (formulas), ``sims`` (simulators), ``claims`` (statements of the papers,
with verdicts) and ``figures``; ``plot`` draws an answer over a range of values.
"""

from depthlaws.base.public_names import lazy
from depthlaws.theory import SUBJECTS  # pyrefly: ignore (stubs show what is public)

__getattr__, __dir__, __all__ = lazy(
    __name__,
    {room: f"depthlaws.{room}" for room in ("theory", "sims", "claims", "figures")}
    | {subject: f"depthlaws.theory.{subject}" for subject in SUBJECTS}
    | {"plot": "depthlaws.cli.plot"},
)
