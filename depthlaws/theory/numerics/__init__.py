"""Numerical tools for any law: argument checks, roots, tables, solver groups."""
