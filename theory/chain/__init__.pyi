"""Written by depthlaws._stubs from the modules of this package."""

from depthlaws.theory.chain.rate_transfer import Transfer as Transfer
from depthlaws.theory.chain.rate_transfer import transfer as transfer
from depthlaws.theory.chain.step_budget import best_rate as best_rate
from depthlaws.theory.chain.step_budget import exact_rates as exact_rates
from depthlaws.theory.chain.unbalanced import UnbalancedFlow as UnbalancedFlow
from depthlaws.theory.chain.unbalanced import unbalanced_flow as unbalanced_flow
from depthlaws.theory.numerics.types import Array
from depthlaws.theory.numerics.types import MaybeNumbers
from depthlaws.theory.numerics.types import Number
from depthlaws.theory.numerics.types import Numbers
from depthlaws.theory.numerics.types import TruthArray
from typing import overload
@overload
def learning_rate(L: Number, mu_yx: Number, mu_xx: Number, tau: Number, *, network: str='feedforward') -> float:
    'Learning rate 1/(tau S) with time constant tau; stable for tau > 1/2.'
@overload
def learning_rate(L: Numbers, mu_yx: Numbers, mu_xx: Numbers, tau: Numbers, *, network: str='feedforward') -> Array:
    'Learning rate 1/(tau S) with time constant tau; stable for tau > 1/2.'
@overload
def max_learning_rate(L: Number, mu_yx: Number, mu_xx: Number, *, network: str='feedforward') -> float:
    'Learning rate 2/S at which balanced gradient descent loses stability at the minimum.'
@overload
def max_learning_rate(L: Numbers, mu_yx: Numbers, mu_xx: Numbers, *, network: str='feedforward') -> Array:
    'Learning rate 2/S at which balanced gradient descent loses stability at the minimum.'
@overload
def sharpness(L: Number, mu_yx: Number, mu_xx: Number, *, network: str='feedforward') -> float:
    'Largest Hessian eigenvalue at the balanced global minimum.'
@overload
def sharpness(L: Numbers, mu_yx: Numbers, mu_xx: Numbers, *, network: str='feedforward') -> Array:
    'Largest Hessian eigenvalue at the balanced global minimum.'
@overload
def convergence_constant(alpha0: Number, L: Number) -> float:
    'C_L(alpha0): |1-alpha| = eps is reached at t = tau (log(1/eps) + C_L + o(1)).'
@overload
def convergence_constant(alpha0: Numbers, L: Numbers) -> Array:
    'C_L(alpha0): |1-alpha| = eps is reached at t = tau (log(1/eps) + C_L + o(1)).'
@overload
def deep_time(alpha: Number, alpha0: Number, L: Number, tau: Number=1.0, *, order: int=1) -> float:
    'Time from alpha0 to alpha to the given order (0, 1, 2) in 1/L.'
@overload
def deep_time(alpha: Numbers, alpha0: Numbers, L: Numbers, tau: Numbers=1.0, *, order: int=1) -> Array:
    'Time from alpha0 to alpha to the given order (0, 1, 2) in 1/L.'
@overload
def alpha(t: Number, alpha0: Number | None, L: Number, tau: Number=1.0, *, network: str='feedforward', r: Number | None=None, gap0: Number | None=None) -> float:
    'Relative total weight at time t of the flow through alpha0 at t = 0.'
@overload
def alpha(t: Numbers, alpha0: MaybeNumbers, L: Numbers, tau: Numbers=1.0, *, network: str='feedforward', r: MaybeNumbers=None, gap0: MaybeNumbers=None) -> Array:
    'Relative total weight at time t of the flow through alpha0 at t = 0.'
@overload
def earliest(alpha0: Number | None, L: Number, tau: Number=1.0, *, network: str='feedforward', r: Number | None=None, gap0: Number | None=None) -> float:
    'Time (<= 0) at which the solution through alpha0 at t = 0 begins; -inf if it always was.'
@overload
def earliest(alpha0: MaybeNumbers, L: Numbers, tau: Numbers=1.0, *, network: str='feedforward', r: MaybeNumbers=None, gap0: MaybeNumbers=None) -> Array:
    'Time (<= 0) at which the solution through alpha0 at t = 0 begins; -inf if it always was.'
