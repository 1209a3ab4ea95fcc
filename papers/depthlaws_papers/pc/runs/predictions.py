"""Predictions that were written before each experiment ran."""

ON_DIGITS = """Before training s - 1 falls as 1/N and 1 - cos as 1/N^2, with the constants of theory
where N is much larger than L and the number of outputs. When the loss has halved, from N = 128 to
512: in residual networks loss/F* - 1 goes by a power of N within 0.35 of -1 and 1 - cos by one
within 0.6 of -2, at every depth; at N = 512 the cosine is above 0.99 up to L = 8. In MLPs of 32
layers 1 - cos at equal weights falls too, so not "independent of the width", and stays above that
of residual networks; between two runs it is above 0.1 at N = 512."""
IN_200_STEPS = """Written before the run, when only losses of three networks of N = 32 and one rule
had been seen; the width of the networks of 32 layers was then lowered from 512 to 256, for want of
processor time, before any result had been seen. Rate 1/1000: the loss of residual networks falls by
less than a fifth. Rate 1/50: the loss falls to 0.3 to 0.6 of its initial value in all networks. At
both rates, along 200 steps: between two runs of residual networks of N = 512 the cosine stays above
0.99 at L = 4 and 8; at four times the width, at step 200, 1 - cos between two runs of residual
networks goes by a power of N within 0.5 of -2 in the mean over L = 4 and 8, loss/F* - 1 by one
within 0.25 of -1 in the mean over L = 4, 8 and 32. In MLPs of 32 layers, from N = 64 to 256, 1 -
cos falls by a power of N below -1/4, at equal weights and between two runs, so not "independent of
the width", and at N = 256 it is above that of residual networks. Power: along fixed batches the
powers of one pair of networks had deviations of 0.03 to 0.1 (residual) and 0.14 to 0.25 (MLPs of 32
layers), so that the intervals of eight networks have half-widths of 0.6 and of 0.8 to 1.4; those of
sixteen residual networks 0.2. All networks see the same batches: intervals are of networks, not of
batches."""
IN_SIXTEEN_LAYERS = """Written before the run, when only losses of three networks of N = 32 had been
seen. From N = 128 to 512, before training and after 200 steps, s - 1 and loss/F* - 1 go by a power
of N within 1/2 of -1 and 1 - cos at equal weights by one within 1/2 of -2. Between two runs 1 - cos
falls after 200 steps. Power: as for MLPs of eight layers that Adam trains, 0.1 of a pair, so a
half-width of 0.6 with eight networks: too wide for the ranges if training adds to the scatter."""
AT_512 = """Written before the run. Twenty steps of beta = 20 give a cosine above 0.95 at L = 2 and
below 0.8 at L = 16, as at N = 128: the curvatures of the energy tend to a limit with the width, so
that a larger width does not make twenty steps enough. At equilibrium tanh networks have a cosine
above 0.999 at both depths. Power: at N = 128 the deviation of the cosine was below 0.01; eight
networks give a half-width of 0.06 then."""
IN_INFERENCE = """While the loss falls, at L = 16 twenty steps of inference leave the cosine below
0.8 for every step size up to 20, and the loss falls more slowly the smaller the step; at L = 2 the
cosine after steps of size 20 is above 0.99; at equilibrium it is above 0.95 at both depths, before
training and after 40 steps."""

ON_TOY = """From N = 128 to 512 (nonlinear networks from 64 to 256), before training and at the last
step, mean-field networks: loss/F* - 1 goes by a power of N within 0.3 of -1, 1 - cos at equal
weights by one within 0.6 of -2. Standard weights: loss/F* - 1 before training goes by a power
within 0.2 of 0, 1 - cos at equal weights falls. Written after the figures had shown as much for
three to five networks."""
