"""Written by depthlaws.base.stubs from the modules of this package."""

from depthlaws.sims.onestep.architecture import Architecture as Architecture
from depthlaws.sims.onestep.given_network import given_step as given_step
from depthlaws.sims.onestep.observables import OBSERVED as OBSERVED
from depthlaws.sims.onestep.sampling import Sampling as Sampling
from depthlaws.sims.onestep.simulate import first_step as first_step
from depthlaws.sims.onestep.step import FirstStep as FirstStep
from depthlaws.sims.onestep.summaries import Slope as Slope, fitted_slope as fitted_slope, local_slopes as local_slopes, summary as summary
from depthlaws.sims.onestep.tangents import tangent_gain as tangent_gain
