"""Parts that every simulator uses: arrays, seeded draws, cost of a run, estimates, optimisers."""
