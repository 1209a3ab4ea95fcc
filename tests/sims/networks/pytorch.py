"""Whether PyTorch is installed, and what to do without it."""

import importlib.util

NETWORKS = {  # simulators that need it
    "image-first-step",
    "image-training",
    "looped-start",
    "looped-training",
}
ADVICE = "needs PyTorch: `make networks` installs its CPU build apart and runs them"


def installed():
    """Return whether the extra `networks` is installed."""
    return importlib.util.find_spec("torch") is not None
