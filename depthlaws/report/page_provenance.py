"""Date, commit, seed, command and library versions of a report."""

import os
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import depthlaws
from depthlaws.figures.engine.provenance import versions


@dataclass(frozen=True)
class PageProvenance:
    """Facts needed to make the same page again."""

    date: str
    commit: str
    seed: int | None
    command: str
    versions: dict[str, str]


def page_provenance(*, seed: int | None, command: str) -> PageProvenance:
    """Return the facts of this run; the environment variable SOURCE_DATE_EPOCH fixes the date."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    now = datetime.fromtimestamp(int(epoch), UTC) if epoch else datetime.now(UTC)
    return PageProvenance(f"{now:%Y-%m-%d %H:%M} UTC", commit(), seed, command, dict(versions()))


def commit(root: Path = Path(depthlaws.__file__).parent.parent) -> str:
    """Return the commit of the checkout, marked if files differ; empty without a checkout."""
    if not (root / ".git").exists():
        return ""
    try:
        name = _git(root, "rev-parse", "HEAD")
        changed = _git(root, "status", "--porcelain", "--untracked-files=no")
    except (OSError, subprocess.SubprocessError):
        return ""
    return name + (" with changes" if changed else "")


def _git(root: Path, *words: str) -> str:
    done = subprocess.run(
        # Without locks: on a full disk git would leave its index locked.
        ["git", "--no-optional-locks", "-C", str(root), *words],
        capture_output=True,
        text=True,
        check=True,
        timeout=10,
    )
    return done.stdout.strip()
