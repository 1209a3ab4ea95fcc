"""Kinds of check, one file for each: how two sides are compared, and which verdict follows.

A check is data, so that mutation testing can perturb its statement: ``mutants`` yields labelled
checks of different statements, which should not pass.
"""

from depthlaws.base import public_names

__getattr__, __dir__, __all__ = public_names.package(__name__, __file__)
