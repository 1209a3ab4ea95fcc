"""One-step updates of residual streams at infinite width, and the laws behind them."""

from depthlaws import _public

__getattr__, __dir__, __all__ = _public.package(__name__, __file__)
