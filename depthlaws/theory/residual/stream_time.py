"""Time of what is computed from all pairs of the states of a stream, said once before it begins."""

import contextlib
from collections.abc import Iterator

from depthlaws.base.cost_notice import time_is_said
from depthlaws.theory import activations
from depthlaws.theory.activations.catalogue import pair_seconds
from depthlaws.theory.numerics.resource_limits import require_time
from depthlaws.theory.residual.streams import Stream

__all__: list[str] = []

MATRIX_SECONDS = 1.5e-8  # for each number of a matrix of all pairs of states, each time it is read


@contextlib.contextmanager
def time_of_pairs(stream: Stream, what: str, /, *, kernels: int, matrices: int) -> Iterator[None]:
    """Say how long this takes, or refuse over an hour; its parts say nothing then.

    ``kernels`` dual or gate kernels of all pairs of states, and ``matrices`` more passes over
    matrices of that size.
    """
    fewer = "ask for fewer loops, layers or inputs"
    seconds = seconds_of_pairs(stream, kernels=kernels, matrices=matrices)
    require_time(seconds, f"{what} of {stream.steps:,} steps", fewer)
    with time_is_said():
        yield


def seconds_of_pairs(stream: Stream, /, *, kernels: int, matrices: int) -> float:
    """Return about the seconds of kernels of all pairs of states, and passes over matrices."""
    pairs = float(len(stream.start) * (stream.steps + 1)) ** 2
    each = pair_seconds(activations.get(stream.activation))
    return pairs * (kernels * each + matrices * MATRIX_SECONDS)
