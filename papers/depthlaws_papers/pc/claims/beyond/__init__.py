"""Our own statements, which the paper `pc` does not print."""
