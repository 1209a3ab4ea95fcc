"""Links to the figures of the papers, one folder a paper, which nothing imports."""

raise ImportError("write `from depthlaws import figures`: `figures` alone is only a link to it")
