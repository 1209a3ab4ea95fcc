"""Kernels of residual streams by double sums, and scores of sampled means."""

import math

import mpmath
import numpy as np

EPS = 2.0**-52


def assert_within_error(result, value):
    """A numerical limit is as close as it says; the quoted value has 16 digits."""
    assert abs(result.value - value) <= result.error + 2 * EPS * value


def relu_kernel(rho):
    return (mpmath.sqrt((1 - rho) * (1 + rho)) + rho * mpmath.acos(-rho)) / (2 * mpmath.pi)


def double_loop(labels, eps, *, kappa=relu_kernel, normalize=False, start=1):
    """Kernel of all states from the definition, every sum written out, in mpmath."""
    steps, gain = len(labels), mpmath.mpf(eps) ** 2
    branch = mpmath.zeros(steps)

    def covariance(n, m):
        return start + gain * mpmath.fsum(branch[i, j] for i in range(n) for j in range(m))

    for k in range(steps):
        for j in range(k + 1):
            if labels[j] == labels[k]:
                scale = mpmath.sqrt(covariance(k, k) * covariance(j, j))
                rho = mpmath.mpf(1) if j == k else covariance(k, j) / scale
                branch[k, j] = branch[j, k] = kappa(rho) * (1 if normalize else scale)
    return np.array([[float(covariance(n, m)) for m in range(steps + 1)] for n in range(steps + 1)])


def z_scores(samples, truth):
    sem = samples.std(axis=0, ddof=1) / math.sqrt(len(samples))
    return (samples.mean(axis=0) - truth) / np.where(sem > 0, sem, np.inf)
