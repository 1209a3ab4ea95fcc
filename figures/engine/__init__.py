"""Making, style and provenance of figures."""
