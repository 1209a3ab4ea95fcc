"""Written by depthlaws.base.stubs from the modules of this package."""

from depthlaws.theory.chain.rate_transfer import Transfer as Transfer, transfer as transfer
from depthlaws.theory.chain.step_budget import best_rate as best_rate, exact_rates as exact_rates
from depthlaws.theory.chain.unbalanced import UnbalancedFlow as UnbalancedFlow, unbalanced_flow as unbalanced_flow
from depthlaws.theory.numerics.types import Array, MaybeNumbers, Number, Numbers, TruthArray
from typing import overload
@overload
def alpha(t: Number, alpha0: Number | None, L: Number, tau: Number=1.0, *, network: str='feedforward', r: Number | None=None, gap0: Number | None=None) -> float:
    'Return the relative total weight at time t of the gradient flow through alpha0 at t = 0.'
@overload
def alpha(t: Numbers, alpha0: MaybeNumbers, L: Numbers, tau: Numbers=1.0, *, network: str='feedforward', r: MaybeNumbers=None, gap0: MaybeNumbers=None) -> Array:
    'Return the relative total weight at time t of the gradient flow through alpha0 at t = 0.'
@overload
def block2_plateau_time(w0: Number, L: Number, r: Number, tau: Number=1.0) -> float:
    "Return the duration of block two's initial plateau: logarithmic in w0, steep in the target r."
@overload
def block2_plateau_time(w0: Numbers, L: Numbers, r: Numbers, tau: Numbers=1.0) -> Array:
    "Return the duration of block two's initial plateau: logarithmic in w0, steep in the target r."
@overload
def capture_window(k: Number, L: Number) -> tuple[float, float]:
    'Return the window of starts that land below 0 and flow into the saddle, at odd depth.'
@overload
def capture_window(k: Numbers, L: Numbers) -> tuple[Array, Array]:
    'Return the window of starts that land below 0 and flow into the saddle, at odd depth.'
@overload
def convergence_constant(alpha0: Number, L: Number) -> float:
    'Return the constant C_L(alpha0) of the late approach to the target.'
@overload
def convergence_constant(alpha0: Numbers, L: Numbers) -> Array:
    'Return the constant C_L(alpha0) of the late approach to the target.'
@overload
def convergence_limit(alpha0: Number, L: Number) -> float:
    'Return the supremum of the rates k below which gradient descent from alpha0 always converges.'
@overload
def convergence_limit(alpha0: Numbers, L: Numbers) -> Array:
    'Return the supremum of the rates k below which gradient descent from alpha0 always converges.'
@overload
def converges(alpha0: Number, k: Number, L: Number) -> bool:
    'Return True where gradient descent from alpha0 converges to a global minimum.'
@overload
def converges(alpha0: Numbers, k: Numbers, L: Numbers) -> TruthArray:
    'Return True where gradient descent from alpha0 converges to a global minimum.'
@overload
def deep_time(alpha: Number, alpha0: Number, L: Number, tau: Number=1.0, *, order: int=1) -> float:
    'Return the time of the flow from alpha0 to alpha, expanded in 1/L to the given order.'
@overload
def deep_time(alpha: Numbers, alpha0: Numbers, L: Numbers, tau: Numbers=1.0, *, order: int=1) -> Array:
    'Return the time of the flow from alpha0 to alpha, expanded in 1/L to the given order.'
@overload
def descent_steps(alpha: Number, alpha0: Number, k: Number, L: Number, *, order: int=3) -> float:
    'Return the steps of gradient descent from alpha0 to alpha, expanded in the rate k.'
@overload
def descent_steps(alpha: Numbers, alpha0: Numbers, k: Numbers, L: Numbers, *, order: int=3) -> Array:
    'Return the steps of gradient descent from alpha0 to alpha, expanded in the rate k.'
@overload
def divergence_rate(L: Number) -> float:
    'Return the rate k beyond which gradient descent diverges from starts in (0, 1).'
