"""Simulators of the models whose exact theory is in ``theory``: the two share no code."""
