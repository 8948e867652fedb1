"""Games on the device: begun without a server, played with the network cut, kept, handed over."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from browser.server import Server

WITHOUT_SERVER = re.compile(r"/api/games$")
KEPT = """() => new Promise((resolve) => {
  indexedDB.open("brettwerk").onsuccess = ({ target: { result } }) => {
    result.transaction("games").objectStore("games").count().onsuccess = (found) => {
      result.close();
      resolve(found.target.result);
    };
  };
})"""


def begin(page: Page, game: str) -> None:
    """Begin a game at one screen while the server does not answer."""
    page.route(WITHOUT_SERVER, lambda route: route.abort())
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
    expect(page.locator("#note")).to_contain_text("not a legal move")

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


def test_a_game_is_handed_to_the_server(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.address, locale="en")
    page = context.new_page()
    begin(page, "schlacht")
    play(page, 3)
    with page.expect_download() as downloaded:
        page.evaluate("document.getElementById('record-pgn').click()")
    text = downloaded.value.path().read_text(encoding="utf-8")
    assert '[Game "schlacht"]' in text
    page.evaluate("document.getElementById('watch').click()")
    page.wait_for_url(re.compile("/g/"))
    expect(page.locator("[data-piece]")).to_have_count(3)
    expect(page.locator("[data-invite]")).to_have_count(1)
    context.close()
