"""Our own statements, which the paper `chain` does not print."""
