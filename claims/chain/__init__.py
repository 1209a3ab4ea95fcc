"""Claims of the scalar-chain paper: its equations, its sentences, its figures, and beyond."""
