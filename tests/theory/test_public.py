"""Properties of every public function of the theory."""

import ast
import dataclasses
import doctest
import inspect
import itertools
import math
import re
import textwrap
import traceback
from fractions import Fraction

import numpy as np
import pytest

from depthlaws import activations, chain, residual, theory
from depthlaws.theory.activations import kernels
from depthlaws.theory.numerics import solver_groups
from depthlaws.theory.numerics.orthant_probabilities import sign_products

SUBJECTS = {name: getattr(theory, name) for name in theory.SUBJECTS}
FUNCTIONS = {
    f"{subject}.{name}": getattr(module, name)
    for subject, module in SUBJECTS.items()
    for name in module.__all__
    if inspect.isfunction(getattr(module, name))
}
PARSER = doctest.DocTestParser()
COUNTED = {"L", "L0", "N"}  # also integers make sense for these

# Values of the arguments by their names: columns of equal length.
COLUMNS = {
    "L": [2.0, 3.0, 8.0, 64.0], "L0": [3.0, 5.0, 7.0, 9.0], "N": [1, 2, 8, 64],
    "alpha": [0.7, 0.9, 1.2, 3.0], "alpha0": [0.1, 0.4, 1.5, 30.0], "w0": [0.1, 0.01, 0.3, 0.2],
    "t": [0.5, 1.0, 3.0, 40.0], "tau": [1.0, 2.0, 0.5, 4.0], "k": [1.2, 1.7, 1.9, 1.95],
    "mu_yx": [2.0, 1.5, 4.0, 1.25], "mu_xx": [1.0, 0.5, 2.0, 1.0], "r": [2.0, 3.0, 4.0, 1.5],
    "eta": [0.5, 0.25, 0.125, 1.0], "eps": [0.5, 0.25, 0.125, 0.0625],
    "rho": [-0.5, 0.25, 0.75, 1.0],
    "h11": [1.0, 2.0, 3.0, 0.5], "h12": [0.5, -1.0, 0.0, 0.25], "h22": [1.0, 2.0, 4.0, 8.0],
}  # fmt: skip
FRACTIONS = [0.2, 0.4, 0.6, 0.8]  # of arguments that are not named here
BELOW = {"mu_yx": [0.5, 0.25, 1.0, 0.75]}
SMALL_STARTS = {"alpha0": [0.1, 0.01, 0.3, 0.2]}
OWN = {
    "chain.earliest": {"alpha0": [1.5, 2.0, 3.0, 40.0]},
    "chain.plateau_time": SMALL_STARTS,
    "chain.uniform_plateau_time": SMALL_STARTS,
    "chain.floor_max_learning_rate": BELOW,
    "chain.floor_basin": BELOW,
    "chain.two_cycle": {"k": [2.1, 2.2, 2.5, 3.0]},
    "chain.capture_window": {"L": [3.0, 5.0, 7.0, 9.0]},
}
WHOLE = {  # depths
    "chain.capture_window", "chain.divergence_rate", "chain.outer_cycle", "chain.plateau_time",
    "residual.untied_energy",
}  # fmt: skip
COURSES = {"chain.alpha", "chain.earliest", "chain.gap", "chain.time"}
LAYERS = {"weights"}  # an argument whose last axis is one network


def written(function):
    """Return the syntax tree of a function, with its types under the names of its file."""
    return ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]


def elementwise(function):
    """Return columns of arguments for a function that maps numbers elementwise, else none."""
    node = written(function)
    arguments = [*node.args.posonlyargs, *node.args.args]
    kinds = {a.arg: ast.unparse(a.annotation) for a in arguments}
    needed = list(kinds)[: len(arguments) - len(node.args.defaults)]
    answers = {n.id for n in ast.walk(node.returns) if isinstance(n, ast.Name)}
    if not answers & {"Floats", "Truths"} or LAYERS & {*kinds}:
        return {}
    if any("Numbers" not in kinds[name] or "[" in kinds[name] for name in needed):
        return {}
    known = {name for name, kind in kinds.items() if kind == "Numbers" and name in COLUMNS}
    given = itertools.takewhile(lambda name: name in known | {*needed}, kinds)
    return {name: COLUMNS.get(name, FRACTIONS) for name in given}


