"""Version of a simulator: everything but its arguments that its numbers come from."""

import functools
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from typing import Any

from depthlaws.base.sources import ROOT, Sources, versions
from depthlaws.sims.sweeps import own_functions

__all__ = []

ROOM = "depthlaws.sims"
TORCH_NETWORKS = "depthlaws.sims.networks.library"  # reached by simulators that run in PyTorch
DECIDING = ("numpy", "scipy")  # libraries whose feature releases may draw other numbers


def version(function: Callable[..., Any]) -> str:
    """Return the version of the package, and the first digits of the hash of the sources.

    The sources are the modules of this package that the simulator imports, without their comments,
    with the feature releases of the libraries that draw its numbers; of a function from elsewhere
    all of the user's that it depends on (:mod:`depthlaws.sims.sweeps.own_functions`).

    Raises: TypeError for a function whose answers depend on what has no content to compare.
    """
    module = getattr(function, "__module__", None) or ""
    if module.startswith(f"{ROOM}."):
        digest = _digest(module)
    else:
        digest = own_functions.digest(function)[:12]
    return f"{versions(('depthlaws',))['depthlaws']} ({digest})"


def _release(library: str) -> str:
    """Return the feature release of a library, such as 2.4."""
    try:
        return ".".join(installed(library).split(".")[:2])
    except PackageNotFoundError:
        return "not installed"


@functools.cache
def _digest(module: str) -> str:
    sources = Sources()
    reached = sources.needed([module], inside=ROOT)
    deciding = [*DECIDING, *(["torch"] if TORCH_NETWORKS in reached else [])]
    releases = [_release(library) for library in deciding]
    meaning = sources.digest(reached, ())
    return own_functions.hashed([meaning, *releases])[:12]
