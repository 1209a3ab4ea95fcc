"""Variables of the looped figures of simulated streams, computed a second time, all of them.

Scales, seeds, which state and which interval are written out; laws have another form than in the
figure where there is one.
"""

import itertools
import math

import numpy as np
import pytest
from scipy import special, stats

from depthlaws.sims.common.optimizers import SGD, AdamW, Noise, Sign
from depthlaws.sims.residual import Ensemble, ResidualMLP, dense, matrix_free
from depthlaws.theory import residual, updates
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.figures.scaling_rules import point_seed
from tests.figures.test_every_figure import small

POWERS = {"none": 0.0, "sqrt": 0.5, "linear": 1.0}  # eps = count^-power


def interval(rows):
    """Mean over samples and half of its 95 % interval by Student's t, from (sample, ...)."""
    rows = np.asarray(rows, dtype=float)
    half = stats.t.ppf(0.975, len(rows) - 1) * stats.sem(rows, axis=0)
    return np.array([rows.mean(axis=0), half])


def same(drawn, expected, rtol=1e-5, atol=1e-9):
    np.testing.assert_allclose(np.asarray(drawn, dtype=float), expected, rtol=rtol, atol=atol)


def drawn(at, name, error="error"):
    return np.array([at[name].values, at[error].values])


def run(width, seed, samples, observe=("energy",), dtype="float32", **model):
    ensemble = Ensemble(samples=samples, seed=seed, dtype=dtype)
    return matrix_free.simulate(ResidualMLP(width=width, **model), ensemble, observe=observe)


def gained(done):
    """Energy of the last state over that of the first, of each network."""
    return done.energy.values[:, -1] / done.energy.values[:, 0]


def test_norms_by_loop():
    _, ds, _ = small("looped-norms")
    for rule, L, N in itertools.product(("linear", "sqrt"), (2, 3), (1, 2)):
        at = ds.sel(scaling=rule, depth=L, loops=N).isel(loop=slice(0, N + 1))
        model = {"loops": N, "layers": L, "eps": N ** -POWERS[rule] / L**0.5, "normalize": True}
        states = np.sqrt(run(64, 0, 4, dtype="float64", **model).energy.values)
        same(drawn(at, "norm"), interval(states[:, [n * L for n in range(N + 1)]]))
        same(at.exact, np.sqrt(Stream(**model).energies[::L]))
        same(at.part, [n / N for n in range(N + 1)])
    assert np.isnan(ds.part.sel(loops=1, loop=2))


def test_energies_over_the_loop_time_and_their_bounds():
    _, ds, _ = small("looped-limit")
    T, growth = ds["T"].values, np.exp(math.sqrt(2) * ds["T"].values)
    frozen = special.i0(math.sqrt(2) * T)
    same(ds.lower, 1 + T**2 / (2 * math.pi))
    same(ds.upper, growth)
    same(ds.frozen, frozen)
    same(ds.prefactor, ds.limit / growth)
    same(ds.frozen_prefactor, frozen / growth)
    same(ds.excess, (ds.limit - frozen) / T**5)
    same(ds.small, 1 / (120 * math.sqrt(2) * math.pi))
    late = ds.late.values
    same(ds.late_prefactor, residual.limit(late).value / np.exp(math.sqrt(2) * late))
    for N in (1, 4):
        same(ds.exact.sel(N=N), [Stream(loops=N, eps=t / N).energies[-1] for t in T])
        for t in ds.shown.values:
            seed = point_seed(0, N, round(1000 * t))
            done = run(256, seed, 8, loops=N, eps=t / N)
            same(drawn(ds.sel(N=N, shown=t), "simulated"), interval(gained(done)))
    for t, n in itertools.product((0.5, 1.0), (4, 16)):
        off = Stream(loops=n, eps=t / n).energies[-1] / residual.limit(t).value - 1
        same(ds.gap.sel(at=t, count=n), abs(off))


