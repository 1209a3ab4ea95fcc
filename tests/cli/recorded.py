"""Recorders as a user gets them, and what they write."""

import csv
import sys


def recorder(text, **modules):
    """Run the printed file with these modules; return its class."""
    before = {name: sys.modules.get(name) for name in modules}
    sys.modules |= modules
    try:
        made = {}
        exec(compile(text, "depthlaws_recorder.py", "exec"), made)
        return made["Recorder"]
    finally:
        for name, module in before.items():
            sys.modules.pop(name)
            if module is not None:
                sys.modules[name] = module


def rows(file):
    """Rows of the CSV, with rms as a number."""
    with open(file, newline="") as text:
        return [row | {"rms": float(row["rms"])} for row in csv.DictReader(text)]


def only(table, **values):
    """The rms of the row with these values."""
    (row,) = (r for r in table if all(r[k] == str(v) for k, v in values.items()))
    return row["rms"]
