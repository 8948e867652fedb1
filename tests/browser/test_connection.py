"""Losing the network, and coming back: nothing is lost, nothing happens twice, clocks go on."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from browser.hands import Hands, by_mouse, sit_down
from browser.server import Server


class Cable:
    """The connection of a page to its server, which can be cut, or swallow what is sent."""

    def __init__(self, hands: Hands) -> None:
        self.ends: list[WebSocketRoute] = []
        self.swallows = self.cut = False
        self.opened = 0
        hands.page.route_web_socket("**/ws/**", self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        self.opened += 1
        if self.cut:
            route.close(code=4000)
            return
        server = route.connect_to_server()
        self.ends += [route, server]
        route.on_message(lambda text: None if self.swallows else server.send(text))
        server.on_message(lambda text: None if self.swallows else route.send(text))

    def pull(self) -> None:
        """Out with the plug: what is open closes, and nothing new opens."""
        self.cut = True
        for end in self.ends:
            end.close(code=4000)
        self.ends.clear()


@pytest.fixture
def hands(browser: Browser, server: Server) -> Hands:
    """Someone at a page, whose connection a test may spoil."""
    return sit_down(browser, server, by_mouse)


def test_a_move_made_without_a_connection_is_sent_later_and_once(
    hands: Hands, server: Server
) -> None:
    cable, page = Cable(hands), hands.page
    game = server.create("drei", "here", "friend", begins=0, options={"board": "1a0 2a0 3a0 4a0"})
    hands.open(game, 0)
    cable.pull()
    hands.status("Connection lost; trying again")
    hands.touch(hands, "d4")
    expect(page.locator("#note")).to_contain_text("Your move is kept")
    expect(page.locator('[data-piece="white"]')).to_have_count(1)
    # It is under way: whoever touches another cell meanwhile changes nothing.
    hands.touch(hands, "e5")
    assert server.table(game["id"])["frames"] == []
    cable.cut = False
    hands.wait(1)
    hands.status("Waiting for Black")
    assert [frame["text"] for frame in server.table(game["id"])["frames"]] == ["d4"]
    expect(page.locator("#moves .move")).to_have_text(["d4"])
    assert hands.faults == []
    page.context.close()


def test_a_connection_that_is_dead_but_open_is_noticed(hands: Hands, server: Server) -> None:
    cable = Cable(hands)
    game = server.create("drei", "here", "here", begins=0, options={"board": "1a0 2a0 3a0 4a0"})
    hands.open(game, 0, 1)
    opened = cable.opened
    cable.swallows = True
    hands.touch(hands, "d4")
    expect(hands.page.locator("#status")).to_contain_text("Connection lost", timeout=10_000)
    cable.swallows = False
    hands.wait(1)
    assert cable.opened > opened
    assert [frame["text"] for frame in server.table(game["id"])["frames"]] == ["d4"]
    assert hands.faults == []
    hands.page.context.close()


def test_who_was_away_sees_what_the_others_did_and_the_clock_as_it_is(
    hands: Hands, browser: Browser, server: Server
) -> None:
    cable, other = Cable(hands), sit_down(browser, server, by_mouse)
    game = server.create("schlacht", "here", "friend", begins=0, clock="5")
    hands.open(game, 0)
    other.open(game, 1)
    hands.play(">a1")
    cable.pull()
    expect(
        other.page.locator("#strip-top, #strip-bottom").filter(has_text="is away")
    ).to_be_visible()
    other.page.wait_for_selector('#table[data-mine="1"]')
    other.play(">h8")
    time.sleep(2)
    cable.cut = False
    hands.wait(2)
    hands.status("Your turn")
    left = server.table(game["id"])["clock"]["left"][0]
    assert left < 300 - 2
    shown = hands.page.locator('.clock[data-person="0"]').inner_text()
    minutes, seconds = map(int, shown.split(":"))
    # What is shown lies between what the server said before and what it says after.
    later = server.table(game["id"])["clock"]["left"][0]
    assert later - 2 < 60 * minutes + seconds < left + 2
    hands.play(">b1")
    for one in (hands, other):
        assert one.faults == []
        one.page.context.close()


def test_a_network_that_is_gone_comes_back(hands: Hands, server: Server) -> None:
    """The whole browser is without a network, as a laptop is that was closed."""
    game = server.create("katarenga", "here", "computer", begins=0)
    hands.open(game, 0)
    hands.page.context.set_offline(True)
    way = server.table(game["id"])["moves"][0][1]
    for cell in (way[1:3], way[4:6]):
        hands.touch(hands, cell)
    hands.page.wait_for_timeout(1000)
    hands.page.context.set_offline(False)
    hands.wait(2)
    hands.status("Your turn")
    assert len(server.table(game["id"])["frames"]) == 2
    hands.page.context.close()


def test_two_tabs_show_the_same_and_the_slower_one_is_told(
    hands: Hands, browser: Browser, server: Server
) -> None:
    game = server.create("drei", "here", "here", begins=0, options={"board": "1a0 2a0 3a0 4a0"})
    hands.open(game, 0, 1)
    slow = sit_down(browser, server, by_mouse)
    cable = Cable(slow)
    slow.open(game, 0, 1)
    cable.pull()
    slow.status("Connection lost")
    slow.touch(slow, "e5")
    hands.play(">d4")
    cable.cut = False
    slow.wait(1)
    expect(slow.page.locator("#note")).to_contain_text("The game has moved on in the meantime")
    expect(slow.page.locator("#moves .move")).to_have_text(["d4"])
    slow.page.wait_for_selector('#table[data-mine="1"]')
    for one in (hands, slow):
        one.page.context.close()


def test_the_server_is_killed_and_everything_comes_back(browser: Browser, tmp_path: Path) -> None:
    own = Server(tmp_path / "games.sqlite")
    own.start()
    hands = sit_down(browser, own, by_mouse)
    game = own.create("schlacht", "here", "computer", begins=0, clock="10")
    hands.open(game, 0)
    for cell in ("a1", "b2"):
        hands.page.wait_for_selector('#table[data-mine="1"]')
        free = hands.page.locator(f"[data-cell={cell}].can, [data-cell].can").first
        hands.play(f">{free.get_attribute('data-cell')}")
    hands.page.wait_for_selector('#table[data-mine="1"]')
    before = own.table(game["id"])
    own.kill()
    hands.status("Connection lost")
    own.start()
    hands.status("Your turn")
    after = own.table(game["id"])
    assert after["frames"] == before["frames"]
    assert 0 <= before["clock"]["left"][0] - after["clock"]["left"][0] < 60  # it was not wound up
    target = hands.page.locator("[data-cell].can").first.get_attribute("data-cell")
    hands.play(f">{target}")
    own.stop()
    assert hands.faults == []
    hands.page.context.close()
