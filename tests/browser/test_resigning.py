"""Resigning: the page says first what it costs."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from browser.hands import by_mouse, sit_down
from browser.server import Server
from browser.test_device import begin, play


def test_a_round_whose_resignation_loses_the_match_is_warned_of(
    browser: Browser, server: Server
) -> None:
    page = browser.new_page(base_url=server.address, locale="en")
    begin(page, "schlacht")  # on the device
    page.locator('[data-do="page-resign"]').click()
    expect(page.locator("#ask-text")).to_have_text(
        "White scores 8 points for this round and wins the whole match with them."
        " Black resigns. Are you sure?"
    )
    page.close()


def test_what_a_resigned_round_costs_is_said(browser: Browser, server: Server) -> None:
    page = browser.new_page(base_url=server.address, locale="en")
    begin(page, "bedraengnis")
    play(page, 3)
    page.locator('[data-do="page-resign"]').click()
    expect(page.locator("#ask-text")).to_contain_text(
        "White scores 3 points for this round. Black resigns."
    )
    page.close()
    hands = sit_down(browser, server, by_mouse)
    game = server.create("schlacht", "here", "computer", begins=0)
    hands.open(game, 0)
    hands.press("Resign")
    expect(hands.page.locator("#ask-text")).to_contain_text("wins the whole match with them.")
    hands.page.context.close()
