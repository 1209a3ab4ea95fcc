"""Written by depthlaws._stubs from the modules of this package."""

from depthlaws.sims.onestep.architecture import Architecture as Architecture
from depthlaws.sims.onestep.losses import FirstStep as FirstStep
from depthlaws.sims.onestep.observed import OBSERVED as OBSERVED
from depthlaws.sims.onestep.step import Sampling as Sampling
from depthlaws.sims.onestep.step import first_step as first_step
from depthlaws.sims.onestep.step import given_step as given_step
from depthlaws.sims.onestep.summaries import Slope as Slope
from depthlaws.sims.onestep.summaries import fitted_slope as fitted_slope
from depthlaws.sims.onestep.summaries import local_slopes as local_slopes
from depthlaws.sims.onestep.summaries import summary as summary
from depthlaws.sims.onestep.tangents import tangent_gain as tangent_gain

__all__ = [
    "Architecture",
    "FirstStep",
    "OBSERVED",
    "Sampling",
    "Slope",
    "first_step",
    "fitted_slope",
    "given_step",
    "local_slopes",
    "summary",
    "tangent_gain",
]
