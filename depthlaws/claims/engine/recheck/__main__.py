"""``python -m recheck FILE-OR-FOLDER...``: judge certificates."""

import sys

from .judge import main

sys.exit(main(sys.argv[1:]))
