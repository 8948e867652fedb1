"""Games on the device: begun without a server, played with the network cut, kept, handed over."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.axe import check
from browser.server import Server

KEPT = """() => new Promise((resolve) => {
  indexedDB.open("brettwerk").onsuccess = ({ target: { result } }) => {
    result.transaction("games").objectStore("games").count().onsuccess = (found) => {
      result.close();
      resolve(found.target.result);
    };
  };
})"""


def begin(page: Page, game: str) -> None:
    """Begin a game at one screen, which runs on the device."""
    page.goto(f"/new/{game}?lang=en")
    for seat in page.locator("[data-seat] [data-kind]").all():
        seat.select_option("here")
    expect(page.locator("#start")).to_be_enabled()
    page.locator("#start").click()
    page.wait_for_url(re.compile(f"/play/{game}#"))
    expect(page.locator("#table")).to_have_attribute("data-mine", "1")


def play(page: Page, count: int) -> None:
    """Type the first legal move again and again."""
    for ply in range(1, count + 1):
        move = page.locator("#typed").get_attribute("placeholder") or ""
        page.locator("#typed").fill(move.rpartition(" ")[2])
        page.locator("#typed").press("Enter")
        expect(page.locator("#table")).to_have_attribute("data-moment", str(ply))


def test_a_game_without_a_server(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.address, locale="en")
    page, faults = context.new_page(), list[str]()
    page.on("pageerror", lambda error: faults.append(str(error)))
    begin(page, "isolation")
    context.set_offline(True)
    play(page, 4)
    expect(page.locator("[data-piece]")).to_have_count(4)
    page.locator('[data-do="page-takeback"]').click()
    expect(page.locator("[data-piece]")).to_have_count(3)
    page.locator("#typed").fill("a9")
    page.locator("#typed").press("Enter")
    expect(page.locator("#note")).to_contain_text("Write the field to place on")

    context.set_offline(False)  # the page itself comes from the server, or from its worker
    page.reload()
    expect(page.locator("[data-piece]")).to_have_count(3)
    page.goto("/?lang=en")
    page.locator("#mine a").first.click()
    expect(page.locator("[data-piece]")).to_have_count(3)
    page.goto("/progress?lang=en")
    page.locator("#delete").click()
    page.get_by_role("button", name="Yes, delete").click()
    expect(page.locator("#figures li").first).to_have_text("0 games")
    assert page.evaluate(KEPT) == 0
    assert not faults
    context.close()


def test_a_game_against_the_computer_costs_the_server_nothing(
    browser: Browser, server: Server
) -> None:
    page = browser.new_page(base_url=server.address, locale="en")
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.goto("/?lang=en")
    page.locator("#play-now").click()
    page.wait_for_url(re.compile("/play/"))
    play_first(page)
    expect(page.locator("#table")).to_have_attribute("data-moment", "2")
    page.locator('[data-do="page-hint"]').click()
    expect(page.locator("#note")).to_contain_text("A good move")
    assert not [url for url in asked if "/api/" in url or "/ws/" in url]
    page.context.close()


def play_first(page: Page) -> None:
    """Type the first legal move, once it is somebody's turn here."""
    expect(page.locator("#table")).to_have_attribute("data-mine", "1")
    move = page.locator("#typed").get_attribute("placeholder") or ""
    page.locator("#typed").fill(move.rpartition(" ")[2])
    page.locator("#typed").press("Enter")


def test_two_pages_show_one_game_and_overwrite_nothing(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.address, locale="en")
    one, other = context.new_page(), context.new_page()
    begin(one, "isolation")
    other.goto(one.url)
    tables = [page.locator("#table") for page in (one, other)]
    play(one, 2)
    for table in tables:
        expect(table).to_have_attribute("data-moment", "2")
    play_first(other)
    for table in tables:
        expect(table).to_have_attribute("data-moment", "3")
    # Both move at once: one of them is told that it was too late, and shows what the other did.
    other.evaluate("window.BroadcastChannel.prototype.postMessage = () => {}")
    play_first(other)
    expect(tables[1]).to_have_attribute("data-moment", "4")
    play_first(one)
    expect(one.locator("#note")).to_contain_text("moved on in the meantime")
    for table in tables:
        expect(table).to_have_attribute("data-moment", "4")
    one.reload()
    expect(tables[0]).to_have_attribute("data-moment", "4")
    context.close()


