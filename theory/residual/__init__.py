"""Residual streams at infinite width: tied, untied and blocks; their limits and bounds."""

from theory.residual.accumulation import (
    branch_energies,
    cosines,
    energy_terms,
    replacement_stability,
)
from theory.residual.bounds import block_bound, coherence, cone_mass, cone_width, update_gain
from theory.residual.closed import tied_linear_energy, untied_energy
from theory.residual.limits import divergence, limit, limit_kernel
from theory.residual.streams import (
    Stream,
    block_kernel,
    coupled_kernel,
    tied_kernel,
    untied_kernel,
)

__all__ = [
    "Stream",
    "block_bound",
    "block_kernel",
    "branch_energies",
    "coherence",
    "cone_mass",
    "cone_width",
    "cosines",
    "coupled_kernel",
    "divergence",
    "energy_terms",
    "limit",
    "limit_kernel",
    "replacement_stability",
    "tied_kernel",
    "tied_linear_energy",
    "untied_energy",
    "untied_kernel",
    "update_gain",
]
