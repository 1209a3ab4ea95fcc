"""Claims of the paper on one-step updates and arithmetic-mean muP (ammup).

Figures 1 and 2 are drawings. Figures 3 to 5 show best rates of trained networks, whose fitted
exponents are those of the tables (AMMUP-T1, -T3, -T4); the claims about figures 6 and 7 are
AMMUP-R1, -X07 and -X20.
"""
