"""One self-contained page of verdicts: MathML from SymPy, filters in CSS, no script."""

import json
from collections.abc import Iterator, Sequence
from html import escape, unescape
from typing import TYPE_CHECKING, Any
from xml.dom.minidom import Element

import sympy as sp
from sympy.printing.mathml import MathMLPresentationPrinter

from depthlaws.claims.engine.records import Claim, Entry, Evidence, Result, Verdict, plain
from depthlaws.theory import formula

if TYPE_CHECKING:
    from depthlaws.claims.engine.report import Report

RELATIONS = {"==": "=", "<": "<", "<=": "\u2264", ">": ">", ">=": "\u2265"}
TOO_LONG = 400  # operations; nobody reads a longer expression on a page

CSS = """
:root { color-scheme: light dark; --line: #8886; --soft: #8881; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; }
body { padding: 0 1rem; }
article { border: 1px solid var(--line); border-radius: .5rem; }
article { padding: .8rem 1rem; margin: 1rem 0; }
article:target { outline: 3px solid #48f; display: block !important; }
h2 { font-size: 1rem; margin: 0; } h2 code { font-size: 1.05rem; }
small, dt { opacity: .75; } p { margin: .5rem 0; } dd { margin: 0 0 .3rem 1.5rem; }
math { font-size: 1.15rem; } .scroll { overflow-x: auto; }
pre { overflow-x: auto; background: var(--soft); padding: .5rem; font-size: .85rem; }
.badge { border: 1px solid; border-radius: .3rem; padding: 0 .4rem; font-weight: 600; }
.badge { color: light-dark(#7a5200, #ffd479); }
.PROVED .badge, .CERTIFIED .badge { color: light-dark(#0a6b2d, #7fe0a0); }
.SUPPORTED .badge { color: light-dark(#00607a, #7fd8f0); }
.REFUTED .badge { color: light-dark(#b00020, #ff9a9a); }
.surprise { border-left: .5rem solid light-dark(#b00020, #ff9a9a); }
nav label { margin-right: .8rem; white-space: nowrap; }
input[name=show] { position: absolute; opacity: 0; }
nav label { cursor: pointer; border-bottom: 3px solid transparent; }
"""


class _Printer(MathMLPresentationPrinter):
    """SymPy's printer, with our special functions set as mathematicians write them."""

    def _element(self, tag: str, *children: Any, text: str = "") -> Element:
        element = self.dom.createElement(tag)
        for child in children:
            element.appendChild(child)
        if text:
            element.appendChild(self.dom.createTextNode(text))
        return element

    def _applied(self, name: Element, *groups: Sequence[sp.Basic]) -> Element:
        """Name and arguments in brackets, groups separated by semicolons."""
        row = self._element("mrow", name, self._element("mo", text="("))
        for i, group in enumerate(groups):
            for j, argument in enumerate(group):
                if i or j:
                    row.appendChild(self._element("mo", text="," if j else ";"))
                row.appendChild(self._print(argument))
        row.appendChild(self._element("mo", text=")"))
        return row

    def _indexed(self, name: str, index: sp.Basic) -> Element:
        return self._element("msub", self._element("mi", text=name), self._print(index))

    def _print_Piecewise(self, expr: sp.Piecewise) -> Element:
        table = self._element("mtable")
        for value, condition in expr.args:
            if condition == sp.true:
                when = self._element("mtext", text="otherwise")
            else:
                when = self._print(condition)
            cells = (self._element("mtd", part) for part in (self._print(value), when))
            table.appendChild(self._element("mtr", *cells))
        return self._element("mrow", self._element("mo", text="{"), table)

    def _print_hyper(self, expr: Any) -> Element:
        name = self._element(
            "mmultiscripts",
            self._element("mi", text="F"),
            self._element("mn", text=str(len(expr.bq))),
            self._element("none"),
            self._element("mprescripts"),
            self._element("mn", text=str(len(expr.ap))),
            self._element("none"),
        )
        return self._applied(name, expr.ap, expr.bq, (expr.argument,))

    def _print_Product(self, expr: sp.Product) -> Element:
        (variable, low, high), *_ = expr.limits
        sign = self._element("mo", text="\u220f")
        start = self._print(sp.Eq(variable, low, evaluate=False))
        above = self._element("munderover", sign, start, self._print(high))
        return self._element("mrow", above, self._print(expr.function))

    def _print_polygamma(self, expr: Any) -> Element:
        order, x = expr.args
        psi = self._element("mi", text="\u03c8")
        return self._applied(psi if order == 0 else self._indexed("\u03c8", order), (x,))

    def _print_betainc(self, expr: Any) -> Element:
        a, b, low, high = expr.args
        return self._applied(self._element("mi", text="B"), (low, high), (a, b))

    def _print_besseli(self, expr: Any) -> Element:
        return self._applied(self._indexed("I", expr.args[0]), expr.args[1:])

    def _print_loggamma(self, expr: Any) -> Element:
        return self._applied(self._element("mi", text="log \u0393"), expr.args)


def _tidy(node: Any) -> None:
    """SymPy writes text raw, with HTML entities: make it plain escaped text."""
    for child in node.childNodes:
        if child.nodeType == child.TEXT_NODE:
            child.data = escape(unescape(child.data), quote=False)
        _tidy(child)


def _row(expr: sp.Basic) -> str:
    element = _Printer()._print(expr)
    _tidy(element)
    return element.toxml()


