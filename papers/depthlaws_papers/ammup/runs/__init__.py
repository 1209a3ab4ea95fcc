"""Stored results of simulated networks: names and checksums of the files beside this one."""

from depthlaws.sims.common.stored_runs import Run

RUNS = (
    Run(
        id="image-exponents",
        sha256="38ac54371626f3db644ac5286a19f567ed177ab6620482568e085ae4d6929313",
    ),
    Run(
        id="image-rates", sha256="bf34a6aae97841f94aa4d0d5285710bf574a8a84b53aa6e71327adc389d1b9b5"
    ),
    Run(
        id="padded-rates", sha256="e9ab1e7bd5638ed99886f1c5aff8256daa506be4b4149141c6f1831841af3dec"
    ),
    Run(
        id="trained-rates",
        sha256="e8061b2fdd0c062b4046999be3b2bed4626f1453d278d496c36e83bf5edeb9fc",
    ),
)
