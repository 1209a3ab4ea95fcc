"""Checks, verdicts, the run, the report, mutants: everything but the claims themselves."""
