"""All pages in all sizes, lights and languages: axe, nothing cut off, one button that leads on."""

from __future__ import annotations

from itertools import cycle

import pytest
from playwright.sync_api import Browser, Page

import brettwerk
from browser.axe import check
from browser.hands import by_mouse, sit_down
from browser.server import Server

SIZES = {"desktop": (1280, 800), "tablet": (768, 1024), "phone": (390, 844), "small": (360, 640)}
LANGUAGES = ("en", "de")
SHARED = ["/", "/learn", "/puzzles", "/analysis", "/known", "/progress", "/nowhere"]
OF_GAMES = (
    *("new", "learn", "lessons", "rules", "puzzles"),
    *("analysis", "known", "course", "practice"),
)
PAGES = [
    *SHARED,
    *(f"/{kind}/{name}" for name in brettwerk.NAMES for kind in OF_GAMES),
    *(f"/course/{name}/game/1" for name in brettwerk.NAMES),
]
# Enough parts that none takes long, even on a machine that does much else.
PARTS = 12
# Some kinds of pages, each in another size and language; all of them are slow.
_KINDS = [*SHARED, *(f"/{kind}/{name}" for kind, name in zip(OF_GAMES, cycle(brettwerk.NAMES)))]
SAMPLE = list(
    zip(_KINDS[::3], cycle(["tablet", "small", "phone"]), cycle(reversed(LANGUAGES)), strict=False)
)
# Words that do not fit and are hidden, in elements that are seen.
CUT = """() => [...document.querySelectorAll('h1, h2, h3, p, .button, label, th, td, legend')]
  .filter((e) => e.checkVisibility() && getComputedStyle(e).overflowX !== 'visible')
  .filter((e) => !e.closest('.unseen') && e.scrollWidth > e.clientWidth + 1)
  .map((e) => e.outerHTML.slice(0, 120))"""
# The next step on a board is that board's own, and a page may have several.
PRIMARY = """() => [...document.querySelectorAll(".button.primary")]
  .filter((e) => e.checkVisibility() && !e.closest("[data-study=step-buttons]")).length"""


def look(page: Page, server: Server, path: str, *sizes: str) -> None:
    """Open a page and look at it in these sizes and both lights."""
    page.goto(server.address + path)
    page.wait_for_load_state("networkidle")
    for size in sizes:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        check(page, "light", "dark")
        assert page.evaluate(CUT) == [], (path, size)
        assert page.evaluate(PRIMARY) <= 1, (path, size)


def test_kinds_of_pages_are_in_order_each_in_one_size_and_language(
    browser: Browser, server: Server
) -> None:
    pages = {one: sit_down(browser, server, by_mouse, locale=one).page for one in LANGUAGES}
    for path, size, language in SAMPLE:
        look(pages[language], server, path, size)
    for page in pages.values():
        page.context.close()


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", range(PARTS))
def test_all_pages_are_in_order(part: int, language: str, browser: Browser, server: Server) -> None:
    page = sit_down(browser, server, by_mouse, locale=language).page
    page.set_default_timeout(60_000)
    for path in PAGES[part::PARTS]:
        look(page, server, path, *SIZES)
    page.context.close()
