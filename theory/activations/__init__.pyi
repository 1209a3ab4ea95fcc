"""Written by depthlaws._stubs from the modules of this package."""

from depthlaws.theory.activations.catalogue import ACTIVATIONS as ACTIVATIONS
from depthlaws.theory.activations.catalogue import Activation
from depthlaws.theory.activations.catalogue import Activation as Activation
from depthlaws.theory.activations.catalogue import from_function as from_function
from depthlaws.theory.activations.catalogue import gate as gate
from depthlaws.theory.activations.catalogue import get as get
from depthlaws.theory.activations.catalogue import kappa4 as kappa4
from depthlaws.theory.activations.catalogue import leaky_relu as leaky_relu
from depthlaws.theory.numerics.types import Array
from depthlaws.theory.numerics.types import Number
from depthlaws.theory.numerics.types import Numbers
from typing import overload
@overload
def dual(h11: Number, h12: Number, h22: Number, /, activation: str | Activation='relu', *, gate: bool=False) -> float:
    'E[phi(x) phi(y)] for centred Gaussians of variances h11, h22 and covariance h12.'
@overload
def dual(h11: Numbers, h12: Numbers, h22: Numbers, /, activation: str | Activation='relu', *, gate: bool=False) -> Array:
    'E[phi(x) phi(y)] for centred Gaussians of variances h11, h22 and covariance h12.'
@overload
def kappa(rho: Number, /, activation: str | Activation='relu', *, gate: bool=False) -> float:
    'Dual kernel at unit variance: E[phi(x) phi(y)] for correlation rho.'
@overload
def kappa(rho: Numbers, /, activation: str | Activation='relu', *, gate: bool=False) -> Array:
    'Dual kernel at unit variance: E[phi(x) phi(y)] for correlation rho.'

__all__ = [
    "ACTIVATIONS",
    "Activation",
    "dual",
    "from_function",
    "gate",
    "get",
    "kappa",
    "kappa4",
    "leaky_relu",
]
