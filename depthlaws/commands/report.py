"""``depthlaws report``: one page of everything found."""

from depthlaws.report.command import command as command
