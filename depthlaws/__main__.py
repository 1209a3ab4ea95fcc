"""`python -m depthlaws`, and the script ``depthlaws``."""

import os
import signal
import sys
from types import FrameType


def before_the_command(number: int, _frame: FrameType | None) -> None:
    """End the process with a line when a signal comes before there is a command."""
    os.write(2, b"error: interrupted: the command had not begun\n")
    os._exit(128 + number)


def start() -> int:
    """Run a command; Ctrl-C before there is one ends the process in silence, not so others."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, before_the_command)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from depthlaws.cli.main import main

    return main()


if __name__ == "__main__":
    sys.exit(start())