ELEMENTWISE = {
    name: columns | OWN.get(name, {})
    for name, function in FUNCTIONS.items()
    if (columns := elementwise(function))
}


def test_functions_of_numbers_are_known_by_their_types():
    assert len(ELEMENTWISE) >= 31
    assert {*OWN} <= {*ELEMENTWISE}
    assert not {"chain.minimum_sharpness", "updates.max_update_rate"} & {*ELEMENTWISE}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_public_function_shows_an_example_and_its_source(name):
    text = inspect.getdoc(FUNCTIONS[name])
    answers = [example.want for example in PARSER.get_examples(text)]
    assert any(answers), f"{name} has no example that answers"
    assert text.splitlines()[0].rstrip().endswith(".")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_no_argument_of_a_public_function_is_any(name):
    for p in inspect.signature(FUNCTIONS[name]).parameters.values():
        assert p.annotation not in ("Any", inspect.Parameter.empty), f"{name}: {p}"


def call(name, columns, **options):
    function = FUNCTIONS[name]
    names = inspect.signature(function).parameters
    positional = [columns[n] for n, p in names.items() if n in columns and p.kind < 2]
    out = function(*positional, **options)
    return out if isinstance(out, tuple) else (out,)


NETWORKED = [n for n in ELEMENTWISE if "network" in inspect.signature(FUNCTIONS[n]).parameters]
ASKED = [(n, {}) for n in ELEMENTWISE] + [
    (n, {"network": network} | ({"r": 20.0} if network == "block2" and n in COURSES else {}))
    for n in NETWORKED
    for network in ("block1", "block2")
]


def drawn(name, size=150):
    """Columns of points on the way between the first two rows or the last two, half at its ends.

    For exponents 2, 1/2 and -1 NumPy has ways of its own, and so it has for numbers.
    """
    rng, result = np.random.default_rng(0), {}
    row, share = rng.choice([0, 2], size), rng.uniform(0, 1, size)
    exact = slice(None) if name in WHOLE else slice(None, None, 2)
    share[exact] = np.round(share[exact])
    for n, column in ELEMENTWISE[name].items():
        ends = np.array(column, dtype=float)
        result[n] = ends[row] + share * (ends[row + 1] - ends[row])
        result[n] = np.round(result[n]) if n == "N" else result[n]
    return result


def columns_of(name, change):
    return {n: change(n, v) for n, v in ELEMENTWISE[name].items()}


@pytest.mark.parametrize("name", ELEMENTWISE)
def test_one_point_or_many_lists_or_any_type_give_the_same_numbers(name):
    many = call(name, columns_of(name, lambda _, v: np.array(v, dtype=float)))
    batches = {
        "lists": columns_of(name, lambda _, v: [*v]),
        "float32": columns_of(name, lambda _, v: np.array(v, dtype=np.float32)),
        "integers": columns_of(name, lambda n, v: np.array(v, int) if n in COUNTED else [*v]),
        "rows": columns_of(name, lambda _, v: np.array(v, dtype=float).reshape(2, 2)),
        "repeated": columns_of(name, lambda _, v: np.tile(np.array(v, dtype=float), 3)),
    }
    rounded = columns_of(name, lambda _, v: np.array(v, dtype=np.float32).astype(float))
    for kind, columns in batches.items():
        base = call(name, rounded) if kind == "float32" else many
        for got, want in zip(call(name, columns), base, strict=True):
            flat = np.ravel(got)[: len(np.ravel(want))]
            np.testing.assert_array_equal(flat, np.ravel(want), err_msg=f"{name}: {kind}")
    for i in range(4):
        single = call(name, columns_of(name, lambda _, v, i=i: v[i]))
        for got, want in zip(single, many, strict=True):
            assert isinstance(got, (float, bool)), f"{name}: {type(got)}"
            assert got == want[i] or (math.isnan(got) and math.isnan(want[i])), (name, i)


