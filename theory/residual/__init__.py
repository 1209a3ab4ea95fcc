"""Residual streams at infinite width: tied, untied and blocks; their limits and bounds."""

from theory.residual.accumulation import branch_energies as branch_energies
from theory.residual.accumulation import cosines as cosines
from theory.residual.accumulation import energy_terms as energy_terms
from theory.residual.accumulation import replacement_stability as replacement_stability
from theory.residual.bounds import block_bound as block_bound
from theory.residual.bounds import cone_mass as cone_mass
from theory.residual.bounds import cone_width as cone_width
from theory.residual.closed import tied_linear_energy as tied_linear_energy
from theory.residual.closed import untied_energy as untied_energy
from theory.residual.limits import divergence as divergence
from theory.residual.limits import limit as limit
from theory.residual.limits import limit_kernel as limit_kernel
from theory.residual.streams import Stream as Stream
from theory.residual.streams import block_kernel as block_kernel
from theory.residual.streams import coupled_kernel as coupled_kernel
from theory.residual.streams import tied_kernel as tied_kernel
