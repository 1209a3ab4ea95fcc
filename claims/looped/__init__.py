"""Claims of both versions of the looped paper: forward pass, updates, recipes and figures.

Figures 6 to 8 of the second version show states of trained language models, of which the text holds
nothing that could be computed again: no claim. At the start it is LOOP-B-X5 and -FIG1.
"""
