"""Exponents of growth beside slopes of sizes that are multiplied out; see test_recomputed.py."""

import math

import pytest

from depthlaws import parametrization

OWN = parametrization.abcd("1/4", "-1/4", "1/2", "1/8", "3/4", "-1/2", alpha="1/2", name="own")
POINTS = [*parametrization.named.values(), OWN]


def sizes(point, n, algorithm, *, trained):
    """Sizes of a linear network of width n, with features of order 1 and n^-1/2/gamma above them.

    Changes of a layer's own features, of the predictions by them (a sum over n coordinates along
    the gradient), and under predictive coding those by the slope of the rescaling s.
    """
    values = {name: [p.value(n) for p in (g.a, g.b, g.c)] for name, g in point.groups.items()}
    (m1, v1, rate1), (m, v, rate), (last, v_last, rate_last) = values.values()
    gamma = n ** float(point.d)
    out = {
        "h_1": m1 * math.sqrt(v1),
        "h_l": m * math.sqrt(n * v),
        "h_L": last * math.sqrt(n * v_last),
    }
    logits = 1.0 if trained else out["h_L"] / gamma
    read = math.sqrt(n) / gamma
    if point.optimizer == "adam":
        own = {"1": m1 * rate1, "l": n * m * rate, "L": n * last * rate_last / (gamma * read)}
    else:
        error = 1.0 if trained or point.d >= 0 else 1 / gamma
        s = 1.0 if algorithm == "bp" or point.d >= 0 else gamma**-2  # sum of squares above
        above = 1 / (math.sqrt(n) * gamma)
        step = gamma**2 * above * error / s
        own = {"1": m1**2 * rate1 * step, "l": n * m**2 * rate * step}
        own["L"] = n * last**2 * rate_last * step
        if algorithm == "pc":
            prediction = 1.0 if trained else 1 / gamma
            # |h|^2 (y - f) / s is n error / s; the slope of s has (y - f)^2 / s^2 f instead.
            ratio = prediction * error / s / n
            out |= {"D_l": own["l"] * ratio, "r_l": own["l"] * read * ratio}
            out["r_L"] = own["L"] * read * ratio
    out |= {f"own_{end}": size for end, size in own.items()}
    return out | {f"q_{end}": size * read for end, size in own.items()} | {"logits": logits}


def counted(point, n, size):
    """Energy and change of the features by n blocks, or by n loops of one block.

    Branches of different blocks add as squares, those of loops as sizes; a gradient carries the
    multiplier once more than a step of signs, and sums over loops once more.
    """
    at = {"depth": (1, n), "loops": (1, 1, n)}[size]
    m, v, rate = (p.value(*at) for p in (point.hidden.a, point.hidden.b, point.hidden.c))
    many = n if size == "loops" else math.sqrt(n)
    if point.optimizer == "adam":
        blocks = n * m * rate
    else:
        blocks = (n * m**2 if size == "depth" else (n * m) ** 2) * rate
    return {"energy": (many * m) ** 2 * v, "blocks": blocks}


@pytest.mark.parametrize("trained", [False, True])
@pytest.mark.parametrize("algorithm", ["bp", "pc"])
def test_growth_is_the_slope_of_the_sizes(algorithm, trained):
    for point in POINTS:
        found = parametrization.growth(point, algorithm, trained=trained)
        ends = [sizes(point, n, algorithm, trained=trained) for n in (4.0, 64.0)]
        slopes = {name: math.log(ends[1][name] / ends[0][name], 16) for name in ends[0]}
        width = {name: float(value) for name, value in found["width"].items()}
        assert width == pytest.approx(slopes, abs=1e-12), point.name
        for size in ("depth", "loops"):
            few, many = (counted(point, n, size) for n in (4.0, 64.0))
            slopes = {name: math.log(many[name] / few[name], 16) for name in few}
            actual = {name: float(value) for name, value in found[size].items()}
            assert actual == pytest.approx(slopes, abs=1e-12), (point.name, size)


@pytest.mark.parametrize("algorithm", ["bp", "pc"])
def test_desiderata_hold_by_the_exponents_that_they_show(algorithm):
    for point in POINTS:
        growth = parametrization.growth(point, algorithm)
        width = growth["width"]
        found = {d.number: d for d in parametrization.desiderata(point, algorithm)}
        shown = {
            1: {name for name in width if name.startswith("h_")},
            2: {name for name in width if name[0] in "qr"},
            3: {"own_1", "own_l", "own_L", "D_l"} & width.keys(),
        }
        for number, names in shown.items():
            assert found[number].exponents == {name: width[name] for name in names}
        largest = {n: max(found[n].exponents.values()) for n in shown}
        assert found[1].holds == (set(found[1].exponents.values()) == {0})
        assert found[2].holds == (largest[2] == 0)
        own = found[3].exponents
        later = max(own["own_l"], own.get("D_l", own["own_l"]))
        assert found[3].holds == (own["own_1"] == later == 0 and own["own_L"] <= 0)
        assert [*found] == ([1, 2, 3, 4, 5] if point.skips else [1, 2, 3])
        for number, name in ((4, "energy"), (5, "blocks")) if point.skips else ():
            for key, value in found[number].exponents.items():
                assert value == growth[key.removeprefix(f"{name} in ")][name]
            values = found[number].exponents.values()
            assert found[number].holds == (max(values) <= 0 if number == 4 else not any(values))
