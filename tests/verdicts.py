"""Results of claims in one test run, shared by its processes: each claim runs once."""

import os
import pickle

from depthlaws.claims.engine.outcomes import Outcomes

# Not the seed 0 of `depthlaws verify` and `make reproduce`; `make test SEEDS=0,1` has both.
SEEDS = [int(seed) for seed in os.environ.get("DEPTHLAWS_SEEDS", "1").split(",")]

OUTCOMES = Outcomes()  # of checks that several claims have


def judged(folder, claim, seed=SEEDS[0]):
    """Result of a claim: stored by another test of this run, or computed now."""
    from depthlaws.claims.engine.run_checks import run_claim

    path = folder / f"{claim.id}.{seed}"
    if path.exists():
        return pickle.loads(path.read_bytes())
    result = run_claim(claim, seed=seed, shared=OUTCOMES)
    part = path.with_suffix(f".{os.getpid()}.part")
    part.write_bytes(pickle.dumps(result))
    part.replace(path)
    return result


def assert_checks_hold(checks):
    """Run checks of our own code as those of a claim, under every seed, and require them green."""
    from depthlaws.claims.engine.records import Context

    for seed in SEEDS:
        for check in checks:
            evidence = check.run(Context(seed=seed))
            assert evidence.verdict.green, f"{evidence.check}: {evidence.summary}, {evidence.data}"
