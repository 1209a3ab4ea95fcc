"""Explorer of predictive coding: rescaling and cosine at the start, steps of inference."""

from depthlaws.report.explorers.records import Explorer, choice, number, whole

PC = Explorer(
    id="pc",
    papers=("pc",),
    question="How far is predictive coding from backpropagation, and how long is its inference?",
    says="Linear networks in the mean-field parametrisation at the start of training: the mean "
    "rescaling s of the energy at equilibrium, exact; the cosine between the gradients of energy "
    "and loss, to leading order in 1/width, for orthogonal inputs with labels of size 1; and "
    "inference in orthogonal layers with vanishing output weights, exact.",
    fields=(
        choice(
            "network",
            "network",
            "mlp",
            {"mlp": "plain", "residual": "residual, branches times depth^(-1/2)"},
        ),
        whole("width", "width N", 64, 1, 1_000_000),
        whole("depth", "depth L, layers of weights", 8, 2, 1024),
        number("gamma0", "richness gamma0", 1, 1e-3, 1e3),
        whole("samples", "inputs, orthogonal", 1, 1, 1_000_000),
        number("tolerance", "error of inference, relative", 0.01, 1e-12, 0.9),
    ),
    plots=(
        "Mean rescaling s over the depth",
        "Cosine between the gradients of energy and loss over the depth",
        "Steps of inference over the depth; the dashed line is conjugate gradients, at most",
    ),
    commands="depthlaws whatif predictive_coding.expected_rescaling --network mlp --width 64 "
    "--depth 8 --gamma0 1\n"
    "depthlaws whatif predictive_coding.misalignment --network mlp --width 64 --depth 8 "
    "--gamma0 1 --signal 1\n"
    "depthlaws whatif pc-orthogonal-chain-condition --L 8",
    data=dict,
)
