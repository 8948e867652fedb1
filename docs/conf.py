"""How Sphinx makes the documentation site: `make docs`."""

from __future__ import annotations

import re
import sys
from importlib import metadata
from pathlib import Path

from sphinx.application import Sphinx

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
import generate  # noqa: E402

project = "Brettwerk"
author = "The Brettwerk team"
release = metadata.version("brettwerk")
extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_member_order = "bysource"
html_theme = "furo"
html_title = "Brettwerk"
html_show_sourcelink = False
html_copy_source = False
html_static_path = ["pictures"]
html_favicon = "../src/brettwerk/web/static/icon.svg"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#9a4a1f", "color-brand-content": "#9a4a1f"},
    "dark_css_variables": {"color-brand-primary": "#e8a878", "color-brand-content": "#e8a878"},
}
# A page of Python's own, or JSON with dots in it, is shown as it is.
suppress_warnings = ["misc.highlighting_failure"]

# Pages outside this folder that the site has a copy of, and everything else outside it.
_INSIDE = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
_LINK = re.compile(r"\[([^\]]*)\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)]*)?\)")


def rewrite_links(text: str, page: Path) -> str:
    """Rewrite links that leave the site: to the site's copy of a page, otherwise to plain text."""

    def rewritten(match: re.Match[str]) -> str:
        label, target, anchor = match[1], match[2], match[3] or ""
        place = (page.parent / target).resolve()
        if place.name in _INSIDE and place.parent == HERE.parent:
            place = HERE / _INSIDE[place.name]
        if place == HERE.parent / "README.md":
            place = HERE / "index.md"
        if not place.is_relative_to(HERE) or place.is_dir():
            return label
        up = "../" * len(page.relative_to(HERE).parent.parts) if page.is_relative_to(HERE) else ""
        return f"[{label}]({up}{place.relative_to(HERE).as_posix()}{anchor})"

    return _LINK.sub(rewritten, text)


def read_source(_: Sphinx, name: str, source: list[str]) -> None:
    """Prepare the text of a page before it is parsed."""
    copied = {
        copy.removesuffix(".md"): HERE.parent / original for original, copy in _INSIDE.items()
    }
    page = copied.get(name, HERE / f"{name}.md")
    text = page.read_text("utf-8") if name in copied else source[0]
    source[0] = rewrite_links(text, page)


def setup(app: Sphinx) -> None:
    """Write the pages that are made from the package, and prepare all others."""
    generate.main()
    app.connect("source-read", read_source)
