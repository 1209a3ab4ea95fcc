"""Looped Transformers at the start against NumPy, and what the simulator records."""

import itertools

import numpy as np
import pytest

from depthlaws.sims.networks import LoopedTransformer, looped_start, random_tokens
from tests.sims.networks import dense

pytestmark = pytest.mark.networks

SMALL = {"width": 16, "heads": 2, "vocabulary": 11}


def run(model, tokens, seed=3):
    """Stream of one sequence as arrays, and the weights as arrays, in float64."""
    torch = pytest.importorskip("torch")
    weights = model.weights(seed, dtype="float64")
    states = [h[0].numpy() for h in model.states(weights, torch.from_numpy(tokens))]
    return states, {name: w.numpy() for name, w in weights.items()}


@pytest.mark.parametrize("branches", ["both", "attention", "mlp"])
@pytest.mark.parametrize("scaling", ["none", "sqrt", "linear", "factorized"])
def test_the_stream_is_that_of_loops_over_heads_and_places(branches, scaling):
    small = SMALL if branches != "mlp" else {n: v for n, v in SMALL.items() if n != "heads"}
    model = LoopedTransformer(
        **small, layers=2, loops=3, scaling=scaling, branches=branches, multiplier=0.7
    )
    tokens = random_tokens(1, 9, seed=1, vocabulary=11)
    states, weights = run(model, tokens)
    eps = 0.7 * {"none": 1, "sqrt": 3**-0.5, "linear": 1 / 3, "factorized": 2**-0.5 / 3}[scaling]
    parts = ("attention", "mlp") if branches == "both" else (branches,)
    expected = dense.looped_stream(weights, tokens[0], [0, 1] * 3, eps, 2, parts)
    assert len(states) == 7
    np.testing.assert_allclose(states, expected, rtol=1e-9, atol=1e-12)


def test_head_and_embedding_are_one_matrix_outside_the_loop():
    torch = pytest.importorskip("torch")
    model = LoopedTransformer(**SMALL, loops=2)
    tokens = random_tokens(2, 5, seed=0, vocabulary=11)
    weights = model.weights(0, dtype="float64")
    scores = model.logits(weights, torch.from_numpy(tokens)).numpy()
    w = {name: x.numpy() for name, x in weights.items()}
    log_shares = []
    for text, own in zip(tokens, scores, strict=True):
        last = dense.looped_stream(w, text, [0, 0], 0.5, 2)[-1]
        expected = dense.rms_norm(last, w["norm"]) @ w["embedding"].T
        np.testing.assert_allclose(own, expected, rtol=1e-9, atol=1e-12)
        log_shares += [np.log(dense.softmax(s)[t]) for s, t in zip(own, text[1:], strict=False)]
    loss = float(model.loss(weights, torch.from_numpy(tokens)))
    assert loss == pytest.approx(-np.mean(log_shares), rel=1e-9)


def test_an_order_of_visits_is_followed():
    model = LoopedTransformer(**SMALL, visits="1+2x3+1", scaling="linear")
    assert model.order == (0, 1, 2, 1, 2, 1, 2, 3)
    assert model.eps == 1 / 3
    tokens = random_tokens(1, 4, seed=2, vocabulary=11)
    states, weights = run(model, tokens)
    expected = dense.looped_stream(weights, tokens[0], model.order, 1 / 3, 2)
    np.testing.assert_allclose(states, expected, rtol=1e-9, atol=1e-12)
    assert looped_start(model, samples=1, seed=0, length=4).sizes["passed"] == 9


def test_blocks_of_a_stack_without_sharing_are_all_different():
    model = LoopedTransformer(**SMALL, layers=2, loops=3, shared=False)
    weights = model.weights(0)
    assert model.order == tuple(range(6))
    firsts = {float(weights[f"{i}.query"][0, 0]) for i in range(6)}
    assert len(firsts) == 6
    shared = LoopedTransformer(**SMALL, layers=2, loops=3).weights(0)
    assert bool((shared["1.down"] == weights["1.down"]).all())


def test_weights_are_truncated_normals():
    """Numbers of four blocks: an error of one percent in a standard deviation is seen."""
    weights = LoopedTransformer(width=256, layers=4, vocabulary=1024).weights(1)
    std = 0.02 * (768 / 256) ** 0.5
    names = {"embedding": 0.02} | dict.fromkeys(
        ("query", "key", "value", "out", "gate", "up", "down"), std
    )
    for name, deviation in names.items():
        parts = [w.numpy().ravel() for key, w in weights.items() if key.endswith(name)]
        w = np.concatenate(parts) / deviation
        assert 2.9 < np.abs(w).max() <= 3 * (1 + 1e-6)
        # Standard deviation of a normal cut at three, 0.98658; its error is 0.7 / sqrt(size).
        assert 5 * 0.7 / w.size**0.5 < 0.01
        assert w.std() == pytest.approx(0.98658, abs=5 * 0.7 / w.size**0.5)


def test_the_record_holds_norms_and_cosines_of_the_stream():
    model = LoopedTransformer(**SMALL, layers=2, loops=3, scaling="sqrt")
    result = looped_start(model, samples=2, seed=5, length=6)
    assert dict(result.sizes) == {"sample": 2, "passed": 4, "passed_1": 3, "passed_2": 3}
    child = int(np.random.SeedSequence(5, spawn_key=(1,)).generate_state(1)[0])
    tokens = random_tokens(1, 6, seed=child, vocabulary=11)
    w = {name: x.numpy().astype(float) for name, x in model.weights(child).items()}
    stream = dense.looped_stream(w, tokens[0], [0, 1] * 3, 3**-0.5, 2)[::2]
    norms = [np.sqrt(np.mean(h**2)) for h in stream]
    np.testing.assert_allclose(result.norm[1], norms, rtol=1e-4)
    flat = [np.ravel(b - a) for a, b in itertools.pairwise(stream)]
    cosine = flat[0] @ flat[2] / np.linalg.norm(flat[0]) / np.linalg.norm(flat[2])
    assert float(result.cosine[1, 0, 2]) == pytest.approx(cosine, abs=1e-4)
    more = looped_start(model, samples=3, seed=5, length=6, cosines=False)
    np.testing.assert_allclose(more.norm[:2], result.norm, rtol=1e-6)
    assert "cosine" not in more


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"width": 18, "heads": 4}, "width 18 must be a multiple of twice the heads, 8"),
        ({"scaling": "cubic"}, "scaling must be one of none, sqrt, linear, factorized"),
        ({"visits": "2x2", "loops": 3}, "give visits, or loops and layers"),
        ({"std": -1.0}, "std must be"),
    ],
)
def test_bad_settings_are_named(changes, says):
    with pytest.raises(ValueError, match=says):
        LoopedTransformer(**changes)


@pytest.mark.parametrize("sizes", [{"layers": 10**9}, {"loops": 10**18}])
def test_more_visits_than_an_order_has_are_refused_at_once(sizes):
    with pytest.raises(ValueError, match="visits must be at most 100,000 in number"):
        LoopedTransformer(**sizes)


def test_a_run_that_does_not_fit_is_refused_before_it_starts():
    with pytest.raises(MemoryError, match="needs"):
        looped_start(LoopedTransformer(width=1 << 20), samples=1, seed=0)
    with pytest.raises(ValueError, match="split it into parts"):
        looped_start(LoopedTransformer(width=1024), samples=10**7, seed=0, cosines=False)