def mathml(expr: sp.Basic) -> str:
    """Presentation MathML of one expression, well-formed as XML too."""
    return f'<math display="block">{_row(expr)}</math>'


def _relation(left: Any, relation: str, right: Any) -> str:
    sides = [sp.sympify(left), sp.sympify(right)]
    if sum(sp.count_ops(side) for side in sides) > TOO_LONG:
        return ""
    sign = f"<mo>{escape(RELATIONS[relation])}</mo>"
    return f'<math display="block">{sign.join(map(_row, sides))}</math>'


def _whole(entry: Entry) -> Claim:
    """The claim of an entry, with the checks that state it in symbols."""
    from depthlaws.claims.engine.ledger import all_claims

    return entry if isinstance(entry, Claim) else all_claims()[entry.id]


def _statements(claim: Claim) -> Iterator[str]:
    """MathML of every check whose statement is symbolic."""
    for check in claim.checks:
        try:
            if hasattr(check, "sides"):
                left, right = check.sides()
                yield _relation(left, "==", right)
            elif hasattr(check, "statement"):
                yield _relation(*check.statement())
        except Exception:  # the evidence already tells why a check cannot state itself
            continue


def _formulas(claim: Claim) -> Iterator[str]:
    for name in claim.uses:
        f = formula(name)
        what = f"<small>uses <code>{escape(name)}</code>: {escape(f.says)}</small>"
        if sp.count_ops(f.expr) > TOO_LONG:
            yield f"<p>{what}</p>"
        else:
            yield f'<p>{what}</p><div class="scroll">{mathml(f.expr)}</div>'


def _evidence(found: Evidence, *, cross: bool) -> str:
    kind = "cross-check, " if cross else ""
    term = f"{kind}{escape(found.check)}: {found.verdict}"
    text = [f"<dt>{term}</dt><dd>{escape(found.summary)}"]
    point = found.data.get("point", found.data.get("case", found.data.get("wrong")))
    if found.verdict == Verdict.REFUTED and point is not None:
        text.append(f"<p>Counterexample: <code>{escape(json.dumps(plain(point)))}</code></p>")
    if found.data:
        data = escape(json.dumps(plain(found.data), indent=1))
        text.append(f"<details><summary>data</summary><pre>{data}</pre></details>")
    return "".join([*text, "</dd>"])


def _article(claim: Claim, result: Result) -> str:
    classes = [str(result.verdict)]
    classes += ["erratum"] if claim.erratum else []
    classes += [] if result.as_expected else ["surprise"]
    name = escape(claim.id, quote=True)
    lines = [
        f'<article id="{name}" class="{" ".join(classes)}">',
        f'<h2><code>{name}</code> <span class="badge">{result.verdict}</span></h2>',
        f"<small>{escape(str(claim.source))}</small><p>{escape(claim.says)}</p>",
    ]
    if claim.corrected_by is not None:
        to = escape(claim.corrected_by, quote=True)
        lines.append(f'<p>Printed wrong. Corrected: <a href="#{to}"><code>{to}</code></a></p>')
    if claim.latex:
        lines.append(f"<p><code>{escape(claim.latex)}</code></p>")
    if claim.domain:
        lines.append(f"<p><small>for</small> {escape(claim.domain)}</p>")
    lines += [f'<div class="scroll">{s}</div>' for s in _statements(claim) if s]
    lines += _formulas(claim)
    lines.append("<dl>")
    lines += [_evidence(e, cross=False) for e in result.evidence]
    lines += [_evidence(e, cross=True) for e in result.cross_evidence]
    lines.append("</dl></article>")
    return "\n".join(lines)


def _filters(report: "Report") -> tuple[str, str, str]:
    """Radio buttons, their labels, and the CSS that makes them work."""
    counts = {str(v): n for v, n in report.counts.items() if n}
    counts["erratum"] = sum(c.erratum for c in report.claims)
    counts["surprise"] = sum(not r.as_expected for r in report.results)
    shown = {"all": len(report.results)} | counts
    words = {"erratum": "errata", "surprise": "not as expected"}
    inputs, labels, css = [], [], []
    for name, n in shown.items():
        checked = ' checked="checked"' if name == "all" else ""
        inputs.append(f'<input type="radio" name="show" id="show-{name}"{checked}/>')
        labels.append(f'<label for="show-{name}">{words.get(name, name)} {n}</label>')
        css.append(
            f"#show-{name}:checked ~ nav label[for=show-{name}] {{ border-color: currentcolor }}"
        )
        css.append(
            f"#show-{name}:focus-visible ~ nav label[for=show-{name}] {{ outline: 2px solid }}"
        )
        if name != "all":
            css.append(f"#show-{name}:checked ~ main article:not(.{name}) {{ display: none }}")
    return "\n".join(inputs), "\n".join(labels), "\n".join(css)


def page(report: "Report") -> str:
    """Return the whole page; surprises and errata come first."""
    pairs = sorted(
        zip(map(_whole, report.claims), report.results, strict=True),
        key=lambda pair: (pair[1].as_expected, not pair[0].erratum),
    )
    inputs, labels, filters = _filters(report)
    articles = "\n".join(_article(c, r) for c, r in pairs)
    return f"""<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width"/>
<title>Depthlaws: verdicts</title>
<style>{CSS}{filters}</style>
</head>
<body>
<h1>Verdicts</h1>
<p>{escape(report.summary())}</p>
{inputs}
<nav>{labels}</nav>
<main>
{articles}
</main>
</body>
</html>
"""
