"""Browser tests without Chromium: deselected with a message, or an error if it is required."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
ONE = "tests/report/test_browser.py::test_the_scripts_raise_nothing"


def run_one(**environment):
    """Exit status and output of one browser test on a machine without Chromium."""
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", ONE]
    environment = os.environ | {"DEPTHLAWS_CHROMIUM": "/nowhere/chromium"} | environment
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout


def test_it_is_left_out_and_the_last_lines_say_what_to_install():
    status, said = run_one(DEPTHLAWS_BROWSER="")
    assert status == 5  # nothing was run
    assert "1 deselected" in said
    assert "NOT RUN: tests/report/test_browser.py needs Chromium: apt-get install chromium" in said


def test_where_it_is_required_its_absence_is_an_error():
    status, said = run_one(DEPTHLAWS_BROWSER="required")
    assert status == 1
    assert "needs Chromium: apt-get install chromium" in said
