"""Written by depthlaws.base.stubs from the modules of this package."""

from depthlaws.sims.residual import dense as dense, matrix_free as matrix_free
from depthlaws.sims.residual.ensemble import Ensemble as Ensemble
from depthlaws.sims.residual.gaussian_matrix import GaussianMatrix as GaussianMatrix
from depthlaws.sims.residual.injection import InjectedMLP as InjectedMLP
from depthlaws.sims.residual.network import ResidualMLP as ResidualMLP
from depthlaws.sims.residual.observables import OBSERVABLES as OBSERVABLES
from depthlaws.sims.residual.training import TRAINED as TRAINED
