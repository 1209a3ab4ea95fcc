"""A page opened in a real browser: Chromium without a window, what its scripts made of the page.

``DEPTHLAWS_CHROMIUM`` names another Chromium or Chrome. CI installs one (``.ci/run``) and sets
``DEPTHLAWS_BROWSER=required``; elsewhere the tests that need one are left out where there is none,
and the end of the test run says so and what to install.
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ADVICE = "needs Chromium: apt-get install chromium (Debian), or set DEPTHLAWS_CHROMIUM to one"
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--virtual-time-budget=20000",
)


def chromium():
    """Path of the browser, or None."""
    named = os.environ.get("DEPTHLAWS_CHROMIUM")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, NAMES)), None)


def required():
    """Whether a missing browser is an error."""
    return os.environ.get("DEPTHLAWS_BROWSER") == "required"


def opened(address, *, width=1280, height=900):
    """The page's elements after its scripts have run, as text."""
    path = chromium()
    assert path, f"this test {ADVICE}"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [path, *FLAGS, f"--user-data-dir={profile}", f"--window-size={width},{height}"]
        done = subprocess.run(
            [*command, "--dump-dom", address], capture_output=True, timeout=120, check=False
        )
    text = done.stdout.decode("utf-8")
    assert text.startswith("<!DOCTYPE html>"), done.stderr.decode("utf-8", "replace")[-2000:]
    return text


def with_script(page, script, name="with-script.html"):
    """Copy of a page that ends with one more script; its address."""
    text = Path(page).read_text(encoding="utf-8")
    assert text.count("</body>") == 1
    path = Path(page).with_name(name)
    path.write_text(text.replace("</body>", f"<script>{script}</script></body>"), encoding="utf-8")
    return path.as_uri()
