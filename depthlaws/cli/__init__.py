"""Command line: ``depthlaws`` and its commands."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(__name__, ["plot"])
