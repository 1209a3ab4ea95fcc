"""Figures 1 to 3 and their relatives: predictive coding beside backpropagation as width grows.

Networks of the paper's toy task and, in the place of Fashion-MNIST and CIFAR-10, of handwritten
digits; energies and losses are compared at the same parameters.
"""

import numpy as np

from depthlaws.claims.engine.checks import Property, Sampled
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.pc.runs import Array, fall, mean, run
from depthlaws.sims.predictive_coding import PCN
from depthlaws.theory.papers import PC

CLAIMS = Claims()

NETWORKS, STEPS = 4, 30
UNIFORM = [32, 64]
WIDTHS = [16, 32, 64]
START = ("loss", "cosine")
TOY = ("loss", "energy", "rescaling", "cosine", "between")


def _toy(
    width: int, network: str = "mlp", parametrization: str = "mean_field", samples: int = NETWORKS
):
    model = PCN(width=width, depth=5, network=network, parametrization=parametrization)
    steps = 100 if parametrization == "kaiming" else STEPS
    return run(model, samples=samples, seed=0, steps=steps, observe=TOY)


# -- figure 2 and A.16: width on the toy task ------------------------------------------------------


def _approaches(network: str, width: int, step: int) -> tuple[Array, Array]:
    """How often four times the width shrinks s - 1, (L - F)/L, 1 - cos and PC's loss beside BP's.

    Their exponents in the width are 1, 1, 2 and 1: four times as wide, four (sixteen) times less.
    """
    near, far = _toy(width, network), _toy(4 * width, network)
    shrunk = []
    for name in ("rescaling", "cosine", "energy"):
        one, two = (mean(r, name)[step] for r in (near, far))
        if name == "energy":
            one, two = one / mean(near, "loss")[step], two / mean(far, "loss")[step]
        shrunk.append(fall(abs(1 - one), abs(1 - two)))
    least = np.array([2.0, 4.0, 2.0])
    return np.array(shrunk), least


APPROACHES = {"width": [16], "step": [0, 15, 30]}


def _same_course(network: str) -> tuple[float, float]:
    """Largest gap between the losses of the two rules' own runs: half at four times N."""
    gaps = [
        np.abs(mean(r, "loss") - mean(r, "loss", "bp")).max()
        for r in (_toy(n, network) for n in (16, 256))
    ]
    return fall(*gaps), 2.0


CLAIMS.add(
    id="PC-F2",
    source=PC.figure(2),
    says="Toy task, MLPs, L = 5, mean-field: four times the width brings s - 1 and 1 - F*/L at "
    "least twice, 1 - cos at least four times nearer to zero, before training and during it.",
    quote="PC converges to BP at large width",
    reading="loss, energy and gradients at the same parameters, along predictive coding's run",
    checks=(
        Property(lambda width, step: _approaches("mlp", width, step), APPROACHES, relation=">="),
        Property(_same_course, {"network": ["mlp"]}, relation=">", at_least=1),
    ),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-FA16",
    source=PC.figure("A.16"),
    says="The same holds for residual networks with alpha = 1/2.",
    quote="Results of Figure 2 for linear residual networks",
    checks=(
        Property(
            lambda width, step: _approaches("residual", width, step), APPROACHES, relation=">="
        ),
        Property(_same_course, {"network": ["residual"]}, relation=">", at_least=1),
    ),
    why_sampled="random",
)


# -- figure A.17: exponents, and the ratio of loss and energy --------------------------------------


def _exponent(step: int) -> bool:
    """Slope of log(s - 1) against log N over WIDTHS."""
    s = [mean(_toy(n), "rescaling")[step] - 1 for n in WIDTHS]
    return -1.35 < np.polyfit(np.log(WIDTHS), np.log(s), 1)[0] < -0.8


def _ratio(width: int) -> bool:
    """L_t/F*_t is the rescaling of the same parameters, which is never below 1."""
    found = _toy(width).sel(rule="pc")
    ratio = found.loss / found.energy
    return bool(np.allclose(ratio, found.rescaling, rtol=1e-9) and (ratio >= 1).all())


