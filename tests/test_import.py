"""Imports: in a checkout, a clone without links, an editable installation and a wheel."""

import importlib
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from tests.layout import LIBRARY, PACKAGE, sources

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parent.parent
LIBRARIES = sysconfig.get_path("purelib")
FIRST_LINES = """
import depthlaws
from depthlaws import chain, residual
from depthlaws.chain import sharpness
from depthlaws.figures import figure
from depthlaws.sims import Estimate
assert chain.sharpness is depthlaws.theory.chain.sharpness is sharpness
assert depthlaws.chain.sharpness(8, 2, 1) == sharpness(8, 2, 1) == chain.sharpness(8, 2, 1)
assert abs(chain.sharpness(8, 2, 1) - 8 * 2**1.75) < 1e-12
"""
MACHINERY = {"numerics", "symbolic"}
SUBJECTS = {
    p.parent.name for p in (ROOT / "depthlaws" / "theory").glob("*/__init__.py")
} - MACHINERY


def python(code, *, path, cwd):
    """Run code in a Python that knows the libraries, and ours only by the path given.

    Without site-packages' own ``.pth`` files, and with its modules last, because a ``.pth`` imports
    one of them by name: no installation of ours is found by chance.
    """
    begin = (
        f"import sys, site; [site.addsitedir(p) for p in {[str(p) for p in path]!r}]; "
        f"sys.path.append({LIBRARIES!r}); "
    )
    return subprocess.run(
        [sys.executable, "-S", "-c", begin + "exec(" + repr(code) + ")"],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=cwd,
        env={k: v for k, v in os.environ.items() if k != "PYTHONPATH"},
        check=False,
    )


