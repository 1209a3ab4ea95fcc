"""Claims of the scalar-chain paper, one file a section; ``beyond_*`` go beyond the paper."""
