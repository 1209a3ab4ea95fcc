"""Gaussian means in Coq: what is not printed, and false means that no proof is written for."""

import shutil
import sys
from fractions import Fraction

import pytest

from depthlaws.claims.engine.statement import (
    Equal,
    Mean,
    Statement,
    array,
    exp,
    gaussian,
    indices,
    naturals,
    nonnegative,
    positive,
    reals,
    scalars,
    total,
)
from depthlaws.claims.engine.statement.coq_statement import proposition
from depthlaws.claims.engine.statement.expressions import Tree
from tests.claims.test_formal import FILES, ROOT, check

N, v, x = scalars("N v x")
W, V, X, M, u, h, T = map(array, ["W", "V", "X", "M", "u", "h", "T"])
(i, j, k), n = indices("i j k", N), indices("n", N - 1)
DOMAINS = {N: naturals(1), v: nonnegative, u: reals[N], W: gaussian(v)[N], V: gaussian(v)[N]}
MATRIX = {N: naturals(1), v: nonnegative, u: reals[N], M: gaussian(v)[N, N]}


@pytest.fixture(scope="module")
def prover():
    """``proofs.Claim`` of formal/, which is no package."""
    sys.path.insert(0, str(ROOT / "formal"))
    try:
        import proofs
    finally:
        sys.path.remove(str(ROOT / "formal"))
    return proofs


def statement(clause, domains=DOMAINS, **fields):
    used = {n.args[0] for t in (clause.left, clause.right) for n in walk(t)}
    kept = {key: d for key, d in domains.items() if str(key) in used or str(key) in ("N", "v")}
    return Statement(clause, for_all=kept, **fields)


def walk(t):
    yield t
    for a in t.args:
        if isinstance(a, Tree):
            yield from walk(a)


def test_a_mean_is_a_functional_that_obeys_isserlis_rule():
    s = statement(Equal(Mean(total(W[i] * u[i], i) ** 2, W), v * total(u[i] ** 2, i)))
    assert proposition(s) == (
        "forall (N : Z) (v : R) (u : Z -> R) (E_W : ((Z -> R) -> R) -> R),\n"
        "(1 <= N)%Z ->\n"
        "(0 <= v) ->\n"
        "gaussian_vector N v E_W ->\n"
        "E_W (fun W => sum 1 N (fun i => W i * u i) ^ 2) = v * sum 1 N (fun i => u i ^ 2)"
    )


E_W = scalars("E_W")


@pytest.mark.parametrize(
    ("clause", "fields", "why"),
    [
        (Equal(Mean(1 / W[i], W), 1), {}, "no polynomial in the Gaussian entries of W"),
        (Equal(Mean(u[i] / W[i], W), 1), {}, "no polynomial"),
        (Equal(Mean(W[i] / total(W[j] ** 2, j), W), 0), {}, "no polynomial"),
        (Equal(Mean(W[i] ** Fraction(1, 2), W), 1), {}, "no polynomial"),
        (Equal(Mean(W[i] ** (-2), W), 1), {}, "no polynomial"),
        (Equal(Mean(exp(W[i]), W), 1), {}, "no polynomial"),
        (Equal(Mean(exp(Mean(W[i] * V[i], W)), V), 1), {}, "no polynomial in the .* of V"),
        (
            Equal(Mean(h[1] * W[1], W), v),
            {"defined": {h[1]: W[1], h[n + 1]: h[n] + W[n + 1]}},
            "W is Gaussian and stands outside",
        ),
        (
            Equal(Mean(T[i, j, k] ** 2, T), v),
            {"domains": {**MATRIX, T: gaussian(v)[N, N, N]}},
            "more than 2 places",
        ),
        (
            Equal(Mean(W[i] ** 2, W), E_W),
            {"domains": {**DOMAINS, E_W: reals}},
            "E_W is the name of a mean",
        ),
        (
            Equal(Mean(total(W[i], i) * total(W[i], i), W) * W[i] ** 0, N * v),
            {},
            "outside",
        ),
    ],
)
def test_what_is_no_mean_of_a_polynomial_is_not_printed(clause, fields, why):
    with pytest.raises(ValueError, match=why) as refused:
        proposition(statement(clause, **fields))
    assert "\n" not in str(refused.value)


SQUARES = total(W[i] ** 2, i)


