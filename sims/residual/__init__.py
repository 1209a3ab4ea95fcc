"""Residual streams of finite width, dense and matrix-free."""
