"""Scaling rules of width, depth and loops: as exponents, as recipes, and as transfer laws.

Parametrisations as exponents of the width:

- :mod:`.exponents`: exponents of multipliers, variances and rates, exact.
- :mod:`.named_parametrizations`: those with a name: sp, ntk, mean_field, mup, complete_p, ...
- :mod:`.conversion`: values that make one parametrisation train as another.
- :mod:`.desiderata_constraints`: desiderata (stable, learning features) as linear constraints.
- :mod:`.polyhedra`: linear equations and inequalities over the rationals.
- :mod:`.coordinate_checks`: measured growth against an expected exponent, with a verdict.
- :mod:`.rate_optimum`: best learning rate of a sweep at one size, with its interval.
- :mod:`.transfer_checks`: drift of the best rate with the size, with a verdict.
- :mod:`.branch_scalings`: small branches by initial weights or by a multiplier.

Hyperparameters of a tuned model at another size:

- :mod:`.recipes`: tables of the looped papers.
- :mod:`.law_records`: records of laws: groups of parameters, rules, assumptions.
- :mod:`.transfer_laws`: transfer laws as data.
- :mod:`.muon_rules`: rules of matrices under Muon, from those of Adam.
- :mod:`.exact_rate_ratios`: ratios of learning rates that are no power of the sizes.
- :mod:`.optimizers`: records of optimisers, and their classes in trainers.
- :mod:`.visited_sizes`: sizes of models that visit some layers more often than others.
- :mod:`.hyperparameter_transfer`: a tuned model under every law of its optimiser.
- :mod:`.law_and_model_names`: laws and models by their names, in any spelling.
- :mod:`.transferred_settings`: its settings under one law.
- :mod:`.energy_and_step_size`: forward energy and first step of the network at its sizes.
- :mod:`.recommended_law`: law to use for a model and an optimiser.
- :mod:`.law_comparison`: several laws as one table, with their disagreements.
- :mod:`.parameter_sides`: which sides of a parameter grow with the width.
- :mod:`.parameter_rules`: rules that sort the parameters of a network into groups.
- :mod:`.trainer_groups`: parameters of a model in the groups of a move.
- :mod:`.trainer_formats`: these groups in the formats of trainers.
"""

from depthlaws.base import public_names

__getattr__, __dir__, __all__ = public_names.package(__name__, __file__)
