"""Report: one HTML page with papers, statements, verdicts, figures and an interactive panel."""
