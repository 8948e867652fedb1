"""What is known, in a real browser: readable by all, the atlas browsed, a fair start played."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import brettwerk
from brettwerk.boards.tableaus import numbered_arrangement
from brettwerk.findings import has_facts
from brettwerk.games.drei.atlas import Atlas
from brettwerk.solving import fair_moves
from browser.axe import check
from browser.boards import SIZES
from browser.hands import by_keyboard, by_mouse, by_touch, sit_down
from browser.pictures import Pictures
from browser.server import Server

PAGES = [
    "/known",
    *(f"/known/{name}" for name in brettwerk.NAMES if has_facts(name)),
    "/known/drei/atlas/15853",
]
# Rows of the table of first moves, and signs of the legend, that do not stand on one line.
UNEVEN = """() => [...document.querySelectorAll(".atlas-table tbody tr, .atlas-legend li")].filter(
  (row) => [...row.children].some((one) => {
    const [a, b] = [row, one].map((it) => it.getBoundingClientRect());
    return Math.abs((a.top + a.bottom) - (b.top + b.bottom)) > 4;
  })).map((row) => row.innerText)"""

# Words of a chart that are drawn beyond its edges.
CUT_IN_CHARTS = """() => [...document.querySelectorAll("svg .chart-text")].filter((one) => {
  const [a, b] = [one, one.ownerSVGElement].map((it) => it.getBoundingClientRect());
  return a.left < b.left - 1 || a.right > b.right + 1;
}).map((one) => one.textContent)"""


def test_words_of_charts_are_whole_on_small_phones(browser: Browser, server: Server) -> None:
    page = sit_down(browser, server, by_mouse, viewport={"width": 360, "height": 640}).page
    for path in PAGES:
        for language in ("de", "en"):
            page.goto(f"{server.address}{path}?lang={language}")
            assert page.evaluate(CUT_IN_CHARTS) == [], (path, language)
    page.context.close()


@pytest.mark.parametrize(
    ("size", "theme", "pages"),
    [
        ("phone", "dark", PAGES[3::6]),
        pytest.param("desktop", "light", PAGES, marks=pytest.mark.slow),
        pytest.param("phone", "dark", PAGES, marks=pytest.mark.slow),
    ],
)
def test_every_page_is_accessible(
    size: str, theme: Any, pages: list[str], browser: Browser, server: Server, pictures: Pictures
) -> None:
    width, height = SIZES[size]
    locale = "de-DE" if theme == "dark" else "en-GB"
    viewport = {"width": width, "height": height}
    hands = sit_down(
        browser, server, by_mouse, color_scheme=theme, viewport=viewport, locale=locale
    )
    for path in pages:
        hands.page.goto(server.address + path)
        hands.page.wait_for_load_state("networkidle")
        name = path.strip("/").replace("/", "-")
        pictures.whole(hands.page, f"{name}-{size}-{theme}")
        for summary in hands.page.locator("details > summary").all()[:3]:
            summary.click()
        check(hands.page)
    assert hands.faults == []
    hands.page.context.close()


def told(page: Page) -> str:
    """The sentence with the counts of the board that is shown."""
    return page.locator("#atlas-summary p").first.inner_text()


def counts(number: int) -> str:
    moves = Atlas.load().first_moves(number)
    won, drawn, lost = (sum(e.value == v for e in moves.values()) for v in (1, 0, -1))
    return f"Board {number}: {won} of 64 first moves win for White, {drawn} draw, {lost} lose."


def test_the_atlas_is_browsed_by_number_and_by_turning(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    page = hands.page
    page.goto(f"{server.address}/known/drei/atlas")
    page.get_by_label("Number of the board").fill("15853")
    page.get_by_role("button", name="Open").click()
    expect(page.locator("#atlas-summary")).to_contain_text(counts(15853))
    assert page.evaluate(UNEVEN) == []
    expect(page.locator("#atlas-told")).to_contain_text(counts(15853))
    assert page.locator("[data-chip=won]").count() == 10
    page.get_by_role("link", name="Next").click()
    expect(page.locator("#atlas-summary")).to_contain_text(counts(15854))
    assert page.evaluate("document.activeElement.id") == "atlas-next"
    page.get_by_role("link", name="Turn it").click()
    turned = str(numbered_arrangement(15854).turned()).replace(" ", "-")
    page.wait_for_url(f"**/known/drei/atlas/{turned}")
    assert told(page) == counts(15854)
    page.go_back()
    expect(page).to_have_url(re.compile("/15854$"))
    page.go_back()
    expect(page.locator("#atlas-summary")).to_contain_text(counts(15853))
    page.get_by_role("link", name="Random").click()
    expect(page.locator("#atlas-summary")).not_to_contain_text(counts(15853))
    page.reload()
    assert told(page).startswith("Board ")
    assert hands.faults == []
    page.context.close()


def test_the_atlas_is_browsed_by_tableaus_with_keys_alone(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_keyboard)
    page = hands.page
    page.goto(f"{server.address}/known/drei/atlas/1a0-2a0-3a0-4a0")
    page.get_by_role("group", name="Top left").get_by_label("Quarter turns").focus()
    page.keyboard.press("ArrowDown")
    page.wait_for_url("**/1a1-2a0-3a0-4a0")
    assert page.evaluate("document.activeElement.id") == "turns-0"
    page.keyboard.press("ArrowDown")
    page.wait_for_url("**/1a2-2a0-3a0-4a0")
    page.get_by_role("group", name="Bottom right").get_by_label("Tableau").focus()
    page.keyboard.press("1")
    page.wait_for_url("**/4a2-2a0-3a0-1a0")
    page.keyboard.press("Shift+Tab")
    assert hands.faults == []
    page.context.close()


def test_without_script_the_atlas_can_be_browsed_too(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse, java_script_enabled=False)
    page = hands.page
    page.goto(f"{server.address}/known/drei/atlas/1a0-2a0-3a0-4a0")
    page.get_by_role("group", name="Top right").get_by_label("Side").select_option("b")
    page.get_by_role("button", name="Show this board").click()
    page.wait_for_url("**/1a0-2b0-3a0-4a0")
    page.get_by_label("Number of the board").fill("77")
    page.get_by_role("button", name="Open").click()
    assert told(page) == counts(77)
    page.context.close()


@pytest.mark.parametrize(
    "touch",
    [by_mouse, *(pytest.param(one, marks=pytest.mark.slow) for one in (by_keyboard, by_touch))],
)
def test_a_fair_start_is_chosen_and_played_on(touch: Any, browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, touch)
    page = hands.page
    page.goto(f"{server.address}/known/drei/atlas/4711")
    hands_on = page.get_by_role("link", name="Play on it, with a fair start")
    hands_on.tap() if touch is by_touch else hands_on.click()
    page.wait_for_url("**/new/drei?**")
    assert page.get_by_label("Fair start").is_checked()
    page.locator("#kind-1").select_option("here")
    page.locator("#begins").select_option("0")
    hands.press("Start game")
    page.wait_for_selector("#table[data-moment]")
    start = brettwerk.game("drei", board="#4711").start()
    first = page.locator(".move").first.inner_text()
    field = first.partition(" ")[0]
    assert first == f"{field} (random)"
    assert field in [move.text for move in fair_moves(start)]
    expect(page.locator(".moves-lot")).to_contain_text(f"{field} was drawn at random")
    after = start.play(field)
    hands.play(f">{after.moves[0].text}")
    assert page.locator(".move").all_inner_texts() == [first, after.moves[0].text]
    check(page)
    assert hands.faults == []
    page.context.close()


def test_a_fair_start_that_cannot_be_is_told(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse, locale="de-DE")
    page = hands.page
    page.goto(f"{server.address}/new/drei")
    page.get_by_label("Gerechter Anfang").check()
    page.get_by_text("Selbst malen").click()
    for field in range(4):  # no tableau has four red fields in a row
        page.locator(".paint").nth(field).click()
    page.get_by_role("button", name="Spiel beginnen").click()
    expect(page.get_by_role("alert")).to_contain_text("kein gerechter Anfang bekannt")
    page.context.close()
