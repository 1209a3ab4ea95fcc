"""Pages that are written and parsed strictly, and made-up results of claims."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from xml.etree import ElementTree

from depthlaws.claims.engine.records import Evidence, Result, Verdict
from depthlaws.report.page import write

PAPERS = ("chain", "looped", "looped-v0", "ammup", "pc")
# About as long as the real equations, which take 0.4 MB together.
EQUATION = f'<math display="block">{"<mi>x</mi><mo>+</mo>" * 30}<mn>1</mn></math>'
VOID = {"meta", "link", "br", "img", "input", "hr"}


@dataclass
class Node:
    """One element of a page."""

    tag: str
    attributes: dict
    parent: "Node | None"
    children: list = field(default_factory=list)

    def walk(self):
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    def find(self, tag=None, **attributes):
        required = {k.rstrip("_"): v for k, v in attributes.items()}
        for node in self.walk():
            if tag in (None, node.tag) and required.items() <= node.attributes.items():
                yield node

    @property
    def classes(self):
        return (self.attributes.get("class") or "").split()

    @property
    def text(self):
        return "".join(c.text if isinstance(c, Node) else c for c in self.children)


class Parser(HTMLParser):
    """Strict parser: every opened element is closed, in order."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.root = self.here = Node("document", {}, None)

    def handle_starttag(self, tag, attrs):
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), f"<{tag}> has an attribute twice: {names}"
        node = Node(tag, dict(attrs), self.here)
        self.here.children.append(node)
        if tag not in VOID:
            self.here = node

    def handle_startendtag(self, tag, attrs):
        self.here.children.append(Node(tag, dict(attrs), self.here))

    def handle_endtag(self, tag):
        assert tag == self.here.tag, f"</{tag}> closes <{self.here.tag} {self.here.attributes}>"
        self.here = self.here.parent

    def handle_data(self, data):
        self.here.children.append(data)


def parsed(text):
    parser = Parser()
    parser.feed(text)
    parser.close()
    assert parser.here is parser.root, f"<{parser.here.tag}> is never closed"
    return parser.root


def made_up(claim, verdict=None, data=None, summary="made up by a test"):
    """Return a result of a claim without running its checks."""
    verdict = verdict or (Verdict.REFUTED if claim.erratum else Verdict.SUPPORTED)
    evidence = tuple(
        Evidence(verdict, summary, data or {}, type(c).__name__, equation=EQUATION)
        for c in claim.checks
    )
    return Result(claim.id, verdict, evidence, (), claim.erratum, 0.25)


def two_sided(equation):
    """Return True if a display equation is well-formed and its two sides differ."""
    parts = list(ElementTree.fromstring(equation))
    texts = ["".join(part.itertext()) for part in parts]
    signs = [i for i, part in enumerate(parts) if part.tag == "mo" and texts[i] == "="]
    return bool(parts) and all(texts[:i] != texts[i + 1 :] for i in signs)


def page_of(report, folder, **options):
    """Text, tree and faults of a page that is written into a folder."""
    path = folder / "index.html"
    faults = write(report, path, **options)
    text = path.read_text(encoding="utf-8")
    return text, parsed(text), faults


def only(root, **attributes):
    """Return the one element with these attributes."""
    (node,) = root.find(**attributes)
    return node
