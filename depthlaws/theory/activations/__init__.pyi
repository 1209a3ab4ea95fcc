"""Written by depthlaws.base.stubs from the modules of this package."""

from depthlaws.theory.activations.catalogue import ACTIVATIONS as ACTIVATIONS, Activation as Activation, get as get, leaky_relu as leaky_relu
from depthlaws.theory.activations.moments import Activation, gate as gate, kappa4 as kappa4
from depthlaws.theory.activations.own_functions import from_function as from_function
from depthlaws.theory.numerics.types import Array, Number, Numbers
from typing import overload
@overload
def dual(h11: Number, h12: Number, h22: Number, /, activation: str | Activation='relu', *, gate: bool=False) -> float:
    'Return the dual kernel E[phi(x) phi(y)] of an activation on centred Gaussian inputs.'
@overload
def dual(h11: Numbers, h12: Numbers, h22: Numbers, /, activation: str | Activation='relu', *, gate: bool=False) -> Array:
    'Return the dual kernel E[phi(x) phi(y)] of an activation on centred Gaussian inputs.'
@overload
def kappa(rho: Number, /, activation: str | Activation='relu', *, gate: bool=False) -> float:
    'Return the dual kernel at unit variance: E[phi(x) phi(y)] for correlation rho.'
@overload
def kappa(rho: Numbers, /, activation: str | Activation='relu', *, gate: bool=False) -> Array:
    'Return the dual kernel at unit variance: E[phi(x) phi(y)] for correlation rho.'
