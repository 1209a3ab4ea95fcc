"""Every public function with a value of a wrong kind: a sentence of ours, never Python's words.

The calls are the functions' own examples, with each argument in turn replaced.
"""

import ast
import functools
import inspect
import linecache
import math
import warnings

import numpy as np
import pytest

from depthlaws import activations, chain, parametrization, predictive_coding, residual, updates
from depthlaws.base import argument_errors
from depthlaws.base.argument_errors import ArgumentError, guarded
from depthlaws.theory import Interval, formula
from tests.theory.test_extreme_arguments import first_call
from tests.theory.test_public import FUNCTIONS

WRONG = {
    "None": None,
    "an integer beyond the doubles": 10**400,
    "an object": object(),
    "rows of different length": [[1], [2, 3]],
    "an empty list": [],
    "over 32 brackets": functools.reduce(lambda inner, _: [inner], range(40), 1.0),
    "a function": lambda: 1.0,
    "masked": np.ma.array([1.0, 2.0], mask=[False, True]),
}


def example(name):
    """Arguments of the first example of a function, by name."""
    node, known = first_call(name)
    if node is None:
        return None
    read = lambda part: eval(compile(ast.Expression(part), name, "eval"), dict(known))  # noqa: E731
    keywords = {k.arg: read(k.value) for k in node.keywords}
    return inspect.signature(FUNCTIONS[name]).bind(*map(read, node.args), **keywords).arguments


def said(function, arguments):
    """Error of a call, None for an answer."""
    signature = inspect.signature(function)
    ordered = {name: arguments[name] for name in signature.parameters if name in arguments}
    bound = inspect.BoundArguments(signature, ordered)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            function(*bound.args, **bound.kwargs)
    except Exception as error:  # whatever it is: the test judges it
        return error
    return None


def raised_by_us(error):
    """Return whether the line that raised an error is a raise statement of this package."""
    trace = error.__traceback__
    while trace.tb_next is not None:
        trace = trace.tb_next
    file = trace.tb_frame.f_code.co_filename
    line = linecache.getline(file, trace.tb_lineno).strip()
    return file.startswith(argument_errors.PACKAGE) and line.startswith("raise")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_value_of_a_wrong_kind_is_refused_in_our_words(name):
    function, given = FUNCTIONS[name], example(name)
    for argument, kind in inspect.signature(function).parameters.items():
        if given is None or kind.kind in {kind.VAR_POSITIONAL, kind.VAR_KEYWORD}:
            continue
        for what, value in WRONG.items():
            error = said(function, dict(given) | {argument: value})
            if error is None:
                continue
            assert isinstance(error, ValueError | TypeError | KeyError | MemoryError), (what, error)
            assert raised_by_us(error) or isinstance(error, MemoryError), (argument, what, error)
            assert str(error), (argument, what)
            assert " at 0x" not in str(error), (argument, what)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: residual.Stream(loops=2, eps=None), "eps must be"),
        (lambda: residual.Stream(loops=2, eps=10**400), "eps must be"),
        (lambda: residual.InjectedStream(loops=None, eps=0.1), "loops must be"),
        (lambda: residual.InjectedStream(loops=2, eps="x"), "eps must be"),
        (lambda: residual.loop(4, 4), "give one of eps and lam, .* got neither"),
        (lambda: residual.loop(4, 4, eps=0.1, lam=1.0), "got both, eps=0.1 and lam=1.0"),
        (lambda: updates.effective_depth(7), "must be|has no answer"),
        (lambda: chain.sharpness(2.0, 2.0, 1.0, network=[]), "network"),
    ],
)
def test_named_values_are_refused_by_name(ask, message):
    with pytest.raises((ValueError, TypeError, KeyError), match=message):
        ask()


