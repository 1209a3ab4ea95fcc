"""The loop calculator against the recursions, closed forms and its own inverse."""

import math

import numpy as np
import pytest

from depthlaws import residual, updates
from depthlaws.theory.symbolic.registry import UnknownNameError

BLOCKS = {"preact": False, "prenorm": True}


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize(("L", "N"), [(1, 1), (1, 7), (5, 1), (3, 4)])
class TestLoop:
    def test_growth_is_the_kernels_last_entry(self, block, L, N):
        result = residual.loop(L, N, eps=0.2, block=block, sites=0)
        kernel = residual.block_kernel(N, L, 0.2, math.sqrt(2), normalize=BLOCKS[block])
        assert result.growth == pytest.approx(kernel[-1, -1, -1], rel=1e-12)

    def test_the_largest_scale_reaches_the_bound(self, block, L, N):
        for bound in (1.01, 2.0, 50.0):
            largest = residual.loop(L, N, eps=0.1, block=block, bound=bound, sites=0).largest_eps
            there = residual.loop(L, N, eps=largest, block=block, sites=0)
            assert there.growth == pytest.approx(bound, rel=1e-9)

    def test_unrolled_layers_share_nothing(self, block, L, N):
        result = residual.loop(L, N, eps=0.2, block=block, sites=0)
        step = 0.2**2 * 2 / 2
        expected = 1 + N * L * step if BLOCKS[block] else (1 + step) ** (N * L)
        assert result.unrolled == pytest.approx(expected, rel=1e-12)
        assert (result.growth > result.unrolled * (1 + 1e-9)) == (N > 1)

    def test_one_loop_needs_no_other_rate(self, block, L, N):
        result = residual.loop(L, N, eps=0.2, block=block, sites=16)
        if N == 1:
            assert (result.rate_shift, result.rate_shift_error) == (1.0, 0.0)
            assert math.isnan(result.coherence)
        else:
            assert 0 < result.coherence < 1


def test_many_loops_is_the_limit_of_growth():
    """At eps N sqrt(L) = 1 the growth approaches the limit with 1/N: gaps that halve."""
    gaps = []
    for N in (16, 32, 64):
        result = residual.loop(2, N, eps=1 / (N * math.sqrt(2)), sites=0)
        gaps.append(result.many_loops - result.growth)
    assert np.allclose(np.array(gaps[:-1]) / gaps[1:], 2, atol=0.08)


def test_rate_shift_is_the_ratio_of_two_sign_steps():
    result = residual.loop(2, 4, eps=0.25, sites=64, seed=3)
    rms = [
        updates.sign_step(
            residual.Stream(loops=n, layers=2, eps=eps, s=math.sqrt(2)), seed=9, sites=256
        ).rms
        for n, eps in ((1, 1.0), (4, 0.25))
    ]
    assert abs(result.rate_shift - rms[0] / rms[1]) < 6 * result.rate_shift_error
    assert result.rate_shift_error < 0.05


def test_the_error_of_a_rate_shift_adds_both_relative_errors():
    """One loop of four times the branch, on the same sites: relative errors add in squares."""
    result, once = (residual.loop(2, n, eps=e, sites=32, seed=3) for n, e in ((4, 0.1), (1, 0.4)))
    assert result.rate_shift == pytest.approx(once.update / result.update, rel=1e-12)
    relative = (once.update_error / once.update) ** 2 + (result.update_error / result.update) ** 2
    assert (result.rate_shift_error / result.rate_shift) ** 2 == pytest.approx(relative, rel=1e-12)


def test_a_bound_of_few_bits_is_the_double_that_it_is():
    one = np.float32(3.3)
    result = [residual.loop(2, 3, eps=0.1, bound=b, sites=0).largest_eps for b in (one, float(one))]
    assert result[0] == result[1] != residual.loop(2, 3, eps=0.1, bound=3.3, sites=0).largest_eps


def test_no_branch_changes_nothing():
    result = residual.loop(3, 4, eps=0.0, sites=16)
    assert (result.growth, result.unrolled, result.update, result.rate_shift) == (1, 1, 0, 1)


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"L": 0}, ValueError, "L must be at least 1"),
        ({"N": 0}, ValueError, "N must be at least 1"),
        ({"eps": -1.0}, ValueError, "eps must be at least 0, got -1.0"),
        ({"eps": math.nan}, ValueError, "eps"),
        ({"bound": 1.0}, ValueError, "bound must be above 1, got 1"),
        ({"block": "postactive"}, UnknownNameError, "postact"),
        ({"s": 0.0}, ValueError, "s must be positive"),
        ({"eps": 1e200}, ValueError, "below 1e"),
        ({"s": math.nan}, ValueError, "s"),
        ({"eps": 5e-324}, ValueError, "underflows at eps"),
        ({"L": 10**6, "N": 10**6, "block": "postact"}, MemoryError, "a block of"),
    ],
)
def test_bad_input(options, error, says):
    given = {"L": 2, "N": 2, "eps": 0.1} | options
    with pytest.raises(error, match=says):
        residual.loop(given.pop("L"), given.pop("N"), **given)


