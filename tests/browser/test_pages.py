"""Every page: no fault, accessible in both lights and languages, small, from this host alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

import brettwerk
from browser.hands import by_mouse, by_touch, sit_down
from browser.server import Server

PAGES = ["/", "/new/katarenga", "/new/abalone", "/new/triapon", "/rules/drei", "/nowhere"]
BOARDS = {name: {"board": "1a0 3b2 4a1 2b3"} for name in ("drei", "schlacht", "katarenga")}
BOARDS["bedraengnis"] = {"board": "2b3"}
SIZES = {"desktop": (1280, 800), "phone": (360, 740), "zoomed": (640, 400)}


def check(page: Page) -> None:
    """Nothing that axe finds, nothing wider than the window."""
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_pages_are_accessible(
    size: str, theme: Any, browser: Browser, server: Server, pictures: Path
) -> None:
    width, height = SIZES[size]
    viewport = {"width": width, "height": height}
    hands = sit_down(browser, server, by_mouse, color_scheme=theme, viewport=viewport)
    for path in PAGES:
        hands.page.goto(server.address + path)
        hands.page.wait_for_load_state("networkidle")
        check(hands.page)
        name = path.strip("/").replace("/", "-") or "home"
        hands.page.screenshot(path=pictures / f"page-{name}-{size}-{theme}.png", full_page=True)
    assert [fault for fault in hands.faults if "404" not in fault] == []
    hands.page.context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_games_are_accessible(
    name: str, size: str, theme: Any, browser: Browser, server: Server, pictures: Path
) -> None:
    width, height = SIZES[size]
    viewport = {"width": width, "height": height}
    players = ["here"] * brettwerk.game(name).players
    options = BOARDS.get(name, {})
    game = server.create(name, *players, clock="10+5", begins=0, options=options)
    keys = ",".join(seat["key"] for seat in game["seats"])
    for at in range(3):
        table = server.table(game["id"])
        move = table["moves"][len(table["moves"]) // 3][0]
        act = {"t": "act", "id": str(at), "do": "play", "text": move, "moment": table["moment"]}
        server.ask(f"/api/games/{game['id']}/acts", act, keys)
    hands = sit_down(browser, server, by_mouse, color_scheme=theme, viewport=viewport)
    hands.open(game, *range(len(game["seats"])))
    cell = hands.page.locator("[data-cell].can").first.get_attribute("data-cell")
    hands.page.screenshot(path=pictures / f"game-{name}-{size}-{theme}.png")
    hands.page.locator("details.more > summary").click()
    check(hands.page)
    if name == "katarenga":
        hands.touch(hands, str(cell))
        check(hands.page)
    assert hands.faults == []
    hands.page.context.close()


def test_the_browser_chooses_the_language_and_people_can_switch(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse, locale="de-AT")
    hands.page.goto(server.address)
    expect(hands.page.locator("html")).to_have_attribute("lang", "de")
    hands.page.get_by_role("link", name="English").click()
    expect(hands.page.locator("html")).to_have_attribute("lang", "en")
    hands.page.goto(f"{server.address}/rules/abalone")
    expect(hands.page.locator("html")).to_have_attribute("lang", "en")
    game = server.create("bedraengnis", "here", "here", options={"board": "1a0"}, begins=1)
    key = game["seats"][0]["key"]
    hands.page.goto(f"{server.address}/g/{game['id']}?lang=de#k={key}")
    expect(hands.page.locator("[data-cell=a1]")).to_have_attribute("aria-label", "a1, blau, leer")
    hands.page.context.close()


def test_the_page_of_a_game_is_small_and_asks_no_other_host(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse)
    hosts, sizes = set[str](), list[float]()
    devtools = hands.page.context.new_cdp_session(hands.page)
    devtools.send("Network.enable")
    devtools.on("Network.requestWillBeSent", lambda e: hosts.add(e["request"]["url"].split("/")[2]))
    devtools.on("Network.loadingFinished", lambda e: sizes.append(e["encodedDataLength"]))
    game = server.create("katarenga", "here", "computer")
    hands.open(game, 0)
    hands.page.wait_for_load_state("networkidle")
    assert hosts == {server.address.removeprefix("http://")}
    assert 10_000 < sum(sizes) < 150_000
    hands.page.context.close()


def test_a_katarenga_board_can_be_laid_and_painted(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    page = hands.page
    page.goto(f"{server.address}/new/katarenga")
    page.get_by_text("Lay the tableaus").click()
    tableaus = page.locator(".tableau-fields")
    first = tableaus.nth(0).evaluate("e => e.outerHTML")
    tableaus.nth(0).drag_to(tableaus.nth(3))
    assert tableaus.nth(3).evaluate("e => e.outerHTML") == first
    page.locator('[data-place="3"]').get_by_role("button", name="Turn:").click()
    page.get_by_text("Paint your own").click()
    page.get_by_text("blue: one step").click()
    page.locator(".paint").first.click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector("#table[data-moment]")
    expect(page.locator("[data-cell=a8]")).to_have_attribute("data-field", "b")
    assert hands.faults == []
    page.context.close()


def test_every_cell_is_hit_by_a_thumb(browser: Browser, server: Server) -> None:
    for name in brettwerk.NAMES:
        hands = sit_down(browser, server, by_touch)
        game = server.create(name, *["here"] * brettwerk.game(name).players, begins=0)
        hands.open(game, 0)
        box = hands.page.locator("[data-hit]").first.bounding_box()
        assert box is not None
        assert box["width"] >= 28
        for button in hands.page.locator("#actions button").all():
            size = button.bounding_box()
            assert size is not None
            assert size["height"] >= 40
        hands.page.context.close()
