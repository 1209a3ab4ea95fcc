"""What any law may use: argument checks, roots, tables, group-wise calls, orthant probabilities."""
