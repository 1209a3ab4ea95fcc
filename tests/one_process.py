"""Several commands in one process, which imports what they share once."""

import json

CODE = """
import contextlib, io, json, sys
from depthlaws.cli import main as cli

answers = {}
for name, arguments in json.load(sys.stdin).items():
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = cli.main(arguments)
    answers[name] = [status, out.getvalue(), err.getvalue()]
json.dump(answers, sys.stdout)
"""


def answers(run, commands, **options):
    """Status, output and errors of each command by its name.

    ``run(*words, input=..., **options)`` runs Python with these words, as ``subprocess.run`` does.
    """
    named = {name: [*map(str, arguments)] for name, arguments in commands.items()}
    done = run("-c", CODE, input=json.dumps(named), **options)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)
