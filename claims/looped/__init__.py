"""Claims of both versions of the looped paper: forward pass, updates, recipes and figures."""
