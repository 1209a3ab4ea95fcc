"""Stored results of simulated networks: names and checksums of the files beside this one."""

from depthlaws.sims.common.stored_runs import Run

RUNS = (
    Run(
        id="looped-best-rates",
        sha256="c16a53d5e815e7a48be0f247413e646b57dc835234eb3400eb48936c81e7c833",
    ),
    Run(
        id="looped-first-steps",
        sha256="47acaf35d59d62d293640fa8a0a8469f729b1626e027eacfa7bb4f939a36bd0f",
    ),
    Run(
        id="looped-norms", sha256="8dba0a4d42775f493c83d0087952f81c66a5a5ee4bd1d89ced715345552b4539"
    ),
    Run(
        id="looped-rates", sha256="29da1144799e6a60ef094580060b58e4dd202715cd399ecb36c9bfbd0bff058f"
    ),
    Run(
        id="looped-stacks",
        sha256="58bcb2829d6fa0c3e15c94ceec40283073fab95edba91dfa8d1c1e5f9c458421",
    ),
    Run(
        id="visits-by-width",
        sha256="d2a174e05c19f78be6e9fbd78280f58a30876bad54cd86e7576ec75c7bf0f815",
    ),
)
