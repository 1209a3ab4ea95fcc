"""Float kernels where they branch: both ways of every ``if``, both sides of every ``np.where``.

The functions that a kernel may call are read from its code. While the kernels run at the points of
their domains (and at FAR_OUT), a tracer records the branches that they take. One point of each
branch is then compared with the kernel's error budget, so that no branch passes because no point
takes it. Branches that only a public function takes are covered by a call with a known answer.
"""

import ast
import contextlib
import importlib
import inspect
import math
import pkgutil
import sys
import types
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from depthlaws import chain, theory
from depthlaws.claims.engine import sampling
from depthlaws.theory.chain import step_budget
from depthlaws.theory.numerics import solver_groups
from depthlaws.theory.symbolic.registry import formulas
from tests.theory.budgets import assert_within_budget

for _module in pkgutil.walk_packages(theory.__path__, "depthlaws.theory."):
    importlib.import_module(_module.name)

KERNELS = {name: f for name, f in formulas().items() if f.kernel is not None}
DRAWN = 24
MANY_POINTS, CHUNKED_KERNELS = (
    5000,
    {"kappa-relu"},
)  # more points than one kernel works on at a time
# Where a threshold lies beyond the points that are drawn.
FAR_OUT = {
    "chain-sharpness": [{"L": 4.0, "mu_yx": 1e-80, "mu_xx": 1e84}],
    "dual-gelu": [{"h11": 4.0, "h12": cross, "h22": 4.0} for cross in (-3.9, 3.9)],
    "pc-error-energy": [{"s": 3.0, "beta": 0.25, "T": 3}],
    "pc-error-weight": [{"s": 3.0, "beta": 0.25, "T": 3}],
    "kappa-leaky-relu": [{"rho": rho, "slope": 0.01} for rho in (-0.999, -0.5, 0.9)],
}
MANY_DEPTHS = np.linspace(1.5, 40, 200)  # more than get tables of their own


def both_ways():
    """Points of both sides of the target, by alpha and by its gap."""
    return chain.time(None, 0.4, 8, gap=0.25), chain.time(0.75, 0.4, 8)


def many_depths():
    """Courses of many depths at once, and one at a time."""
    each = [chain.alpha(2.0, 0.3, float(L)) for L in MANY_DEPTHS[::20]]
    return chain.alpha(2.0, 0.3, MANY_DEPTHS)[::20], each


def many_points():
    """A course at more points than one call works on, and some of them alone."""
    t = np.linspace(0, 9, solver_groups.CHUNK + 100)
    return chain.alpha(t, 0.3, 8)[::2000], chain.alpha(t[::2000], 0.3, 8)


def infinitely_deep():
    """Two orders of descent's steps: time / k + lag, 1/alpha and its logarithm written out."""
    odds = math.log(9) + math.log(9)  # of 0.9 over those of 0.1
    flow = 1 / 0.1 - 1 / 0.9 + odds
    lag = (math.log(9) + math.log(1 / 9)) / 2
    return chain.descent_steps(0.9, 0.1, 0.5, math.inf, order=2), flow / 0.5 + lag


def flips():
    """One step so long that the weight changes its sign: v - 4 k (v^2 - 1) v / 4 at four layers."""
    weight = 1.5 + 0.7 / 4 * 1.5**3 * (1 - 1.5**4)
    return step_budget._after(0.7, 1.5**4, 1, 4.0), weight**4


def refused(says, call, *args, **options):
    """Return a call that must raise ValueError with this message."""

    def ask():
        with pytest.raises(ValueError, match=says):
            call(*args, **options)
        return 0.0, 0.0

    return ask


