r"""Dual kernels: the second moments of an activation on jointly Gaussian inputs.

For centred jointly Gaussian (x, y) with variances h11, h22 and covariance h12 the dual kernel of
an activation phi is E[phi(x) phi(y)] and its gate kernel is E[phi'(x) phi'(y)], the derivative of
the dual kernel in h12. A positively homogeneous activation has dual sqrt(h11 h22) kappa(rho).
"""

from depthlaws.base import public_names

__getattr__, __dir__, __all__ = public_names.package(__name__, __file__)