@overload
def gap(t: Number, alpha0: Number | None, L: Number, tau: Number=1.0, *, network: str='feedforward', r: Number | None=None, gap0: Number | None=None) -> float:
    '1-alpha at time t, to full relative accuracy; arguments as for :func:`alpha`.'
@overload
def gap(t: Numbers, alpha0: MaybeNumbers, L: Numbers, tau: Numbers=1.0, *, network: str='feedforward', r: MaybeNumbers=None, gap0: MaybeNumbers=None) -> Array:
    '1-alpha at time t, to full relative accuracy; arguments as for :func:`alpha`.'
@overload
def time(alpha: Number | None, alpha0: Number | None, L: Number, tau: Number=1.0, *, network: str='feedforward', r: Number | None=None, gap: Number | None=None, gap0: Number | None=None) -> float:
    'Time from alpha0 to alpha: negative if alpha lies behind alpha0, infinite if alpha is 1.'
@overload
def time(alpha: MaybeNumbers, alpha0: MaybeNumbers, L: Numbers, tau: Numbers=1.0, *, network: str='feedforward', r: MaybeNumbers=None, gap: MaybeNumbers=None, gap0: MaybeNumbers=None) -> Array:
    'Time from alpha0 to alpha: negative if alpha lies behind alpha0, infinite if alpha is 1.'
@overload
def escape_rate(r: Number, L: Number) -> float:
    'kappa_L: per time constant, the rate at which log w of block two grows near w = 0.'
@overload
def escape_rate(r: Numbers, L: Numbers) -> Array:
    'kappa_L: per time constant, the rate at which log w of block two grows near w = 0.'
@overload
def floor_basin(eta: Number, L: Number, mu_yx: Number, mu_xx: Number) -> float:
    'Largest balanced |w| from which block two reaches w = 0, for targets mu_yx/mu_xx < 1.'
@overload
def floor_basin(eta: Numbers, L: Numbers, mu_yx: Numbers, mu_xx: Numbers) -> Array:
    'Largest balanced |w| from which block two reaches w = 0, for targets mu_yx/mu_xx < 1.'
@overload
def floor_max_learning_rate(L: Number, mu_yx: Number, mu_xx: Number) -> float:
    'Largest stable learning rate of block two at w = 0, for targets mu_yx/mu_xx < 1.'
@overload
def floor_max_learning_rate(L: Numbers, mu_yx: Numbers, mu_xx: Numbers) -> Array:
    'Largest stable learning rate of block two at w = 0, for targets mu_yx/mu_xx < 1.'
@overload
def minimum_sharpness(weights: Number, mu_xx: Number=1.0, *, network: str='feedforward') -> float:
    'Sharpness of the global minimum whose layers have these weights.'
@overload
def minimum_sharpness(weights: Numbers, mu_xx: Numbers=1.0, *, network: str='feedforward') -> Array:
    'Sharpness of the global minimum whose layers have these weights.'
@overload
def descent_steps(alpha: Number, alpha0: Number, k: Number, L: Number, *, order: int=3) -> float:
    'Steps of gradient descent at rate k = eta S from alpha0 to alpha, to the given order in k.'
@overload
def descent_steps(alpha: Numbers, alpha0: Numbers, k: Numbers, L: Numbers, *, order: int=3) -> Array:
    'Steps of gradient descent at rate k = eta S from alpha0 to alpha, to the given order in k.'
@overload
def block2_plateau_time(w0: Number, L: Number, r: Number, tau: Number=1.0) -> float:
    'Duration of the initial plateau of block two: logarithmic in w0, steep in the target r.'
@overload
def block2_plateau_time(w0: Numbers, L: Numbers, r: Numbers, tau: Numbers=1.0) -> Array:
    'Duration of the initial plateau of block two: logarithmic in w0, steep in the target r.'
@overload
def plateau_time(alpha0: Number, L: Number, tau: Number=1.0) -> float:
    'Duration of the initial plateau as the paper prints it, a leading order in small alpha0.'
@overload
def plateau_time(alpha0: Numbers, L: Numbers, tau: Numbers=1.0) -> Array:
    'Duration of the initial plateau as the paper prints it, a leading order in small alpha0.'
