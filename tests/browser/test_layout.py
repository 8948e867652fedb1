"""Where things stand at the sizes of phones, tablets and desktops."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import brettwerk
from browser.axe import check, fits
from browser.hands import Hands, by_mouse, by_touch, sit_down
from browser.server import Server
from quick import each_shown

SMALL, PHONE, SIDEWAYS, LOW = (360, 640), (390, 844), (844, 390), (1280, 640)
BOX = "e => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; }"
# Where the labels of the board are drawn, and the middles of the cells of each row by its letter.
LABELS = """() => [...document.querySelectorAll('[data-layer=labels] > g')].map((e) => {
  const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; })"""


# Cells whose middle lies under the result.
COVERED = """() => [...document.querySelectorAll('#board [data-cell]')].filter((cell) => {
  const b = cell.querySelector('[data-hit]').getBoundingClientRect();
  const there = document.elementFromPoint((b.left + b.right) / 2, (b.top + b.bottom) / 2);
  return there?.closest('.result');
}).map((cell) => cell.dataset.cell)"""
# Where the wood of the board is drawn beyond the window.
RIM = """() => {
  const all = document.querySelectorAll('#board svg > g:not([data-layer]) > path:not([filter])');
  const edges = [...all].map((e) => e.getBoundingClientRect());
  return edges.filter((b) => b.left < 0 || b.right > innerWidth).map((b) => [b.left, b.right]);
}"""


def window(size: tuple[int, int]) -> dict[str, Any]:
    """A window of this size."""
    return {"viewport": {"width": size[0], "height": size[1]}}


def seen(page: Page, selector: str) -> None:
    """All of an element is in the window, without scrolling."""
    page.wait_for_selector(selector)
    left, top, right, bottom = page.locator(selector).first.evaluate(BOX)
    width, height = page.evaluate("[innerWidth, innerHeight]")
    assert left >= 0
    assert top >= 0
    assert right <= width + 0.5, (selector, right)
    assert bottom <= height + 0.5, (selector, bottom)


def beside(page: Page, left: str, right: str) -> bool:
    """Whether one thing ends where the other begins."""
    ends, begins = (page.locator(one).evaluate(BOX) for one in (left, right))
    return bool(ends[2] <= begins[0] + 1)


def new_game(hands: Hands, server: Server, name: str) -> dict[str, Any]:
    """A game of people at one screen, in which every move is confirmed."""
    game = server.create(name, *["here"] * brettwerk.game(name).players, begins=0)
    hands.open(game, *range(len(game["seats"])))
    hands.page.wait_for_load_state("networkidle")
    return game


@each_shown
def test_a_small_phone_shows_everything_without_scrolling_upright_and_on_its_side(
    name: str, browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_touch, **window(SMALL))
    page, game = hands.page, new_game(hands, server, name)
    for part in ("#board svg", "#status", "#step-text"):
        seen(page, part)
    seen(page, "[data-layer=labels]")
    # What is to be done next does not lie over one's own name.
    name_below, dock = (page.locator(part).evaluate(BOX) for part in ("#strip-bottom", "#dock"))
    assert name_below[3] <= dock[1] + 0.5
    # Two actions to a row, equally wide; one that is left over has a row.
    wide = {one.evaluate("e => e.offsetWidth") for one in page.locator("#actions button").all()}
    assert len(wide) <= 2, wide
    assert page.evaluate(RIM) == []
    for left, top, right, bottom in page.evaluate(LABELS):
        assert left >= 0
        assert right <= SMALL[0]
        assert 0 <= top < bottom <= SMALL[1]
    way = server.table(game["id"])["moves"][0][1]
    for step in way.replace("!", ">").replace("+", ">").replace(".", ">").split(">")[1:]:
        hands.touch(hands, step)
    seen(page, "#step-buttons .primary")
    expect(page.locator("#step-text")).to_contain_text("Touch the target again to confirm")
    # The target confirms as well as the button.
    hands.touch(hands, step)
    hands.wait(1)
    assert page.evaluate("scrollY") == 0
    page.set_viewport_size({"width": SIDEWAYS[0], "height": SIDEWAYS[1]})
    page.wait_for_load_state("networkidle")
    for part in ("#board svg", "#strip-top", "#strip-bottom", "#dock", "#actions button"):
        seen(page, part)
    assert beside(page, "#board svg", "#dock")
    hands.set("Left-handed layout")
    assert beside(page, "#dock", "#board svg")
    fits(page)
    page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    for _ in range(len(game["seats"]) - 1):
        server.act(game, "forfeit", person=server.table(game["id"])["turn"])
    expect(page.locator("#status.over")).to_be_visible()
    seen(page, ".result")
    assert page.evaluate(COVERED) == []
    page.set_viewport_size({"width": SIDEWAYS[0], "height": SIDEWAYS[1]})
    seen(page, ".result")
    assert page.evaluate(COVERED) == []
    page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    hands.press("Close")
    seen(page, "#status")
    assert hands.faults == []
    page.context.close()


@pytest.mark.parametrize("language", ["en", "de"])
def test_levels_of_two_computers_are_read_on_a_small_phone(
    language: str, browser: Browser, server: Server
) -> None:
    width, height = SMALL
    size: Any = {"width": width, "height": height}
    hands = sit_down(browser, server, by_mouse, viewport=size, locale=language)
    hands.open(server.create("triapon", "here", "computer", "computer"), 0)
    names = hands.page.locator("#strip-top .chip-name")
    expect(names).to_have_count(2)
    cut = "all => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent)"
    assert names.evaluate_all(cut) == []
    hands.page.context.close()


def test_titles_are_whole_and_start_buttons_above_the_fold(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse)
    page = hands.page
    for name in brettwerk.NAMES:
        page.goto(f"{server.address}/new/{name}")
        for size in (SMALL, PHONE, SIDEWAYS, LOW):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            seen(page, "#start")
        page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
        page.goto(f"{server.address}/analysis/{name}")
        title = page.locator(".bar-title")
        assert title.evaluate("e => e.scrollWidth - e.clientWidth") <= 0
        assert title.evaluate("e => getComputedStyle(e).textOverflow") == "clip"
    page.context.close()


ROWS = """() => {
  const middle = (e) => { const b = e.getBoundingClientRect(); return (b.top + b.bottom) / 2; };
  const cells = [...document.querySelectorAll('[data-cell]:not([data-spot])')];
  const rows = {};
  for (const cell of cells) rows[cell.dataset.cell[0]] = middle(cell.querySelector('[data-hit]'));
  const labels = [...document.querySelectorAll('[data-layer=labels] > g')].map(middle);
  return Object.keys(rows).sort().map((letter, at) => Math.abs(labels[at] - rows[letter]));
}"""


def test_coordinates_are_level_with_their_rows(browser: Browser, server: Server) -> None:
    for kind in ("hexagon", "triangle"):
        name = next(n for n in brettwerk.NAMES if brettwerk.game(n).board.kind == kind)
        hands = sit_down(browser, server, by_mouse)
        new_game(hands, server, name)
        assert max(hands.page.evaluate(ROWS)) < 1.5
        hands.page.context.close()


def test_notes_do_not_push_buttons_around(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    page = hands.page
    new_game(hands, server, "abalone")
    before = page.locator("#actions").evaluate(BOX)
    hands.touch(hands, "e5")  # nothing stands there, which is told
    expect(page.locator("#note")).not_to_be_empty()
    assert page.locator("#actions").evaluate(BOX) == before
    page.context.close()


def test_the_menu_of_a_narrow_window_leads_everywhere(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_touch, **window(SMALL))
    page = hands.page
    page.goto(server.address)
    for name, address in {"Learn": "/learn", "Puzzles": "/puzzles", "Analyse": "/analysis"}.items():
        page.get_by_role("button", name="Menu").tap()
        check(page)
        page.get_by_role("link", name=name, exact=True).first.tap()
        page.wait_for_url(f"**{address}")
    page.context.close()


def test_boards_to_study_on_are_whole_on_a_phone_that_lies_on_its_side(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_touch, **window(SIDEWAYS), locale="de-DE")
    for path in ("/puzzles/katarenga", "/analysis/abalone"):
        hands.page.goto(server.address + path)
        seen(hands.page, "[data-study=board] svg")
        fits(hands.page)
    assert hands.faults == []
    hands.page.context.close()
