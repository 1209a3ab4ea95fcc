"""Extension of Sphinx: its pages are filled into the template of the report."""

from functools import cache
from pathlib import Path
from typing import Any

from explained_words import explained
from sphinx.application import TemplateBridge

from depthlaws.report import page, site
from depthlaws.report.page_provenance import page_provenance
from depthlaws.report.places import paper_order

TEMPLATES = Path(page.__file__).parent / "templates"


@cache
def _common() -> dict[str, Any]:
    return {
        "menu": site.menu(manual=True),
        "made": page_provenance(seed=None, command="make docs"),
        "meaning": page.MEANING,
        "tags": page.TAGS,
        "order": paper_order(),
        "explains": "",
    }


class Bridge(TemplateBridge):
    """Renders every page of Sphinx with ``manual.html.j2``."""

    def init(self, builder: Any, theme: Any = None, dirs: Any = None) -> None:
        """Remember the builder."""
        self.builder = builder
        self.trees: list[tuple[str, list[tuple[str, Any]]]] = []  # captions; names and titles

    def newest_template_mtime(self) -> float:
        """Pages are written again when the template or the navigation has changed."""
        paths = [*TEMPLATES.glob("*.j2"), Path(site.__file__), Path(__file__)]
        return max(path.stat().st_mtime for path in paths)

    def newest_template_name(self) -> str:
        """Return what Sphinx says has changed."""
        return "manual.html.j2"

    def render(self, template: str, context: dict[str, Any]) -> str:
        """Return a page from the context that Sphinx gives every template."""
        name = context["pagename"]
        return page.filled(
            "manual.html.j2",
            **_common(),
            root="../" * (1 + name.count("/")),
            title=context.get("title") or "Manual",
            body=page.Markup(explained(context.get("body") or "")),
            trees=self._trees(),
            here=name,
            pathto=context["pathto"],
            before=_safe(context.get("prev")),
            after=_safe(context.get("next")),
        )

    def _trees(self) -> list[tuple[str, list[tuple[str, Any]]]]:
        """Return the pages of the manual under their captions, for the list beside every page."""
        from sphinx.addnodes import toctree

        if not self.trees:
            env = self.builder.env
            for name in ("index", "reference/index"):
                for tree in env.get_doctree(name).findall(toctree):
                    pages = [(n, env.titles[n].astext()) for _, n in tree["entries"]]
                    self.trees.append((tree["caption"] or "", pages))
        return self.trees

    def render_string(self, template: str, context: dict[str, Any]) -> str:
        """Return nothing for the files of Sphinx's own theme: no page of this site uses them."""
        return ""


def _safe(link: dict[str, str] | None) -> dict[str, Any] | None:
    return link and {"link": link["link"], "title": page.Markup(link["title"])}
