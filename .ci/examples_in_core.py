"""Run the examples of all public functions where only the core is installed.

An example may end in the line that names an extra, and in no other error.
"""

import doctest
import importlib
import pkgutil
import sys
import time

from depthlaws import theory
from depthlaws.base.extras import MissingExtraError


class Anything(doctest.OutputChecker):
    """Numbers are compared by the tests of the checkout; here examples must run."""

    def check_output(self, want, got, optionflags):
        """Accept any output."""
        return True


def main():
    """Print how many examples run; return 1 if another error comes."""
    finder, runs, without, errors = doctest.DocTestFinder(), 0, [], []
    for info in pkgutil.walk_packages(theory.__path__, "depthlaws.theory."):
        try:
            module = importlib.import_module(info.name)
        except ModuleNotFoundError:  # the modules of SymPy, mpmath and Arb
            if not info.name.startswith("depthlaws.theory.symbolic."):
                raise
            continue
        for test in finder.find(module):
            output = []
            doctest.DocTestRunner(Anything()).run(test, out=output.append)
            runs += bool(test.examples)
            if output:
                needs_extra = MissingExtraError.__name__ in "".join(output)
                (without if needs_extra else errors).append(f"{test.name}: {''.join(output)}")
    print(f"{runs - len(without) - len(errors)} of {runs} functions run their example in the core")
    print(*errors, sep="\n", end="", file=sys.stderr)
    return 1 if errors or len(without) > 3 or runs < 100 else 0


if __name__ == "__main__":
    began = time.process_time()
    importlib.import_module("depthlaws.chain").max_learning_rate(8, 2, 1)
    print(f"import and first answer: {time.process_time() - began:.2f} s of processor time")
    sys.exit(main())
