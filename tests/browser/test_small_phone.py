"""A child with a small phone: whole games by touch alone, without scrolling."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Browser, expect

import brettwerk
from browser.hands import PHONE, by_touch, sit_down
from browser.server import Server

SMALL = {**PHONE, "viewport": {"width": 360, "height": 640}}


@pytest.mark.parametrize("name", ["drei", "triapon"])
def test_a_whole_game_is_played_by_touch_without_scrolling(
    name: str, browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_touch, **SMALL)
    page, rng = hands.page, Random(3)
    others = ["computer"] * (brettwerk.game(name).players - 1)
    game = server.create(name, "here", *others, begins=0)
    hands.open(game, 0)
    while True:
        # Until it is our turn, or nobody's.
        page.wait_for_selector("#table[data-mine='1'], #status.over")
        table = server.table(game["id"])
        if table["turn"] is None:
            break
        if table["turn"] == 0:
            hands.play(rng.choice(table["moves"])[1])
            assert page.evaluate("scrollY") == 0
    expect(page.locator(".result")).to_be_visible()
    assert page.evaluate("scrollY") == 0
    by_name = page.get_by_role("button", name="Rematch", exact=True)
    by_name.tap()
    page.wait_for_url(lambda url: game["id"] not in url)
    assert hands.faults == []
    page.context.close()
