"""Written by depthlaws._stubs from the modules of this package."""

from depthlaws.theory.chain.balanced import learning_rate as learning_rate
from depthlaws.theory.chain.balanced import max_learning_rate as max_learning_rate
from depthlaws.theory.chain.balanced import sharpness as sharpness
from depthlaws.theory.chain.convergence import convergence_constant as convergence_constant
from depthlaws.theory.chain.deep import deep_time as deep_time
from depthlaws.theory.chain.flow import alpha as alpha
from depthlaws.theory.chain.flow import earliest as earliest
from depthlaws.theory.chain.flow import gap as gap
from depthlaws.theory.chain.flow import time as time
from depthlaws.theory.chain.minima import escape_rate as escape_rate
from depthlaws.theory.chain.minima import floor_basin as floor_basin
from depthlaws.theory.chain.minima import floor_max_learning_rate as floor_max_learning_rate
from depthlaws.theory.chain.minima import minimum_sharpness as minimum_sharpness
from depthlaws.theory.chain.modified_flow import descent_steps as descent_steps
from depthlaws.theory.chain.plateaus import block2_plateau_time as block2_plateau_time
from depthlaws.theory.chain.plateaus import plateau_time as plateau_time
from depthlaws.theory.chain.plateaus import uniform_plateau_time as uniform_plateau_time
from depthlaws.theory.chain.rate_transfer import Transfer as Transfer
from depthlaws.theory.chain.rate_transfer import mismatch as mismatch
from depthlaws.theory.chain.rate_transfer import transfer as transfer
from depthlaws.theory.chain.step_budget import best_rate as best_rate
from depthlaws.theory.chain.step_budget import exact_rates as exact_rates
from depthlaws.theory.chain.thresholds import capture_window as capture_window
from depthlaws.theory.chain.thresholds import convergence_limit as convergence_limit
from depthlaws.theory.chain.thresholds import converges as converges
from depthlaws.theory.chain.thresholds import divergence_rate as divergence_rate
from depthlaws.theory.chain.thresholds import leaving_rate as leaving_rate
from depthlaws.theory.chain.thresholds import monotone_limit as monotone_limit
from depthlaws.theory.chain.thresholds import outer_cycle as outer_cycle
from depthlaws.theory.chain.thresholds import period_doubling_rate as period_doubling_rate
from depthlaws.theory.chain.thresholds import two_cycle as two_cycle
from depthlaws.theory.chain.thresholds import zero_crossing as zero_crossing
from depthlaws.theory.chain.unbalanced import UnbalancedFlow as UnbalancedFlow
from depthlaws.theory.chain.unbalanced import unbalanced_flow as unbalanced_flow

__all__ = [
    "Transfer",
    "UnbalancedFlow",
    "alpha",
    "best_rate",
    "block2_plateau_time",
    "capture_window",
    "convergence_constant",
    "convergence_limit",
    "converges",
    "deep_time",
    "descent_steps",
    "divergence_rate",
    "earliest",
    "escape_rate",
    "exact_rates",
    "floor_basin",
    "floor_max_learning_rate",
    "gap",
    "learning_rate",
    "leaving_rate",
    "max_learning_rate",
    "minimum_sharpness",
    "mismatch",
    "monotone_limit",
    "outer_cycle",
    "period_doubling_rate",
    "plateau_time",
    "sharpness",
    "time",
    "transfer",
    "two_cycle",
    "unbalanced_flow",
    "uniform_plateau_time",
    "zero_crossing",
]
