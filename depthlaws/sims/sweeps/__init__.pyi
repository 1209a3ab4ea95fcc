"""Written by depthlaws.base.stubs from the modules of this package."""

from depthlaws.sims.sweeps.merge import Merged as Merged, load_sweep as load_sweep, merge_sweeps as merge_sweeps
from depthlaws.sims.sweeps.run_sweep import Sweep as Sweep, planned as planned, sweep as sweep
