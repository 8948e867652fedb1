"""A game of another package, with rules and a definition alone, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

import brettwerk
from browser.hands import by_mouse, sit_down
from browser.server import Server
from games.foreign import installed, write_metadata

NAME = "bare_game"


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that was started where the game is installed."""
    folder = tmp_path_factory.mktemp("site")
    write_metadata(folder, NAME, f"{NAME}.definition:GAME")
    with installed(folder, NAME):
        running = Server(folder / "games.sqlite")
        running.start()
        yield running
        running.stop()


def test_its_pages_work(browser: Browser, own_server: Server) -> None:
    hands = sit_down(browser, own_server, by_mouse)
    for address in ("/", f"/new/{NAME}", f"/learn/{NAME}", f"/analysis/{NAME}"):
        for lang in ("de", "en"):
            hands.page.goto(f"{own_server.address}{address}?lang={lang}")
            shown = hands.page.get_by_text("Bare Game").locator("visible=true")
            expect(shown.first).to_be_visible()
    assert hands.faults == []
    hands.page.context.close()


def test_it_is_played_to_its_end(browser: Browser, own_server: Server) -> None:
    game = own_server.create(NAME, "here", "here", begins=0)
    hands = sit_down(browser, own_server, by_mouse)
    hands.open(game, 0, 1)
    position = brettwerk.game(NAME).start()
    for text in ("a1", "a2", "b1", "b2", "c1"):
        move = position.move(text)
        hands.play(position.game.definition.gestures(position, move.code)[0])
        position = position.play(move)
    expect(hands.page.get_by_role("button", name="Rematch", exact=True)).to_be_visible()
    expect(hands.page.get_by_text("Three in a row.").first).to_be_visible()
    assert hands.faults == []
    hands.page.context.close()
