"""Models moved between sizes: each law's powers against the papers' tables, by hand."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from depthlaws import chain, parametrization, updates
from depthlaws.theory.parametrization import law_records
from depthlaws.theory.parametrization.transfer_laws import OTHER_MATRICES, laws
from tests.theory.tuned_models import BASE, BIGGER, TUNED, factors, moved


class TestAgainstTheTables:
    def test_looped(self):
        """Looped, tables 1 and 3; every cell is in test_recipe_tables.py."""
        model = moved("looped", to_layers=48, to_loops=8)
        assert factors(model, "block matrices") == {
            "learning_rate": 1 / 2,
            "init_std": 1,
            "weight_decay": 1,
            "adam_epsilon": 1 / 2,
            "multiplier": 1 / 16,
        }
        assert model.settings["embedding"]["learning_rate"].value == TUNED["learning_rate"]
        recipe = parametrization.component_values(48, loops=8)["attention and MLP matrices"]
        assert (
            recipe["learning_rate"] / 1.25e-3 == factors(model, "block matrices")["learning_rate"]
        )
        assert recipe["adam_epsilon"] / 1e-8 == pytest.approx(1 / 2)
        assert recipe["multiplier"] == 1 / 16
        known = {group: cells["weight_decay"].known for group, cells in model.settings.items()}
        assert set(known.values()) == {"silent"}
        said = factors(model, "block vectors"), factors(model, "readout")
        assert [one["adam_epsilon"] for one in said] == [1 / 2, 1]

    @pytest.mark.parametrize(("law", "alpha"), [("depth_mup", 0.5), ("complete_p", 1.0)])
    def test_adam_in_width_and_depth(self, law, alpha):
        """Dey et al. (2025), table 1, m_N = 4 and m_L = 4 (loops are layers), entered again."""
        model = moved(law, to_width=1024, to_layers=24, to_loops=2)
        width, depth = 4, 4
        assert factors(model, "block matrices") == pytest.approx(
            {
                "learning_rate": depth ** (alpha - 1) / width,
                "init_std": width**-0.5,
                "weight_decay": width,
                "adam_epsilon": depth**-alpha / width,
                "multiplier": depth**-alpha,
            }
        )
        vectors = factors(model, "block vectors")
        assert vectors["learning_rate"] == pytest.approx(depth ** (alpha - 1))
        assert vectors["adam_epsilon"] == pytest.approx(depth**-alpha / width)
        assert factors(model, "readout") == pytest.approx(
            {
                "learning_rate": 1,
                "init_std": 1,
                "weight_decay": 1,
                "adam_epsilon": 1 / width,
                "multiplier": 1 / width,
            }
        )

    def test_what_is_inferred_of_matrices_outside_of_the_blocks(self):
        """The quantities of block matrices but the multiplier; nothing at one fixed width."""
        for law in [law for family in laws.values() for law in family.values()]:
            blocks = {*law.rules["block matrices"]} - {"multiplier"}
            inferred = set() if "width" in law.needs_same else blocks
            assert {*law.rules[OTHER_MATRICES]} == inferred, law.name

    def test_matrices_outside_of_the_blocks_move_in_width_as_blocks_and_not_in_depth(self):
        """All rates of am_mup move together: 16^(-3/2) for 16 times the depth."""
        model = moved("complete_p", to_width=1024, to_layers=24, to_loops=2)
        assert factors(model, "other matrices") == pytest.approx(
            {
                "learning_rate": 1 / 4,
                "init_std": 1 / 2,
                "weight_decay": 4,
                "adam_epsilon": 1 / 4,
                "multiplier": 1,
            }
        )
        together = factors(moved("am_mup", "sgd", to_layers=192), "other matrices")
        assert together["learning_rate"] == pytest.approx(1 / 64)

    def test_descent(self):
        """Pc, table 2: muP of gradient descent, weights of variance 1/N under rate N^(-1) gamma^2.

        gamma^2 = N cancels the rate's 1/N; the input's multiplier N^(1/2) goes into its weights of
        variance 1/N, which then learn N times faster.
        """
        model = moved("mup", "sgd", to_width=1024)
        assert factors(model, "embedding")["init_std"] == 1
        assert factors(model, "embedding")["learning_rate"] == 4
        assert factors(model, "block matrices")["learning_rate"] == 1
        assert factors(model, "readout")["multiplier"] == pytest.approx(1 / 2)

    def test_three_halves_and_the_exact_law(self):
        """Ammup: L^(-3/2), and beside it the exact first step, which approaches it from above."""
        rule = moved("am_mup", "sgd", to_layers=48)
        assert factors(rule, "block matrices")["learning_rate"] == pytest.approx(4**-1.5)
        exact = moved("am_mup_exact", "sgd", to_layers=48, outputs=10)
        rates = updates.max_update_rate("plain", [12, 48], width=256, outputs=10)
        assert factors(exact, "block matrices")["learning_rate"] == pytest.approx(
            rates[1] / rates[0]
        )

    def test_chain(self):
        model = moved("chain", "sgd", to_layers=48, mu_yx=2.0, mu_xx=1.0)
        rates = chain.max_learning_rate([12, 48], 2.0, 1.0)
        assert factors(model, "block matrices")["learning_rate"] == pytest.approx(
            rates[1] / rates[0]
        )


sizes = st.fixed_dictionaries(
    {
        "width": st.integers(1, 4096),
        "layers": st.integers(1, 64),
        "loops": st.integers(1, 16),
    }
)
POWERS = [
    (optimizer, name)
    for optimizer, known in parametrization.laws.items()
    for name, law in known.items()
    if law.factor is None
]


class TestEveryLaw:
    @pytest.mark.parametrize(("optimizer", "law"), POWERS)
    @given(a=sizes, b=sizes, c=sizes)
    def test_two_moves_compose_to_one(self, optimizer, law, a, b, c):
        for fixed in parametrization.laws[optimizer][law].needs_same:
            b, c = b | {fixed: a[fixed]}, c | {fixed: a[fixed]}

        def move(here, there):
            model = moved(law, optimizer, **here, **{f"to_{k}": v for k, v in there.items()})
            assert not model.refused
            return model.settings

        steps, whole = (move(a, b), move(b, c)), move(a, c)
        for group, quantity in itertools.product(whole, TUNED):
            one, other = (step[group][quantity].factor for step in steps)
            assert one * other == pytest.approx(whole[group][quantity].factor, rel=1e-12)

    @pytest.mark.parametrize("optimizer", parametrization.laws)
    def test_staying_changes_nothing(self, optimizer):
        options = BASE | TUNED | {"optimizer": optimizer}
        for model in parametrization.transfer(options.pop("learning_rate"), **options):
            assert not model.refused
            for group, own in model.settings.items():
                kept = TUNED | ({"weight_decay": 0.0} if group in law_records.VECTORS else {})
                assert {q: s.value for q, s in own.items()} == kept

    @pytest.mark.parametrize("optimizer", parametrization.laws)
    def test_what_a_law_is_silent_about_is_kept_and_marked(self, optimizer):
        for law in parametrization.laws[optimizer].values():
            model = moved(law.name, optimizer, **BIGGER)
            for quantity, groups in law.silent.items():
                for group in groups:
                    setting = model.settings[group][quantity]
                    assert (setting.known, setting.factor) == ("silent", 1)
            if law.needs_same:
                assert "fixed" in model.refused
                kept = {s.known for own in model.settings.values() for s in own.values()}
                assert kept == {"silent"}

    def test_energy_is_that_of_the_stream(self):
        """Untied pre-norm ReLU layers, weights of variance init_std^2: 1 + L eps^2 s^2 / 2."""
        model = moved("complete_p", to_width=1024, to_layers=48)
        s = TUNED["init_std"] * 256**0.5  # kept by 1/sqrt(width)
        expected = [1 + L * (eps * s) ** 2 / 2 for eps, L in ((1, 12), (1 / 4, 48))]
        assert model.energy == pytest.approx(expected, rel=1e-12)
        bare = moved("residual_mup", "sgd", to_layers=48)
        expected = [(1 + (eps * s) ** 2 / 2) ** L for eps, L in ((1, 12), (1 / 2, 48))]
        assert bare.energy == pytest.approx(expected, rel=1e-12)


class TestExactLaws:
    """Each exact ratio by a second computation."""

    SIZES = {"layers": 3, "to_layers": 11, "width": 64, "to_width": 256, "multiplier": 0.7}  # noqa: RUF012

    @pytest.mark.parametrize(
        "law", ["am_mup_exact", "residual_exact", "residual_init_exact", "post_activation_exact"]
    )
    def test_the_mean_energy_of_the_step_is_kept(self, law):
        """Mean of the energies of all layers times rate^2, from `updates.energies`."""
        model = moved(law, "sgd", outputs=5, init_std=0.15, **self.SIZES)
        means = []
        for size, hyper in model.both():
            network = {"am_mup_exact": "plain", "post_activation_exact": "post-activation"}.get(
                law, "residual"
            )
            if network == "plain":
                each = updates.energies("plain", size.layers, width=size.width, outputs=5)
            else:
                each = updates.energies(
                    network,
                    size.layers,
                    scaled="none",
                    multiplier=hyper["multiplier"],
                    variance=hyper["init_std"] ** 2 * size.width,
                )
                each = each * size.width / 5
            means.append(hyper["learning_rate"] ** 2 * sum(each) / size.layers)
        assert means[1] == pytest.approx(means[0], rel=1e-12)
        before, after = model.update
        assert (before.size, after.size) == pytest.approx([means[0] ** 0.5] * 2, rel=1e-12)

    def test_deep_limits_by_hand(self):
        """One more doubling of many blocks: 0, -1 and +1 (ammup, ERR-03 and X21)."""
        deep = {"layers": 4096, "to_layers": 8192, "width": 64, "init_std": 2**0.5 / 8}
        keep = {"multiplier": 4096**-0.5}
        slope = {
            "residual_exact": (keep, 0.0),
            "residual_init_exact": ({"init_std": keep["multiplier"] * 2**0.5 / 8}, -1.0),
            "post_activation_exact": ({"multiplier": 1 / 4096}, 1.0),
        }
        for law, (own, exponent) in slope.items():
            model = moved(law, "sgd", **deep | own)
            factor = factors(model, "block matrices")["learning_rate"]
            assert math.log2(factor) == pytest.approx(exponent, abs=2e-3), law

    def test_signs(self):
        """S_l = 2/pi (2/pi sum min + ...) needs ReLU pairs: mean over layers, by enumeration."""

        def mean(L):
            total = 0.0
            for level in range(1, L + 1):
                pairs = sum(min(i, j) for i in range(1, level + 1) for j in range(1, level + 1))
                along = (2 * pairs - level**2) / math.pi
                total += (along + (1 - 2 / math.pi) * (level - 0.5)) / (2 * math.pi)
            return total / L

        model = moved("first_sign_step", layers=3, to_layers=11, to_width=1024)
        expected = (mean(3) / mean(11)) ** 0.5 / 4
        assert factors(model, "block matrices")["learning_rate"] == pytest.approx(expected)

    @pytest.mark.parametrize("graph", ["plain", "residual"])
    def test_paths_one_by_one(self, graph):
        model = moved("path_sum", "sgd", layers=3, to_layers=6, graph=graph)

        def cubes(L):
            if graph == "plain":
                return L**3
            return sum(math.comb(L, k) * k**3 for k in range(L + 1))

        expected = (cubes(3) / cubes(6)) ** 0.5
        assert factors(model, "readout")["learning_rate"] == pytest.approx(expected)

    def test_paths_of_edges(self):
        here = [("x", "a"), ("a", "y"), ("x", "y", 0)]
        there = [("x", "y", 3), ("x", "y", 1, 2.0)]
        model = moved("path_sum", "sgd", graph=here, to_graph=there)
        assert factors(model, "embedding")["learning_rate"] == pytest.approx((8 / 29) ** 0.5)
        edges = updates.residual_graph(0, 5)
        same = moved("path_sum", "sgd", layers=5, graph="residual", to_graph=edges)
        assert factors(same, "readout")["learning_rate"] == pytest.approx(1, rel=1e-14)
        alone = moved("path_sum", "sgd", graph=here)
        assert "to_graph" in alone.refused

    def test_huge_graphs_of_paths(self):
        model = moved("path_sum", "sgd", layers=3000, to_layers=3002, graph="residual")
        factor = factors(model, "readout")["learning_rate"]
        assert factor == pytest.approx(0.5 * (3000 / 3002) ** 1.5, rel=1e-3)


class TestHugeSizes:
    @pytest.mark.parametrize("optimizer", parametrization.laws)
    def test_laws_of_powers_still_answer(self, optimizer):
        size = {"layers": 10**9, "to_layers": 2 * 10**9}
        by_law = {m.law.name: m for m in parametrization.transfer(1.0, optimizer=optimizer, **size)}
        known = parametrization.laws[optimizer]
        exact = {n for n, law in known.items() if law.factor} - {"path_sum", "chain"}
        fixed = {n for n, law in known.items() if "layers" in law.needs_same}
        assert {n for n, m in by_law.items() if m.refused} == exact | fixed
        assert math.isnan(by_law["sp"].energy[1])
        assert by_law["sp"].update[1].why

    def test_an_exact_rate_that_is_no_double_is_refused(self):
        model = moved("am_mup_exact", "sgd", layers=10**6, to_layers=2 * 10**6, width=2, to_width=2)
        assert "leaves the doubles" in model.refused
        assert model.settings["readout"]["learning_rate"].value == TUNED["learning_rate"]


class TestPaths:
    def test_paths_without_a_length_have_no_rate(self):
        graphs = {"graph": [(0, 1, 0)], "to_graph": [(0, 1, 1)]}
        with pytest.raises(ValueError, match=r"sum of length\^3 .* got 0: give edges lengths"):
            moved("path_sum", "sgd", **graphs)


def test_a_law_of_descent_is_silent_about_no_epsilon():
    everywhere = law_records.GROUPS
    vectors = ("block vectors", "final norm")
    sgd, adam = (parametrization.laws[optimizer]["sp"].silent for optimizer in ("sgd", "adam"))
    assert sgd == {"learning_rate": vectors, "weight_decay": everywhere}
    assert adam == sgd | {"adam_epsilon": everywhere}