@overload
def divergence_rate(L: Numbers) -> Array:
    'Return the rate k beyond which gradient descent diverges from starts in (0, 1).'
@overload
def earliest(alpha0: Number | None, L: Number, tau: Number=1.0, *, network: str='feedforward', r: Number | None=None, gap0: Number | None=None) -> float:
    'Return the time at which the solution through alpha0 at t = 0 begins.'
@overload
def earliest(alpha0: MaybeNumbers, L: Numbers, tau: Numbers=1.0, *, network: str='feedforward', r: MaybeNumbers=None, gap0: MaybeNumbers=None) -> Array:
    'Return the time at which the solution through alpha0 at t = 0 begins.'
@overload
def escape_rate(r: Number, L: Number) -> float:
    'Return kappa_L, the rate at which log w of block two grows near w = 0.'
@overload
def escape_rate(r: Numbers, L: Numbers) -> Array:
    'Return kappa_L, the rate at which log w of block two grows near w = 0.'
@overload
def floor_basin(eta: Number, L: Number, mu_yx: Number, mu_xx: Number) -> float:
    'Return the largest balanced |w| from which block two reaches w = 0.'
@overload
def floor_basin(eta: Numbers, L: Numbers, mu_yx: Numbers, mu_xx: Numbers) -> Array:
    'Return the largest balanced |w| from which block two reaches w = 0.'
@overload
def floor_max_learning_rate(L: Number, mu_yx: Number, mu_xx: Number) -> float:
    'Return the largest stable learning rate of block two at w = 0, for targets mu_yx/mu_xx < 1.'
@overload
def floor_max_learning_rate(L: Numbers, mu_yx: Numbers, mu_xx: Numbers) -> Array:
    'Return the largest stable learning rate of block two at w = 0, for targets mu_yx/mu_xx < 1.'
@overload
def gap(t: Number, alpha0: Number | None, L: Number, tau: Number=1.0, *, network: str='feedforward', r: Number | None=None, gap0: Number | None=None) -> float:
    'Return 1-alpha at time t of the gradient flow, to full relative accuracy.'
@overload
def gap(t: Numbers, alpha0: MaybeNumbers, L: Numbers, tau: Numbers=1.0, *, network: str='feedforward', r: MaybeNumbers=None, gap0: MaybeNumbers=None) -> Array:
    'Return 1-alpha at time t of the gradient flow, to full relative accuracy.'
@overload
def learning_rate(L: Number, mu_yx: Number, mu_xx: Number, tau: Number, *, network: str='feedforward') -> float:
    'Return the learning rate 1/(tau S) whose time constant is tau gradient steps.'
@overload
def learning_rate(L: Numbers, mu_yx: Numbers, mu_xx: Numbers, tau: Numbers, *, network: str='feedforward') -> Array:
    'Return the learning rate 1/(tau S) whose time constant is tau gradient steps.'
@overload
def leaving_rate(L: Number) -> float:
    'Return the rate k beyond which orbits from (0, 1) leave the positive half-line.'
@overload
def leaving_rate(L: Numbers) -> Array:
    'Return the rate k beyond which orbits from (0, 1) leave the positive half-line.'
@overload
def max_learning_rate(L: Number, mu_yx: Number, mu_xx: Number, *, network: str='feedforward') -> float:
    'Return the largest stable learning rate 2/S at the balanced minimum.'
@overload
def max_learning_rate(L: Numbers, mu_yx: Numbers, mu_xx: Numbers, *, network: str='feedforward') -> Array:
    'Return the largest stable learning rate 2/S at the balanced minimum.'
@overload
def minimum_sharpness(weights: Number, mu_xx: Number=1.0, *, network: str='feedforward') -> float:
    'Return the sharpness of the global minimum whose layers have these weights.'
@overload
def minimum_sharpness(weights: Numbers, mu_xx: Numbers=1.0, *, network: str='feedforward') -> Array:
    'Return the sharpness of the global minimum whose layers have these weights.'
