"""Figures of the papers and beyond: data from theory and simulation, drawn with provenance."""

from depthlaws.figures.engine.make import Figure as Figure
from depthlaws.figures.engine.make import Quote as Quote
from depthlaws.figures.engine.make import Result as Result
from depthlaws.figures.engine.make import figure as figure
from depthlaws.figures.engine.make import figures as figures
from depthlaws.figures.engine.make import make as make
