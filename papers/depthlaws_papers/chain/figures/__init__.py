"""Figures of the scalar-chain paper."""
