"""Verdicts of one test run, shared by its processes: no claim is judged twice."""

import os
import pickle

# Another seed than users' own: `depthlaws verify` and `make reproduce` have 0, .ci/run has both.
SEEDS = [int(seed) for seed in os.environ.get("DEPTHLAWS_SEEDS", "1").split(",")]


def judged(folder, claim, seed=SEEDS[0]):
    """Result of a claim: what another test of this run has found, or found now."""
    from depthlaws.claims.engine.judge import run_claim

    path = folder / f"{claim.id}.{seed}"
    if path.exists():
        return pickle.loads(path.read_bytes())
    found = run_claim(claim, seed=seed)
    part = path.with_suffix(f".{os.getpid()}.part")
    part.write_bytes(pickle.dumps(found))
    part.replace(path)
    return found
