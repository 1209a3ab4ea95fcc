"""The committed stub files list the names that the packages offer."""

import difflib
import doctest
import importlib
import inspect
from pathlib import Path

import pytest

from depthlaws.base import public_names, stubs

PACKAGES = {package.__name__: package for package in stubs.packages()}
# An example of these would draw for seconds, perturb for minutes, or need data that is not at hand.
WITHOUT_EXAMPLE = {"make", "mutate", "cifar10", "fashion_mnist"}


@pytest.mark.parametrize("name", PACKAGES)
def test_stub_is_what_the_modules_list(name):
    package = PACKAGES[name]
    path = Path(package.__file__).with_suffix(".pyi")
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    diff = difflib.unified_diff(
        before.splitlines(), stubs.stub(package).splitlines(), "committed", "now", lineterm=""
    )
    text = "\n".join(diff)
    assert not text, f"`make fix` writes the stubs; {name} differs:\n{text}"


@pytest.mark.parametrize("name", PACKAGES)
def test_dir_is_the_public_surface_and_every_name_is_there(name):
    package = PACKAGES[name]
    assert dir(package) == sorted(package.__all__) == sorted(set(package.__all__))
    assert set(package.__all__) == set(package.__getattr__.places)
    for public in package.__all__:
        assert getattr(package, public) is not None


def test_the_rooms_and_subjects_are_lazy():
    assert {"depthlaws", "depthlaws.theory", "depthlaws.theory.chain"} <= set(PACKAGES)
    package, chain = importlib.import_module("depthlaws"), PACKAGES["depthlaws.theory.chain"]
    assert package.chain.sharpness is chain.sharpness


MACHINERY = (".engine", ".statement")


@pytest.mark.parametrize("name", [name for name in PACKAGES if not name.endswith(MACHINERY)])
def test_every_public_function_and_class_shows_an_example(name):
    package = PACKAGES[name]
    objects = {public: getattr(package, public) for public in package.__all__}
    named = {n for n, item in objects.items() if inspect.isfunction(item) or inspect.isclass(item)}
    examples = doctest.DocTestParser().get_examples
    silent = {n for n in named if not any(e.want for e in examples(objects[n].__doc__ or ""))}
    assert silent <= WITHOUT_EXAMPLE


@pytest.mark.parametrize("second", ["b", "name"])
def test_a_public_name_belongs_to_one_module_and_is_no_module(tmp_path, second):
    (tmp_path / "a.py").write_text('__all__ = ["name"]\n')
    assert public_names.collected("pkg", tmp_path) == {"name": "pkg.a:name"}
    (tmp_path / f"{second}.py").write_text('__all__ = [\n    "name",\n]\n')
    with pytest.raises(ImportError, match=r"pkg: the name 'name' of .* is taken"):
        public_names.collected("pkg", tmp_path)
