"""Answers stored on disk: plain JSON with a hash of its content, one file for each answer.

A file that is damaged or of another shape counts as missing, and its answer is computed again. A
new file replaces the old one only when it is complete, so neither a kill nor a full disk destroys
a stored answer. If nothing can be written, ``note`` says why.
"""

import errno
import hashlib
import json
import os
from pathlib import Path
from typing import Any

import platformdirs

from depthlaws.base.files import atomic, remove_leftovers


def cache_folder() -> Path:
    """Folder of stored results: $DEPTHLAWS_CACHE, or the user's cache folder.

    Raises: OSError for a user without a home.
    """
    try:
        asked = os.environ.get("DEPTHLAWS_CACHE")
        return Path(asked).expanduser() if asked else Path(platformdirs.user_cache_dir("depthlaws"))
    except RuntimeError as error:
        msg = "there is no home folder to store results in: set DEPTHLAWS_CACHE to a folder"
        raise OSError(msg) from error


class Store:
    """Answers in one folder of the cache by key.

    Raises: OSError naming the folder if it cannot be written.
    """

    def __init__(self, name: str) -> None:
        self.folder, self.note = cache_folder() / name, ""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if not os.access(self.folder, os.W_OK | os.X_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        except OSError as error:
            if error.errno == errno.ENOSPC:
                self._full(error)
                return
            where = cache_folder()
            msg = f"cannot write the cache folder {where}: {error.strerror}; set DEPTHLAWS_CACHE"
            raise OSError(msg) from error
        remove_leftovers(self.folder)

    def path(self, key: str) -> Path:
        """File of an answer."""
        return self.folder / f"{key}.json"

    def load(self, key: str) -> Any:
        """Stored answer, or None if it is missing or damaged."""
        try:
            answer = json.loads(self.path(key).read_bytes())
            return answer["content"] if answer["sha256"] == _hash(key, answer["content"]) else None
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None

    def save(self, key: str, content: Any) -> None:
        """Store an answer (JSON-able) completely or not at all."""
        text = json.dumps({"sha256": _hash(key, content), "content": content})
        try:
            with atomic(self.path(key)) as part:
                part.write_text(text, encoding="utf-8")
        except OSError as error:
            self._full(error)

    def _full(self, error: OSError) -> None:
        self.note = f"results are not stored in {self.folder}: {error.strerror}"


def key_of(*question: Any) -> str:
    """Return the name under which the answer to a question (JSON-able) is stored."""
    return hashlib.sha256(json.dumps(question).encode()).hexdigest()


def _hash(key: str, content: Any) -> str:
    return hashlib.sha256(f"{key} {json.dumps(content, sort_keys=True)}".encode()).hexdigest()