@pytest.mark.parametrize(
    ("clause", "domains"),
    [
        # indices that may be equal, or are
        (Equal(Mean(W[i] * W[j], W), 0), DOMAINS),
        (Equal(Mean(W[i] * W[j], W), v), DOMAINS),
        (Equal(Mean(total(W[i] * u[i], i) * W[j], W), 0), DOMAINS),
        (Equal(Mean(total(W[i] * W[j], i), W), N * v), DOMAINS),
        (Equal(Mean(total(W[i] * W[j], i, j), W), 0), DOMAINS),
        (Equal(Mean(total(W[i], i) ** 2, W), N**2 * v), DOMAINS),
        (Equal(Mean(W[i] ** 4, W), v**2), DOMAINS),
        (Equal(Mean(W[i] ** 2 * W[j] ** 2, W), v**2), DOMAINS),
        (Equal(Mean(M[i, j] * M[j, i], M), 0), MATRIX),
        (Equal(Mean(total(M[i, j] * M[j, i], i, j), M), 0), MATRIX),
        (Equal(Mean(total(M[i, j] * M[j, i], i, j), M), N**2 * v), MATRIX),
        (Equal(Mean(total(M[i, i], i) ** 2, M), N**2 * v), MATRIX),
        # what is true of many entries, not of one
        (Equal(Mean(SQUARES**2, W), (N * v) ** 2), DOMAINS),
        (Equal(Mean(SQUARES**3, W), (N * v) ** 3), DOMAINS),
        # the same array, and another one
        (Equal(Mean(W[i] * W[i], W), 0), DOMAINS),
        (Equal(Mean(Mean(W[i] * V[i], V), W), v), DOMAINS),
        (Equal(Mean(Mean((W[i] * V[i]) ** 2, V), W), 3 * v**2), DOMAINS),
        (Equal(Mean(Mean((W[i] + V[i]) ** 2, V), W), 4 * v), DOMAINS),
        (Equal(Mean(SQUARES * W[1] ** 2, W), Mean(SQUARES, W) * Mean(W[1] ** 2, W)), DOMAINS),
        # a variance that is zero, or another's
        (Equal(Mean(W[i] ** 2, W), 1), {**DOMAINS, W: gaussian(0)[N]}),
        (Equal(Mean(W[i] ** 2, W), v), {**DOMAINS, W: gaussian(2 * v)[N]}),
        (Equal(Mean(W[i] ** 2, W), 1), {**DOMAINS, W: gaussian(1 / N)[N]}),
        # odd powers, shifts, and a mean that is left out
        (Equal(Mean(W[i] ** 3, W), v), DOMAINS),
        (Equal(Mean((x + W[i]) ** 2, W), x**2), {**DOMAINS, x: positive}),
        (Equal(Mean(x * W[i], W), x), {**DOMAINS, x: positive}),
    ],
    ids=lambda value: str(value)[:60] if isinstance(value, Equal) else "",
)
def test_no_proof_of_a_false_mean_is_written(prover, clause, domains):
    s = statement(clause, domains)
    with pytest.raises(prover.NoProofError):
        prover.Claim(s).text(proposition(s))


@pytest.mark.parametrize(
    "clause",
    [
        Equal(Mean(total(W[i] * u[i], i) * W[j], W), v * u[j]),
        Equal(Mean(SQUARES**2, W), N * (N + 2) * v**2),
        Equal(Mean(SQUARES**3, W), N * (N + 2) * (N + 4) * v**3),
        Equal(Mean(Mean((W[i] * V[i]) ** 2, V), W), v**2),
        Equal(Mean(W[i] ** 3, W), 0),
    ],
    ids=str,
)
def test_a_proof_of_a_true_mean_is_written(prover, clause):
    s = statement(clause)
    assert "average dom" in prover.Claim(s).text(proposition(s))


SMALL = """\
From Coq Require Import Reals ZArith List Lia Lra.
From Depthlaws Require Import real_sums gaussian.
Open Scope R_scope.
Theorem t E : gaussian_vector 1 {variance} E -> E (fun W => W 1%Z * W 1%Z) = {value}.
Proof.
intros G; apply (mean_is _ _ _ _ _ _ G) with
  (g := fun W => 1 * (W 1%Z * (W 1%Z * 1))) (a := 1 * ({variance} * same_place 1 1)).
- intros; ring.
- average G.
- rewrite same_is; ring.
Qed.
"""


@pytest.mark.parametrize(("variance", "value", "good"), [("3", "3", True), ("0", "1", False)])
def test_coq_knows_the_variance(tmp_path, variance, value, good):
    if shutil.which("coqc") is None:
        pytest.skip("coqc is not installed: apt-get install coq libcoq-mathcomp-analysis")
    texts = {name: FILES[name] for name in ("real_sums.v", "gaussian.v")}
    texts["a.v"] = SMALL.format(variance=variance, value=value)
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    assert (check.compiled(tmp_path, texts) == "") is good
