"""Every page: no fault, accessible in both lights and languages, small, from this host alone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import brettwerk
from browser.axe import check, fits
from browser.hands import by_mouse, by_touch, sit_down
from browser.pictures import Pictures
from browser.server import Server
from quick import SHOWN, each_shown, in_turn

PAGES = ["/", "/analysis", *(f"/new/{name}" for name in brettwerk.NAMES), "/nowhere"]
BOARDS = {name: {"board": "1a0 3b2 4a1 2b3"} for name in ("drei", "schlacht", "katarenga")}
BOARDS["bedraengnis"] = {"board": "2b3"}
# The third is a window of the first size at 200 percent; at 400 it is as small as HUGE.
SIZES = {"desktop": (1280, 800), "phone": (360, 740), "zoomed": (640, 400)}
HUGE, SIDEWAYS = (320, 200), (740, 360)
THEMES: list[Any] = ["light", "dark"]


def test_what_nobody_can_use_is_found(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content("<html lang=en><title>x</title><main><h1>x</h1><img src='x.png'></main>")
    with pytest.raises(AssertionError, match="image-alt"):
        check(page)
    page.set_content("<html lang=en><title>x</title><main><h1 style='width: 9999px'>x</h1></main>")
    with pytest.raises(AssertionError):
        check(page)
    page.close()


def resize(page: Page, size: tuple[int, int]) -> None:
    """Another size of the window, with the board that belongs to it."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_load_state("networkidle")


def window(size: str) -> dict[str, Any]:
    """A browser's window of this size."""
    width, height = SIZES[size]
    return {"viewport": {"width": width, "height": height}}


@pytest.mark.parametrize(
    ("size", "pages"),
    [
        ("zoomed", PAGES[2::3]),  # the other sizes are those of test_matrix.py
        *(pytest.param(size, PAGES, marks=pytest.mark.slow) for size in SIZES),
    ],
)
def test_pages_are_accessible(
    size: str, pages: list[str], browser: Browser, server: Server, pictures: Pictures
) -> None:
    hands = sit_down(browser, server, by_mouse, **window(size))
    for path in pages:
        hands.page.goto(server.address + path)
        hands.page.wait_for_load_state("networkidle")
        check(hands.page, *(THEMES if size == "desktop" else ["dark"]))
        name = path.strip("/").replace("/", "-") or "home"
        for theme in THEMES if size != "zoomed" else []:
            hands.page.emulate_media(color_scheme=theme)
            pictures.whole(hands.page, f"page-{name}-{size}-{theme}")
        if size == "zoomed":
            resize(hands.page, HUGE)
            fits(hands.page)
            resize(hands.page, SIZES[size])
    assert [fault for fault in hands.faults if "404" not in fault] == []
    hands.page.context.close()


def test_choosing_a_board_and_a_clock_is_accessible(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse, **window("phone"))
    hands.page.goto(f"{server.address}/new/katarenga")
    hands.page.get_by_text("Custom …").click()
    for way in ("Lay the tableaus", "Paint your own"):
        hands.page.get_by_text(way).click()
        check(hands.page, *THEMES)
    hands.page.context.close()


