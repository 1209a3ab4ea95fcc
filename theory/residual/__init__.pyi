"""Written by depthlaws._stubs from the modules of this package."""

from depthlaws.theory.residual.accumulation import branch_energies as branch_energies
from depthlaws.theory.residual.accumulation import cosines as cosines
from depthlaws.theory.residual.accumulation import energy_terms as energy_terms
from depthlaws.theory.residual.accumulation import replacement_stability as replacement_stability
from depthlaws.theory.residual.bounds import block_bound as block_bound
from depthlaws.theory.residual.bounds import coherence as coherence
from depthlaws.theory.residual.bounds import cone_mass as cone_mass
from depthlaws.theory.residual.bounds import cone_width as cone_width
from depthlaws.theory.residual.bounds import update_gain as update_gain
from depthlaws.theory.residual.energies import tied_energy as tied_energy
from depthlaws.theory.residual.energies import tied_linear_energy as tied_linear_energy
from depthlaws.theory.residual.energies import untied_energy as untied_energy
from depthlaws.theory.residual.limits import divergence as divergence
from depthlaws.theory.residual.limits import limit as limit
from depthlaws.theory.residual.limits import limit_kernel as limit_kernel
from depthlaws.theory.residual.streams import Stream as Stream
from depthlaws.theory.residual.streams import block_kernel as block_kernel
from depthlaws.theory.residual.streams import coupled_kernel as coupled_kernel
from depthlaws.theory.residual.streams import tied_kernel as tied_kernel
from depthlaws.theory.residual.streams import untied_kernel as untied_kernel

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
    "tied_energy",
    "tied_kernel",
    "tied_linear_energy",
    "untied_energy",
    "untied_kernel",
    "update_gain",
]
