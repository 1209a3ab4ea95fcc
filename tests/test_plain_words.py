"""Rules of CONTRIBUTING ("Plain words") that a machine can hold."""

import ast
import inspect
import re

import docstring_parser

from depthlaws import claims, figures, sims, theory
from tests import layout
from tests.syntax import parsed

CLAUSE = re.compile(
    r"(What|Who|Whoever|Whose|Whether|How|Where|Which|Wherever|Whatever|So many|As many|Those|"
    r"That which)\b"
)
ADJECTIVE = re.compile(
    r"_?(MOST|FEW|FEWEST|LONG|LONGEST|MANY|DEEPEST|PLAIN|WIDE|WIDEST|SHORT|SHORTEST|LEAST|SMALL|"
    r"SMALLEST|LARGE|LARGEST|TINY|HUGE|NEAR|FAR|CLOSE|ENOUGH|OFTEN|ALIKE|MORE|LESS|HIGH|LOW|DEEP|"
    r"SLOW|FAST|SAID|TOLD|TRIED|KNOWN|THERE|HERE|SAME|OTHER)"
)


def offences(tree):
    """Yield (line, what is wrong and what to write instead)."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            docstring = ast.get_docstring(node) or ""
            if CLAUSE.match(docstring):
                yield getattr(node, "lineno", 1), "a docstring starts with a verb or a noun"
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == "found":
            yield node.lineno, "name the result `found` by the noun that it is"
    for node in tree.body:
        for target in getattr(node, "targets", [getattr(node, "target", None)]):
            if isinstance(target, ast.Name) and ADJECTIVE.fullmatch(target.id):
                yield node.lineno, f"name the constant {target.id} by a noun with its unit"


def test_prose_and_names_are_plain():
    paths = layout.sources()
    assert [f"{p}:{n}: {why}" for p in paths for n, why in offences(parsed(p))] == []


def public_functions():
    """Every function that a user can call by name, with that name."""
    named = {n: f for n, f in theory.questions().items() if inspect.isfunction(f)}
    named |= {f"simulate {name}": function for name, function in sims.simulators().items()}
    for room in (theory, sims, claims, figures):
        members = {name: getattr(room, name) for name in room.__all__}
        named |= {f"{room.__name__}.{n}": f for n, f in members.items() if inspect.isfunction(f)}
    return named


def test_a_public_function_describes_every_parameter_and_what_it_returns():
    for name, function in public_functions().items():
        parsed = docstring_parser.parse(inspect.getdoc(function) or "")
        described = {
            n.lstrip("*") for p in parsed.params for n in p.arg_name.replace(" ", "").split(",")
        }
        assert described == {*inspect.signature(function).parameters}, f"{name}: section Parameters"
        assert parsed.returns, f"{name}: section Returns"
        assert all(p.description for p in parsed.params), f"{name}: a parameter without a sentence"


def test_offences_are_seen():
    text = '"""What is here."""\nMOST = 1\n\n\ndef f():\n    """How many."""\n    found = 1\n'
    assert [line for line, _ in offences(ast.parse(text))] == [1, 5, 7, 2]
