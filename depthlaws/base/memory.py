"""Memory that this process can still allocate."""

import math
import os

GIB = 2**30  # bytes
_MEMINFO = "/proc/meminfo"
_CGROUP_FILES = (  # (limit, usage) of a container's memory, version 2 and version 1 of cgroups
    ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
    ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"),
)


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