@overload
def uniform_plateau_time(alpha0: Number, L: Number, tau: Number=1.0, *, theta: Number=0.5) -> float:
    'Plateau up to alpha = theta at every depth, too long by less than the remainder bound.'
@overload
def uniform_plateau_time(alpha0: Numbers, L: Numbers, tau: Numbers=1.0, *, theta: Numbers=0.5) -> Array:
    'Plateau up to alpha = theta at every depth, too long by less than the remainder bound.'
@overload
def mismatch(L: Number, L0: Number, r: Number, *, network: str='feedforward') -> float:
    'k_L / k_L0 under the agnostic rule, where k = eta S and r = mu_yx / mu_xx.'
@overload
def mismatch(L: Numbers, L0: Numbers, r: Numbers, *, network: str='feedforward') -> Array:
    'k_L / k_L0 under the agnostic rule, where k = eta S and r = mu_yx / mu_xx.'
@overload
def capture_window(k: Number, L: Number) -> tuple[float, float]:
    'Odd depth: starts alpha0 between these land below 0 and flow into the saddle.'
@overload
def capture_window(k: Numbers, L: Numbers) -> tuple[Array, Array]:
    'Odd depth: starts alpha0 between these land below 0 and flow into the saddle.'
@overload
def convergence_limit(alpha0: Number, L: Number) -> float:
    'Supremum of the rates k below which gradient descent from alpha0 converges, whatever k.'
@overload
def convergence_limit(alpha0: Numbers, L: Numbers) -> Array:
    'Supremum of the rates k below which gradient descent from alpha0 converges, whatever k.'
@overload
def converges(alpha0: Number, k: Number, L: Number) -> bool:
    'Whether gradient descent from alpha0 converges to a global minimum.'
@overload
def converges(alpha0: Numbers, k: Numbers, L: Numbers) -> TruthArray:
    'Whether gradient descent from alpha0 converges to a global minimum.'
@overload
def divergence_rate(L: Number) -> float:
    'Rate k beyond which gradient descent diverges from starts in (0, 1).'
@overload
def divergence_rate(L: Numbers) -> Array:
    'Rate k beyond which gradient descent diverges from starts in (0, 1).'
@overload
def leaving_rate(L: Number) -> float:
    'Rate k beyond which orbits from (0, 1) leave the positive half-line; inf at infinite depth.'
@overload
def leaving_rate(L: Numbers) -> Array:
    'Rate k beyond which orbits from (0, 1) leave the positive half-line; inf at infinite depth.'
@overload
def monotone_limit(alpha0: Number, L: Number) -> float:
    'Rate k up to which alpha moves monotonically from alpha0 to the target.'
@overload
def monotone_limit(alpha0: Numbers, L: Numbers) -> Array:
    'Rate k up to which alpha moves monotonically from alpha0 to the target.'
@overload
def outer_cycle(k: Number, L: Number) -> float:
    'Alpha of the positive point of the outer 2-cycle: from beyond it gradient descent diverges.'
@overload
def outer_cycle(k: Numbers, L: Numbers) -> Array:
    'Alpha of the positive point of the outer 2-cycle: from beyond it gradient descent diverges.'
@overload
def period_doubling_rate(L: Number) -> float:
    'Rate k at which the 2-cycle loses stability: 2(sqrt(5)-1) for two layers.'
@overload
def period_doubling_rate(L: Numbers) -> Array:
    'Rate k at which the 2-cycle loses stability: 2(sqrt(5)-1) for two layers.'
@overload
def two_cycle(k: Number, L: Number) -> tuple[float, float]:
    'Both points alpha of the positive 2-cycle at rate k >= 2.'
@overload
def two_cycle(k: Numbers, L: Numbers) -> tuple[Array, Array]:
    'Both points alpha of the positive 2-cycle at rate k >= 2.'
@overload
def zero_crossing(k: Number, L: Number) -> float:
    'alpha_z > 1, from which one step lands on the saddle 0; infinite at infinite depth.'
@overload
def zero_crossing(k: Numbers, L: Numbers) -> Array:
    'alpha_z > 1, from which one step lands on the saddle 0; infinite at infinite depth.'

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