class TestPostActivation:
    """h + eps relu(W h): by the untied recursion, the tied kernel, and networks of finite width."""

    @pytest.mark.parametrize(("eps", "s"), [(0.3, 1.0), (0.05, 2.0)])
    def test_ends_of_the_recursion(self, eps, s):
        untied = residual.post_activation_kernel(1, 9, eps, s)
        assert untied[-1, -1] == pytest.approx(updates.post_activation_energy(9, eps, s), rel=1e-13)
        tied = residual.post_activation_kernel(9, 1, eps, s)
        assert np.allclose(tied, residual.tied_kernel(9, eps, s), rtol=1e-13)

    def test_two_matrices_by_hand(self):
        """K = 3 steps of L = 2: C_01 and C_12 are products of means, C_02 is of one matrix."""
        eps, s, n = 0.4, 1.3, 200_001
        H = residual.post_activation_kernel(2, 2, eps, s)
        # E relu(Z)^2 = q/2 and E relu(Z) = sqrt(q / 2 pi) by quadrature of the definition.
        z, step = np.linspace(-9, 9, n, retstep=True)
        p = np.exp(-(z**2) / 2) / math.sqrt(2 * math.pi) * step
        mean, square = np.sum(np.maximum(z, 0) * p), np.sum(np.maximum(z, 0) ** 2 * p)
        one = 1 + (eps * s) ** 2 * square
        assert H[1, 1] == pytest.approx(one, rel=1e-9)
        cross = mean**2 * math.sqrt(one)
        assert H[2, 2] == pytest.approx(
            1 + (eps * s) ** 2 * (square + 2 * cross + square * one), rel=1e-9
        )

    def test_many_loops(self):
        """Gaps to the limit halve as the loops double, at eps N fixed."""
        gaps = []
        for N in (16, 32, 64):
            result = residual.loop(3, N, eps=0.4 / N, block="postact", sites=0)
            gaps.append(result.many_loops - result.growth)
        assert np.allclose(np.array(gaps[:-1]) / gaps[1:], 2, atol=0.1)
        one = residual.loop(1, 4, eps=0.1, block="postact", sites=0).many_loops
        assert one == pytest.approx(residual.limit(0.4, math.sqrt(2)).value, rel=1e-12)

    def test_largest_and_coherence(self):
        largest = residual.loop(2, 3, eps=0.1, block="postact", bound=3.0, sites=0).largest_eps
        there = residual.loop(2, 3, eps=largest, block="postact", sites=0)
        assert there.growth == pytest.approx(3.0, rel=1e-9)
        tied = [
            residual.loop(1, 5, eps=0.2, block=b, sites=0).coherence for b in ("preact", "postact")
        ]
        assert tied[0] == pytest.approx(tied[1], rel=1e-12)
        stream = residual.Stream(loops=2, layers=3, eps=0.2, s=math.sqrt(2))
        between = residual.cosines(stream)[np.arange(3), np.arange(3, 6)].mean()
        two = residual.loop(3, 2, eps=0.2, sites=0).coherence
        assert two == pytest.approx(between, rel=1e-13), "of different loops only"
        visits = residual.loop(visits="3x2", eps=0.2, sites=0).coherence
        assert visits == pytest.approx(two, rel=1e-13), "one definition"

    def test_unrolled_and_no_update_unasked(self):
        result = residual.loop(2, 3, eps=0.1, block="postact", sites=0)
        assert math.isnan(result.update)
        assert math.isnan(result.rate_shift_error)
        assert result.unrolled == pytest.approx(updates.post_activation_energy(6, 0.1), rel=1e-13)

    def test_a_sign_step(self):
        """The stream's own; sqrt 2 times that of h + eps W relu(h) at N = 1."""
        result = residual.loop(2, 3, eps=0.1, block="postact", seed=4)
        stream = residual.Stream(loops=3, layers=2, eps=0.1, s=math.sqrt(2))
        step = updates.sign_step(stream, seed=4, sites=256, post_activation=True)
        assert (result.update, result.update_error) == (step.rms, step.error)
        ends = [
            residual.loop(1, 1, eps=0.3, block=block, seed=1) for block in ("preact", "postact")
        ]
        assert ends[1].update / ends[0].update == pytest.approx(math.sqrt(2), rel=2e-3)
        assert ends[1].update == pytest.approx(0.3 / math.sqrt(math.pi), rel=1e-3)


@pytest.mark.parametrize("block", ["preact", "postact", "prenorm"])
@pytest.mark.parametrize("eps", [1e-3, 1e-6, 1e-9, 1e-100, 1e-200])
def test_small_branches_of_any_block_stay_coherent(block, eps):
    """1 - coherence falls with the branches: differences of states would lose it to rounding."""
    loop = residual.loop(4, 4, eps=eps, block=block, sites=0)
    assert loop.coherence == pytest.approx(1.0, abs=max(0.02 * eps, 4e-16))
    assert loop.growth == pytest.approx(1.0, abs=200 * eps**2 + 4e-16)


@pytest.mark.parametrize("block", ["preact", "postact", "prenorm"])
def test_the_largest_branch_scale_falls_as_the_weights_grow(block):
    unit = residual.loop(2, 3, eps=0.0, s=1.0, block=block, sites=0).largest_eps
    for s in (1e-300, 1e-8, 3.0, 1e80):
        loop = residual.loop(2, 3, eps=0.0, s=s, block=block, sites=0)
        assert loop.largest_eps * s == pytest.approx(unit, rel=1e-14)
    with pytest.raises(ValueError, match=r"s=4\.94066e-324 is too small: .* at least 1e-300"):
        residual.loop(2, 3, eps=0.1, s=5e-324, block=block, sites=0)
