"""A simulator for sweeps that counts its calls."""

import numpy as np
import xarray as xr

GIVEN = {"eps": 0.5, "samples": 2}


class Walk:
    """A simulator that counts its calls, and acts in some of them as a test asks."""

    def __init__(self):
        self.calls, self.on = [], {}
        self.__name__ = "walk"
        self.__module__ = __name__

    def __getstate__(self):
        """What the answers depend on: not the calls."""
        return {}

    def __call__(self, *, steps: int, drift: float = 0.0, word: str = "up", seed: int = 0):
        self.calls.append((steps, drift, word, seed))
        self.on.get(len(self.calls), lambda: None)()
        path = np.random.default_rng(seed).normal(drift, size=steps).cumsum()
        data = {"path": ("time", path), "turns": int(steps), "up": word == "up"}
        return xr.Dataset(data, coords={"time": np.arange(1, steps + 1) * 10}, attrs={"seed": seed})


def files(folder):
    return {p.name: p.read_bytes() for p in folder.iterdir() if not p.name.startswith(".lock")}
