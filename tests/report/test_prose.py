import re

import pytest

from depthlaws.claims.engine.ledger import all_claims
from depthlaws.figures import figures
from depthlaws.report.prose import typeset
from depthlaws.report.statements import KINDS
from depthlaws.theory import formulas
from tests.report.pages import parsed

ASCII = {
    "\u2061": "",
    "\u2062": "",
    "\u2212": "-",
    "\u2032": "'",
    "\u00b7": "*",
    "\u221e": "inf",
}
ASCII |= {"\u0394": "Delta"}
ASCII |= {"\u03b1": "alpha", "\u03b7": "eta", "\u03b5": "eps", "\u03bc": "mu", "\u03c4": "tau"}


def plain(text):
    """Signs and letters as they are typed, invisible operators left out."""
    return "".join(ASCII.get(c, c) for c in text)


def maths(text):
    """Text of each piece of mathematics in a sentence."""
    return [plain(m.text) for m in parsed(typeset(text)).find("math")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the mean of Table 1's networks, figure 2 and section 3's statements", []),
        ("at L = 2 and L = 4", ["L=2", "L=4"]),
        ("eps = 1/(N sqrt L), free of N", ["eps=1/(NL)", "N"]),
        ("tau d(alpha)/dt = alpha^(2 - 2/L) (1 - alpha)", ["taud(alpha)/dt=alpha2-2/L(1-alpha)"]),
        ("t_L = t_inf + O(L^-3)", ["tL=tinf+O(L-3)"]),
        ("decay like (2 C n)^(-1/2).", ["(2Cn)-1/2"]),
        ("for r < 1, too large for r > 1", ["r<1", "r>1"]),
        ("<r_n, r_m> = u_n^T W^T W u_m.", ["⟨rn, rm⟩=unTWTWum"]),
        ("|1 - alpha| < 1e-3 at 2F1", ["|1-alpha|<10-3", "F12"]),
        ("E|sum B_l|^2 <= (sum sqrt(E|B_l|^2))^2", ["E|∑Bl|2≤(∑E|Bl|2)2"]),
        ("dv/dn = k f - (k^2/2) f f'", ["dv/dn=kf-(k2/2)ff'"]),
        ("up to 0.36 (L = 1)", ["L=1"]),
        ("w_1 with mu_yx and C_1", ["w1", "muyx", "C1"]),
        ("it changes by less than 3e5", ["3*105"]),
        ("-eta |gradient|^2/d^2.", ["-eta|gradient|2/d2"]),
        ("(eps c N - R_0)_+ <= R_N", ["(epscN-R0)+\u2264RN"]),
        ("sqrt d - w - t of it", ["d-w-t"]),
        ("two layers 2 (sqrt 5 - 1), itself (3^(-3/2) at most)", ["2(5-1)", "3-3/2"]),
        ("under sqrt scaling of 2 or 3", []),
        ("with a in [0.49, 1] and a rest", ["a"]),
        ("T_{L+1} of N^{1-2a} G", ["TL+1", "N1-2aG"]),
        ("E{w > 0} and {x, y}", ["E{w>0}", "{x, y}"]),
        ("N^-(a + b) against N^-a", ["N-(a+b)", "N-a"]),
        ("<w h> and <w_1^2>, <x, y>", ["⟨wh⟩", "⟨w12⟩", "⟨x, y⟩"]),
        ("S-bar_l of eta* and T~_l/F*_t", ["S¯l", "eta*", "T~l/F*t"]),
        ("front (1/P) sum Delta g x^T", ["(1/P)∑DeltagxT"]),
        ("width^2 at exp(2x)", ["width2", "exp(2x)"]),
        ("the batch-sum energy, sum of a", []),
        ("prod_l^(L-1) w2_0_0^2", ["\u220flL-1w2002"]),
    ],
)
def test_mathematics_is_found_and_set(text, found):
    assert maths(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "A rate that a network does not have, as I said.",
        "Two-cycles of one-dimensional maps, see theorem X-C2 and ERR-20 (section 3).",
        "Equations (1) and (2), eq. (5), figure 3, panel B: (A) and (B).",
        "the paper's 4x, on 2 cores, from 0.1 to 0.9",
        "do it at most 5 times, e.g. twice; i.e. seldom",
        "Neurons are i.i.d. at finite width: PC-B7 and PC-E35-exchangeable say more.",
        "In the sum, the sign is relu and the max is plain.",
        "Theorem 1 (C.3): appendix B, appendices C.1 and A.4.2, figure 1A.",
        "What sections 4 and E say of their numbers.",
    ],
)
def test_prose_stays_prose(text):
    assert maths(text) == []
    assert parsed(typeset(text)).text == text


