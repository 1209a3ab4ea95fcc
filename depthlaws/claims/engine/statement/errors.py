"""Reasons why something is no statement, or why a proof stops."""


class FormError(ValueError):
    """Fault of a record that is no statement over its quantifiers, in one line."""


class LimitError(Exception):
    """A proof needs more steps than it may take, or a rule that the engine does not have."""


class NoCoqTextError(FormError):
    """The statement has a part that is not printed for Coq; the message names it."""
