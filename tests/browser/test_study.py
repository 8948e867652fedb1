"""Boards to try things on, in a real browser: by hand, by keys, in both lights and languages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import brettwerk
from browser.axe import check
from browser.boards import SIZES, study
from browser.hands import Hands, Touch, by_keyboard, by_mouse, by_touch, sit_down
from browser.pictures import Pictures
from browser.server import Server
from quick import SHOWN, in_turn


def make_move(hands: Hands, way: str) -> None:
    """Touch the cells of a way; end or confirm it if the page asks."""
    ply = int(hands.page.get_attribute("#study", "data-ply") or "-1")
    for cell in re.findall(r"[.>!+]([a-z0-9-]+)", way):
        hands.touch(hands, cell)
    for name in ("Play this move", "End the turn"):
        if hands.page.get_by_role("button", name=name, exact=True).count():
            hands.press(name)
    expect(hands.page.locator("#study")).to_have_attribute("data-ply", str(ply + 1))


@pytest.mark.parametrize(
    ("name", "touch"), in_turn(brettwerk.NAMES, [by_touch, by_mouse, by_keyboard], SHOWN)
)
def test_moves_are_made_and_taken_back_by_hand(
    name: str, touch: Touch, browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, touch)
    hands.page.goto(f"{server.address}/analysis/{name}")
    hands.page.wait_for_selector("#study.live")
    begin = position = study(hands)
    for number in range(3):
        move = position.moves[(7 * number + 3) % len(position.moves)]
        make_move(hands, position.game.definition.gestures(position, move.code)[0])
        position = position.play(move)
        assert study(hands) == position
    hands.press("One move back")
    expect(hands.page.locator("#study")).to_have_attribute("data-ply", "2")
    hands.press("To the start")
    expect(hands.page.locator("#study")).to_have_attribute("data-ply", "0")
    assert study(hands) == begin
    assert hands.faults == []
    hands.page.context.close()


def test_it_says_why_a_move_cannot_be(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    hands.page.goto(f"{server.address}/analysis/abalone")
    by_mouse(hands, "a1")
    by_mouse(hands, "i9")
    expect(hands.page.locator("[data-study=note]")).not_to_be_empty()
    assert hands.faults == []
    hands.page.context.close()


def test_without_script_it_is_a_picture_with_a_name(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse, java_script_enabled=False)
    hands.page.goto(f"{server.address}/analysis/abalone")
    picture = hands.page.get_by_role("img", name="Abalone: a board to try moves on")
    expect(picture).to_be_visible()
    assert picture.locator("[data-piece=black]").count() == 14
    hands.page.context.close()


@pytest.mark.parametrize(
    ("size", "theme"),
    [pytest.param("desktop", "light", marks=pytest.mark.slow), ("phone", "dark")],
)
def test_the_board_is_accessible(
    size: str, theme: Any, browser: Browser, server: Server, pictures: Pictures
) -> None:
    width, height = SIZES[size]
    hands = sit_down(
        browser,
        server,
        by_mouse,
        color_scheme=theme,
        viewport={"width": width, "height": height},
        locale="de-DE" if theme == "dark" else "en-GB",
    )
    for name in ("triapon", "katarenga"):
        hands.page.goto(f"{server.address}/analysis/{name}")
        hands.page.wait_for_selector("#study.live")
        check(hands.page)
        pictures.whole(hands.page, f"study-{name}-{size}-{theme}")
    assert hands.faults == []
    hands.page.context.close()


def test_what_is_found_moves_no_button(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_touch)
    hands.page.goto(f"{server.address}/analysis/katarenga")
    hands.page.wait_for_selector("#lines li .move")
    back = hands.page.get_by_role("button", name="One move back", exact=True)
    found = back.bounding_box()
    hands.page.evaluate("document.getElementById('lines').replaceChildren()")
    assert back.bounding_box() == found
    assert hands.faults == []
    hands.page.context.close()
