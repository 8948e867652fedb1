"""The board under people's hands: what is shown before a move, of moves made, and by keys."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from browser.hands import Touch, by_keyboard, by_mouse, by_touch, sit_down
from browser.pictures import Pictures
from browser.server import Server

ROW = {"setup": "black:e5,e6,e7,a1;white:e8,e9,i9,i8"}
MOVING = """() => document.getAnimations().flatMap((one) => one.effect.getKeyframes())
  .flatMap(Object.keys).filter((key) => !/offset|easing|composite/i.test(key))"""


def play_first(server: Server, game: dict[str, Any]) -> dict[str, Any]:
    """The first of all legal moves, whoever is to move; the table afterwards."""
    return server.act(game, "play", server.table(game["id"])["moves"][0][0])


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
    hands.status("You are viewing move 1 of 2")
    hands.page.get_by_role("button", name="To the latest move").click()
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
    expect(page.locator("#told")).to_contain_text("A marble was pushed off the board.")
    assert server.table(game["id"])["frames"][0]["text"] == "e5e6"
    assert hands.faults == []
    page.context.close()


@pytest.mark.parametrize("touch", [by_touch, by_keyboard])
def test_a_row_is_confirmed_with_what_it_does_in_sight(
    touch: Touch, browser: Browser, server: Server, pictures: Pictures
) -> None:
    hands = sit_down(browser, server, touch)
    game = server.create("abalone", "here", "here", options=ROW)
    hands.open(game, 0, 1)
    if touch is by_keyboard:
        hands.set("Confirm every move")
    for cell in ("e5", "e7", "e8"):
        hands.touch(hands, cell)
    told = "Play e5e6? Touch the target again to confirm. 4 marbles would move."
    told += " One would be pushed off the board!"
    expect(hands.page.locator("#step-text")).to_have_text(told)
    expect(hands.page.locator(".arrow.ahead")).to_have_count(4)
    pictures.take(hands.page, f"abalone-row-{touch.__name__}")
    assert hands.moment == 0
    hands.press("Play this move")
    hands.wait(1)
    assert hands.faults == []
    hands.page.context.close()


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
    told = "Black wins this round. The other side resigned."
    hands.status(f"You are viewing round 1, move 2 of 2. {told}")
    expect(moves).to_have_text(first)
    second = page.locator(f"[data-cell={first[1]}]")
    expect(second).to_have_attribute("aria-label", re.compile("black"))
    expect(page.locator("#rounds")).to_have_value("1")
    page.keyboard.press("[")
    hands.status("You are viewing round 1, move 1 of 2.")
    # What happens now does not disturb who looks at the past, until it is their turn.
    server.act(game, "name", "Bo", person=1)
    expect(page.locator("#strip-top")).to_contain_text("Bo")
    expect(moves).to_have_text(first)
    for _ in range(2):
        page.keyboard.press("]")
    hands.status("You are viewing move 0 of 1")
    page.locator("#rounds").select_option("1")
    expect(moves).to_have_count(2)
    page.get_by_role("button", name="To the latest move").click()
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
        hands.status(f"You are viewing move {ply} of 6")
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
    expect(note).to_have_text("A triad can take the ball on d1: it is not in a row of three.")
    hands.touch(hands, "c1")
    expect(hands.page.get_by_text("Choose a ball to take.")).to_be_visible()
    expect(hands.page.locator(".mark.take")).to_have_count(4)
    hands.play("!i2")
    assert server.table(game["id"])["frames"][-1]["text"] == "c1xi2"
    assert hands.faults == []
    hands.page.context.close()


def test_pieces_glide_without_the_main_thread(browser: Browser, server: Server) -> None:
    """Chromium says of every animation why it could not leave it to the compositor."""
    hands = sit_down(browser, server, by_mouse, reduced_motion="no-preference")
    game = server.create("abalone", "here", "here", options=ROW)
    hands.open(game, 0, 1)
    browser.start_tracing(page=hands.page, categories=["blink.animations"])
    server.act(game, "play", "e5e6")
    hands.wait(1)
    hands.page.wait_for_function("() => !document.getAnimations().length")
    events = json.loads(browser.stop_tracing())["traceEvents"]
    begun = [
        one["args"]["data"]
        for one in events
        if one["name"] == "Animation" and "data" in one.get("args", {})
    ]
    assert any(one.get("displayName") == "transform" for one in begun)
    assert [one for one in begun if one.get("compositeFailed")] == []
    hands.page.context.close()


@pytest.mark.parametrize("still", [False, True])
def test_only_what_is_cheap_to_move_is_animated(
    still: bool, browser: Browser, server: Server
) -> None:
    """60 frames a second need no new layout or paint: what moves is transforms and opacity."""
    motion = "reduce" if still else "no-preference"
    hands = sit_down(browser, server, by_mouse, reduced_motion=motion)
    game = server.create("abalone", "here", "here", options=ROW)
    hands.open(game, 0, 1)
    hands.press("Hint")
    expect(hands.page.locator(".mark.hint").first).to_be_attached()
    hint = hands.page.evaluate(MOVING)
    server.act(game, "play", "e5e6")
    hands.wait(1)
    hands.press("Back")
    # Within one task, so that what has begun to move still does.
    click = "document.querySelector('[data-step=next]').click();"
    moved = hands.page.evaluate(f"() => {{ {click} return ({MOVING})(); }}")
    assert set(hint + moved) == (set() if still else {"opacity", "transform"})
    hands.page.context.close()


def test_keys_of_one_letter_can_be_switched_off(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_keyboard)
    game = server.create("drei", "here", "here")
    hands.open(game, 0, 1)
    hands.page.keyboard.press("m")
    expect(hands.page.locator("#typed")).to_be_focused()
    hands.set("Single-letter keys", False)
    hands.page.keyboard.press("m")
    expect(hands.page.locator("#typed")).not_to_be_focused()
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


@pytest.mark.parametrize("touch", [by_mouse, by_touch])
def test_a_row_is_shoved_by_its_rear_marble_alone(
    touch: Touch, browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, touch)
    hands.open(server.create("abalone", "here", "here", begins=0), 0, 1)
    hands.play(".a1>c1")
    expect(hands.page.locator("#moves .move")).to_have_text(["a1b1"])
    assert hands.faults == []
    hands.page.context.close()