def _shifted(width: int) -> tuple[float, float]:
    """Least of the ratios L_(t+1)/F*_t of the first steps."""
    model = PCN(width=width, depth=5)
    found = run(model, samples=3, seed=0, steps=3, observe=("loss", "energy")).sel(rule="pc")
    later = found.loss.isel(step=slice(1, None)).to_numpy()
    return float((later / found.energy.isel(step=slice(0, -1)).to_numpy()).min()), 1.0


CLAIMS.add(
    id="PC-FA17",
    source=PC.figure("A.17"),
    says="Over N = 16 to 64, s - 1 falls like 1/N (exponent within -1.35 and -0.8), before and "
    "after training; L/F* at the same parameters is s, never below 1.",
    quote="We see that the ratio converges to one",
    reading="ratio of loss and energy at the same step",
    checks=(
        Property(_exponent, {"step": [0, STEPS]}, at_least=2),
        Property(_ratio, {"width": WIDTHS}, at_least=2),
    ),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-FA17-shifted",
    source=PC.ledger("ERR-PC-34"),
    says="The ratio L_(t+1)/F*_t, of losses stored after an update and energies before it, falls "
    "below 1 at N = 512, which L/F* = s cannot.",
    checks=(Property(_shifted, {"width": [512]}, relation="<", at_least=1),),
    why_sampled="random",
)


# -- figures A.18 and A.19: the standard parametrisation -------------------------------------------


def _stays() -> Sampled:
    """E s - 1 = (1 - 3^(1 - L))/2 at N = 16 and 64, at initialisation."""

    def estimate(seed: int) -> Array:
        found = [_start("kaiming", n, 200, seed, ("rescaling",)) for n in (16, 64)]
        return np.stack([start["rescaling"] - 1 for start in found], -1)

    return Sampled(estimate, lambda: np.full(2, (1 - 3.0**-4) / 2), what="uniform weights, L = 5")


def _start(
    parametrization: str, width: int, samples: int, seed: int, names: tuple[str, ...] = START
) -> dict[str, Array]:
    """What is compared before the first step."""
    model = PCN(width=width, depth=5, parametrization=parametrization)
    found = run(model, samples=samples, seed=seed, steps=0, observe=names, rules=("pc",))
    return {name: found[name].isel(step=0, rule=0).to_numpy() for name in names}


def _parts_ways(width: int) -> bool:
    """Energy well below the loss, cosine as plotted below 0.9, at the end of training."""
    found = _toy(width, parametrization="kaiming")
    gap = 1 - mean(found, "energy")[-1] / mean(found, "loss")[-1]
    return bool(gap > 0.4 and mean(found, "between")[-1] < 0.9)


CLAIMS.add(
    id="PC-FA18",
    source=PC.figure("A.18"),
    says="Under the uniform standard initialisation E s = 1 + (1 - 3^(1 - L))/2 at every width: s "
    "does not go to 1, F* stays well below L, and the runs' gradients part ways.",
    quote="does not converge to one with the width",
    checks=(_stays(), Property(_parts_ways, {"width": UNIFORM}, at_least=2)),
    why_sampled="random",
)


def _no_alignment(width: int) -> tuple[float, float]:
    """1 - cos before the first step, when both losses are near 1/2, at N and at 8 N."""
    near, far = (np.mean(1 - _start("kaiming", n, 12, 0)["cosine"]) for n in (width, 8 * width))
    return float(far), 0.9 * float(near)


def _aligns(parametrization: str, least: float) -> bool:
    """1 - cos before the first step, N = 32 to 256, at a loss of order one."""
    starts = [_start(parametrization, n, 12, 0) for n in (32, 256)]
    falls = fall(*(float(np.mean(1 - s["cosine"])) for s in starts))
    return bool(falls > least and min(np.mean(s["loss"]) for s in starts) > 0.4)


LEAST = {"ntk": ("ntk", 2.5), "sp": ("sp", 2.5), "uniform": ("kaiming", 1.5)}

