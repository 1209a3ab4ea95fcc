"""One static page of everything found: papers, statements, verdicts, figures, one live panel."""
