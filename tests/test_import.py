"""One name to import: in a checkout, an editable installation, a wheel, beside the user's own."""

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parent.parent
LIBRARIES = sysconfig.get_path("purelib")
TRIED = """
import depthlaws
from depthlaws import chain, residual
from depthlaws.chain import sharpness
import depthlaws.chain.flow as one, depthlaws.theory.chain.flow as other
from depthlaws.figures import figure
from depthlaws.sims import Estimate
assert one is other and depthlaws.chain is depthlaws.theory.chain is chain
assert depthlaws.chain.sharpness(8, 2, 1) == sharpness(8, 2, 1) == chain.sharpness(8, 2, 1)
assert abs(chain.sharpness(8, 2, 1) - 8 * 2**1.75) < 1e-12
"""
MACHINERY = {"numerics", "symbolic"}
SUBJECTS = {p.parent.name for p in (ROOT / "theory").glob("*/__init__.py")} - MACHINERY


def python(code, *, path, cwd):
    """Run code in a Python that knows the libraries, and ours only by the path given.

    Without site-packages' own ``.pth`` files: no installation of ours is found by chance.
    """
    begin = (
        f"import sys, site; sys.path.append({LIBRARIES!r}); "
        f"[site.addsitedir(p) for p in {[str(p) for p in path]!r}]; "
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
    ignored = shutil.ignore_patterns(
        ".git", ".venv", "build", "out", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis"
    )
    shutil.copytree(ROOT, folder, symlinks=True, ignore=ignored)
    return folder


@pytest.fixture(scope="module")
def wheel(checkout, tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", "-w", folder, checkout)
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installations(checkout, wheel, tmp_path_factory):
    """Folder to add to the path, for each way to have the package."""
    editable = tmp_path_factory.mktemp("editable")
    pip("install", "--prefix", editable, "--editable", checkout, "--ignore-installed")
    unpacked = tmp_path_factory.mktemp("unpacked")
    zipfile.ZipFile(wheel).extractall(unpacked)
    (where,) = editable.rglob("site-packages")
    return {"checkout": checkout, "editable": where, "wheel": unpacked}


@pytest.mark.parametrize("way", ["checkout", "editable", "wheel"])
def test_what_everybody_tries_first_works(way, installations, tmp_path):
    done = python(TRIED, path=[installations[way]], cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("way", ["editable", "wheel"])
def test_the_users_own_names_do_not_disturb(way, installations, tmp_path):
    """A script in a folder with modules called as our rooms."""
    (tmp_path / "theory.py").write_text("mine = 1\n")
    for name in ("sims", "figures"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("mine = 1\n")
    code = f"import sys; sys.path.insert(0, '')\n{TRIED}\nimport theory, sims, figures\n"
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
    rooms = ("theory", "sims", "claims", "figures")
    ours = {f"depthlaws/{p.relative_to(ROOT)}" for r in rooms for p in (ROOT / r).rglob("*.py")}
    ours |= {str(p.relative_to(ROOT)) for p in (ROOT / "depthlaws").glob("**/*.py")}
    assert ours == {name for name in names if name.endswith(".py")}


def test_the_command_runs_from_a_wheel_in_any_folder(installations, tmp_path):
    """Benchmarks alone stay in the repository, and the command says so."""
    code = "import sys; from depthlaws.cli import main; sys.exit(main({}))"
    arguments = ["whatif", "chain.sharpness", "--L", "8", "--mu-yx", "2", "--mu-xx", "1"]
    done = python(code.format(arguments), path=[installations["wheel"]], cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "26.9086852881" in done.stdout
    done = python(code.format(["bench"]), path=[installations["wheel"]], cwd=tmp_path)
    assert done.returncode == 2
    assert "checkout" in done.stderr


def test_dir_shows_rooms_and_subjects_and_nothing_else():
    import depthlaws

    assert {"chain", "residual"} <= SUBJECTS
    assert {*dir(depthlaws)} == SUBJECTS | {"theory", "sims", "claims", "figures"}
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
    """What an installation adds to the path is one package."""
    added = {p.name for p in installations["wheel"].iterdir() if not p.name.endswith(".dist-info")}
    assert added == {"depthlaws"}