def groups(**wrong):
    """Parameter groups of a model, with an argument of a wrong kind."""
    (moved,) = parametrization.transfer(1e-3, layers=2, law="mup")
    shapes = {"parameters": {"wte.weight": (50, 8)}}
    return parametrization.parameter_groups(moved, "torch", **shapes | wrong)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: residual.tied_kernel(2, 0.1, normalize="no"), "normalize .* True or False.*'no'"),
        (lambda: residual.Stream(loops=2, eps=0.1, normalize=1), "normalize must be True or False"),
        (lambda: updates.tangent_kernel(residual.Stream(eps=0.1), readout=None), "readout must be"),
        (lambda: activations.dual(int, 0.5, 1.0), "h11 must be a number, or an array"),
        (lambda: chain.alpha(1.0, 0.1, 8, network=[]), "network must be a name, got \\[\\]"),
        (lambda: chain.best_rate(0.1, 8, np.ones(3)), "L must be one number, not an array of sh"),
        (
            lambda: chain.converges(np.ones(7), [1.0, 2.0], 8),
            r": alpha0 \(7,\), k \(2,\);",
        ),
        (lambda: chain.sharpness(2, 2, 1, net=2), "'net'; write sharpness.L, mu_yx, mu_xx, \\*, n"),
        (lambda: chain.sharpness(2, 2), "'mu_xx'; write sharpness.L, mu_yx, mu_xx"),
        (lambda: residual.energy_terms(residual.Stream(eps=0.1), width=math.nan), "width must be"),
        (
            lambda: chain.sharpness(b"12", 2.0, 1.0),
            "L must be a list, .*, got b'12'",
        ),
        (lambda: updates.local_slope("plain", {4, 8}), "L must be a list, a tuple or an array"),
        (lambda: predictive_coding.rescaling({1.0, 2.0}), "weights must be a list, a tuple"),
        (lambda: predictive_coding.expected_rescaling(8, 5, alpha="x"), "alpha must be"),
        (lambda: predictive_coding.rescaling_variance(8, 5, alpha=None), "alpha must"),
        (lambda: parametrization.invariants("mup", "lion"), "unknown optimiser 'lion'.*sgd, adam"),
        (lambda: parametrization.abcd(0, 0, 0, 0, 0, 0, name=3), "name must be text, got 3"),
        (lambda: parametrization.abcd(0, 0, 0, 0, 0, 0, alpha=""), "alpha must be a rational"),
        (lambda: chain.deep_time(0.9, 0.1, L=64, order=True), "order must be 0, 1 or 2, got True"),
        (lambda: predictive_coding.expected_rescaling(64, 5, network=np.ones(2)), "of mlp, resid"),
        (lambda: parametrization.desiderata(np.ones(2)), "which must be a name or a Parametriza"),
        (lambda: residual.noisy_kernel("x", 0.1), "stream must be a Stream, got 'x'"),
        (lambda: updates.boundary_fraction(32, math.nan), "offsets must be a list, got nan"),
        (lambda: groups(patterns="no"), "patterns must be a dict, got 'no'"),
        (lambda: groups(tied=3), "tied must be a dict, got 3"),
        (lambda: groups(wider=[1]), "wider must be a dict.*, got \\[1\\]"),
        (lambda: Interval("1", 2), "must be a number.* got '1'"),
        (lambda: formula("chain-sharpness").ball(3, 2, None), "a ball needs a real .*, got None"),
        (lambda: formula("chain-sharpness").mp(3, 2, True), "mp takes real .*, got True"),
    ],
)
def test_flags_calls_and_shapes_are_named(ask, message):
    with pytest.raises((ValueError, TypeError), match=message):
        ask()


def test_a_flag_may_be_of_numpy():
    kernel = residual.tied_kernel(2, 0.1, normalize=np.bool_(True))
    np.testing.assert_array_equal(kernel, residual.tied_kernel(2, 0.1, normalize=True))


@pytest.mark.parametrize("value", ["y" * 5000, 10**400, np.ones((50, 50))])
def test_a_long_value_is_shown_in_part(value):
    with pytest.raises((ValueError, KeyError)) as error:
        chain.alpha(1.0, 0.1, 8, network=value)
    assert len(str(error.value)) < 400


TOY = argument_errors.PACKAGE + "/toy.py"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((1.0,), r"toy has no answer for x=1.0: a number on the way is divided by zero"),
        ((None,), r"x must be a number, got None"),
        (("1",), r"x must be a number, got '1'"),
        ((float("nan"),), r"x must be a number, not NaN, got nan"),
        ((10**400,), r"x must be a number within .*, got an integer of about 400 digits"),
        ((1.0, True), r"n must be a whole number, got True"),
        ((1.0, "a"), r"n must be a whole number, got 'a'"),
        ((1.0, 2, 3), r"stream must be a Stream, got 3"),
    ],
)
def test_an_error_from_inside_names_the_argument_that_differs(given, message):
    def work(x: float, n: int = 2, stream: residual.Stream | None = None):
        return x, n, stream

    text = "def toy(x, n=2, stream=None):\n    return 1 / (x - x) + stream.loops[n]"
    code, scope = compile(text, TOY, "exec"), {}
    exec(code, scope)
    scope["toy"].__annotations__ = work.__annotations__
    with pytest.raises(ArgumentError, match=f"^{message}$"):
        guarded(scope["toy"])(*given)


def test_an_error_of_a_function_that_the_caller_hands_over_passes():
    def broken(_x):
        raise AttributeError("mine")

    code = compile("def run(f):\n    return f(1.0)", TOY, "exec")
    scope = {}
    exec(code, scope)
    with pytest.raises(AttributeError, match=r"^mine$"):
        guarded(scope["run"])(broken)


def test_a_guarded_function_is_still_itself():
    assert chain.sharpness.__module__ == "depthlaws.theory.chain.balanced"
    assert chain.sharpness.__globals__["__name__"] == chain.sharpness.__module__
    assert [*inspect.signature(chain.sharpness).parameters][:2] == ["L", "mu_yx"]
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'mu_xx'"):
        chain.sharpness(2.0, 2.0)