def test_cosines_of_loops_and_of_one_layer():
    _, ds, _ = small("looped-cosines")
    scale = {"normalize": True, "layers": 2}
    models = {"looped": {"loops": 5, "eps": 1.0} | scale}
    models |= {L: scale | {"loops": 3, "layers": L, "eps": 1 / (3 * L**0.5)} for L in (1, 3)}
    for name, model in models.items():
        kind = "big" if name == "looped" else "small"
        at = ds.sel(model=name) if kind == "big" else ds.sel(depth=name)
        cosines = run(64, 0, 4, ("loop_cosines",), "float64", **model).loop_cosines
        same(drawn(at, f"{kind}_simulated", f"{kind}_error"), interval(cosines))
        same(at[f"{kind}_exact"], residual.cosines(Stream(**model), blocks=True))
        below = np.tril(np.ones(at[kind].shape, dtype=bool), -1)
        same(at[kind], np.where(below, at[f"{kind}_simulated"], at[f"{kind}_exact"]))
    for rule, normal in itertools.product(POWERS, (True, False)):
        model = {"loops": 7, "eps": 7 ** -POWERS[rule], "normalize": normal}
        at = ds.sel(rule=rule, normalized=int(normal))
        cosines = run(64, 0, 4, ("loop_cosines",), "float64", **model).loop_cosines
        same(drawn(at, "single_simulated", "single_error"), interval(cosines)[:, 0])
        same(at.single_exact, residual.cosines(Stream(**model))[0])
    same(ds.single_floor, 1 / math.pi)
    assert int(ds.drawn) == 24  # layers of the map, where it is among the depths
    same(ds.big_exact.sel(model="untied"), np.eye(5))
    for name, number in (("loop", 5), ("few", 3), ("single", 7)):
        same(ds[f"{name}_number"], 1 + np.arange(number))
    states = run(64, 0, 3, ("kernel",), "float64", layers=10, eps=1.0, normalize=True).kernel
    steps = np.diff(np.diff(states.values[:, ::2, ::2], axis=1), axis=2)  # blocks of two layers
    sizes = np.sqrt(np.einsum("sii->si", steps))
    cosines = interval(steps / np.einsum("si,sj->sij", sizes, sizes))
    same(drawn(ds.sel(model="untied"), "big_simulated", "big_error"), cosines)


def test_energies_of_blocks():
    _, ds, _ = small("looped-blocks")
    scales = {
        "block": lambda N, L: 1 / N / L**0.5,
        "linear": lambda N, _: 1 / N,
        "sqrt": lambda N, L: N**-0.5 * L**-0.5,
    }
    for rule, L, N in itertools.product(scales, (1, 2), (1, 2, 4)):
        model = {"loops": N, "layers": L, "eps": scales[rule](N, L)}
        at = ds.sel(scaling=rule, depth=L, loops=N)
        same(ds.energy.sel(scaling=rule, layers=L, number=N), Stream(**model).energies[-1])
        if N * L <= 4:
            same(
                drawn(at, "simulated"), interval(gained(run(128, point_seed(0, N, L), 8, **model)))
            )
    many = [residual.block_kernel(N, 4096, 1 / N / 64)[-1, -1, -1] for N in (1, 2)]
    same(ds.deep[:2], many, rtol=1e-3)
    same(ds.limit, residual.limit(1.0).value)


def trained(kind, count, rule, optimizer, seed=0, **sizes):
    """Return a normalised stream trained to the output 1, of tied or of untied layers."""
    shape = {"loops": count} if kind == "tied" else {"layers": count}
    model = ResidualMLP(width=sizes["width"], eps=count ** -POWERS[rule], normalize=True, **shape)
    ensemble = Ensemble(samples=sizes["samples"], seed=seed, dtype="float32")
    observed = ("energy", "last_change")
    return dense.train(
        model, ensemble, optimizer, steps=sizes["steps"], observe=observed, loss="mse", target=1.0
    ).isel(time=-1)


def test_norms_at_the_start_and_during_training():
    _, ds, _ = small("looped-fig2")
    sizes = {"width": 16, "samples": 3, "steps": 3}
    for kind, rule, n in itertools.product(("tied", "untied"), POWERS, (1, 4, 64)):
        at, eps = ds.sel(kind=kind, rule=rule, count=n), n ** -POWERS[rule]
        shape = {"loops": n} if kind == "tied" else {"layers": n}
        norms = np.sqrt(gained(run(64, point_seed(0, n), 4, eps=eps, normalize=True, **shape)))
        same(drawn(at, "start", "start_error"), interval(norms))
        laws = [Stream(eps=eps, normalize=normal, **shape).energies[-1] for normal in (True, False)]
        if kind == "untied":
            laws = [1 + n * eps**2 / 2, (1 + eps**2 / 2) ** n]
        same((at.exact, at.plain), np.sqrt(laws))
    for kind, rule in (("tied", "linear"), ("untied", "sqrt")):
        norms = np.sqrt(trained(kind, 4, rule, AdamW(0.1), **sizes).energy)
        same(drawn(ds.sel(kind=kind, rule=rule, count=4), "norm", "norm_error"), interval(norms))