def test_signs_between_words_are_set_too():
    assert parsed(typeset("every depth >= 1, a -> b")).text.startswith("every depth ≥ 1")
    assert parsed(typeset("goes from -1 to -3/2, +-1 or (-2)")).text == (
        "goes from \u22121 to \u22123/2, \u00b11 or (\u22122)"
    )


def test_limits_stand_below_and_above_a_sum():
    assert "<munderover>" in typeset("s = sum_(l=1)^L G_l")
    assert "<munderover>" in typeset("s = prod_(l=1)^L G_l")


def words():
    """Every sentence that the page sets, by what it belongs to."""
    for claim in all_claims().values():
        texts = (claim.says, claim.quote, claim.reading, claim.why_sampled, *(claim.sides or ()))
        yield from ((claim.id, text) for text in texts)
    for one in figures().values():
        yield from ((one.id, text) for text in (one.says, one.words()))
    yield from ((one.id, one.says) for one in formulas().values())


def test_what_is_only_sampled_is_so_for_one_of_three_reasons():
    reasons = {claim.id: claim.why_sampled for claim in all_claims().values()}
    assert {name for name, why in reasons.items() if why and not why.startswith((*KINDS,))} == set()


def test_no_sentence_shows_its_notation():
    """Outside of mathematics there is no LaTeX, and no power or subscript in plain notation."""
    faulty = []
    for name, text in words():
        bare = re.sub(r"<math>.*?</math>", "", typeset(text))
        if "\\" in text or re.search(r"[\\$^{}]|[A-Za-z]_|\b[A-Za-z]\(", bare):
            faulty.append(f"{name}: {bare}")
    assert not faulty


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("1 - cos falls as", "1 \u2212 cos falls as"),
        ("the exponent is -1 at most", "the exponent is \u22121 at most"),
        ("one-layer networks, -bar", "one-layer networks, -bar"),
    ],
)
def test_a_hyphen_between_spaces_or_before_a_number_is_a_minus(text, shown):
    assert parsed(typeset(text)).text == shown


@pytest.mark.parametrize("text", ["<b>x</b>", "a & b", "<script>alert(1)</script>", '"q" < L\'s'])
def test_everything_is_escaped(text):
    root = parsed(typeset(text))
    assert {n.tag for n in root.walk()} <= {"document", "math", "mrow", "mi", "mo", "mn", "msub"}


@pytest.mark.parametrize(
    "text", ["(", "|x", "x^", "sqrt", "a_(b", ")(", "1e", "f''''^_^", "L^(", ""]
)
def test_nonsense_is_text_and_no_error(text):
    assert plain(parsed(typeset(text)).text) == text


def test_nothing_is_lost():
    """Every number of a sentence is still there."""
    text = "From 0.205 at L = 8 (r = 2) to k = 2.47, 15 digits of 1/(2 pi)."
    shown = parsed(typeset(text)).text
    assert re.findall(r"\d+\.?\d*", shown) == re.findall(r"\d+\.?\d*", text)


def test_a_minus_after_a_root_is_no_sign_of_what_follows():
    assert 'form="prefix"' not in typeset("sqrt d - w")
    assert 'form="prefix"' in typeset("x = -w")
