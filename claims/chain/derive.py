"""The scalar networks derived again from their loss, without the theory package's formulas.

One weight (or two) is told apart from the L - 1 (or L - 2) equal ones, so that everything holds for
symbolic depth: the product of the equal layers is b(w)^(L - 1).
"""

import sympy as sp

from depthlaws import theory
from depthlaws.theory.chain.networks import network_named
from depthlaws.theory.symbolic.formula import Interval

L, w, u, v = sp.symbols("L w u v", positive=True)
mu_yx, mu_xx, mu_yy = sp.symbols("mu_yx mu_xx mu_yy", positive=True)
alpha, alpha0, r, eta, tau, k, t = sp.symbols("alpha alpha0 r eta tau k t", positive=True)

NETWORKS = ("plain", "block1", "block2")
BLOCKS = ("block1", "block2")
# Domains for sampling identities: moderate, so that certified evaluation decides them.
FINITE_DEPTH = Interval(1, 40, right_open=True)
MODERATE = Interval(sp.Rational(1, 4), 4)
DATA = {mu_yx: MODERATE, mu_xx: MODERATE}


def law_id(network: str, name: str) -> str:
    """Id of a network's law; block one shares some with the plain network."""
    theory.formulas()  # later modules add laws to a network
    return network_named(network).laws[name].id


def layer(network: str, weight: sp.Expr, depth: sp.Expr = L) -> sp.Expr:
    """Factor by which one layer multiplies its input (eqs. 1 and 11)."""
    return {
        "plain": weight,
        "block1": 1 + weight / sp.sqrt(depth),
        "block2": 1 + weight**2 / depth,
    }[network]


def loss(total: sp.Expr) -> sp.Expr:
    """Training loss as a function of the total weight, from the moments of the data."""
    return (mu_yy - 2 * total * mu_yx + total**2 * mu_xx) / 2


def gradient(network: str, depth: sp.Expr = L) -> sp.Expr:
    """Derivative of the loss in one weight, at equal weights w."""
    total = layer(network, u, depth) * layer(network, w, depth) ** (depth - 1)
    return sp.diff(loss(total), u).subs(u, w)


def radial_curvature(network: str, depth: sp.Expr = L) -> sp.Expr:
    """Hessian eigenvalue along (1, ..., 1): derivative of the gradient when all weights move."""
    return sp.diff(gradient(network, depth), w)


def transverse_curvature(network: str, depth: sp.Expr = L) -> sp.Expr:
    """Hessian eigenvalue orthogonal to (1, ..., 1): H_11 - H_12 at equal weights."""
    rest = layer(network, w, depth) ** (depth - 2)
    both = loss(layer(network, u, depth) * layer(network, v, depth) * rest)
    gap = sp.diff(both, u, 2) - sp.diff(both, u, v)
    return gap.subs({u: w, v: w}, simultaneous=True)


def minimum(network: str, depth: sp.Expr = L) -> sp.Expr:
    """Equal weights of the global minimum with target total weight r."""
    root = r ** (1 / depth)
    return {
        "plain": root,
        "block1": sp.sqrt(depth) * (root - 1),
        "block2": sp.sqrt(depth * (root - 1)),
    }[network]


def at_minimum(expr: sp.Expr, network: str, depth: sp.Expr = L) -> sp.Expr:
    """Evaluate at the balanced global minimum, in terms of r and mu_xx."""
    return expr.subs(w, minimum(network, depth)).subs(mu_yx, r * mu_xx)
