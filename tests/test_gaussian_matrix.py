"""The lazily drawn Gaussian matrix: consistent with itself, and Gaussian, at every width."""

import array_api_strict
import numpy as np
import pytest
from scipy import stats

from sims.gaussian_matrix import STREAM, GaussianMatrix, normals

SAMPLES = 20_000


def fresh(width, *, seed, samples=1, **options):
    return GaussianMatrix(
        normals(np.random.default_rng(seed)), width=width, samples=samples, **options
    )


def adaptive_history(matrix, start, steps, *, backward=True):
    """Products with W and W^T at vectors that depend nonlinearly on the earlier ones."""
    x, history = start, []
    for _ in range(steps):
        image, _ = matrix.matvec(x)
        y = np.maximum(image, -0.3) + 0.5 * x
        back = matrix.rmatvec(y)[0] if backward else y
        history.append((x, image, y, back))
        x = np.abs(back) - 0.2 * image
    return history


def reveal(matrix, width, samples):
    """Every column of W, asked for one unit vector at a time."""
    units = np.broadcast_to(np.eye(width)[:, None, :], (width, samples, width))
    return np.stack([matrix.matvec(unit)[0] for unit in units], axis=-1)


@pytest.mark.parametrize("width", [1, 2, 5, 16])
def test_every_product_comes_from_one_matrix(width):
    """Past products, forward and backward, agree with the matrix that is finally revealed."""
    samples = 300
    matrix = fresh(width, seed=1, samples=samples)
    start = np.random.default_rng(2).standard_normal((samples, width))
    history = adaptive_history(matrix, start, 4)
    w = reveal(matrix, width, samples)
    for x, image, y, back in history:
        scale = np.linalg.norm(w, axis=(1, 2)) * np.linalg.norm(x, axis=1)
        error = np.linalg.norm(np.einsum("sij,sj->si", w, x) - image, axis=1) / scale
        assert np.quantile(error, 0.99) < 1e-11
        scale = np.linalg.norm(w, axis=(1, 2)) * np.linalg.norm(y, axis=1)
        error = np.linalg.norm(np.einsum("sij,si->sj", w, y) - back, axis=1) / scale
        assert np.quantile(error, 0.99) < 1e-11


def entries_look_gaussian(w, scale):
    """Two-sided p-values: one per entry, per pair of entries, and for the fourth moments."""
    samples, width, _ = w.shape
    z = w.reshape(samples, -1) * np.sqrt(width) / scale
    marginal = [stats.kstest(column, "norm").pvalue for column in z.T]
    pairs = (z.T @ z / samples - np.eye(width**2)) * np.sqrt(samples)
    pairs /= np.where(np.eye(width**2) > 0, np.sqrt(2), 1)
    gram = np.einsum("sij,skj->sik", w, w)
    fourth = np.einsum("sik,sik->s", gram, gram)
    exact = scale**4 * (2 * width + 1)  # E tr (W W^T)^2 for a real square Ginibre matrix
    score = (fourth.mean() - exact) / (fourth.std() / np.sqrt(samples))
    upper = np.triu_indices(width**2)
    return np.concatenate(
        [marginal, 2 * stats.norm.sf(np.abs(pairs[upper])), [2 * stats.norm.sf(abs(score))]]
    )


@pytest.mark.parametrize("backward", [False, True])
@pytest.mark.parametrize("width", [2, 3, 4])
def test_the_revealed_matrix_is_gaussian(width, backward):
    """After more adaptive products than there are directions, W still has independent entries.

    Bonferroni at a family-wise level of 1e-3, seed fixed.
    """
    scale = 1.3
    matrix = fresh(width, seed=3 + width, samples=SAMPLES, scale=scale)
    start = np.random.default_rng(50).standard_normal((SAMPLES, width))
    adaptive_history(matrix, start, width + 2, backward=backward)
    p = entries_look_gaussian(reveal(matrix, width, SAMPLES), scale)
    assert p.min() > 1e-3 / p.size


class AlwaysNew(GaussianMatrix):
    """Normalises whatever rounding leaves of a vector that brings nothing new, and draws."""

    def _orthogonalise(self, x, near):
        coordinates, length = super()._orthogonalise(x, near)
        noise = np.random.default_rng(near.count).standard_normal(x.shape)
        noise /= np.linalg.norm(noise, axis=1)[:, None]
        old = length == 0
        near.vectors[old, near.count] = noise[old]
        return coordinates, np.where(old, 1e-16 * np.linalg.norm(x, axis=1), length)


def test_without_the_rank_deficient_branch_the_law_is_wrong():
    """A draw beyond `width` directions is noticed by the very test above."""
    width = 3
    matrix = AlwaysNew(normals(np.random.default_rng(6)), width=width, samples=SAMPLES)
    start = np.random.default_rng(50).standard_normal((SAMPLES, width))
    adaptive_history(matrix, start, width + 2, backward=False)
    p = entries_look_gaussian(reveal(matrix, width, SAMPLES), 1.0)
    assert p.min() < 1e-12 / p.size


def test_known_directions_draw_nothing():
    """A repeated vector, a combination and zero give back what is known, without a number drawn."""
    drawn = []
    draw = normals(np.random.default_rng(7))
    matrix = GaussianMatrix(lambda target: (drawn.append(1), draw(target)), width=50, samples=2)
    x, y = np.random.default_rng(8).standard_normal((2, 2, 50))
    (wx, _), (wy, _) = matrix.matvec(x), matrix.matvec(y)
    assert len(drawn) == 2
    np.testing.assert_allclose(matrix.matvec(3 * x - 2 * y)[0], 3 * wx - 2 * wy, atol=1e-12)
    np.testing.assert_array_equal(matrix.matvec(np.zeros((2, 50)))[0], 0)
    assert len(drawn) == 2


