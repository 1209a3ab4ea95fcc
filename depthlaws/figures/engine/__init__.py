"""Registry, style, making and provenance of figures."""
