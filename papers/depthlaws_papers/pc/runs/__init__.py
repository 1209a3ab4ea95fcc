"""Stored results of simulated networks: names and checksums of the files beside this one."""

from depthlaws.sims.common.stored_runs import Run

RUNS = (
    Run(
        id="pc-halved-loss",
        sha256="f09fda400bf1e5f2fceebefb5b4b3387fc5b356728cb7545ef173b68560a14b3",
    ),
    Run(
        id="pc-inference", sha256="8ac17c83120148356acb37a2c40bb6b924adf01f3a3c383dbfd17c178a8223e6"
    ),
    Run(
        id="pc-inference-512",
        sha256="7b0dbe03844d2883918308eeccb611c0a9f6302d42cb2545b222ca726d82db98",
    ),
    Run(
        id="pc-sixteen-layers",
        sha256="e47f971ebf1738ee95f225d9c3365b492131698831cc3de15d17f64cddb88531",
    ),
    Run(
        id="pc-toy-task", sha256="9348e7b16c3aa82c7c79114eb54a4908f9464916d74d4b5555a50989eb1ed823"
    ),
    Run(
        id="pc-two-hundred-steps",
        sha256="514ca09a16b7b8a24a6ce6e87f5ef815c14001026e607ab379cc5b9c087defed",
    ),
)