def under_way(server: Server, name: str) -> dict[str, Any]:
    """A game with a clock after three moves, all of its people at one screen."""
    players = ["here"] * brettwerk.game(name).players
    options = BOARDS.get(name, {})
    game = server.create(name, *players, clock="10+5", begins=0, options=options)
    for _ in range(3):
        moves = server.table(game["id"])["moves"]
        server.act(game, "play", moves[len(moves) // 3][0])
    return game


@pytest.mark.parametrize(
    ("name", "size"), in_turn(brettwerk.NAMES, ["desktop", "phone", "zoomed"], SHOWN)
)
def test_games_are_accessible(
    name: str, size: str, browser: Browser, server: Server, pictures: Pictures
) -> None:
    game = under_way(server, name)
    hands = sit_down(browser, server, by_mouse, **window(size))
    page = hands.page
    hands.open(game, *range(len(game["seats"])))
    page.wait_for_load_state("networkidle")
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        pictures.take(page, f"game-{name}-{size}-{theme}")
    hands.set("Confirm every move")
    # In the middle of a move, at every size; what comes then looks the same at each.
    cell = page.locator("[data-cell].can").first.get_attribute("data-cell")
    hands.touch(hands, str(cell))
    expect(page.locator(".mark.picked")).to_have_count(1)
    check(page, *(["dark"] if size == "zoomed" else THEMES))
    if size == "zoomed":
        resize(page, HUGE)
        fits(page)
    if size == "desktop":
        page.keyboard.press("Escape")
        hands.press("Resign")
        expect(page.locator("#ask")).to_be_visible()
        check(page, *THEMES)
        page.get_by_role("button", name="No", exact=True).click()
        server.act(game, "forfeit", person=server.table(game["id"])["turn"])
        if name == "triapon":  # of three, two go on
            server.act(game, "forfeit", person=server.table(game["id"])["turn"])
        expect(page.get_by_role("button", name="Rematch", exact=True)).to_be_visible()
        check(page, *THEMES)
        pictures.take(page, f"over-{name}")
    assert hands.faults == []
    page.context.close()


@each_shown
def test_games_can_be_played_at_double_size_and_on_a_phone_on_its_side(
    name: str, browser: Browser, server: Server
) -> None:
    game = under_way(server, name)
    hands = sit_down(browser, server, by_mouse, **window("zoomed"))
    hands.open(game, *range(len(game["seats"])))
    for size in (SIZES["zoomed"], SIDEWAYS):
        resize(hands.page, size)
        hands.play(server.table(game["id"])["moves"][0][1])
        box = hands.page.locator("#board svg").bounding_box()
        assert box is not None
        # The whole board is seen at once, no cell is too small, and nothing lies over another.
        assert box["height"] <= size[1]
        assert nearest(hands.page) >= 24
        for chip in hands.page.locator(".chip").all():
            assert chip.evaluate("e => e.scrollWidth - e.clientWidth") <= 0
        fits(hands.page)
    assert hands.faults == []
    hands.page.context.close()


NEAREST = """() => {
  const boxes = [...document.querySelectorAll('[data-hit]')].map((e) => e.getBoundingClientRect());
  const all = boxes.map((b) => [b.x + b.width / 2, b.y + b.height / 2]);
  const between = ([x, y], [a, b]) => Math.hypot(x - a, y - b);
  const apart = all.flatMap((one, i) => all.slice(0, i).map((other) => between(one, other)));
  const inside = all.every(([x]) => x > 16 && x < innerWidth - 16);
  return inside ? Math.min(...apart) : 0;
}"""


def nearest(page: Page) -> float:
    """How far apart the middles of neighbouring cells are; 0 if one is not in the window.

    A touch means the cell whose middle is nearest, so this is how large a target is.
    """
    found: float = page.evaluate(NEAREST)
    return found


@pytest.mark.parametrize(("name", "begins"), in_turn(brettwerk.NAMES, [0, 1], SHOWN))
def test_every_cell_is_hit_by_a_thumb(
    name: str,
    begins: int,  # the board as it is, and turned around
    browser: Browser,
    server: Server,
) -> None:
    hands = sit_down(browser, server, by_touch)
    seats = ["here", *["friend"] * (brettwerk.game(name).players - 1)]
    game = server.create(name, *seats, begins=begins, options=BOARDS.get(name, {}))
    hands.open(game, 0)
    hands.page.wait_for_load_state("networkidle")
    assert nearest(hands.page) >= 36  # with the whole board in sight
    fits(hands.page)
    for button in hands.page.locator("#actions button").all():
        size = button.bounding_box()
        assert size is not None
        assert size["height"] >= 40
    hands.page.context.close()


def test_a_window_that_becomes_narrow_gets_the_other_board(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse)
    hands.open(server.create("katarenga", "here", "here", begins=0, options=BOARDS["katarenga"]), 0)
    box = "() => document.querySelector('#board svg').getAttribute('viewBox')"
    wide = hands.page.evaluate(box)
    hands.page.set_viewport_size({"width": 360, "height": 740})
    hands.page.wait_for_function(f"wide => ({box})() !== wide", arg=wide)
    assert nearest(hands.page) >= 40
    expect(hands.page.locator('[data-piece="white"]')).to_have_count(8)
    hands.page.set_viewport_size({"width": 1280, "height": 800})
    hands.page.wait_for_function(f"wide => ({box})() === wide", arg=wide)
    assert hands.faults == []
    hands.page.context.close()


def test_the_browser_chooses_the_language_and_people_can_switch(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse, locale="de-AT")
    hands.page.goto(server.address)
    expect(hands.page.locator("html")).to_have_attribute("lang", "de")
    hands.page.get_by_role("button", name="Einstellungen").click()
    hands.page.get_by_role("link", name="English").click()
    expect(hands.page.locator("html")).to_have_attribute("lang", "en")
    hands.page.goto(f"{server.address}/rules/abalone")
    expect(hands.page.locator("html")).to_have_attribute("lang", "en")
    game = server.create("bedraengnis", "here", "here", options={"board": "1a0"}, begins=1)
    key = game["seats"][0]["key"]
    hands.page.goto(f"{server.address}/g/{game['id']}?lang=de#k={key}")
    expect(hands.page.locator("[data-cell=a1]")).to_have_attribute("aria-label", "a1, blau, leer")
    hands.page.context.close()


def length_of(response: dict[str, Any]) -> int:
    """The bytes of an answer as its headers tell, 0 if they do not."""
    return int(response["headers"].get("content-length", 0))


def test_the_page_of_a_game_is_small_and_asks_no_other_host(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse)
    hosts, sizes = set[str](), list[int]()
    devtools = hands.page.context.new_cdp_session(hands.page)
    devtools.send("Network.enable")
    devtools.on("Network.requestWillBeSent", lambda e: hosts.add(e["request"]["url"].split("/")[2]))
    # What is sent of every file, compressed; a missing length would be no length.
    devtools.on("Network.responseReceived", lambda e: sizes.append(length_of(e["response"])))
    game = server.create("katarenga", "here", "computer")
    hands.open(game, 0)
    hands.page.wait_for_load_state("networkidle")
    assert hosts == {server.address.removeprefix("http://")}
    assert min(sizes) > 0
    assert 10_000 < sum(sizes) < 120_000
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
    page.get_by_role("button", name="Start game").click()
    page.wait_for_selector("#table[data-moment]")
    expect(page.locator("[data-cell=a8]")).to_have_attribute("data-field", "b")
    assert hands.faults == []
    page.context.close()


def test_setups_dates_and_numbers_are_german_for_germans(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse, locale="de-DE")
    page = hands.page
    page.goto(f"{server.address}/new/abalone")
    for name in ("Belgische Margerite", "Die Mauer", "Schlangen"):
        expect(page.get_by_label(name, exact=True)).to_be_attached()
    game = server.create("drei", "here", "here", begins=0, clock="0:09")
    hands.open(game, 0, 1)
    hands.play(">d4")
    expect(page.locator('.clock[data-person="1"]')).to_have_text(re.compile(r"0:0[0-9],[0-9]"))
    page.goto(server.address)
    expect(page.locator("#mine li small")).to_have_text(re.compile(r"(heute|gestern), \d\d:\d\d"))
    page.context.close()
