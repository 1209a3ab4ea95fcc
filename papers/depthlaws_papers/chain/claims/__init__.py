"""Claims of the scalar-chain paper, one file per section; ``beyond/`` holds our own statements."""