# Ways that no point of a formula's domain takes: a public call that does, and what must come out.
ELSEWHERE = {
    "chain.convergence: np.where(start == 1, ...): where True": lambda: (
        chain.convergence_constant(1.0, 8), -math.inf),
    "chain.descent_map: np.where(push >= -L, ...): where False": flips,
    "chain.flow: if not self.tied and r is not None: true": refused(
        "r is for network 'block2' only", chain.alpha, 1.0, 0.5, 8, r=2.0),
    "chain.flow: if np.any(apart): true": refused(
        "same side of 1, got 2 and 0.5", chain.time, 2.0, 0.5, 8),
    "chain.flow: if np.any(unborn): true": refused(
        "after -0.107198.*, where this solution begins", chain.alpha, -1.0, 3.0, 8),
    "chain.flow: if r is None: true": refused(
        "needs its target total weight", chain.alpha, 1.0, 0.5, 8, network="block2"),
    "numerics.solver_groups: if build_scattered is None or groups.worth_tables: false": many_depths,
    "chain.modified_flow: np.where(np.isinf(L), ...): where True": infinitely_deep,
    "numerics.arguments: if isinstance(value, np.ma.MaskedArray): true": refused(
        "masked", chain.alpha, 1.0, np.ma.array([0.5, 0.2], mask=[0, 1]), 8),
    "chain.position: if (alpha is None) == (gap is None): true": refused(
        "exactly one of alpha0 and gap0", chain.alpha, 1.0, 0.5, 8, gap0=0.5),
    "chain.position: if gap is None: false": both_ways,
    "numerics.arguments: if array.dtype.kind in 'fiu': false": lambda: (
        chain.time(Fraction(3, 4), 0.4, 8), chain.time(0.75, 0.4, 8)),
    "numerics.arguments: if np.any(np.isinf(doubles) & ~np.isinf(array)): true": refused(
        "within the range of doubles", chain.alpha, 1.0, np.longdouble("1e4000"), 8),
    "numerics.arguments: if not np.all(allowed): true": refused(
        "alpha0 must be positive and finite, got -1", chain.alpha, 1.0, -1.0, 8),
    "numerics.elementary: np.where(lost, ...): where True": lambda: (
        chain.descent_steps(0.9, 2.0**-1010, 0.5, 8), 2.0**757.5 / 0.375),
    "numerics.solver_groups: if size <= CHUNK: false": many_points,
}  # fmt: skip


def ours(value):
    return getattr(value, "__module__", None) and (
        value.__module__.startswith("depthlaws.theory.") and ".symbolic" not in value.__module__
    )


def inner_codes(code):
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from inner_codes(constant)


def called(function):
    """Yield our functions that a function names, directly or through a module or object."""
    names = {name for code in inner_codes(function.__code__) for name in code.co_names}
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    values = [function.__globals__[n] for n in names if n in function.__globals__] + cells
    holders = [v for v in values if isinstance(v, types.ModuleType) or ours(type(v))]
    values += [getattr(v, "__wrapped__", v) for v in values]
    values += [inspect.getattr_static(h, n, None) for h in holders for n in names]
    classes = [v for v in values if isinstance(v, type) and ours(v)]
    values += [method for c in classes for method in vars(c).values()]
    yield from (v for v in values if isinstance(v, types.FunctionType) and ours(v) and written(v))


def written(function):
    """Return True for a function that has a source file; dataclasses generate others."""
    return not function.__code__.co_filename.startswith("<")


def reached():
    """Return the functions, by their code, that any kernel may run."""
    result, waiting = {}, [f.kernel for f in KERNELS.values()]
    while waiting:
        function = waiting.pop()
        if isinstance(function, types.FunctionType) and function.__code__ not in result:
            result[function.__code__] = function
            waiting += called(function)
    return result


REACHED = reached()


class Watch:
    """NumPy for the kernels' modules, and a tracer of the branches taken."""

    def __init__(self):
        self.taken = {}  # (file, line, way) -> the point that took it first
        self.point = None

    def __getattr__(self, name):
        return getattr(np, name)

    def where(self, condition, *sides):
        frame = sys._getframe(1)
        for way in (True, False):
            if np.any(np.asarray(condition) == way):
                self.note(frame.f_code, frame.f_lineno, f"where {way}")
        return np.where(condition, *sides)

    def note(self, code, line, way):
        self.taken.setdefault((code, line, way), self.point)

    def trace(self, frame, event, _):
        return self.inside(frame) if event == "call" and frame.f_code in REACHED else None

    def inside(self, frame):
        before = None

        def step(frame, event, _):
            nonlocal before
            if event == "line":
                self.note(frame.f_code, before, frame.f_lineno)
                before = frame.f_lineno
            elif event == "return":
                self.note(frame.f_code, before, None)
            return step

        return step


@cache
def points(name):
    """Return drawn points that the formula allows, and those far out."""
    f = KERNELS[name]
    drawn = sampling.points(f.domain, DRAWN, seed=0, far=sampling.evaluation_limit(f.expr))
    return [p for p in [*drawn, *FAR_OUT.get(name, [])] if sampling.allows(f.given, p)]


