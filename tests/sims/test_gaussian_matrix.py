"""The lazily drawn Gaussian matrix: consistent with itself, and Gaussian, at every width."""

import array_api_strict
import numpy as np
import pytest
from scipy import stats

from depthlaws.sims.residual import gaussian_matrix
from depthlaws.sims.residual.gaussian_matrix import GaussianMatrix

SAMPLES = 20_000


def fresh(width, *, seed, convert=np.float64, **options):
    rng = np.random.default_rng(seed)
    return GaussianMatrix(lambda s: convert(rng.standard_normal(s)), width=width, **options)


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
    matrix = fresh(width, seed=1)
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
    matrix = fresh(width, seed=3 + width, scale=scale)
    start = np.random.default_rng(50).standard_normal((SAMPLES, width))
    adaptive_history(matrix, start, width + 2, backward=backward)
    p = entries_look_gaussian(reveal(matrix, width, SAMPLES), scale)
    assert p.min() > 1e-3 / p.size


def test_without_the_rank_deficient_branch_the_law_is_wrong(monkeypatch):
    """The test above rejects a draw beyond ``width`` directions."""
    orthogonalise = gaussian_matrix._orthogonalise

    def always_new(x, square, near):
        """Normalise the rounding error of a vector that has no new direction."""
        coordinates, length = orthogonalise(x, square, near)
        noise = np.random.default_rng(near.count).standard_normal(x.shape)
        noise /= np.linalg.norm(noise, axis=1)[:, None]
        old = length == 0
        near.vectors[old, near.count] = noise[old]
        return coordinates, np.where(old, 1e-16 * np.linalg.norm(x, axis=1), length)

    monkeypatch.setattr(gaussian_matrix, "_orthogonalise", always_new)
    width = 3
    matrix = fresh(width, seed=6)
    start = np.random.default_rng(50).standard_normal((SAMPLES, width))
    adaptive_history(matrix, start, width + 2, backward=False)
    p = entries_look_gaussian(reveal(matrix, width, SAMPLES), 1.0)
    assert p.min() < 1e-12 / p.size


def test_known_directions_draw_nothing():
    """A repeated vector, a combination and zero draw no number."""
    drawn, rng = [], np.random.default_rng(7)
    matrix = GaussianMatrix(lambda s: drawn.append(s) or rng.standard_normal(s), width=50)
    x, y = np.random.default_rng(8).standard_normal((2, 2, 50))
    (wx, _), (wy, _) = matrix.matvec(x), matrix.matvec(y)
    assert drawn == [(2, 50), (2, 50)]
    np.testing.assert_allclose(matrix.matvec(3 * x - 2 * y)[0], 3 * wx - 2 * wy, atol=1e-12)
    np.testing.assert_array_equal(matrix.matvec(np.zeros((2, 50)))[0], 0)
    assert len(drawn) == 2


def test_nearly_parallel_vectors_keep_the_basis_orthonormal():
    """Vectors that differ by 1e-9 of their length: they need the second Gram-Schmidt pass."""
    matrix = fresh(400, seed=9, room=12)
    rng = np.random.default_rng(10)
    x = rng.standard_normal((1, 400))
    for _ in range(12):
        matrix.matvec(x + 1e-9 * rng.standard_normal((1, 400)))
    q = matrix.right.vectors[0, :12]
    assert np.abs(q @ q.T - np.eye(12)).max() < 1e-14


def test_coordinates_are_in_the_orthonormal_basis():
    """Inner products equal those of the coordinates, which the basis returns."""
    matrix = fresh(30, seed=13, room=2)
    xs = np.random.default_rng(14).standard_normal((5, 1, 30))
    xs[4] = xs[1] - xs[0]
    rows = np.array([np.pad(matrix.matvec(x)[1][0], (0, 4))[:4] for x in xs])
    np.testing.assert_allclose(rows @ rows.T, xs[:, 0] @ xs[:, 0].T, atol=1e-12)
    result = matrix.right.coordinates(xs.swapaxes(0, 1))[0]
    np.testing.assert_allclose(result, rows, atol=1e-12)
    np.testing.assert_allclose(matrix.right.combine(rows[3:4])[0], xs[3, 0], atol=1e-12)


def test_a_last_product_has_the_same_law_and_is_forgotten():
    """keep=False: same numbers, nothing stored."""
    x, y = np.random.default_rng(15).standard_normal((2, 1, 40))
    kept, last = fresh(40, seed=16, room=2), fresh(40, seed=16, room=2)
    for matrix in (kept, last):
        matrix.rmatvec(y)
        matrix.matvec(y)
    np.testing.assert_array_equal(last.matvec(x, keep=False)[0], kept.matvec(x)[0])
    assert (kept.right.count, last.right.count) == (2, 1)


