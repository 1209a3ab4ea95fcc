"""Recheck certificates without the package that wrote them: ``python -m recheck FILE-OR-FOLDER``.

``judge`` reads the files; an identity or an order holds in the normal form of ``algebra``, or in
the intervals of ``boxes`` (the one module that needs mpmath); ``signs`` judges inequalities.
"""
