"""Written by depthlaws.base.stubs from the modules of this package."""

from depthlaws.sims import networks as networks, onestep as onestep, predictive_coding as predictive_coding, residual as residual, scalar as scalar, sweeps as sweeps
from depthlaws.sims.common.activations import Activation as Activation, leaky_relu as leaky_relu
from depthlaws.sims.common.estimate import Estimate as Estimate
from depthlaws.sims.common.optimizers import AdamW as AdamW, Muon as Muon, Noise as Noise, SGD as SGD, Sign as Sign
from depthlaws.sims.common.registry import simulators as simulators
from depthlaws.sims.common.stored_runs import stored_run as stored_run
from depthlaws.sims.sweeps.merge import Merged as Merged, load_sweep as load_sweep, merge_sweeps as merge_sweeps
from depthlaws.sims.sweeps.run_sweep import Sweep as Sweep, planned as planned, sweep as sweep
