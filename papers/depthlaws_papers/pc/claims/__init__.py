"""Claims of the predictive-coding paper, one file per section; ``beyond/`` holds our own.

Figures A.7, A.8, A.11, A.13, A.15 and A.19 repeat other figures on other data, or show other curves
of the same runs: their claims are PC-FA6, -F3, -FA10, -FA12, -FA14 and -FA18.
"""