def pip(*arguments):
    command = [sys.executable, "-m", "pip", *map(str, arguments), "--quiet", "--no-deps"]
    command += ["--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    subprocess.run(command, check=True, capture_output=True, text=True, timeout=300)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """Copy of what a release holds, links as links."""
    folder = tmp_path_factory.mktemp("checkout") / "depthlaws"
    made = ("build", "out", "node_modules", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis")
    environments = (".venv", ".networks", ".docs", ".bench", ".cluster")
    ignored = shutil.ignore_patterns(".git", *made, *environments)
    shutil.copytree(ROOT, folder, symlinks=True, ignore=ignored)
    return folder


@pytest.fixture(scope="module")
def wheel(checkout, tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", "-w", folder, checkout)
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installations(checkout, wheel, tmp_path_factory):
    """Folder to add to the path, for each way to have the package."""
    editable = tmp_path_factory.mktemp("editable")
    pip("install", "--prefix", editable, "--editable", checkout, "--ignore-installed")
    unpacked = tmp_path_factory.mktemp("unpacked")
    zipfile.ZipFile(wheel).extractall(unpacked)
    (where,) = editable.rglob("site-packages")
    return {"checkout": checkout, "editable": where, "wheel": unpacked}


ANSWER = ["whatif", "chain.sharpness", "--L", "8", "--mu-yx", "2", "--mu-xx", "1"]


def answering(*commands):
    """Code that answers commands of ours, one after the other."""
    calls = " or ".join(f"main({command})" for command in commands)
    return f"import sys; from depthlaws.cli.main import main; sys.exit({calls})"


@pytest.fixture(scope="module")
def clone(checkout, tmp_path_factory):
    """Clone on a file system without symbolic links: a link is a file with its target in it."""
    git = ["git", "-C", checkout, "-c", "user.name=a", "-c", "user.email=a@b"]
    for line in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "all"]):
        subprocess.run([*git, *line], check=True, timeout=120)
    folder = tmp_path_factory.mktemp("clone") / "depthlaws"
    line = ["git", "-c", "core.symlinks=false", "clone", "-q", checkout, folder]
    subprocess.run(line, check=True, timeout=120)
    assert (folder / "theory").read_text() == "depthlaws/theory"
    return folder


OWN_CODE_ONLY = """
import os, sys, depthlaws.claims.engine, depthlaws.cli, depthlaws.figures.engine, depthlaws.sims
ours = [module for name, module in sys.modules.items() if name.startswith("depthlaws")]
assert len(ours) > 10
assert {{os.path.relpath(m.__file__).split(os.sep)[0] for m in ours}} == {{"depthlaws"}}
assert all(os.path.realpath(m.__file__).startswith({root!r}) for m in ours)
"""


@pytest.mark.parametrize("beside", ["nothing", "another editable checkout", "one that is gone"])
def test_a_clone_without_links_runs_its_own_code_and_answers(
    beside, clone, installations, gone, tmp_path
):
    """From its root."""
    others = {"nothing": [], "one that is gone": gone}.get(beside, [installations["editable"]])
    own = OWN_CODE_ONLY.format(root=str(clone.resolve()))
    store = ["simulate", "residual", "--width", "4", "--eps", "1", "--seeds", "2", "--store"]
    commands = answering(ANSWER, [*store, str(tmp_path)])
    done = python(FIRST_LINES + own + commands, path=others, cwd=clone)
    assert "26.9086852881" in done.stdout
    assert (done.returncode, done.stderr.count("\n")) == (0, 1)


@pytest.fixture(scope="module")
def gone(checkout, tmp_path_factory):
    """Folders of installations whose checkout is gone: an editable one, and one of old setuptools.

    The latter has a ``depthlaws.egg-link`` and a line in ``easy-install.pth``.
    """
    place = tmp_path_factory.mktemp("gone")
    shutil.copytree(checkout, place / "checkout", symlinks=True)
    pip("install", "--prefix", place, "--editable", place / "checkout", "--ignore-installed")
    (modern,) = place.rglob("site-packages")
    old = place / "old"
    old.mkdir()
    (old / "depthlaws.egg-link").write_text(f"{place / 'checkout'}\n.")
    (old / "easy-install.pth").write_text(f"{place / 'checkout'}\n")
    shutil.rmtree(place / "checkout")
    return [modern, old]


def test_an_installation_whose_checkout_is_gone_gives_way_to_another(gone, installations, tmp_path):
    done = python(FIRST_LINES, path=[*gone, installations["wheel"]], cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_installation_whose_checkout_is_gone_says_that_there_is_none(gone, tmp_path):
    """Nothing of ours is left that could say more."""
    done = python("import depthlaws", path=gone, cwd=tmp_path)
    assert done.stderr.splitlines()[-1] == "ModuleNotFoundError: No module named 'depthlaws'"


@pytest.mark.parametrize("room", ["theory", "sims", "figures"])
def test_a_link_at_the_top_of_a_checkout_says_what_to_import(room, checkout):
    done = python(f"import {room}", path=[], cwd=checkout)
    assert done.stderr.splitlines()[-1] == (
        f"ImportError: write `from depthlaws import {room}`: `{room}` alone is only a link to it"
    )


@pytest.mark.parametrize("way", ["checkout", "editable", "wheel"])
def test_the_first_lines_of_a_user_work(way, installations, tmp_path):
    done = python(FIRST_LINES, path=[installations[way]], cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("way", ["editable", "wheel"])
def test_the_users_own_names_do_not_disturb(way, installations, tmp_path):
    """A script in a folder with modules called as our rooms."""
    (tmp_path / "theory.py").write_text("mine = 1\n")
    for name in ("sims", "figures"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("mine = 1\n")
    code = f"import sys; sys.path.insert(0, '')\n{FIRST_LINES}\nimport theory, sims, figures\n"
    code += "assert theory.mine == sims.mine == figures.mine == 1"
    done = python(code, path=[installations[way]], cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_wheel_holds_one_name_and_every_module(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"depthlaws"}
    assert {"depthlaws/py.typed", "depthlaws/__init__.pyi", "depthlaws/theory/__init__.pyi"} < {
        *names
    }
    ours = {str(p.relative_to(ROOT)) for p in (ROOT / "depthlaws").rglob("*.py")}
    assert ours == {name for name in names if name.endswith(".py")}


@pytest.fixture(scope="module")
def papers_wheel(checkout, tmp_path_factory):
    folder = tmp_path_factory.mktemp("papers_wheel")
    pip("wheel", "-w", folder, checkout / "papers")
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def both(installations, papers_wheel, tmp_path_factory):
    """Folders of both wheels, unpacked."""
    unpacked = tmp_path_factory.mktemp("papers_unpacked")
    zipfile.ZipFile(papers_wheel).extractall(unpacked)
    return [installations["wheel"], unpacked]


def test_the_wheel_of_the_papers_holds_them_and_nothing_else(papers_wheel):
    names = {n for n in zipfile.ZipFile(papers_wheel).namelist() if ".dist-info/" not in n}
    endings = {".py", ".toml", ".json", ".nc"}
    ours = {p for p in LIBRARY.rglob("*") if p.suffix in endings}
    assert len(ours) > 200
    assert names == {p.relative_to(LIBRARY.parent).as_posix() for p in ours}


def test_the_instrument_finds_installed_papers_and_says_where_there_are_none(both, tmp_path):
    asked = answering(["list", "claims", "--paper", "chain", "--json"])
    done = python(asked, path=both, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "CHAIN-E5" in done.stdout
    for words in (["verify"], ["verify", "chain"], ["verify", "CHAIN-E5"], ["figures"]):
        done = python(answering(words), path=both[:1], cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, ""), words
        (line,) = done.stderr.splitlines()
        assert "pip install 'depthlaws[papers]'" in line
        assert "--papers" in line


def test_the_command_runs_from_a_wheel_in_any_folder(installations, tmp_path):
    """Benchmarks alone stay in the repository, and the command says so."""
    done = python(answering(ANSWER), path=[installations["wheel"]], cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "26.9086852881" in done.stdout
    done = python(answering(["bench"]), path=[installations["wheel"]], cwd=tmp_path)
    assert done.returncode == 2
    assert "checkout" in done.stderr


def test_dir_shows_rooms_and_subjects_and_nothing_else():
    import depthlaws

    assert {"chain", "residual"} <= SUBJECTS
    assert {*dir(depthlaws)} == SUBJECTS | {"theory", "sims", "claims", "figures", "plot"}
    for room in ("theory", "sims", "claims", "figures"):
        assert len(dir(getattr(depthlaws, room))) >= 7


def test_a_name_that_is_none_answers_with_the_nearest():
    import depthlaws

    with pytest.raises(AttributeError, match="nearest are: residual"):
        depthlaws.residuals  # noqa: B018
    with pytest.raises(ImportError, match="cannot import name 'sharpnes'"):
        exec("from depthlaws.chain import sharpnes")
    with pytest.raises(ModuleNotFoundError, match=r"depthlaws\.chains"):
        exec("import depthlaws.chains")


def test_importing_loads_no_mathematics():
    code = "import sys, depthlaws; sys.exit(str({'numpy', 'sympy', 'scipy'} & {*sys.modules} or 0))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)
    assert done.stderr.strip() in (b"", b"0")


def test_no_room_is_installed_under_a_name_of_its_own(installations):
    """An installation adds one package to the path."""
    added = {p.name for p in installations["wheel"].iterdir() if not p.name.endswith(".dist-info")}
    assert added == {"depthlaws"}


def test_every_module_can_be_imported():
    """Also those that nothing uses: the doctests of pytest import only files with an example."""
    for path in sources():
        if path.name != "__main__.py":
            folder = next(f for f in (PACKAGE, LIBRARY) if path.is_relative_to(f))
            name = ".".join(path.relative_to(folder.parent).with_suffix("").parts)
            assert importlib.import_module(name.removesuffix(".__init__"))
