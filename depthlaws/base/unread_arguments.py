"""Arguments that the other arguments leave without effect: refused, because they would mislead."""

import dataclasses

from depthlaws.base.argument_errors import shown


def require_read(name: str, value: object, default: object, /, *, read: bool, says: str) -> None:
    """Refuse an argument that the other arguments leave without effect.

    An argument at its default passes: it says nothing.

    Parameters
    ----------
    name : str
        Name of the argument.
    value, default : object
        Its value, and the one that it has when it is left out.
    read : bool
        Whether the computation reads the argument.
    says : str
        What would make it read, after "it is read with": ``network='vit'``.

    Raises
    ------
    ValueError
        If nothing reads the argument and it is not at its default.

    Examples
    --------
    >>> require_read("heads", 4, 4, read=False, says="network='vit'")
    """
    if not read and not _same(value, default):
        msg = f"{name}={shown(value)} has no effect here: it is read with {says}; leave {name} out"
        raise ValueError(msg)


def require_read_fields(record: object, names: str, /, *, read: bool, says: str) -> None:
    """Refuse fields of a dataclass, names with spaces between, as :func:`require_read` does."""
    defaults = {field.name: field.default for field in dataclasses.fields(record)}  # pyrefly: ignore
    for name in names.split():
        require_read(name, getattr(record, name), defaults[name], read=read, says=says)


def _same(value: object, default: object) -> bool:
    if value is default:
        return True
    import numpy as np  # an import of the package loads no mathematics

    return value is not None and np.array_equal(value, default)  # pyrefly: ignore
