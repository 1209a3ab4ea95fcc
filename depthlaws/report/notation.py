"""Typeset one line of mathematics such as ``alpha^(2 - 2/L) (1 - alpha)`` as MathML.

Greek letters are spelled out (``eps``, ``mu_yx``); powers and subscripts follow ``^`` and ``_``;
``sqrt`` applies to the next operand; brackets after these three only group. Division stays on the
line.
"""

import re

Token = tuple[str, str]  # kind and text

_LETTERS = (
    "alpha beta gamma delta epsilon zeta eta theta kappa lambda mu pi rho sigma tau phi psi omega "
    "xi chi nu Gamma Delta Theta Lambda Pi Sigma Phi Psi Omega"
)
GREEK = {name: f"&{name};" for name in _LETTERS.split()}
GREEK |= {"lam": "&lambda;", "eps": "&epsilon;", "inf": "&infin;", "infinity": "&infin;"}
BIG = {"sum": "&sum;", "prod": "&prod;"}  # limits are written below and above
GREEK |= BIG
_NAMES = (
    "exp ln log max min sign logit sqrt cos sin tanh artanh sinh cosh arcsin arccos relu gelu "
    "Lerch Var Ei Exp LN diag tr"
)
FUNCTIONS = set(_NAMES.split())
_SIGNS = """
<= &le;  >= &ge;  != &ne;  == =  -> &rarr;  -+ &#8723;  +- &plusmn;  +/- &plusmn;  - &minus;
* &middot;  . &middot;  ~ &sim;  << &#8810;  >> &#8811;  ... &hellip;  .. &hellip;  < &lt;  > &gt;
"""
SIGNS: dict[str, str] = dict(zip(_SIGNS.split()[::2], _SIGNS.split()[1::2], strict=True))
ACCENTS = {"-bar": ("mover", "&macr;"), "~": ("mover", "~"), "*": ("msup", "*")}
TIMES = "<mo>&#x2062;</mo>"
SPACE = '<mspace width="0.17em"/>'
APPLIED = f"<mo>&#x2061;</mo>{SPACE}"
OPENING: dict[str, str] = {"(": ")", "[": "]", "{": "}", "\u27e8": "\u27e9"}
CLOSING = {*OPENING.values()}


def formula_mathml(tokens: list[Token]) -> str:
    """Return MathML of tokens without spaces.

    Raises: IndexError or ValueError if the tokens are no formula.
    """
    return f"<math>{_Parser(tokens).row(set())}</math>"


