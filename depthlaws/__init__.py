"""Exact theory of deep, wide and looped networks, simulated and verified.

The subjects of the theory stand here by name, ``from depthlaws import chain, residual``, beside the
rooms: ``theory`` (formulas), ``sims`` (simulators), ``claims`` (statements of the papers, with
verdicts) and ``figures``.
"""

from depthlaws._public import lazy, second_names
from depthlaws.theory import SUBJECTS  # pyrefly: ignore (stubs show what is public)

__getattr__, __dir__, __all__ = lazy(
    __name__,
    {room: f"depthlaws.{room}" for room in ("theory", "sims", "claims", "figures")}
    | {subject: f"depthlaws.theory.{subject}" for subject in SUBJECTS},
)
second_names({f"depthlaws.{subject}": f"depthlaws.theory.{subject}" for subject in SUBJECTS})
