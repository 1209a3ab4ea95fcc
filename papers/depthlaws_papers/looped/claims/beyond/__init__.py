"""Our own statements, which the paper `looped` does not print."""
