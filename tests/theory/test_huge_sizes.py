"""Every public function with a size beyond all memory: an answer, or a refusal, at once.

The calls are the functions' own examples, with each whole number in turn replaced.
"""

import ast
import copy
import signal
import warnings

import numpy as np
import pytest

from depthlaws import activations, predictive_coding, residual, updates
from depthlaws.base import cost_notice
from depthlaws.base.cost_notice import ANNOUNCED_S, announce
from depthlaws.base.visit_order import MAX_VISITS, visit_order
from depthlaws.theory import formula
from depthlaws.theory.updates import stream_muon_step
from tests.theory.test_extreme_arguments import constants, first_call
from tests.theory.test_public import FUNCTIONS

SIZES = (10**12, 10**15)
PATIENCE_S = 3.0  # of processor time


def stream(loops, activation="relu"):
    return residual.Stream(loops=loops, eps=1e-4, activation=activation)


class LateError(BaseException):
    """The function is still at work."""


def ring(_signal, _frame):
    raise LateError


@pytest.fixture
def at_once():
    """Fail a test that takes longer than a refusal may."""
    before = signal.signal(signal.SIGPROF, ring)
    yield lambda: signal.setitimer(signal.ITIMER_PROF, PATIENCE_S)
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, before)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_huge_size_is_answered_or_refused_at_once(name, at_once):
    node, known = first_call(name)
    for place, number in enumerate(constants(node) if node else ()):
        for size in SIZES if isinstance(number.value, int) else ():
            changed = copy.deepcopy(node)
            constants(changed)[place].value = size
            code = compile(ast.fix_missing_locations(ast.Expression(changed)), name, "eval")
            at_once()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                try:
                    eval(code, dict(known))
                except (ValueError, TypeError, MemoryError):
                    pass
                except LateError:
                    pytest.fail(f"{ast.unparse(changed)} takes more than {PATIENCE_S} s")


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: residual.loop(1, 10**6, eps=1e-6), "1,000,000 steps needs"),
        (lambda: residual.loop(1, 1000, eps=1e-6), "1,000 steps would take .* sites=0"),
        (lambda: residual.loop(1, 4, lam=1.0, use_loops=10**7), "10,000,000 steps needs"),
        (lambda: visit_order("2x99999999"), "at most 100,000 in number, got 199,999,998"),
        (lambda: visit_order("99999999999"), "at most 100,000"),
        (lambda: visit_order("1+" * 50_000 + "1x99999"), "at most 100,000"),
        (lambda: visit_order(iter(lambda: 0, 1)), "at most 100,000"),
        (lambda: residual.in_use(residual.Stream(loops=2, eps=0.1), 10**9), "needs"),
        (lambda: updates.muon_step(residual.Stream(loops=30_000, eps=1e-4)), "used 30,000 times"),
        (lambda: stream(15_000, "tanh").kernel, "15,000 steps (would take|needs)"),
        (lambda: residual.noisy_kernel(stream(60_000), 0.1), "60,000 steps (would take|needs)"),
        (lambda: predictive_coding.excess_at_start(10**8, "tanh"), "100,000,000 layers would take"),
        (lambda: formula("chain-sharpness").mp(3, 2, 1, dps=10**9), "at most 10,000"),
        (lambda: formula("chain-sharpness").ball(3, 2, 1, prec=10**9), "from 2 to 100,000"),
    ],
)
def test_named_sizes_are_refused_at_once(ask, said, at_once):
    at_once()
    with pytest.raises((ValueError, MemoryError), match=said):
        ask()


def test_muon_says_its_time_before_it_begins(caplog, monkeypatch):
    def begin(*_):
        raise LateError

    monkeypatch.setattr(stream_muon_step, "scaled_backward", begin)
    with pytest.raises(LateError):
        updates.muon_step(residual.Stream(loops=5000, eps=1e-4))
    assert caplog.messages == [
        "a Muon step of matrices that are used 5,000 times takes about 2.3 minutes"
    ]


def test_long_work_says_its_time_before_it_begins(caplog):
    residual.loop(1, 8, eps=0.1, sites=0)
    announce("a short run", ANNOUNCED_S / 2)
    assert not caplog.records
    announce("a run", 7200.0)
    announce("another", 99.0, least=True)
    lines = ["a run takes about 2 hours", "another takes at least 99 seconds"]
    assert [record.getMessage() for record in caplog.records] == lines
    assert len(visit_order(f"1x{MAX_VISITS}")) == MAX_VISITS


@pytest.mark.parametrize(
    "ask",
    [
        lambda: residual.limit_kernel(1.0, points=16, doublings=3),
        lambda: residual.loop(2, 8, lam=1.0, sites=64),
        lambda: updates.exponent_table([4]),
        lambda: updates.gradient_step(stream(4)),
        lambda: updates.muon_step(stream(4), output=True),
        lambda: updates.sign_step(stream(4), seed=0, sites=64),
        lambda: updates.backward_kernel(stream(8)),
        lambda: updates.gradient_energies(stream(8)),
        lambda: updates.isotropic_update(stream(8)),
        lambda: updates.tangent_kernel(stream(8)),
        lambda: residual.cosines(stream(8)),
        lambda: residual.branch_energies(stream(8)),
        lambda: residual.energy_terms(stream(8)),
        lambda: residual.untied_kernel(8, 0.1),
        lambda: residual.tied_energy(8, 0.1),
        lambda: residual.untied_energy(8, 0.1, activation="tanh"),
        lambda: updates.plain_tangent_kernel(8, 1.0),
        lambda: predictive_coding.excess_at_start(8, "tanh"),
    ],
)
def test_a_time_is_said_once(ask, caplog, monkeypatch):
    """Whatever is said of long work is said once: parts of it, announced as well, say nothing."""
    monkeypatch.setattr(cost_notice, "ANNOUNCED_S", 1e-12)
    ask()
    assert len(caplog.messages) == 1


def test_kernels_of_waves_say_their_time(caplog, monkeypatch):
    """A pair of waves at variance 1e6 takes 0.02 seconds."""
    monkeypatch.setattr(cost_notice, "ANNOUNCED_S", 1e-3)
    sine = activations.from_function("sine", np.sin, np.cos)
    sine.dual(1e6, 5e5, 1e6)
    (line,) = caplog.messages
    assert line.startswith("the kernel of 1 pair of waves takes about 0.02")
