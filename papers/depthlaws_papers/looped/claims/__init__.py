"""Claims of both versions of the looped paper: forward pass, updates, recipes and figures.

Figures 6 to 8 of the second version show states of trained language models; the text has no numbers
that could be computed again, so they have no claim. Their counterparts at the start are LOOP-B-X5
and -FIG1.
"""
