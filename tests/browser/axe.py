"""Whether anyone can use a page: nothing that axe finds, nothing wider than the window."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

# Told of everything that is in order as well, it takes five times as long.
_FAULTS_ONLY = {"resultTypes": ["violations"]}


def fits(page: Page) -> None:
    """Nothing is wider than the window."""
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def check(page: Page, *themes: Any) -> None:
    """Nothing that axe finds, in each of these lights or as it is; nothing too wide."""
    for theme in themes or [None]:
        if theme:
            page.emulate_media(color_scheme=theme)
        found = Axe().run(page, options=_FAULTS_ONLY)
        assert found.violations_count == 0, found.generate_report()
    fits(page)
