"""What the command line is made of: values, grids, tables; no mathematics."""
