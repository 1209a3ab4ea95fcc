"""Looped Transformers as torch modules: the same scores, and calls that a recorder counts."""

import numpy as np
import pytest

from depthlaws.sims.networks import LoopedTransformer, random_tokens, torch_module
from tests.sims.networks import record_moves

pytestmark = pytest.mark.networks


def test_a_module_has_the_scores_and_parameters_of_its_network():
    torch = pytest.importorskip("torch")
    model = LoopedTransformer(width=16, heads=2, vocabulary=32, visits="1+2x2+1", std=0.3)
    tokens = torch.from_numpy(random_tokens(2, 5, seed=0, vocabulary=32))
    weights = model.weights(3)
    module = torch_module(model, seed=3, readout=0.5)
    np.testing.assert_allclose(
        module(tokens).detach(), 0.5 * model.logits(weights, tokens), rtol=1e-5, atol=1e-6
    )
    assert sum(w.numel() for w in module.parameters()) == sum(w.numel() for w in weights.values())
    calls = []
    for i, block in enumerate(module.blocks):
        block.register_forward_hook(lambda *_, i=i: calls.append(i))
    module(tokens)
    assert tuple(calls) == model.order


def test_moves_change_the_larger_size_only():
    for name, (small, large) in {"width": (32, 64), "loops": (2, 4)}.items():
        for size, same in ((small, True), (large, False)):
            kept, moved = (
                record_moves.network(size, name, hyperparameters, 0)
                for hyperparameters in ("kept", "moved")
            )
            tokens = record_moves.text_tokens(1, 4, seed=0)
            torch = pytest.importorskip("torch")
            scores = [module(torch.from_numpy(tokens)).detach() for module, _ in (kept, moved)]
            assert bool(torch.equal(*scores)) == same
            rates = [[group["lr"] for group in groups] for _, groups in (kept, moved)]
            assert (rates[0] == rates[1]) == (same or name == "loops")