CLAIMS.add(
    id="PC-FA18-note",
    source=PC.figure("A.18"),
    says="Under the standard parametrisation gradients align at large width only because energy "
    "and loss are close to zero: at losses near 1/2 the width does not matter.",
    quote="the gradients align for the widest networks because both the equilibrated energy and "
    "the loss are close to zero",
    reading="at initialisation, where both losses are 1/2, eight times the width must not bring "
    "1 - cos down by more than a tenth",
    corrected_by="PC-FA18-direction",
    checks=(Property(_no_alignment, {"width": [32]}, relation=">=", at_least=1),),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-FA18-direction",
    source=PC.ledger("ERR-PC-25"),
    says="The directions align with width at losses of order one in every parametrisation: from N "
    "= 32 to 256, 1 - cos at initialisation falls at least 2.5 times for NTK and the Gaussian "
    "standard one, 1.5 times for the uniform one.",
    checks=(
        Property(
            lambda case: _aligns(*LEAST[case]),
            {"case": ["ntk", "sp", "uniform"]},
            at_least=2,
        ),
    ),
    why_sampled="random",
)


def _same_start(width: int) -> tuple[Array, Array]:
    found = _toy(width, parametrization="kaiming").isel(step=0)
    return found.cosine.sel(rule="pc").to_numpy(), found.between.to_numpy()


def _run_apart(width: int) -> tuple[float, float]:
    """Mean cosine at equal parameters at the end, and the plotted one plus a tenth."""
    found = _toy(width, parametrization="kaiming", samples=NETWORKS)
    return float(mean(found, "cosine")[-1]), float(mean(found, "between")[-1]) + 0.1


CLAIMS.add(
    id="PC-F2-between",
    source=PC.ledger("ERR-PC-33"),
    says="The plotted cosine, between the gradients of two separate runs, is that at equal "
    "parameters before the first step only: after 100 steps under the standard parametrisation it "
    "is lower by more than 0.1.",
    checks=(
        Property(_same_start, {"width": UNIFORM}, rtol=1e-12, at_least=2),
        Property(_run_apart, {"width": UNIFORM}, relation=">", at_least=2),
    ),
    why_sampled="random",
)


# -- nonlinear networks: figures A.1, A.2, A.20, A.21 ----------------------------------------------


def _nonlinear(network: str, activation: str, step: int) -> tuple[Array, Array]:
    """Energy below the loss, and 1 - cos, at N = 16 and 128: how many times nearer to zero."""
    gaps = []
    for width in (16, 128):
        model = PCN(width=width, depth=5, network=network, activation=activation)
        found = run(model, samples=3, seed=0, steps=4)
        gap = mean(found, "loss") - mean(found, "energy")
        gaps.append(np.array([gap[step], 1 - mean(found, "cosine")[step]]))
    return gaps[0] / gaps[1], np.array([3.0, 5.0])


def _nonlinear_check(network: str, activation: str) -> Property:
    return Property(
        lambda step: _nonlinear(network, activation, step),
        {"step": [0, 4]},
        relation=">",
        at_least=2,
    )


CLAIMS.add(
    id="PC-FA1",
    source=PC.figure("A.1"),
    says="Tanh residual networks, L = 5, activities at certified equilibrium: from N = 16 to 64 "
    "L - F falls at least 3 times and 1 - cos at least 5 times.",
    quote="PC converges to BP for model width much larger than depth even on nonlinear networks",
    checks=(_nonlinear_check("residual", "tanh"),),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-FA2",
    source=PC.figure("A.2"),
    says="The same for ReLU residual networks, whose equilibria lie on kinks.",
    checks=(_nonlinear_check("residual", "relu"),),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-FA20",
    source=PC.figure("A.20"),
    says="The same for tanh MLPs.",
    checks=(_nonlinear_check("mlp", "tanh"),),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-FA21",
    source=PC.figure("A.21"),
    says="The same for ReLU MLPs.",
    checks=(_nonlinear_check("mlp", "relu"),),
    why_sampled="random",
)
