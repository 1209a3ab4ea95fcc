"""Free memory as the system and a container tell it, and freed memory that is used again."""

import math
import platform
import resource

import pytest

from depthlaws.base import memory


@pytest.fixture
def system(monkeypatch, tmp_path):
    """Write the system's files; those not named are absent."""
    limit, usage = tmp_path / "max", tmp_path / "current"
    monkeypatch.setattr(memory, "_MEMINFO", tmp_path / "meminfo")
    monkeypatch.setattr(memory, "_CGROUP_FILES", ((limit, usage), (tmp_path / "v1", usage)))

    def write(**contents):
        for name, content in contents.items():
            (tmp_path / name).write_text(content)

    return write


def test_the_available_memory_is_read_in_bytes(system):
    system(meminfo="MemFree: 3 kB\nMemAvailable: 5 kB\nBuffers: 1 kB\n")
    assert memory.free_memory() == 5120


def test_a_container_limit_caps_it(system):
    system(meminfo="MemAvailable: 5 kB\n", max="4000\n", current="1500\n")
    assert memory.free_memory() == 2500
    system(current="5000\n")
    assert memory.free_memory() == 0
    system(max="max\n")
    assert memory.free_memory() == 5120
    system(v1="6000\n")
    assert memory.free_memory() == 1000


def test_free_pages_are_counted_where_nothing_else_is_told(system, monkeypatch):
    pages = {"SC_AVPHYS_PAGES": 7, "SC_PAGE_SIZE": 4096}
    monkeypatch.setattr("os.sysconf", pages.__getitem__)
    assert memory.free_memory() == 28672


def test_a_system_that_tells_nothing_has_no_limit(system, monkeypatch):
    def unknown(_):
        raise ValueError("unrecognized configuration name")

    monkeypatch.setattr("os.sysconf", unknown)
    assert memory.free_memory() == math.inf


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="a setting of glibc")
def test_freed_memory_is_used_again():
    """The system clears few pages for arrays where some of their size were freed."""
    assert memory.keep_freed_memory()

    def pages_cleared():
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        for _ in range(20):
            [bytearray(1 << 22) for _ in range(5)]
        return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

    pages_cleared()
    assert pages_cleared() < 100 * (1 << 22) / resource.getpagesize() / 4
