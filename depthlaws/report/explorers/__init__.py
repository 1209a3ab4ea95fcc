"""Explorers: questions that a page answers in JavaScript, with numbers that Python gives too."""

from depthlaws.report.explorers.ammup import AMMUP
from depthlaws.report.explorers.chain import CHAIN
from depthlaws.report.explorers.looped import LOOPED
from depthlaws.report.explorers.pc import PC
from depthlaws.report.explorers.records import Explorer
from depthlaws.report.explorers.transfer import TRANSFER

EXPLORERS: tuple[Explorer, ...] = (TRANSFER, LOOPED, CHAIN, AMMUP, PC)
