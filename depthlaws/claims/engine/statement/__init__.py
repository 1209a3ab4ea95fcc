"""Claims that are their statements: clauses as trees, quantifiers as data, proofs at every size.

A statement is typed once, as a :class:`Statement` of clauses over quantifiers. Its text is printed
from its trees, it is tried at points that its quantifiers give, and it is proved with every symbol
free, sizes included. :mod:`.expressions` has the language, :mod:`.domains` the quantifiers,
:mod:`.clauses` what can be said.
"""

from depthlaws.base import public_names

__getattr__, __dir__, __all__ = public_names.package(__name__, __file__)
