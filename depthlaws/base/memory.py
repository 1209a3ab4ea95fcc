"""Memory that this process can still allocate, and memory that it keeps for what comes next."""

import contextlib
import math
import os

GIB = 2**30  # bytes
_MEMINFO = "/proc/meminfo"
_CGROUP_FILES = (  # (limit, usage) of a container's memory, version 2 and version 1 of cgroups
    ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
    ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"),
)
# Options of glibc's mallopt, by their numbers in malloc.h.
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
KEPT_BYTES = 1 << 27  # freed bytes that a process keeps at most
LARGEST_KEPT = 1 << 25  # bytes of the largest array that is kept: glibc takes no higher value


def keep_freed_memory() -> bool:
    """Keep the memory of freed arrays for the next ones: drawing normals takes half the time.

    By default glibc hands arrays of over 128 KiB back to the system, which clears every page of the
    next one. For processes of our own, workers and tests, not for a user's session.

    Returns
    -------
    bool
        False where the C library has no such setting.
    """
    import ctypes

    with contextlib.suppress(OSError, AttributeError):
        mallopt = ctypes.CDLL(None).mallopt
        return bool(mallopt(_MMAP_THRESHOLD, LARGEST_KEPT) and mallopt(_TRIM_THRESHOLD, KEPT_BYTES))
    return False


def free_memory() -> float:
    """Return the bytes that can be allocated without swapping, within a container's limit.

    Infinite where the system does not say.
    """
    free = [_free_on_machine()]
    for limit, usage in _CGROUP_FILES:
        if (bytes_allowed := _content(limit)).isdigit():  # not "max", and not empty
            free.append(int(bytes_allowed) - int(_content(usage) or 0))
    return max(0, min(free))


def _free_on_machine() -> float:
    words = _content(_MEMINFO).partition("MemAvailable:")[2].split(maxsplit=1)
    if words:
        return 1024 * int(words[0])
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return math.inf


def _content(path: str) -> str:
    """Beginning of a system file, empty if there is none; unbuffered, as every run asks."""
    try:
        with open(path, "rb", buffering=0) as file:
            return file.read(512).decode("ascii").strip()
    except OSError:
        return ""
