"""When, from which sources and with which versions a report was made."""

import os
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import depthlaws
from depthlaws.figures.engine.provenance import versions

__all__ = ["About", "about"]


@dataclass(frozen=True)
class About:
    """What a reader needs to make the same page again."""

    date: str
    commit: str
    seed: int
    command: str
    versions: dict[str, str]


def about(*, seed: int, command: str) -> About:
    """Describe this run; SOURCE_DATE_EPOCH fixes the date, as in other reproducible builds."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    now = datetime.fromtimestamp(int(epoch), UTC) if epoch else datetime.now(UTC)
    return About(f"{now:%Y-%m-%d %H:%M} UTC", commit(), seed, command, dict(versions()))


def commit(root: Path = Path(depthlaws.__file__).parent.parent) -> str:
    """Commit of the checkout that runs, marked where files differ from it; empty if it is none."""
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
        # Looking must not write: on a full disk git would leave its index locked.
        ["git", "--no-optional-locks", "-C", str(root), *words],
        capture_output=True,
        text=True,
        check=True,
        timeout=10,
    )
    return done.stdout.strip()