@pytest.mark.parametrize(("name", "options"), ASKED, ids=[f"{n}-{o}" for n, o in ASKED])
def test_a_point_has_the_same_bits_alone_and_in_any_batch(name, options):
    columns = drawn(name, 150 if "r" not in options else 12)  # more depths than get tables

    def ask(change):
        return call(name, {n: change(n, v) for n, v in columns.items()}, **options)

    def same(got, want, where):
        for a, b in zip(got, want, strict=True):
            np.testing.assert_array_equal(a, b, err_msg=f"{where} {columns}")

    many = ask(lambda _, v: v)
    same([np.flip(v) for v in ask(lambda _, v: v[::-1])], many, "backwards")
    same(ask(lambda _, v: np.stack([v, v], axis=1)[:, 0]), many, "a column of a table")
    for i in range(0, len(many[0]), 25):
        want = [v[i] for v in many]
        same(ask(lambda _, v, i=i: float(v[i])), want, f"alone {i}")
        for one in columns:
            mixed = ask(lambda n, v, i=i, one=one: v[i] if n == one else np.full(3, v[i]))
            same([np.atleast_1d(v)[-1] for v in mixed], want, f"one {one} {i}")


class Retyped(ast.NodeTransformer):
    """Every number of a call, and of the calls in it, in few bits; edges stay hashable."""

    def visit_Constant(self, node, name="no_axes"):
        if isinstance(node.value, (int, float)) and not isinstance(node.value, bool):
            return ast.Call(ast.Name(name, ast.Load()), [node], [])
        return node

    def visit_Tuple(self, node):
        node.elts = [
            self.visit_Constant(part, "few_bits") if isinstance(part, ast.Constant) else part
            for part in node.elts
        ]
        return node

    def visit_Call(self, node):
        return node if "Fraction" in ast.unparse(node.func) else self.generic_visit(node)


def example(name):
    """First call of a function in its docstring, as a tree, and the names in it."""
    short = name.split(".")[-1]
    known = {"np": np, short: FUNCTIONS[name]} | SUBJECTS
    for one in PARSER.get_examples(inspect.getdoc(FUNCTIONS[name])):
        for node in ast.walk(ast.parse(one.source)):
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == short:
                return node, known
        exec(one.source, known)
    raise AssertionError(f"no example calls {name}")


def few_bits(x):
    """In the type of fewest bits that counts go into, and of floats a short one."""
    if isinstance(x, float):
        return np.float32(x)
    return np.int8(x) if -128 <= x <= 127 else np.int32(x)


def leaves(answer):
    """Every number, array and word of an answer."""
    if dataclasses.is_dataclass(answer):
        answer = [getattr(answer, f.name) for f in dataclasses.fields(answer)]
    if isinstance(answer, dict):
        answer = [*answer, *answer.values()]
    if isinstance(answer, (list, tuple)):
        return [leaf for part in answer for leaf in leaves(part)]
    return [answer]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_numbers_of_few_bits_count_as_the_doubles_and_integers_they_are(name):
    """Also where a function takes one number: nothing is rounded or overflows in their types."""
    call, known = example(name)
    call = ast.fix_missing_locations(ast.Expression(Retyped().visit(call)))
    code = compile(call, name, "eval")

    def answer(few_bits, no_axes):
        return leaves(eval(code, known | {"few_bits": few_bits, "no_axes": no_axes}))

    def plain(x):
        return float(np.float32(x)) if isinstance(x, float) else x

    result = answer(few_bits, lambda x: np.array(few_bits(x)))
    for got, want in zip(result, answer(plain, plain), strict=True):
        if isinstance(want, (np.ndarray, np.generic, float, int)):
            assert np.asarray(got).dtype == np.asarray(want).dtype, (got, want)
            np.testing.assert_array_equal(got, want)
        elif isinstance(want, (str, Fraction)):
            assert got == want