def test_updates_of_one_and_of_several_steps():
    _, ds, _ = small("looped-updates")
    sizes = {"width": 16, "samples": 3, "steps": 3}
    for rule, n in itertools.product(POWERS, (1, 4)):
        at, eps = ds.sel(rule=rule, count=n), n ** -POWERS[rule]
        moved = np.sqrt(trained("tied", n, rule, AdamW(0.1), **sizes).last_change)
        same(drawn(at, "moved", "moved_error"), interval(moved) / (0.1 * eps * n))
        law = Stream(loops=n, eps=eps, normalize=True)
        exact = updates.sign_step(law, seed=0, sites=256, replicates=4).rms
        same(at.exact, exact / (eps * n), rtol=5e-3)  # of sites at which a sign may round
    T, L = ds["T"].values, ds.depth.values
    root = math.sqrt(2 * math.pi)
    for name, law in (("linear", T / root), ("square", T**2 / 2), ("depth", np.sqrt(L) / root)):
        same(ds[f"{name}_guide"], law)
    streams = {("time", t): {"loops": 2, "eps": t / 2} for t in T}
    streams |= {("block", n): {"loops": 2, "layers": n, "eps": n**-0.5 / 2} for n in L}
    for (name, size), model in streams.items():
        at = ds.sel({"time": {"T": size}, "block": {"depth": size}}[name])
        law = Stream(**model)
        exact = {
            "sign": updates.sign_step(law, seed=0, sites=256, replicates=4).rms,
            "gradient": updates.gradient_step(law).rms,
            "isotropic": updates.isotropic_update(law)[-1, -1] ** 0.5,
        }
        for kind, step in (("sign", Sign), ("gradient", SGD), ("isotropic", Noise)):
            one = at.sel(kind=kind)
            same(one[f"{name}_exact"], exact[kind], rtol=5e-3)
            simulator, ensemble = (
                dense if kind == "sign" else matrix_free,
                Ensemble(samples=4, seed=0),
            )
            network = ResidualMLP(width=64, **model)
            done = simulator.train(network, ensemble, step(1e-3), steps=1)
            square, half = interval(done.change.values[:, 1, -1] * 1e6)
            expected = np.array([square**0.5, half / (2 * square**0.5)])
            same(drawn(one, f"{name}_simulated", f"{name}_error"), expected)


def test_energies_of_orders_of_visits():
    _, ds, _ = small("looped-visits")
    # Layers, and visits of each: two before the core of four, and two behind it.
    visits = {
        "own layers": lambda R: (f"{4 * R + 4}", [1] * (4 * R + 4)),
        "core": lambda R: (f"2+4x{R}+2", [1] * 2 + [R] * 4 * R + [1] * 2),
        "all shared": lambda R: (f"4x{R + 1}", [R + 1] * 4 * (R + 1)),
    }
    for (i, rule), (j, order) in itertools.product(enumerate(ds.rule.values), enumerate(visits)):
        for k, R in enumerate((1, 2)):
            word, each = visits[order](R)
            layers = sum(1 / n for n in each)
            scales = [1 / (n * layers**0.5) for n in each]
            eps = (4 * R + 4) ** -0.5 if rule == "one scale" else scales
            at, model = ds.sel(rule=rule, order=order), {"visits": word, "eps": eps, "s": 2**0.5}
            same(at.exact.sel(repeats=R), Stream(**model).energies[-1])
            done = run(512, point_seed(0, i, j, k), 48, **model)
            same(drawn(at.sel(shown=R), "simulated"), interval(gained(done)))


MODELS = {"tied, T = 1": (16, 1, 1 / 16), "tied, T = 4": (16, 1, 0.25)}
MODELS |= {"untied, eps = 1/2": (1, 16, 0.5)}


@pytest.mark.parametrize("name", MODELS)
def test_bias_and_spread_over_the_width(name):
    _, ds, _ = small("looped-width")
    loops, layers, eps = MODELS[name]
    law = Stream(loops=loops, layers=layers, eps=eps)
    for d in (30, 300):
        at, n = ds.sel(model=name, width=d), 60_000 // d
        observed = ("energy", "linear", "quadratic")
        done = run(d, point_seed(0, loops, d), n, observed, loops=loops, layers=layers, eps=eps)
        start, off = done.energy.values[:, 0], gained(done) / law.energies[-1] - 1
        # The mean at the known means (0, eps^2 / 2) of what the first step adds, by regression.
        added = [done.linear.values[:, 1] / start, done.quadratic.values[:, 1] / start - eps**2 / 2]
        design = np.column_stack([np.ones(n), *added])
        weights, left, *_ = np.linalg.lstsq(design, off, rcond=None)
        same(at.bias, weights[0], rtol=1e-4)
        same(at.bias_error, math.sqrt(float(left[0]) / (n - 3) / n), rtol=1e-4)
        for variable, x in (("spread", off), ("cross", done.linear.values[:, -1])):
            square = (x - x.mean()) ** 2
            same(at[variable], x.std(ddof=1))
            same(at[f"{variable}_error"], stats.sem(square) / (2 * x.std(ddof=1)))
        same(at.cross_exact, residual.energy_terms(law, width=d).deviation)
        same(at.samples, n)
        seen = abs(at.bias) > 3 * at.bias_error
        same(at.bias_shown, abs(at.bias) if seen else math.nan)
        same(at.bias_below, math.nan if seen else abs(at.bias) + 3 * at.bias_error)
    if name == "tied, T = 4":
        for d in (10, 100):
            energy = run(d, 0, 2, loops=16, eps=0.25).energy.values
            same(ds.path.sel(shown=d), energy / energy[:, :1] / law.energies - 1)
    for variable, least in (("bias", 30), ("spread", 300)):
        at = ds.sel(model=name, width=ds.width[ds.width >= least])
        drawn_power = ds[f"{variable}_slope"].sel(model=name)
        power, half = power_law(at.width.values, at[variable], at[f"{variable}_error"])
        same(drawn_power, (power, half), atol=2e-3)


