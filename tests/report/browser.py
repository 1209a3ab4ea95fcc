"""Open a page in headless Chromium and return its elements after its scripts have run.

``DEPTHLAWS_CHROMIUM`` names another Chromium or Chrome. With ``DEPTHLAWS_BROWSER=required``, as in
CI (``.ci/run``), a missing browser is an error. Otherwise the tests that need one are deselected,
and the end of the test run says what to install.
"""

import html
import json
import os
import re
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
    "--enable-logging=stderr",
    "--allow-file-access-from-files",  # a page may read the pages in its frames
    "--virtual-time-budget=20000",
)


def chromium():
    """Path of the browser, or None."""
    named = os.environ.get("DEPTHLAWS_CHROMIUM")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, NAMES)), None)


def required():
    """Return True if a missing browser is an error."""
    return os.environ.get("DEPTHLAWS_BROWSER") == "required"


def opened(address, *, width=1280, height=900, flags=()):
    """Return the elements of a page after its scripts have run, as text."""
    path = chromium()
    assert path, f"this test {ADVICE}"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [
            path,
            *FLAGS,
            *flags,
            f"--user-data-dir={profile}",
            f"--window-size={width},{height}",
        ]
        done = subprocess.run(
            [*command, "--dump-dom", address], capture_output=True, timeout=120, check=False
        )
    text = done.stdout.decode("utf-8")
    log = done.stderr.decode("utf-8", "replace")
    assert text.startswith("<!DOCTYPE html>"), log[-2000:]
    said = [line for line in log.splitlines() if ":CONSOLE" in line]
    assert not said, said  # an error or a warning of a page
    return text


def with_script(page, script, name="with-script.html"):
    """Write a copy of a page with one more script at its end, and return its address."""
    text = Path(page).read_text(encoding="utf-8")
    assert text.count("</body>") == 1
    path = Path(page).with_name(name)
    path.write_text(text.replace("</body>", f"<script>{script}</script></body>"), encoding="utf-8")
    return path.as_uri()


def answer(page, script, **options):
    """Run a script in the page and return its result, passed as JSON."""
    make = "const out = document.createElement('pre'); out.id = 'out'; document.body.append(out);"
    tell = f"{make} out.textContent = JSON.stringify((() => {{ {script} }})());"
    wrapped = f"document.addEventListener('DOMContentLoaded', () => {{ {tell} }});"
    text = opened(with_script(page, wrapped), **options)
    (encoded,) = re.findall(r'<pre id="out">(.*?)</pre>', text, re.DOTALL)
    return json.loads(html.unescape(encoded))


def together(folder, pages, script, *, width=1280, height=900, wait_ms=1500, flags=()):
    """Open several pages in frames of one browser, and return the answer of each to a script.

    ``pages`` are addresses relative to the folder; the script is the body of an asynchronous
    function of the frame's window ``w`` and document ``d``, run once all pages have loaded and
    forwarded.
    """
    frames = "".join(
        f'<iframe src="{page}" style="width:{width}px;height:{height}px"></iframe>'
        for page in pages
    )
    ask = f"""
        const ask = async (w, d) => {{ {script} }};
        addEventListener("load", () => setTimeout(async () => {{
            const out = [];
            for (const frame of document.querySelectorAll("iframe")) {{
                try {{ out.push(await ask(frame.contentWindow, frame.contentDocument)); }}
                catch (error) {{ out.push("crashed: " + error); }}
            }}
            const node = document.createElement("pre");
            node.id = "out";
            node.textContent = JSON.stringify(out);
            document.body.append(node);
        }}, {wait_ms}));
    """
    harness = Path(folder) / "together.htm"
    harness.write_text(
        f"<!DOCTYPE html><body>{frames}<script>{ask}</script></body>", encoding="utf-8"
    )
    text = opened(harness.as_uri(), width=width + 40, flags=flags)
    (encoded,) = re.findall(r'<pre id="out">(.*?)</pre>', text, re.DOTALL)
    answers = json.loads(html.unescape(encoded))
    return dict(zip(pages, answers, strict=True))
