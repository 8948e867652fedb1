"""Every game from start to end on the page: by mouse, by keyboard, by touch."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import brettwerk
from browser.hands import Touch, by_keyboard, by_mouse, by_touch, short_game, sit_down
from browser.pictures import Pictures
from browser.server import Server
from quick import ONE_A_BOARD, in_turn

BOARD = "1a0 3b2 4a1 2b3"
BY_HAND = 4  # moves at the beginning and at the end; those between are made by the server
OPTIONS: dict[str, dict[str, Any]] = {
    "abalone": {"setup": "belgian-daisy", "ply_limit": 14},
    "bedraengnis": {"board": "2b3"},
    "drei": {"board": BOARD},
    "schlacht": {"board": BOARD},
    "katarenga": {"board": BOARD},
    "triapon": {"barricades": True},
    "isolation": {"board": BOARD},
    "congress": {"board": BOARD, "ply_limit": 14},
}


@pytest.mark.parametrize(
    ("name", "touch"), in_turn(brettwerk.NAMES, [by_mouse, by_keyboard, by_touch], ONE_A_BOARD)
)
def test_a_game_is_played_to_its_end(
    name: str, touch: Touch, browser: Browser, server: Server, pictures: Pictures
) -> None:
    options = OPTIONS[name]
    moves = short_game(name, tuple(options.items()))
    position = brettwerk.game(name, **options).start()
    players = position.game.players
    target = {"target": 1} if position.game.definition.scores else {}
    game = server.create(name, *["here"] * players, options=options, begins=0, **target)
    hands = sit_down(browser, server, touch)
    hands.open(game, *range(players))
    for at, text in enumerate(moves):
        move = position.move(text)
        if at < BY_HAND or len(moves) - at <= BY_HAND:
            hands.wait(at)
            hands.play(position.game.definition.gestures(position, move.code)[0])
        else:
            server.act(game, "play", text)
        if at == BY_HAND:
            pictures.take(hands.page, f"{name}-{touch.__name__}")
        position = position.play(move)
    assert position.outcome is not None
    expect(hands.page.get_by_role("button", name="Rematch", exact=True)).to_be_visible()
    table = server.table(game["id"])
    assert [frame["text"] for frame in table["frames"]] == list(moves)
    assert table["outcome"] is not None
    assert hands.faults == []
    hands.page.context.close()
