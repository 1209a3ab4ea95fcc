"""Scalar networks trained by gradient descent or flow, over whole grids."""