T = np.linspace(0.0, 9.0, solver_groups.CHUNK + 1)
RHO = np.linspace(-1.0, 1.0, kernels.CHUNK + 1)
DEPTHS = np.linspace(1.0, 20.0, solver_groups.MAX_GROUPS + 1)
INDICES = np.array([*itertools.islice(itertools.combinations(range(20), 4), 4097)])
TOEPLITZ = 0.9 ** np.abs(np.subtract.outer(np.arange(20.0), np.arange(20.0)))
TANH = activations.from_function("tanh", np.tanh, lambda x: 1 / np.cosh(x) ** 2)
EDGES = {
    "kappa": (RHO, activations.kappa),
    "course": (T, lambda t: chain.alpha(t, 0.3, 8)),
    "depths": (DEPTHS, lambda L: chain.alpha(2.0, 0.3, L)),
    "depths above": (DEPTHS, lambda L: chain.gap(0.01, 3.0, L)),
    "points a depth": (
        np.arange((solver_groups.MAX_GROUPS + 1) * solver_groups.MIN_POINTS_PER_GROUP + 1),
        lambda i: chain.alpha(2.0 + i, 0.3, 1.5 + i % (solver_groups.MAX_GROUPS + 1)),
    ),
    "pairs": (
        np.linspace(0.5, 2.0, 92),  # 4095 pairs of 91 inputs, 4186 of 92
        lambda h: residual.untied_kernel(2, 0.3, h0=np.sqrt(np.outer(h, h)))[0],
    ),
    "quadrature": (np.linspace(-0.9, 0.9, 33), lambda rho: TANH.dual(1.0, rho, 1.0)),
    "four signs": (INDICES, lambda q: sign_products(TOEPLITZ, q, nodes=4)),
    "terms": (
        np.array([1, 127, 128, 129, 400, 6000]),
        lambda N: residual.tied_linear_energy(N, 0.03),
    ),
}


@pytest.mark.parametrize("name", EDGES)
def test_no_number_of_points_at_once_changes_a_bit(name):
    """One fewer, exactly and one more than are worked on in one way."""
    points, law = EDGES[name]
    want = law(points)
    for few in (1, 2, len(points) - 2, len(points) - 1):
        np.testing.assert_array_equal(law(points[:few]), want[:few])


KINKED = activations.from_function("hard tanh", lambda x: np.clip(x, -1, 1), lambda x: abs(x) < 1)
WAVES = activations.from_function("waves", lambda x: np.sin(9 * x), lambda x: 9 * np.cos(9 * x))


@pytest.mark.parametrize("own", [TANH, KINKED, WAVES], ids=lambda own: own.name)
def test_a_kernel_by_quadrature_has_the_bits_of_each_pair_alone(own):
    """In any company and order: what is summed for a pair does not depend on the other pairs."""
    rng = np.random.default_rng(1)
    first, second = 10.0 ** rng.uniform(-2, 2, (2, 24))
    rho = np.append(rng.uniform(-1, 1, 20), [-1.0, 0.0, 1.0, 1 - 1e-12])
    moments = np.array([first, rho * np.sqrt(first) * np.sqrt(second) * (1 - 1e-15), second])
    alone = np.array([float(own.dual(*row)) for row in moments.T])
    for size in (2, 3, 7, 13, 24):
        some = rng.permutation(24)[:size]
        np.testing.assert_array_equal(own.dual(*moments[:, some]), alone[some])


def test_float32_arrays_are_their_doubles():
    single = np.array([0.1, 0.3], dtype=np.float32)
    for law in (lambda x: chain.alpha(1.0, x, 8), lambda x: theory.formula("kappa-relu")(x)):
        np.testing.assert_array_equal(law(single), law(single.astype(float)))
    assert activations.kappa(np.float32(0.1)) == activations.kappa(float(np.float32(0.1)))
    assert residual.tied_energy(4, np.float32(0.25)) == residual.tied_energy(4, 0.25)


def test_a_traceback_through_a_formula_shows_its_generated_code():
    """A file name of its own, and the line that failed, as in code that was written."""
    with pytest.raises(TypeError) as failed:
        theory.formula("gate-leaky-relu").unchecked(None, None)
    shown = "".join(traceback.format_exception(failed.value))
    assert re.search(r'File "<depthlaws formula \w{12}>", line \d+, in f\n    (x\d|return) ', shown)
