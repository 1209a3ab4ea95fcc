"""Version of a simulator: the sources that its numbers come from."""

import functools
import hashlib
from collections.abc import Callable
from typing import Any

from depthlaws.base.sources import Sources, versions

__all__ = []

ROOM = "depthlaws.sims"


def version(function: Callable[..., Any]) -> str:
    """Return the version of the package, and the first digits of the hash of the sources.

    The sources are the modules of this room that the simulator imports, without their comments; of
    a function from elsewhere its own code.
    """
    module = getattr(function, "__module__", "")
    if module.startswith(ROOM):
        digest = _digest(module)
    else:
        code = getattr(function, "__code__", None)
        instructions = code.co_code + " ".join(code.co_names).encode() if code else b""
        digest = hashlib.sha256(instructions).hexdigest()[:12]
    return f"{versions(('depthlaws',))['depthlaws']} ({digest})"


@functools.cache
def _digest(module: str) -> str:
    sources = Sources()
    return sources.digest(sources.needed([module], inside=ROOM), ())[:12]
