"""Our own statements, which the paper `ammup` does not print."""
