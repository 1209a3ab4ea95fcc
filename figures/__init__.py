"""Figures of the papers and beyond: data from theory and simulation, drawn with provenance."""

from figures.engine import Figure as Figure
from figures.engine import Quote as Quote
from figures.engine import Result as Result
from figures.engine import figure as figure
from figures.engine import figures as figures
from figures.engine import make as make
