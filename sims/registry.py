"""What makes a function a simulator of the command line: it says so itself.

To add one, write it, put :func:`simulator` above it and name it in its module's ``__all__``.
"""

from collections.abc import Callable
from typing import TypeVar

Simulator = TypeVar("Simulator", bound=Callable[..., object])


def simulator(
    name: str, /, *, along: tuple[str, ...] = (), without_effect: tuple[str, ...] = ()
) -> Callable[[Simulator], Simulator]:
    """Register a function under the name that ``depthlaws simulate`` knows it by.

    It has a docstring, annotated arguments (a dataclass counts as its fields), and returns an
    xarray.Dataset. ``along`` names the dimensions of its results that its arguments make, where it
    takes sequences: a table of ends has a row for each; of other dimensions it shows the last.
    ``without_effect`` names arguments that change no result, such as a number of threads.
    """

    def named(function: Simulator) -> Simulator:
        function.simulator = name  # pyrefly: ignore
        function.along = frozenset(along)  # pyrefly: ignore
        function.without_effect = frozenset(without_effect)  # pyrefly: ignore
        return function

    return named
