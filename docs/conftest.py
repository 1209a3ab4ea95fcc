"""Programs of the site and tutorials are no modules with examples: they are not collected."""

collect_ignore_glob = ["site/*", "tutorials/*.py"]
