"""Figures of the paper on one-step updates and arithmetic-mean muP (ammup)."""
