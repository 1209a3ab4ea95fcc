"""Each statement of the papers as an executable claim with a verdict."""