def deep(name):
    """Return points at infinite depth, where only the kernel takes the limit."""
    f = KERNELS[name]
    limits = {s.name: math.inf for s, d in f.declared.items() if d.kernel_at_infinity}
    return [p | limits for p in points(name)[:4]] if limits else []


@contextlib.contextmanager
def watching():
    """Watch what the kernels' modules do."""
    watch, before = Watch(), sys.gettrace()
    with pytest.MonkeyPatch.context() as patch:
        for name in {function.__module__ for function in REACHED.values()}:
            if getattr(sys.modules[name], "np", None) is np:
                patch.setattr(sys.modules[name], "np", watch)
        sys.settrace(watch.trace)
        try:
            yield watch
        finally:
            sys.settrace(before)


@pytest.fixture(scope="module")
def taken():
    """Ways that the kernels take, each with the formula and the point that took it first."""
    drawn = {name: points(name) for name in KERNELS}  # not traced: SymPy checks them
    with watching() as watch:
        for name, f in KERNELS.items():
            for point in drawn[name]:
                watch.point = (name, point)
                f(**{k: np.array([v], dtype=float) for k, v in point.items()})
            result = drawn[name] * (-(-MANY_POINTS // DRAWN) if name in CHUNKED_KERNELS else 1)
            for many in (result[:0], result):
                f(**{k: np.array([p[k] for p in many], dtype=float) for k in f.names})
            for point in deep(name):
                watch.point = (name, point)
                with np.errstate(all="ignore"):
                    f.kernel(*(np.array([point[k]], dtype=float) for k in f.names))
    return watch.taken


@cache
def tree(file):
    return ast.parse(Path(file).read_text(encoding="utf-8"))


@cache
def ways(code):
    """(line, what, how to see it) of every ``if``, ``while`` and ``np.where`` of a kernel."""
    return [*_ways(code)]


def _ways(code):
    lines = {line for _, _, line in code.co_lines()}
    for node in ast.walk(tree(code.co_filename)):
        if getattr(node, "lineno", None) not in lines:
            continue
        if isinstance(node, (ast.If, ast.While)) and not isinstance(node.body[0], ast.Raise):
            test = range(node.lineno, node.test.end_lineno + 1)
            yield node.lineno, f"if {ast.unparse(node.test)}", (test, node.body[0].lineno)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "np.where":
            yield node.lineno, f"np.where({ast.unparse(node.args[0])}, ...)", None


def sides(code, line, seen, taken):
    """Return the ways of one branch that were taken, and those that were not if it was reached."""
    if seen is None:
        here = {way for at, before, way in taken if at is code and before == line}
        both, result = {"where True", "where False"}, here
    else:
        test, inside = seen
        steps = {b for at, a, b in taken if at is code and a in test and b not in test}
        both = {"true", "false"}
        result = {"true" if step == inside else "false" for step in steps}
    return both & result, both - result if result else set()


def named(taken):
    """Return which ways were taken, and which not though their branch was reached."""
    met, missing = set(), set()
    for code, function in REACHED.items():
        module = function.__module__.removeprefix("depthlaws.theory.")
        for line, what, seen in ways(code):
            for names, result in zip((met, missing), sides(code, line, seen, taken), strict=True):
                names |= {f"{module}: {what}: {way}" for way in result}
    return met, missing


def test_every_kernel_takes_every_way(taken):
    missing = named(taken)[1]
    assert missing == set(ELSEWHERE), sorted(missing ^ set(ELSEWHERE))


@pytest.mark.parametrize("way", ELSEWHERE)
def test_public_functions_take_the_others(way):
    with watching() as watch:
        result, right = ELSEWHERE[way]()
    np.testing.assert_allclose(result, right, rtol=4e-15)
    assert way in named(watch.taken)[0]


def test_every_way_keeps_the_budget(taken):
    """At the point that took it first; infinite depth is another formula's."""
    first = {(name, *point.items()) for name, point in taken.values()}
    for name, *point in sorted(first, key=repr):
        if all(math.isfinite(value) for _, value in point):
            f = KERNELS[name]
            assert_within_budget(f, dict(point), f(**dict(point)))


def test_most_kernels_are_looked_into(taken):
    assert len(KERNELS) > 60
    assert len(REACHED) > 60
    assert len({code for code, _, _ in taken}) > 60
