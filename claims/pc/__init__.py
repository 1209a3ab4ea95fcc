"""Claims of the predictive-coding paper, one file a section; ``beyond_*`` go beyond the paper."""
