"""Figures of the looped papers."""
