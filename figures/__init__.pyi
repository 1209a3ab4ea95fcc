"""Written by depthlaws._stubs from the modules of this package."""

from depthlaws.figures.engine.make import Result as Result
from depthlaws.figures.engine.make import make as make
from depthlaws.figures.engine.record import Figure as Figure
from depthlaws.figures.engine.record import Quote as Quote
from depthlaws.figures.engine.registry import figure as figure
from depthlaws.figures.engine.registry import figures as figures
from depthlaws.figures.engine.registry import select as select

__all__ = [
    "Figure",
    "Quote",
    "Result",
    "figure",
    "figures",
    "make",
    "select",
]
