"""`python -m depthlaws`, and the script ``depthlaws``."""

import signal
import sys


def start() -> int:
    """Run a command; an interrupt that comes before there is one ends the process in silence."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from depthlaws.cli import main

    return main()


if __name__ == "__main__":
    sys.exit(start())
