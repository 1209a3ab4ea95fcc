"""Files that are found in a folder and imported: one that fails is named in one line."""

import importlib
import importlib.util
from types import ModuleType

from depthlaws.base.extras import MissingExtraError


class BrokenFileError(ValueError):
    """A file of ours, or of a user, that cannot be imported; the message names it and why."""


def imported_file(module: str) -> ModuleType:
    """Import the module of a file.

    Raises
    ------
    BrokenFileError
        For whatever the import raises, ``sys.exit`` included.
    MissingExtraError
        If the package of an extra is missing.
    """
    try:
        return importlib.import_module(module)
    except (MissingExtraError, KeyboardInterrupt):
        raise
    except SystemExit as error:
        raise BrokenFileError(broken(_place(module), f"it ends in sys.exit({error})")) from error
    except Exception as error:
        raise BrokenFileError(broken(_place(module), error)) from error


def _place(module: str) -> str:
    """Return the file of a module, or its name where there is none."""
    try:
        spec = importlib.util.find_spec(module)
    except Exception:  # a package around it is broken too
        return module
    return (spec.origin if spec else None) or module


def broken(path: object, error: object) -> str:
    """Return the line on a file that cannot be imported."""
    reason = f"{type(error).__name__}: {error}" if isinstance(error, Exception) else str(error)
    return f"{path} cannot be imported ({reason}); mend it or move it away"
