"""`python -m depthlaws`."""

import sys

from depthlaws.cli import main

sys.exit(main())
