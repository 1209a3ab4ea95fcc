"""Simulators called with all their options in one dictionary, for tables of cases."""

import dataclasses

from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.sims.scalar.grid import Grid


def flat(simulator, model, **options):
    """Sort options into the ensemble, the optimiser and the rest; call simulate or train."""
    own = _taken(Ensemble, options)
    optimizer = [options.pop("optimizer")] if "optimizer" in options else []
    return simulator(model, Ensemble(**own), *optimizer, **options)


def flat_grid(simulator, network, depth, **options):
    """Sort options into the grid and the rest; call gradient_descent."""
    own = _taken(Grid, options)
    return simulator(Grid(network, depth, **own), **options)


def _taken(record, options):
    names = [field.name for field in dataclasses.fields(record)]
    return {name: options.pop(name) for name in names if name in options}
