"""Report: one HTML page with papers, statements, verdicts, figures and explorers."""
