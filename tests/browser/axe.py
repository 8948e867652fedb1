"""Whether anyone can use a page: nothing that axe finds, nothing wider than the window."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

# It knows no colours of drawings but those of the page behind them, and boards have many cells.
_AXE = Axe().axe_script + (
    "; axe.configure({rules: [{id: 'color-contrast', selector: '*:not(svg, svg *)'}]});"
)
# Told of everything that is in order as well, it takes five times as long.
_FAULTS_ONLY = {"resultTypes": ["violations"]}
_COLOURS = {**_FAULTS_ONLY, "runOnly": ["color-contrast", "link-in-text-block"]}
_RUN = """options => axe.run(options).then(
  found => found.violations.map(fault => [fault.id, ...fault.nodes.map(node => node.html)])
)"""


def fits(page: Page) -> None:
    """Nothing is wider than the window."""
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def check(page: Page, *themes: Any) -> None:
    """Nothing that axe finds, in each of these lights or as it is; nothing too wide.

    In another light only colours are others.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(_AXE)
    for number, theme in enumerate(themes or [None]):
        if theme:
            page.emulate_media(color_scheme=theme)
        found = page.evaluate(_RUN, _COLOURS if number else _FAULTS_ONLY)
        assert not found, found
    fits(page)
