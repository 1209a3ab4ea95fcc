"""Learning-rate sweeps of looped Transformers: small stand-ins for figure 5 and figure 3 of v0.

Predicted before the run, from the exact first update of ReLU theory (see
:mod:`.first_steps_of_networks`), for the exponent of the best rate in N, from 1 to 8 passes:

    rule     if the change of the stream decides    if its relative change does
    none                  -1.38                                -0.45
    sqrt                  -0.86                                -0.42
    linear                -0.30                                -0.34

The loss sees the stream behind RMSNorm, which speaks for the relative change. The paper says about
0 for linear scaling and a shift for sqrt. Weights move by many times their start in these runs, so
that neither column has to hold.

Power: with three seeds, a scatter of the loss of 0.03 and a loss that is 0.02 larger a factor of 2
from the best rate, the exponent from 1 to 8 passes has an error of about 0.07.
"""
