"""A child with a small phone: whole games by touch alone, without scrolling."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Browser, expect

import brettwerk
from browser.hands import PHONE, Hands, by_touch, sit_down
from browser.server import Server
from quick import quick_ones

SMALL = {**PHONE, "viewport": {"width": 360, "height": 640}}
# Either the move has been made, or the page asks whether it is meant.
ANSWERED = """moment => Number(document.getElementById('table').dataset.moment) > moment
  || document.querySelector('#step-buttons .primary')"""


def touch_move(hands: Hands, way: str, moment: int) -> None:
    """Touch the cells of a move, and confirm it if the page asks."""
    for cell in re.findall(r"[.>!+]([a-z0-9-]+)", way):
        hands.touch(hands, cell)
    hands.page.wait_for_function(ANSWERED, arg=moment)
    confirm = hands.page.locator("#step-buttons .primary")
    if confirm.count():
        confirm.tap()
    hands.wait(moment + 1)


@pytest.mark.parametrize("name", quick_ones(["drei", "triapon"], ["drei"]))
def test_a_whole_game_is_played_by_touch_without_scrolling(
    name: str, browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_touch, **SMALL)
    page, rng = hands.page, Random(3)
    others = ["computer"] * (brettwerk.game(name).players - 1)
    game = server.create(name, "here", *others, begins=0)
    hands.open(game, 0)
    while (table := server.table(game["id"]))["turn"] is not None:
        hands.wait(table["moment"])
        if table["turn"] == 0:
            touch_move(hands, rng.choice(table["moves"])[1], table["moment"])
            assert page.evaluate("scrollY") == 0
    expect(page.locator(".result")).to_be_visible()
    assert page.evaluate("scrollY") == 0
    by_name = page.get_by_role("button", name="Rematch", exact=True)
    by_name.tap()
    page.wait_for_url(lambda url: game["id"] not in url)
    assert hands.faults == []
    page.context.close()
