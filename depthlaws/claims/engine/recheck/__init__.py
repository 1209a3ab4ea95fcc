"""Recheck certificates without the package that wrote them: ``python -m recheck FILE-OR-FOLDER``.

``judge`` reads the files; an identity or an order holds in the normal form of ``algebra``, or in
the intervals of ``boxes`` (the one module that needs mpmath); ``signs`` judges inequalities.

Core, some 300 lines: ``sums``, ``algebra`` and ``judge``, enough for identities in sums, products,
powers, exponentials and logarithms, for steps of recursions and for cells of tables. By form, and
read only where a certificate has it: ``calculus`` (150 lines: derivatives, limits, integrals, sums,
Gaussian means), ``signs`` (70: orders and inequalities by signs), ``boxes`` (150: inequalities over
boxes, numbers, roots and orbits, in intervals). No file is above 200.
"""
