"""Figures of the predictive-coding paper."""