@overload
def mismatch(L: Number, L0: Number, r: Number, *, network: str='feedforward') -> float:
    'Return k_L / k_L0, the change of the normalised rate under the data-agnostic rule.'
@overload
def mismatch(L: Numbers, L0: Numbers, r: Numbers, *, network: str='feedforward') -> Array:
    'Return k_L / k_L0, the change of the normalised rate under the data-agnostic rule.'
@overload
def monotone_limit(alpha0: Number, L: Number) -> float:
    'Return the rate k up to which alpha moves monotonically from alpha0 to the target.'
@overload
def monotone_limit(alpha0: Numbers, L: Numbers) -> Array:
    'Return the rate k up to which alpha moves monotonically from alpha0 to the target.'
@overload
def outer_cycle(k: Number, L: Number) -> float:
    'Return alpha of the positive point of the outer 2-cycle: beyond it gradient descent diverges.'
@overload
def outer_cycle(k: Numbers, L: Numbers) -> Array:
    'Return alpha of the positive point of the outer 2-cycle: beyond it gradient descent diverges.'
@overload
def period_doubling_rate(L: Number) -> float:
    'Return the rate k at which the 2-cycle loses stability: 2(sqrt(5)-1) for two layers.'
@overload
def period_doubling_rate(L: Numbers) -> Array:
    'Return the rate k at which the 2-cycle loses stability: 2(sqrt(5)-1) for two layers.'
@overload
def plateau_time(alpha0: Number, L: Number, tau: Number=1.0) -> float:
    'Return the duration of the initial plateau as the paper prints it.'
@overload
def plateau_time(alpha0: Numbers, L: Numbers, tau: Numbers=1.0) -> Array:
    'Return the duration of the initial plateau as the paper prints it.'
@overload
def sharpness(L: Number, mu_yx: Number, mu_xx: Number, *, network: str='feedforward') -> float:
    'Return the largest Hessian eigenvalue S at the balanced global minimum.'
@overload
def sharpness(L: Numbers, mu_yx: Numbers, mu_xx: Numbers, *, network: str='feedforward') -> Array:
    'Return the largest Hessian eigenvalue S at the balanced global minimum.'
@overload
def time(alpha: Number | None, alpha0: Number | None, L: Number, tau: Number=1.0, *, network: str='feedforward', r: Number | None=None, gap: Number | None=None, gap0: Number | None=None) -> float:
    'Return the time of the gradient flow from alpha0 to alpha.'
@overload
def time(alpha: MaybeNumbers, alpha0: MaybeNumbers, L: Numbers, tau: Numbers=1.0, *, network: str='feedforward', r: MaybeNumbers=None, gap: MaybeNumbers=None, gap0: MaybeNumbers=None) -> Array:
    'Return the time of the gradient flow from alpha0 to alpha.'
@overload
def two_cycle(k: Number, L: Number) -> tuple[float, float]:
    'Return both points alpha of the positive 2-cycle at rate k >= 2.'
@overload
def two_cycle(k: Numbers, L: Numbers) -> tuple[Array, Array]:
    'Return both points alpha of the positive 2-cycle at rate k >= 2.'
@overload
def uniform_plateau_time(alpha0: Number, L: Number, tau: Number=1.0, *, theta: Number=0.5) -> float:
    'Return the duration of the plateau up to alpha = theta, with one formula for every depth.'
@overload
def uniform_plateau_time(alpha0: Numbers, L: Numbers, tau: Numbers=1.0, *, theta: Numbers=0.5) -> Array:
    'Return the duration of the plateau up to alpha = theta, with one formula for every depth.'
@overload
def zero_crossing(k: Number, L: Number) -> float:
    'Return alpha_z > 1, the start from which one step lands on the saddle 0.'
@overload
def zero_crossing(k: Numbers, L: Numbers) -> Array:
    'Return alpha_z > 1, the start from which one step lands on the saddle 0.'
