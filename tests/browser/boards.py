"""What tests of boards to try things on share: what they show, and how they stand."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

import brettwerk
from browser.hands import Hands
from browser.server import Server

SIZES = {"desktop": (1280, 800), "phone": (360, 740)}


def study(hands: Hands) -> brettwerk.Position:
    """The position that the board shows."""
    text = hands.page.get_attribute("#study", "data-position")
    assert text is not None
    return brettwerk.position(text)


def opened(hands: Hands, path: str) -> Page:
    """The analysis board, when something has been found."""
    hands.page.goto(hands.server.address + path)
    expect(hands.page.locator("#lines li")).not_to_have_count(0)
    return hands.page


def ply(page: Page, number: int) -> None:
    """So many moves have been made on the board."""
    expect(page.locator("#study")).to_have_attribute("data-ply", str(number))


def a_game(server: Server, moves: tuple[str, ...]) -> dict[str, Any]:
    """A game of Das Bedrängnis in which these moves were played."""
    options = {"board": "2b3"}
    game = server.create("bedraengnis", "here", "here", begins=0, target=1, options=options)
    keys = ",".join(seat["key"] for seat in game["seats"])
    for at, move in enumerate(moves):
        act = {"t": "act", "id": f"m{at}", "do": "play", "text": move, "moment": at}
        server.ask(f"/api/games/{game['id']}/acts", act, keys)
    return game
