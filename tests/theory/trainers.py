"""Libraries into which exported parameter groups are loaded."""

import importlib.util

ADVICE = "needs torch and optax: `make trainers` installs them apart and runs it"


def installed():
    """Return True if torch and optax are installed."""
    return all(importlib.util.find_spec(name) for name in ("torch", "optax"))