class _Parser:
    """Recursive-descent parser of the tokens of one formula."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens, self.at = tokens, 0

    def _peek(self, ahead: int = 0) -> str:
        place = self.at + ahead
        return self.tokens[place][1] if place < len(self.tokens) else ""

    def _take(self) -> Token:
        self.at += 1
        return self.tokens[self.at - 1]

    def row(self, closing: set[str]) -> str:
        """Return MathML up to the end or a closing bracket, which is not consumed."""
        parts, operand = [], False
        while self.at < len(self.tokens) and self._peek() not in closing:
            kind, text = self.tokens[self.at]
            if (kind == "sign" and text not in {"|", "_"}) or kind == "comma":
                self._take()
                sign = f'<mo form="prefix">{_sign(text)}</mo>' if not operand else None
                parts.append(sign or f"<mo>{_sign(text)}</mo>")
                operand = text == "!"
            else:
                apart = SPACE if text in FUNCTIONS - {"sqrt"} else ""
                parts.append((TIMES + apart if operand else "") + self._scripted())
                operand = True
                if text in FUNCTIONS - {"sqrt"} and self._peek() not in {"(", *closing}:
                    parts.append(APPLIED)
                    operand = False
        return parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>"

    def _scripted(self) -> str:
        """Return an operand with its subscript and power."""
        name, below = self._peek(), ""
        base = self._operand()
        if self._peek() == "_":
            self._take()
            part = self._peek() in {"+", "-"}
            below = f"<mo>{_sign(self._take()[1])}</mo>" if part else self._argument()
        power = self._power() if self._peek() == "^" else ""
        if name in BIG and (below or power):
            tag = "munderover" if below and power else "munder" if below else "mover"
            return f"<{tag}>{base}{below}{power}</{tag}>"
        base = f"<msub>{base}{below}</msub>" if below else base
        return f"<msup>{base}{power}</msup>" if power else base

    def _power(self) -> str:
        """Return an exponent; ``x^-1/2`` is the power -1/2; brackets after a sign are shown."""
        self._take()
        if self._peek() in {"-", "+"}:
            sign = f"<mo>{_sign(self._take()[1])}</mo>"
            number = self._operand()
            if self._peek() == "/" and self.tokens[self.at - 1][0] == "number":
                self._take()
                number += f"<mo>/</mo>{self._argument()}"
            return f"<mrow>{sign}{number}</mrow>"
        return self._argument()

    def _argument(self) -> str:
        """Return an operand without its grouping brackets."""
        if self._peek() not in {"(", "{"}:
            return self._operand()
        inner = self.row({OPENING[self._take()[1]]})
        self._take()
        return inner

    def _operand(self) -> str:
        kind, text = self._take()
        if text == "|":
            return self._fenced("|", "|")
        if kind == "bracket":
            return self._fenced(text, self._closing(text))
        if text.startswith("sqrt"):
            inner = f"<mn>{text[4:]}</mn>" if text[4:] else self._argument()
            return f"<msqrt>{inner}</msqrt>"
        if kind == "name":
            return _name(text)
        if kind == "number":
            return _number(text)
        if kind == "norm":
            word = GREEK.get(text[1:-1])
            inner = f"<mi>{word}</mi>" if word else f"<mtext>{text[1:-1]}</mtext>"
            return f"<mrow><mo>|</mo>{inner}<mo>|</mo></mrow>"
        if kind == "series":
            p, q = text.split("F")
            below = f"<mn>{q}</mn><none/><mprescripts/><mn>{p}</mn><none/>"
            return f"<mmultiscripts><mi>F</mi>{below}</mmultiscripts>"
        raise ValueError(text)

    def _closing(self, text: str) -> str:
        """Return the bracket that ends a group; half-open intervals mix round and square ones."""
        return OPENING.get(text, "")

    def _fenced(self, start: str, end: str) -> str:
        inner = self.row({end, *CLOSING} if start != "|" else {"|"})
        _, last = self._take()
        fence = '<mo fence="true" stretchy="false">'
        return f"<mrow>{fence}{start}</mo>{inner}{fence}{last}</mo></mrow>"


def _sign(text: str) -> str:
    # pyrefly: ignore[no-matching-overload]  (the keys are inferred as LiteralString)
    return SIGNS.get(text, text)


def _number(text: str) -> str:
    digits, _, power = text.partition("e")
    if not power:
        return f"<mn>{digits}</mn>"
    power = str(int(power)).replace("-", SIGNS["-"])
    ten = f"<msup><mn>10</mn><mn>{power}</mn></msup>"
    return ten if digits == "1" else f"<mrow><mn>{digits}</mn><mo>&middot;</mo>{ten}</mrow>"


def _name(text: str) -> str:
    """Return a letter with its accent and subscripts, as in ``alpha0``, ``mu_yx``, ``S-bar``."""
    stem, *below = re.sub(r"^([A-Za-z]+)(\d+)(?=_|$)", r"\1_\2", text).split("_")
    accent = next((a for a in ACCENTS if stem.endswith(a) and stem != a), "")
    stem = stem.removesuffix(accent)
    below = [b for b in below if b]
    if stem[:1] == "d" and (stem[1:] in GREEK or (len(stem) == 2 and stem.isalpha())):
        letter = "_".join([stem[1:], *below])
        return f'<mrow><mi mathvariant="normal">d</mi>{_name(letter)}</mrow>'
    if stem in BIG:
        letter = f"<mo>{BIG[stem]}</mo>"
    elif stem.endswith("'"):
        primes = stem.count("'") * "&prime;"
        letter = f"<msup>{_name(stem.rstrip(chr(39)))}<mo>{primes}</mo></msup>"
    else:
        letter = f"<mi>{GREEK.get(stem, stem)}</mi>"
    if accent:
        tag, sign = ACCENTS[accent]
        letter = f"<{tag}>{letter}<mo>{sign}</mo></{tag}>"
    if not below:
        return letter
    under = "".join(_below(b) for b in below)
    return f"<msub>{letter}<mrow>{under}</mrow></msub>"


def _below(text: str) -> str:
    if text.isdigit():
        return f"<mn>{text}</mn>"
    if text in {"+", "-", "*"}:
        return f"<mo>{SIGNS['-'] if text == '-' else text}</mo>"
    if text in GREEK:
        return f"<mi>{GREEK[text]}</mi>"
    if re.fullmatch(r"[A-Za-z]\d", text):
        return f"<msub><mi>{text[0]}</mi><mn>{text[1]}</mn></msub>"
    return f"<mi>{text}</mi>"
