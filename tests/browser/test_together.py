"""Playing together: by link, against computers, asking each other, looking back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.hands import Hands, Touch, by_keyboard, by_mouse, by_touch, sit_down
from browser.server import Server


@pytest.fixture
def pair(browser: Browser, server: Server) -> Iterator[tuple[Hands, Hands]]:
    """Two people in two browsers, before a game."""
    both = (sit_down(browser, server, by_mouse), sit_down(browser, server, by_mouse))
    yield both
    for hands in both:
        assert hands.faults == []
        hands.page.context.close()


def choose(page: Page, seat: int, kind: str) -> None:
    page.locator(f"#kind-{seat}").select_option(kind)


def test_three_friends_by_link_in_three_browsers(
    browser: Browser, server: Server, pictures: Path
) -> None:
    ada, bo, cleo = (sit_down(browser, server, by_mouse) for _ in range(3))
    ada.page.goto(f"{server.address}/new/triapon")
    for seat in (1, 2):
        choose(ada.page, seat, "friend")
    ada.page.locator("#begins").select_option("0")
    ada.page.get_by_role("button", name="Make the game and its links").click()
    ada.page.wait_for_selector("#invite input")
    ada.page.screenshot(path=pictures / "invite.png")
    links = [box.input_value() for box in ada.page.locator("#invite input").all()]
    for hands, link in zip((bo, cleo), links, strict=True):
        hands.page.goto(link)
        hands.page.wait_for_selector("#table[data-moment]")
        assert "#" not in hands.page.url
    expect(ada.page.locator("#invite")).to_be_hidden()
    for hands, cell in ((ada, "a1"), (bo, "b1"), (cleo, "c1"), (ada, "d1")):
        hands.page.wait_for_selector('#table[data-mine="1"]')
        hands.play(f">{cell}")
    for hands in (ada, bo, cleo):
        hands.wait(4)
        expect(hands.page.locator("#moves .move")).to_have_text(["a1", "b1", "c1", "d1"])
        assert hands.faults == []
        hands.page.context.close()


def test_two_clicks_from_the_door_to_a_game_against_the_computer(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse)
    hands.page.goto(server.address)
    hands.page.get_by_role("link", name="Play Die Drei (Troika)").click()
    hands.page.get_by_role("button", name="Start the game").click()
    hands.page.wait_for_selector('#table[data-mine="1"]')
    before = hands.page.locator("#moves .move").count()
    cell = hands.page.locator("[data-cell].can").first.get_attribute("data-cell")
    hands.play(f">{cell}")
    expect(hands.page.locator("#moves .move")).to_have_count(before + 2)
    hands.page.goto(server.address)
    expect(hands.page.locator("#mine li")).to_have_count(1)
    expect(hands.page.locator("#mine li")).to_contain_text("Your turn")
    assert hands.faults == []
    hands.page.context.close()


def test_takeback_draw_and_rematch_are_asked_of_the_other(
    pair: tuple[Hands, Hands], server: Server
) -> None:
    ada, bo = pair
    game = server.create("katarenga", "here", "friend", begins=0, options={"board": "#7"})
    ada.open(game, 0)
    bo.open(game, 1)
    way = server.table(game["id"])["moves"][0][1]
    ada.play(way)
    ada.press("Take back")
    expect(ada.page.locator("#offer")).to_contain_text("You have asked")
    bo.press("Decline")
    expect(ada.page.locator("#offer")).to_be_hidden()
    ada.press("Take back")
    bo.press("Accept")
    expect(ada.page.locator("#moves .move")).to_have_count(0)
    ada.press("Offer a draw")
    bo.press("Accept")
    for hands in pair:
        hands.status("A draw. The players agreed on a draw.")
    bo.press("Rematch")
    ada.press("Accept")
    for hands in pair:
        hands.page.wait_for_url(lambda url: game["id"] not in url)
        hands.page.wait_for_selector("#table[data-moment]")
    bo.status("Your turn")
    # The old game can still be looked at, and leads to the new one.
    old, new = f"{server.address}/g/{game['id']}", bo.page.url
    bo.page.goto(old)
    bo.status("The players agreed on a draw.")
    assert bo.page.url == old
    bo.press("To the rematch")
    bo.page.wait_for_url(new)


def test_resigning_is_asked_first_and_told_to_all(
    pair: tuple[Hands, Hands], server: Server
) -> None:
    ada, watcher = pair
    game = server.create("abalone", "here", "computer", begins=0)
    ada.open(game, 0)
    watcher.open(game)
    expect(watcher.page.locator("#actions")).not_to_contain_text("Resign")
    ada.press("Resign")
    ada.press("No")
    ada.press("Resign")
    ada.press("Yes, give up")
    for hands in pair:
        hands.status("The other side gave up.")


def test_a_flag_falls_by_itself(pair: tuple[Hands, Hands], server: Server) -> None:
    ada, bo = pair
    game = server.create("drei", "here", "friend", begins=0, clock="0:02")
    ada.open(game, 0)
    bo.open(game, 1)
    ada.play(">d4")
    for hands in pair:
        hands.status("ran out of time")
    assert server.table(game["id"])["outcome"]["winners"] == [0]


def test_moves_can_be_stepped_through_typed_and_explained(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    game = server.create("abalone", "here", "here", options={"setup": "standard"})
    hands.open(game, 0, 1)
    hands.page.keyboard.press("m")
    for count, text in enumerate(("a1b2", "i9h8"), start=1):
        hands.page.keyboard.type(f"{text}\n")
        hands.wait(count)
    hands.page.locator("h1").click()
    hands.page.keyboard.press("[")
    hands.status("You are looking at move 1 of 2")
    hands.page.get_by_role("button", name="To the present").click()
    hands.status("Your turn")
    hands.page.keyboard.press("m")
    hands.page.keyboard.type("e1e2\n")
    expect(hands.page.locator("#note")).to_have_text("There is no marble of yours on e1.")
    hands.press("Hint")
    expect(hands.page.locator("#note")).to_contain_text("A good move:")
    hands.press("Turn the board")
    hands.page.wait_for_function(
        "() => Number(document.querySelector('[data-cell=a1]').dataset.y) < 0"
    )
    assert hands.faults == []
    hands.page.context.close()


def test_marbles_can_be_dragged_and_steps_taken_back(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    game = server.create("abalone", "here", "here", options={"setup": "standard"})
    hands.open(game, 0, 1)
    hands.touch(hands, "c3")
    hands.touch(hands, "c5")
    expect(hands.page.locator("[data-cell=c5]")).to_have_attribute(
        "aria-label", re.compile("black marble, chosen")
    )
    hands.press("One step back")
    hands.page.keyboard.press("Escape")
    expect(hands.page.locator(".mark.picked")).to_have_count(0)
    hands.page.mouse.move(*hands.point("a1"))
    hands.page.mouse.down()
    hands.page.mouse.move(*hands.point("b2"), steps=6)
    hands.page.mouse.up()
    hands.wait(1)
    assert server.table(game["id"])["frames"][0]["text"] == "a1b2"
    assert hands.faults == []
    hands.page.context.close()


ROW = {"setup": "black:e5,e6,e7,a1;white:e8,e9,i9,i8"}


def test_what_a_row_would_do_is_shown_before_it_is_done(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    game = server.create("abalone", "here", "here", options=ROW)
    hands.open(game, 0, 1)
    page, note = hands.page, hands.page.locator("#note")
    for cell in ("e5", "e7"):
        hands.touch(hands, cell)
    page.mouse.move(*hands.point("e8"))
    expect(note).to_have_text("4 marbles would move. One would be pushed off the board!")
    expect(page.locator(".arrow.ahead")).to_have_count(4)
    expect(page.locator(".mark.off")).to_have_count(1)
    page.mouse.move(*hands.point("f8"))
    expect(page.locator(".arrow.ahead")).to_have_count(3)
    expect(page.locator(".mark.off")).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.mouse.move(*hands.point("e5"))
    page.mouse.down()
    page.mouse.move(*hands.point("e6"), steps=6)
    expect(page.locator(".arrow.ahead")).to_have_count(4)
    page.mouse.up()
    hands.wait(1)
    expect(page.locator("#told")).to_contain_text("A marble is pushed off the board.")
    assert server.table(game["id"])["frames"][0]["text"] == "e5e6"
    assert hands.faults == []
    page.context.close()


@pytest.mark.parametrize("touch", [by_touch, by_keyboard])
def test_a_row_is_confirmed_with_what_it_does_in_sight(
    touch: Touch, browser: Browser, server: Server, pictures: Path
) -> None:
    hands = sit_down(browser, server, touch)
    game = server.create("abalone", "here", "here", options=ROW)
    hands.open(game, 0, 1)
    if touch is by_keyboard:
        hands.page.locator("details.more > summary").click()
        hands.page.get_by_label("Confirm every move").check()
    for cell in ("e5", "e7", "e8"):
        hands.touch(hands, cell)
    told = "Play e5e6? 4 marbles would move. One would be pushed off the board!"
    expect(hands.page.locator("#step-text")).to_have_text(told)
    expect(hands.page.locator(".arrow.ahead")).to_have_count(4)
    hands.page.screenshot(path=pictures / f"abalone-row-{touch.__name__}.png")
    assert hands.moment == 0
    hands.press("Play it")
    hands.wait(1)
    assert hands.faults == []
    hands.page.context.close()


def play_first(server: Server, game: dict[str, Any]) -> dict[str, Any]:
    """The first of all legal moves, whoever is to move; the table afterwards."""
    return server.act(game, "play", server.table(game["id"])["moves"][0][0])


def test_earlier_rounds_of_a_match_can_be_stepped_through(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    options = {"board": "1a0"}
    game = server.create("bedraengnis", "here", "friend", begins=0, options=options, tableau="new")
    first = [table["moves"][0][0] for table in (server.table(game["id"]), play_first(server, game))]
    play_first(server, game)
    server.act(game, "resign", person=0)
    server.act(game, "next")
    play_first(server, game)
    hands.open(game, 0)
    page, moves = hands.page, hands.page.locator("#moves .move")
    expect(moves).to_have_count(1)
    hands.press("Back")
    hands.press("Back")
    hands.status("You are looking at round 1, move 2 of 2. Black wins. The other side gave up.")
    expect(moves).to_have_text(first)
    second = page.locator(f"[data-cell={first[1]}]")
    expect(second).to_have_attribute("aria-label", re.compile("black"))
    expect(page.locator("#rounds")).to_have_value("1")
    page.keyboard.press("[")
    hands.status("You are looking at round 1, move 1 of 2.")
    # What happens now does not disturb who looks at the past, until it is their turn.
    server.act(game, "name", "Bo", person=1)
    expect(page.locator("#strip-top")).to_contain_text("Bo")
    expect(moves).to_have_text(first)
    for _ in range(2):
        page.keyboard.press("]")
    hands.status("You are looking at move 0 of 1")
    page.locator("#rounds").select_option("1")
    expect(moves).to_have_count(2)
    page.get_by_role("button", name="To the present").click()
    expect(moves).to_have_count(1)
    hands.page.wait_for_selector('#table[data-mine="1"]')
    page.locator("#rounds").select_option("1")
    expect(moves).to_have_count(2)
    page.locator("#rounds").select_option("2")
    cell = page.locator("[data-cell].can").first.get_attribute("data-cell")
    hands.play(f">{cell}")
    assert hands.faults == []
    page.context.close()


def test_moves_are_one_stop_of_the_tab_key(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_keyboard)
    game = server.create("abalone", "here", "here")
    for _ in range(6):
        play_first(server, game)
    hands.open(game, 0, 1)
    expect(hands.page.locator("#moves [tabindex='0']")).to_have_count(1)
    hands.page.locator("#moves [tabindex='0']").focus()
    for key, ply in (("ArrowLeft", 5), ("ArrowUp", 3), ("Home", 1), ("ArrowDown", 3)):
        hands.page.keyboard.press(key)
        hands.status(f"You are looking at move {ply} of 6")
        expect(hands.page.locator("#moves [aria-current]")).to_be_focused()
    hands.page.keyboard.press("End")
    hands.status("Your turn")
    hands.page.keyboard.press("Tab")
    expect(hands.page.locator("#typed")).to_be_focused()
    hands.page.context.close()


def test_pointing_at_a_ball_tells_whether_it_can_be_taken(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    game = server.create("triapon", "here", "here", "here", begins=0)
    hands.open(game, 0, 1, 2)
    for cell in ("a1", "d1", "i1", "b1", "d2", "i2"):
        hands.play(f">{cell}")
    hands.page.mouse.move(*hands.point("d1"))
    note = hands.page.locator("#note")
    expect(note).to_have_text("The ball on d1 can be taken: it lies in no row of three.")
    hands.touch(hands, "c1")
    expect(hands.page.get_by_text("Choose the ball to take.")).to_be_visible()
    expect(hands.page.locator(".mark.take")).to_have_count(4)
    hands.play("!i2")
    assert server.table(game["id"])["frames"][-1]["text"] == "c1xi2"
    assert hands.faults == []
    hands.page.context.close()


def test_reach_is_shown_for_the_piece_that_is_pointed_at(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    game = server.create(
        "katarenga", "here", "here", begins=0, options={"board": "1a0 2a0 3a0 4a0"}
    )
    hands.open(game, 0, 1)
    hands.page.mouse.move(*hands.point("d8"))
    reach = server.table(game["id"])["reach"]["d8"]
    expect(hands.page.locator(".mark.reach")).to_have_count(len(reach))
    hands.page.context.close()


def test_three_at_one_screen_with_a_clock(browser: Browser, server: Server, pictures: Path) -> None:
    hands = sit_down(browser, server, by_mouse)
    page = hands.page
    page.goto(f"{server.address}/new/triapon")
    for seat, name in enumerate(("Ada", "Bo", "Cleo")):
        choose(page, seat, "here")
        page.locator(f"#name-{seat}").fill(name)
    page.locator("#begins").select_option("1")
    page.get_by_text("5 minutes", exact=True).click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector('#table[data-mine="1"]')
    turns = ("Bo", "Cleo", "Ada", "Bo")
    for name, cell in zip(turns, ("a1", "c3", "e5", "g7"), strict=True):
        hands.status(f"Your turn: {name}")
        expect(page.locator(".chip.turn")).to_contain_text(name)
        hands.play(f">{cell}")
    expect(page.locator(".clock.running")).to_have_count(1)
    hands.press("Pause the clock")
    hands.status("The clock stands")
    expect(page.locator(".clock.running")).to_have_count(0)
    before = page.locator(".clock").all_inner_texts()
    page.wait_for_timeout(1200)
    assert page.locator(".clock").all_inner_texts() == before
    page.screenshot(path=pictures / "triapon-paused.png")
    hands.press("Let the clock go on")
    expect(page.locator(".chip.turn .clock.running")).to_have_count(1)
    page.locator("details.more > summary").click()
    page.get_by_label("Name of Player 2").fill("Clementine")
    page.locator("#naming form").nth(2).get_by_role("button", name="Save").click()
    hands.status("Your turn: Clementine")
    hands.press("Resign")
    expect(page.locator("#ask-text")).to_contain_text("Clementine")
    hands.press("Yes, give up")
    hands.status("Your turn: Ada")
    assert hands.faults == []
    page.context.close()


def test_links_for_friends_are_such_as_friends_can_open(browser: Browser, tmp_path: Path) -> None:
    own = Server(tmp_path / "games.sqlite")
    for others in ("", "http://192.0.2.7:8017/"):
        own.start(others)
        hands = sit_down(browser, own, by_mouse)
        hands.page.goto(f"{own.address}/new/drei")
        choose(hands.page, 1, "friend")
        hands.page.get_by_role("button", name="Make the game and its links").click()
        link = hands.page.locator("#invite input").input_value()
        assert link.startswith(others or own.address)
        near = hands.page.get_by_text("This address works on this computer only.")
        expect(near).to_have_count(0 if others else 1)
        assert hands.faults == []
        hands.page.context.close()
        own.stop()


def test_all_my_games_can_be_found_again(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    for at in range(14):
        game = server.create("drei", "here", "friend", begins=int(at != 1))
        server.act(game, "name", f"Friend {at}", person=1)
        hands.open(game, 0)
    hands.page.goto(server.address)
    lines = hands.page.locator("#mine li")
    expect(lines).to_have_count(12)
    hands.press("2 more")
    expect(lines).to_have_count(14)
    expect(lines.first).to_contain_text("Your turn · with Friend 1")
    assert hands.faults == []
    hands.page.context.close()
