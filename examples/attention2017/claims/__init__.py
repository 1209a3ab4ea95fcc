"""Claims, by section."""