def test_many_spans_of_coordinates_are_one_product(monkeypatch):
    """Cutting the coordinates into cache-sized spans changes results by rounding only."""
    width = 70_001
    x, y = np.random.default_rng(17).standard_normal((2, 1, width))
    results = []
    for span in ((1 << 12, 1 << 12), (width, width)):
        monkeypatch.setattr(gaussian_matrix, "MIN_SPAN", span[0])
        monkeypatch.setattr(gaussian_matrix, "MAX_SPAN", span[1])
        matrix = fresh(width, seed=18, room=1)
        image, _ = matrix.matvec(x)
        back, _ = matrix.rmatvec(y)
        results.append(np.stack([image, back, matrix.matvec(back)[0]]))
    error = np.abs(results[0] - results[1]).max()
    assert 0 < error < 1e-13 * np.abs(results[0]).max()


def test_float32_is_close_to_float64():
    """The same normals in both precisions: products differ by float32 rounding."""
    width = 2000
    x, y = np.random.default_rng(17).standard_normal((2, 1, width))
    results = []
    for dtype in (np.float64, np.float32):
        matrix = fresh(width, seed=18, convert=dtype)
        a, _ = matrix.matvec(x.astype(dtype))
        b, _ = matrix.rmatvec(y.astype(dtype))
        c, _ = matrix.matvec((x + 1e-2 * y).astype(dtype))
        results.append(np.concatenate([a, b, c]))
    error = np.linalg.norm(results[1] - results[0], axis=1) / np.linalg.norm(results[0], axis=1)
    assert error.max() < 1e-5


def test_runs_on_the_strict_namespace():
    """Nothing outside the array standard is called; the numbers are NumPy's."""
    results = []
    for xp in (np, array_api_strict):
        matrix = fresh(6, seed=19, convert=xp.asarray, room=1)
        x = xp.asarray(np.random.default_rng(20).standard_normal((3, 6)))
        for _ in range(4):
            image, _ = matrix.matvec(x)
            x, left = matrix.rmatvec(image)
        results.append([np.asarray(matrix.matvec(x)[0]), np.asarray(matrix.left.combine(left))])
    np.testing.assert_allclose(results[0], results[1], rtol=1e-12)


@pytest.mark.parametrize("power", [-30, 30])
def test_lengths_whose_squares_leave_float32_are_no_rounding_noise(power):
    """Homogeneous at 1e-30 and 1e30: not taken for zero, not overflowing."""
    x = np.random.default_rng(21).standard_normal((3, 20)).astype(np.float32)
    x[2] = 0
    factor = np.float32(10.0) ** np.asarray([[0], [power], [power]], dtype=np.float32)
    plain, scaled = (fresh(20, seed=22, convert=np.float32) for _ in range(2))
    for product in ("matvec", "rmatvec"):
        expected = getattr(plain, product)(x)
        with np.errstate(over="ignore"):  # as in a simulation
            result = getattr(scaled, product)(factor * x)
        for one, other in zip(expected, result, strict=True):
            np.testing.assert_allclose(other, factor * one, rtol=1e-5)


def test_spans_of_float32_add_up_in_float64(monkeypatch):
    """Lengths and overlaps of two float32 vectors in 2^12 spans, each of two coordinates."""
    monkeypatch.setattr(gaussian_matrix, "MIN_SPAN", 2)
    monkeypatch.setattr(gaussian_matrix, "MAX_SPAN", 2)
    width, rng = 2**13, np.random.default_rng(8)
    matrix = GaussianMatrix(lambda shape: rng.standard_normal(shape, dtype=np.float32), width=width)
    one = np.full((1, width), 1.1, dtype=np.float32)
    two = one + rng.uniform(0, 1, (1, width)).astype(np.float32)
    result = [matrix.matvec(x)[1] for x in (one, two)]
    exact = [x[0].astype(np.float64) for x in (one, two)]
    length = np.linalg.norm(exact[0])
    along = exact[0] @ exact[1] / length
    rest = np.sqrt(exact[1] @ exact[1] - along**2)
    assert [x.dtype for x in result] == [np.float64, np.float64]
    np.testing.assert_allclose(result[0], [[length]], rtol=3e-7)
    np.testing.assert_allclose(result[1], [[along, rest]], rtol=3e-7)
