"""Ten AdamW steps of looped Transformers: small stand-ins for the networks of figures 2, 4 and 9.

Predicted before the run. The first step of AdamW is a sign step. Exact ReLU theory (normalised
stream of infinite width, whose first increment is that of the block at the start, 12.1 times the
branch scale in units of the embedding) gives these exponents in N, from 1 to 32 passes:

    rule                  first update    norm
    none                      1.37        0.98
    sqrt                      0.84        0.48
    linear                    0.24       -0.02
    none, two blocks          1.35        0.98
    sqrt, two blocks          0.83        0.49
    factorized, two blocks    0.19       -0.02

Under linear scaling the first update is 2.3 times as large at 32 passes as at one. The theory says
nothing on later steps; the paper says that they are parallel.

Power: in three networks of another seed the exponents from 8 to 32 passes had standard deviations
of 0.15 to 0.3, which makes 0.06 to 0.12 from 1 to 32. The interval of 24 networks at the false
alarm rate of ``AtSize`` is the mean +- 1.4 deviations: a difference of 0.2 from an end of a stated
range is seen.
"""