def test_nearly_parallel_vectors_keep_the_basis_orthonormal():
    """Vectors that differ by 1e-9 of their length: the second Gram-Schmidt pass earns its keep."""
    matrix = fresh(400, seed=9, room=12)
    rng = np.random.default_rng(10)
    x = rng.standard_normal((1, 400))
    for _ in range(12):
        matrix.matvec(x + 1e-9 * rng.standard_normal((1, 400)))
    q = matrix._right.vectors[0, :12]
    assert np.abs(q @ q.T - np.eye(12)).max() < 1e-14


def test_low_rank_update_is_the_update_of_the_revealed_matrix():
    """W + sum a b^T, then everything W is asked: the difference of two reveals is the update."""
    width, samples = 7, 5
    rng = np.random.default_rng(11)
    a, b, probe = rng.standard_normal((3, samples, width))
    before, after = (fresh(width, seed=12, samples=samples) for _ in range(2))
    cores = []
    for matrix in (before, after):
        _, right = matrix.matvec(b)
        _, left = matrix.rmatvec(a)
        cores.append(-0.7 * left[:, :, None] * right[:, None, :])
    after.add(cores[1])
    after.shrink(0.9)
    for matrix in (before, after):
        matrix.matvec(probe)
        matrix.rmatvec(probe)
    w, updated = (reveal(matrix, width, samples) for matrix in (before, after))
    expected = 0.9 * (w - 0.7 * a[:, :, None] * b[:, None, :])
    np.testing.assert_allclose(updated, expected, atol=1e-12)


def test_coordinates_are_in_the_orthonormal_basis():
    """|x| is the length of its coordinates, inner products are kept."""
    matrix = fresh(30, seed=13)
    xs = np.random.default_rng(14).standard_normal((5, 1, 30))
    xs[4] = xs[1] - xs[0]
    rows = [np.pad(matrix.matvec(x)[1][0], (0, 5))[:5] for x in xs]
    np.testing.assert_allclose(np.array(rows) @ np.array(rows).T, xs[:, 0] @ xs[:, 0].T, atol=1e-12)


def test_wide_products_do_not_depend_on_threads_and_keep_their_law():
    """Several generator streams and several spans: reproducible, right variance, orthogonal."""
    width = 2 * STREAM + 1000
    x, y = np.random.default_rng(15).standard_normal((2, 1, width), dtype=np.float32)
    images = []
    for _ in range(2):
        matrix = fresh(width, seed=16, dtype=np.float32, room=1)
        images.append([matrix.matvec(v)[0] for v in (x, y)])
    np.testing.assert_array_equal(images[0], images[1])
    z = np.concatenate(images[0])
    z = z / np.linalg.norm([x[0], y[0]], axis=1)[:, None] * np.sqrt(width)
    streams = z[:, : 2 * STREAM].reshape(4, STREAM)
    assert stats.kstest(z[0], "norm").pvalue > 1e-3
    correlation = np.corrcoef(streams) * np.sqrt(STREAM)
    assert np.abs(correlation[np.triu_indices(4, 1)]).max() < 5


def test_float32_is_close_to_float64():
    """The same normals in both precisions: products differ by float32 rounding."""
    width = 2000
    x, y = np.random.default_rng(17).standard_normal((2, 1, width))
    base = np.random.default_rng(18).standard_normal((4, 1, width))

    def draw_from(queue):
        def draw(target):
            target[...] = queue.pop()

        return draw

    results = []
    for dtype in (np.float64, np.float32):
        matrix = GaussianMatrix(draw_from(list(base)), width=width, dtype=dtype)
        a, _ = matrix.matvec(x.astype(dtype))
        b, _ = matrix.rmatvec(y.astype(dtype))
        c, _ = matrix.matvec((x + 1e-2 * y).astype(dtype))
        results.append(np.concatenate([a, b, c]))
    error = np.linalg.norm(results[1] - results[0], axis=1) / np.linalg.norm(results[0], axis=1)
    assert error.max() < 2e-5


def test_runs_on_the_strict_namespace():
    """Nothing outside the array standard is called; the numbers are NumPy's."""

    def draw_for(rng, xp):
        def draw(target):
            target[...] = xp.asarray(rng.standard_normal(target.shape))

        return draw

    results = []
    for xp in (np, array_api_strict):
        draw = draw_for(np.random.default_rng(19), xp)
        matrix = GaussianMatrix(draw, width=6, samples=3, xp=xp, room=1)
        x = xp.asarray(np.random.default_rng(20).standard_normal((3, 6)))
        for _ in range(4):
            image, right = matrix.matvec(x)
            x, left = matrix.rmatvec(image)
        matrix.add(left[:, :, None] * right[:, None, :])
        results.append(np.asarray(matrix.matvec(x)[0]))
    np.testing.assert_allclose(results[0], results[1], rtol=1e-12)


@pytest.mark.parametrize("options", [{"width": 0}, {"width": 3, "samples": 0}])
def test_sizes_below_one_are_refused(options):
    with pytest.raises(ValueError, match="at least 1, got 0"):
        GaussianMatrix(normals(np.random.default_rng(0)), **options)


def test_a_core_larger_than_what_was_met_is_refused():
    matrix = fresh(4, seed=21)
    with pytest.raises(ValueError, match="met"):
        matrix.add(np.ones((1, 1, 1)))
