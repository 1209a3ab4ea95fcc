"""Float kernels where they branch: both ways of every ``if``, both sides of every ``np.where``.

What a kernel reaches is read from its code; while the kernels run at the points of their domains
(and at FAR_OUT) it is watched which way they go. A point for each way is then held against the
kernel's budget, so that no branch is right by never being taken.
"""

import ast
import importlib
import inspect
import math
import pkgutil
import sys
import types
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from depthlaws import theory
from depthlaws.claims.engine import sampling
from depthlaws.theory.symbolic.registry import formulas
from tests.theory.budgets import assert_within_budget

for _module in pkgutil.walk_packages(theory.__path__, "depthlaws.theory."):
    importlib.import_module(_module.name)

KERNELS = {name: f for name, f in formulas().items() if f.kernel is not None}
DRAWN = 24
MANY, LONG = 5000, {"kappa-relu"}  # more points than one kernel works on at a time
# Where a threshold lies beyond the points that are drawn.
FAR_OUT = {
    "chain-sharpness": [{"L": 4.0, "mu_yx": 1e-80, "mu_xx": 1e84}],
    "dual-gelu": [{"h11": 4.0, "h12": cross, "h22": 4.0} for cross in (-3.9, 3.9)],
    "kappa-leaky-relu": [{"rho": rho, "slope": 0.01} for rho in (-0.999, -0.5, 0.9)],
}
# Ways that no point of a formula's domain takes, and who takes them.
REFUSED = "arguments that the public functions refuse, tested with them"
PUBLIC = (
    "the public functions' own: starts at the target, infinite depth, courses before their birth"
)
MANY_POINTS = "thousands of points of many depths at once, as the tests of the flow have them"
ELSEWHERE = {
    "chain.convergence: np.where(start == 1, ...): where True": PUBLIC,
    "chain.descent_map: np.where(push >= -L, ...): where False": PUBLIC,
    "chain.flow: if not self.tied and r is not None: true": REFUSED,
    "chain.flow: if np.any(apart): true": REFUSED,
    "chain.flow: if np.any(unborn): true": PUBLIC,
    "chain.flow: if r is None: true": REFUSED,
    "chain.flow: if self.tied or len(present) <= max(FEW, len(kind) // MANY): false": MANY_POINTS,
    "chain.modified_flow: np.where(np.isinf(L), ...): where True": PUBLIC,
    "chain.position: if (alpha is None) == (gap is None): true": REFUSED,
    "chain.position: if gap is None: false": PUBLIC,
    "numerics.arguments: if found.dtype.kind in 'fiu': false": REFUSED,
    "numerics.arguments: if not np.all(allowed): true": REFUSED,
    "numerics.groupwise: if size <= CHUNK: false": MANY_POINTS,
}


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
    values += [vars(c).get(n) for c in classes for n in {*names, "__init__", "__post_init__"}]
    yield from (v for v in values if isinstance(v, types.FunctionType) and ours(v) and written(v))


def written(function):
    """Whether a function stands in a file; a dataclass writes others."""
    return not function.__code__.co_filename.startswith("<")


def reached():
    """Functions by their code that any kernel may run."""
    found, waiting = {}, [f.kernel for f in KERNELS.values()]
    while waiting:
        function = waiting.pop()
        if isinstance(function, types.FunctionType) and function.__code__ not in found:
            found[function.__code__] = function
            waiting += called(function)
    return found


REACHED = reached()


class Watch:
    """NumPy for the kernels' modules, and a tracer: which ways are taken, and where first."""

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


def points(name):
    """Drawn points that the formula allows, and those far out."""
    f = KERNELS[name]
    drawn = sampling.points(f.domain, DRAWN, seed=0, far=sampling.reach(f.expr))
    return [p for p in [*drawn, *FAR_OUT.get(name, [])] if sampling.allows(f.given, p)]


def deep(name):
    """The kernel alone takes its limit at infinite depth."""
    f = KERNELS[name]
    limits = {s.name: math.inf for s, d in f.declared.items() if d.kernel_at_infinity}
    return [p | limits for p in points(name)[:4]] if limits else []


@pytest.fixture(scope="module")
def taken():
    """Ways that the kernels take, each with the formula and the point that took it first."""
    watch, before = Watch(), sys.gettrace()
    with pytest.MonkeyPatch.context() as patch:
        for name in {function.__module__ for function in REACHED.values()}:
            if getattr(sys.modules[name], "np", None) is np:
                patch.setattr(sys.modules[name], "np", watch)
        sys.settrace(watch.trace)
        try:
            for name, f in KERNELS.items():
                for point in points(name):
                    watch.point = (name, point)
                    f(**{k: np.array([v], dtype=float) for k, v in point.items()})
                found = points(name) * (-(-MANY // DRAWN) if name in LONG else 1)
                for many in (found[:0], found):
                    f(**{k: np.array([p[k] for p in many], dtype=float) for k in f.names})
                for point in deep(name):
                    watch.point = (name, point)
                    with np.errstate(all="ignore"):
                        f.kernel(*(np.array([point[k]], dtype=float) for k in f.names))
        finally:
            sys.settrace(before)
    return watch.taken


@cache
def tree(file):
    return ast.parse(Path(file).read_text(encoding="utf-8"))


def ways(code):
    """Yield (line, what, how to see it) of every ``if``, ``while`` and ``np.where`` of a kernel."""
    lines = {line for _, _, line in code.co_lines()}
    for node in ast.walk(tree(code.co_filename)):
        if getattr(node, "lineno", None) not in lines:
            continue
        if isinstance(node, (ast.If, ast.While)) and not isinstance(node.body[0], ast.Raise):
            test = range(node.lineno, node.test.end_lineno + 1)
            yield node.lineno, f"if {ast.unparse(node.test)}", (test, node.body[0].lineno)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "np.where":
            yield node.lineno, f"np.where({ast.unparse(node.args[0])}, ...)", None


def untaken(code, line, seen, taken):
    """Yield the ways of one branch that were not taken."""
    here = {way for at, before, way in taken if at is code and before == line}
    if seen is None:
        yield from ({"where True", "where False"} - here if here else ())
        return
    test, inside = seen
    steps = {(a, b) for at, a, b in taken if at is code and a in test and b not in test}
    if steps:
        yield from ["true"] * (inside not in {b for _, b in steps})
        yield from ["false"] * ({b for _, b in steps} <= {inside})


def test_every_kernel_takes_every_way(taken):
    missing = {
        f"{function.__module__.removeprefix('depthlaws.theory.')}: {what}: {way}"
        for code, function in REACHED.items()
        for line, what, seen in ways(code)
        for way in untaken(code, line, seen, taken)
    }
    assert missing == set(ELSEWHERE), sorted(missing ^ set(ELSEWHERE))


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
