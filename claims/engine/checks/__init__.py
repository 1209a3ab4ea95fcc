"""The kinds of check, one file a kind: what is compared, and what verdict follows.

Every check is data, so that mutation testing can perturb the statement it makes: ``mutants``
yields labelled checks of statements that are different and should not pass.
"""

from depthlaws import _public

__getattr__, __dir__, __all__ = _public.package(__name__, __file__)