def power_law(widths, values, errors):
    """Power between -2.5 and 0 of the best fit, and half of the range of a misfit of one more."""
    powers, seen = np.linspace(-2.5, 0, 2501), (values / errors).values
    lines = (widths / widths[0]) ** powers[:, None] / errors.values
    fitted = (lines @ seen / (lines**2).sum(axis=1))[:, None] * lines
    misfit = ((seen - fitted) ** 2).sum(axis=1)
    inside = powers[misfit <= misfit.min() + 1]
    return powers[np.argmin(misfit)], (inside[-1] - inside[0]) / 2


def test_best_rates_their_intervals_and_what_other_rates_cost():
    _, ds, _ = small("looped-transfer")
    rates, counts = 2.0 ** np.linspace(-7, 4, 9), (1, 2, 8)
    same(ds.rate, rates)
    losses = {n: log_losses("AdamW", "layers", n, rates) for n in counts}
    at = ds.sel(optimizer="AdamW", rule="layers")
    mean, half = np.moveaxis([interval(losses[n].T) for n in counts], 1, 0)
    same(at.loss, 10**mean)
    same(at.loss_low, 10**mean - 10 ** (mean - half))
    same(at.loss_high, 10 ** (mean + half) - 10**mean)
    same(at.best_loss, 10 ** mean.min(axis=1))
    draw = np.random.default_rng(0).integers(0, 4, (5, 4))
    stacked = np.array([losses[n] for n in counts])
    best = [best_of(stacked[..., pick].mean(axis=-1), rates) for pick in (range(4), *draw)]
    low, high = np.quantile(best, (0.025, 0.975), axis=0)
    expected = (best[0], best[0] - low, high - best[0])
    same((at.best, at.best_low, at.best_high), expected, atol=1e-5)
    powers = [math.log(b[2] / b[1]) / math.log(4) for b in best]
    ends = np.quantile(powers, (0.025, 0.975))
    same((at.exponent, at.exponent_low, at.exponent_high), (powers[0], *ends))
    for i, name in enumerate(("regret_one", "regret_two")):
        same(at[name], 10 ** (mean[:, mean[i].argmin()] - mean.min(axis=1)))
    for rule in ("none", "sqrt", "linear"):
        shown = ds.loss.sel(optimizer="sign", rule=rule, count=2)[4:6]
        same(shown, 10 ** log_losses("sign", rule, 2, rates[4:6]).mean(axis=1))


def log_losses(optimizer, rule, n, rates):
    """Logarithm of the mean loss of the last four steps, (rate, sample)."""
    loops, layers = (2, n) if rule == "layers" else (n, 1)
    eps = n**-0.5 / 2 if rule == "layers" else n ** -POWERS[rule]
    network = ResidualMLP(
        width=32, h0=np.eye(4), normalize=True, loops=loops, layers=layers, eps=eps
    )
    ensemble = Ensemble(samples=4, seed=point_seed(0, n), dtype="float32")
    options = {"steps": 16, "loss": "mse", "target": [1, -1, 1, -1], "observe": ("loss",)}
    losses = []
    for rate in rates / n**0.5 if rule == "layers" else rates:
        step = AdamW(rate, betas=(0.9, 0.95)) if optimizer == "AdamW" else Sign(rate)
        done = dense.train(network, ensemble, step, **options).loss.values[:, -4:]
        losses.append(np.log10(np.clip(np.nan_to_num(done.mean(axis=1), nan=1e6), 0, 1e6)))
    return np.array(losses)


def best_of(mean, rates):
    """Vertex of the parabola in log rate through the least mean and its neighbours."""
    best = []
    for row in mean:
        i = min(max(row.argmin(), 1), len(row) - 2)
        bend, slope, _ = np.polyfit([-1, 0, 1], row[i - 1 : i + 2], 2)
        shift = np.clip(-slope / (2 * bend), -1, 1) if bend > 0 else 0
        best.append(rates[i] * (rates[1] / rates[0]) ** shift)
    return np.array(best)
