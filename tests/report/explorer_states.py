"""States of the explorers, and how their texts and rows are read."""

import math
import re

from tests.report.test_explorers import BY_ID, RTOL, scripts  # noqa: F401 (a fixture)

STATES = {
    "looped": [
        {"visits": "4x16", "use": "", "block": "prenorm", "rule": "visits", "lam": 1},
        {"visits": "2+2x3+1", "use": "", "block": "preact", "rule": "root", "lam": 0.7},
        {"visits": "2x2", "use": "2x6", "block": "preact", "rule": "visits", "lam": 2},
        {"visits": "2x2", "use": "2x6", "block": "prenorm", "rule": "root", "lam": 2},
        {"visits": "3x1", "use": "", "block": "prenorm", "rule": "none", "lam": 0.2},
    ],
    "ammup": [
        {"network": "plain-relu", "L": 4, "to": 64, "width": 0, "outputs": 1},
        {"network": "plain-linear", "L": 3, "to": 9, "width": 16, "outputs": 5},
        {"network": "sign-relu", "L": 2, "to": 8, "width": 0, "outputs": 1},
        {"network": "residual-relu-outside", "L": 4, "to": 6, "width": 0, "outputs": 1},
        {"network": "pre-norm-linear", "L": 5, "to": 4, "width": 0, "outputs": 1},
    ],
    "pc": [
        {"network": "mlp", "width": 64, "depth": 8, "gamma0": 1, "samples": 1, "tolerance": 0.01},
        {"network": "mlp", "width": 16, "depth": 5, "gamma0": 0.5, "samples": 3, "tolerance": 0.1},
        {"network": "residual", "width": 256, "depth": 6, "gamma0": 2, "samples": 2,
         "tolerance": 0.001},
    ],
    "transfer": [
        {"optimizer": "adamw"},
        {"optimizer": "sgd", "model": "mlp", "layers": 4, "to_layers": 8, "weight_decay": 0},
        {"optimizer": "adam", "loops": 1, "to_loops": 4, "to_layers": 12, "to_width": 768},
        {"optimizer": "muon:match_rms_adamw", "muon_rate": 0.02, "decay_vectors": "true"},
        {"optimizer": "lion", "model": "mlp", "init_std": 0.1, "multiplier": 0.5, "outputs": 10},
    ],
    "chain": [
        {"k": 2.2, "L": "4", "alpha0": 0.1, "n": 60},
        {"k": 0.5, "L": "1", "alpha0": 0.3, "n": 7},
        {"k": 1.5, "L": "inf", "alpha0": 0.9, "n": 30},
        {"k": 1.2, "L": "2", "alpha0": 1.4, "n": 20},
    ],
}  # fmt: skip


def pairs(asked, name):
    """States and answers of an explorer."""
    assert len(asked[name]) == len(STATES[name])
    return list(zip(STATES[name], asked[name], strict=True))


def rounded(text, value, digits=6):
    """Return whether a text shows a value with so many digits."""
    if text in ("none", "infinite"):
        return not math.isfinite(float(value))
    return math.isclose(float(text), float(value), rel_tol=0.51 * 10 ** (1 - digits), abs_tol=0)


def value(row):
    """Number of a row, whose infinite ones are words."""
    return float(str(row[1][1]).replace("Infinity", "inf"))


def by_name(given):
    return {row[0]: value(row) for row in given["rows"] if row[1][1] is not None}


NUMBER = r"(-?\d[\d.]*(?:e[-+]?\d+)?)"


def numbers(pattern, text):
    """Numbers of a text that must have a form, without the full stop behind them."""
    found = re.search(pattern.replace("#", NUMBER), text)
    assert found, (pattern, text)
    return [part.rstrip(".") for part in found.groups()]
