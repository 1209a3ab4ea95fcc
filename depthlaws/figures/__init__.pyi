"""Written by depthlaws.base.stubs from the modules of this package."""

from depthlaws.figures.engine.make import Result as Result, make as make
from depthlaws.figures.engine.record import COMPUTED as COMPUTED, Figure as Figure, Quote as Quote
from depthlaws.figures.engine.registry import figure as figure, figures as figures, select as select, settings as settings
