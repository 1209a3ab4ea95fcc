"""The committed stub files say what the packages really offer."""

import difflib
import doctest
import importlib
import inspect
from pathlib import Path

import pytest

from depthlaws import _stubs

PACKAGES = {package.__name__: package for package in _stubs.packages()}
# An example of these would draw for seconds, perturb for minutes, or need data that is not at hand.
WITHOUT_EXAMPLE = {"make", "mutate", "cifar10", "fashion_mnist"}


@pytest.mark.parametrize("name", PACKAGES)
def test_stub_is_what_the_modules_list(name):
    package = PACKAGES[name]
    path = Path(package.__file__).with_suffix(".pyi")
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    diff = difflib.unified_diff(
        before.splitlines(), _stubs.stub(package).splitlines(), "committed", "now", lineterm=""
    )
    text = "\n".join(diff)
    assert not text, f"`make fix` writes the stubs; {name} differs:\n{text}"


@pytest.mark.parametrize("name", PACKAGES)
def test_dir_is_the_public_surface_and_every_name_is_there(name):
    package = PACKAGES[name]
    assert dir(package) == sorted(package.__all__) == sorted(set(package.__all__))
    for public in package.__all__:
        assert getattr(package, public) is not None


def test_the_rooms_and_subjects_are_lazy():
    assert {"depthlaws", "depthlaws.theory", "depthlaws.theory.chain"} <= set(PACKAGES)
    assert importlib.import_module("depthlaws").chain is PACKAGES["depthlaws.theory.chain"]


@pytest.mark.parametrize("name", [name for name in PACKAGES if not name.endswith(".engine")])
def test_every_public_function_and_class_shows_an_example(name):
    package = PACKAGES[name]
    found = {public: getattr(package, public) for public in package.__all__}
    told = {n for n, one in found.items() if inspect.isfunction(one) or inspect.isclass(one)}
    shown = doctest.DocTestParser().get_examples
    silent = {n for n in told if not any(e.want for e in shown(found[n].__doc__ or ""))}
    assert silent <= WITHOUT_EXAMPLE
