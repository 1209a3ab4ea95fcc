"""The libraries that exported parameter groups are loaded into."""

import importlib.util

ADVICE = "needs torch and optax: `make trainers` installs them apart and runs it"


def installed():
    """Whether both are here."""
    return all(importlib.util.find_spec(name) for name in ("torch", "optax"))