FULL = """() => {
  const full = () => { throw new DOMException("The device is full.", "QuotaExceededError"); };
  IDBObjectStore.prototype.put = full;
}"""


def test_a_game_that_cannot_be_stored_goes_on(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.address, locale="en")
    page = context.new_page()
    begin(page, "isolation")
    play(page, 1)
    page.evaluate(FULL)
    play_first(page)
    expect(page.locator("#table")).to_have_attribute("data-moment", "2")
    expect(page.locator("#note")).to_contain_text("cannot store the game")
    play_first(page)
    expect(page.locator("[data-piece]")).to_have_count(3)
    page.locator('[data-do="page-takeback"]').click()
    expect(page.locator("[data-piece]")).to_have_count(2)
    context.close()


@pytest.mark.parametrize(
    ("denied", "told"),
    [("WebAssembly", "has no WebAssembly"), ("indexedDB", "stores nothing")],
)
def test_a_browser_that_cannot_gets_the_way_of_the_server(
    denied: str, told: str, browser: Browser, server: Server
) -> None:
    context = browser.new_context(base_url=server.address, locale="en")
    context.add_init_script(f"Object.defineProperty(window, '{denied}', {{ value: undefined }})")
    page = context.new_page()
    page.goto("/?lang=en")
    page.locator("#play-now").click()
    page.wait_for_url(re.compile("/g/"))
    expect(page.locator("#note")).to_contain_text(told)
    context.close()


@pytest.mark.parametrize(
    ("game", "pieces", "endings"),
    [("schlacht", 3, ("pgn", "json")), ("abalone", 28, ("pgn", "apgn", "nacre"))],
)
def test_a_game_is_handed_to_the_server(
    browser: Browser, server: Server, game: str, pieces: int, endings: tuple[str, ...]
) -> None:
    """Its records are the same before and after."""
    context = browser.new_context(base_url=server.address, locale="en")
    page = context.new_page()
    begin(page, game)
    play(page, 3)
    ours = [saved(page, f"record-{ending}") for ending in endings]
    page.evaluate("document.getElementById('watch').click()")
    page.wait_for_url(re.compile("/g/"))
    expect(page.locator("[data-piece]")).to_have_count(pieces)
    expect(page.locator("[data-invite]")).to_have_count(1)
    theirs = [saved(page, f"record-{ending}") for ending in endings]
    for ending, before, after in zip(endings, ours, theirs, strict=True):
        assert before == after or (ending == "json" and json.loads(before) == json.loads(after))
    context.close()


def saved(page: Page, link: str) -> bytes:
    """What a link of the page gives away."""
    with page.expect_download() as downloaded:
        page.evaluate(f"document.getElementById('{link}').click()")
    return downloaded.value.path().read_bytes()


def test_a_game_on_the_device_is_reviewed_and_drawn_there(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.address, locale="en")
    page, faults = context.new_page(), list[str]()
    page.on("pageerror", lambda error: faults.append(str(error)))
    begin(page, "bedraengnis")
    moves = 0
    while page.locator("#table").get_attribute("data-mine") == "1":
        moves += 1
        play_first(page)
        expect(page.locator("#table")).to_have_attribute("data-moment", str(moves))
    assert b"<svg" in saved(page, "picture-svg")
    assert saved(page, "picture-png").startswith(b"\x89PNG")
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.locator('[data-do="page-review"]').first.click()
    page.wait_for_url(re.compile("/play/bedraengnis/review#"))
    expect(page.locator("#progress")).to_have_text("All positions have been checked.")
    expect(page.locator("#plies tr")).to_have_count(moves + 1)
    expect(page.locator("#summary")).to_have_text(re.compile("decided the game|The game turned"))
    check(page)
    page.locator("#back").click()
    expect(page.locator("#study")).to_have_attribute("data-at", str(moves - 1))
    assert not [url for url in asked if "/api/" in url or "/ws/" in url]
    page.locator("#game").click()
    expect(page.locator("[data-piece]")).to_have_count(moves)
    assert not faults
    context.close()
