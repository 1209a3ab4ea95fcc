"""What any law may use: roots, tables, grouped vectorisation, orthant probabilities."""
