"""Games that are over, looked at again in a real browser."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import brettwerk
from brettwerk.core.game import Position
from brettwerk.explorer.own_games import own_games
from brettwerk.solving import solve
from browser.axe import check
from browser.boards import SIZES, a_game, ply
from browser.hands import by_mouse, short_game, sit_down
from browser.pictures import Pictures
from browser.server import Server
from quick import in_turn

# Lines of text.
LINES = "e => Math.round(e.offsetHeight / Number.parseFloat(getComputedStyle(e).lineHeight))"


def test_a_game_that_is_over_leads_to_its_analysis(browser: Browser, server: Server) -> None:
    moves = short_game("bedraengnis", (("board", "2b3"),))
    game = a_game(server, moves)
    hands = sit_down(browser, server, by_mouse)
    hands.open(game)
    hands.press("Back")
    hands.press("Analyse")
    hands.page.wait_for_url("**/analysis/bedraengnis?*")
    ply(hands.page, len(moves) - 1)
    hands.press("One move forward")
    ply(hands.page, len(moves))
    going = server.create("drei", "here", "here", begins=0)
    hands.open(going, 0)
    expect(hands.page.get_by_role("button", name="Analyse")).to_have_count(0)
    hands.page.context.close()


def a_long_game() -> tuple[str, ...]:
    """A game in which somebody gives a win away."""
    position, moves = brettwerk.game("bedraengnis", board="2b3").start(), list[str]()
    while position.moves:
        move = position.moves[len(position.moves) // 2]
        moves.append(move.text)
        position = position.play(move)
    return tuple(moves)


@pytest.mark.parametrize(("size", "theme"), in_turn([*SIZES], ["light", "dark"]))
def test_a_review_is_read_by_curve_list_table_and_keys(
    size: str, theme: Any, browser: Browser, server: Server, pictures: Pictures
) -> None:
    moves = a_long_game()
    game = a_game(server, moves)
    width, height = SIZES[size]
    hands = sit_down(
        browser,
        server,
        by_mouse,
        color_scheme=theme,
        viewport={"width": width, "height": height},
        locale="de-DE" if theme == "dark" else "en-GB",
    )
    page = hands.page
    hands.open(game)
    page.locator("[data-do=page-review]").click()
    page.wait_for_url("**/review/**")
    expect(page.locator("#annotated")).to_be_visible()
    expect(page.locator("#plies tr")).to_have_count(len(moves) + 1)
    page.locator("details.more > summary").click()
    check(page)
    page.locator(".bar-title").evaluate("e => { e.textContent = 'Nachbesprechung: Die Schlacht'; }")
    assert page.locator(".bar-title").evaluate(LINES) <= 2
    pictures.whole(page, f"review-{size}-{theme}")
    ply(page, len(moves))
    page.keyboard.press("[")
    ply(page, len(moves) - 1)
    page.locator("#ply").focus()
    page.keyboard.press("Home")
    ply(page, 0)
    page.locator("#plies button").nth(2).click()
    ply(page, 2)
    expect(page.locator("#plies tr.here")).to_have_attribute("data-ply", "2")
    box = page.locator("#curve svg").first.bounding_box()
    assert box is not None
    page.locator("#curve svg").first.click(position={"x": box["width"] * 0.98, "y": 20})
    ply(page, len(moves))
    page.locator("#plies button").nth(1).click()
    ply(page, 1)
    page.locator("#again").click()
    page.wait_for_url("**/analysis/**")
    ply(page, 1)
    assert hands.faults == []
    page.context.close()


def test_a_review_of_three_players_has_three_curves(browser: Browser, server: Server) -> None:
    game = server.create("triapon", "here", "here", "here", begins=0)
    position = brettwerk.game("triapon").start()
    for _ in range(6):
        server.act(game, "play", position.moves[0].text)
        position = position.play(position.moves[0])
    for person in (2, 0):
        server.act(game, "resign", person=person)
    hands = sit_down(browser, server, by_mouse)
    hands.page.goto(f"{server.address}/review/{game['id']}?lang=en")
    expect(hands.page.locator("#annotated")).to_be_visible()
    expect(hands.page.locator("#curve > svg path.line")).to_have_count(3)
    assert hands.faults == []
    hands.page.context.close()


def test_book_moves_are_told_and_have_no_mark_on_the_curve(
    browser: Browser, server: Server
) -> None:
    known = next(own_games("bedraengnis"))
    options = {**known.game.options}
    game = server.create("bedraengnis", "here", "here", begins=0, target=1, options=options)
    for move in known.plies:
        server.act(game, "play", move.text)
    hands = sit_down(browser, server, by_mouse)
    hands.page.goto(f"{server.address}/review/{game['id']}")
    expect(hands.page.locator("#annotated")).to_be_visible()
    expect(hands.page.locator("#plies")).to_contain_text("A book move")
    kinds = hands.page.locator("#moments .kind").count()
    assert hands.page.locator(".legend li").count() <= kinds
    assert hands.faults == []
    hands.page.context.close()


def test_a_mistake_is_retried_kept_and_practised(browser: Browser, server: Server) -> None:
    moves = a_long_game()
    game = a_game(server, moves)
    hands = sit_down(browser, server, by_mouse)
    page = hands.page
    page.goto(f"{server.address}/practice/bedraengnis?lang=en")
    expect(page.locator("#task")).to_contain_text("Nothing kept yet")
    page.goto(f"{server.address}/review/{game['id']}?lang=en")
    expect(page.locator("#annotated")).to_be_visible()
    moment = page.locator("#moments li").first
    at = int(moment.get_attribute("data-ply") or "0")
    before = brettwerk.game("bedraengnis", board="2b3").start()
    for text in moves[: at - 1]:
        before = before.play(text)
    good = winning(before)
    assert 0 < len(good) < len(before.moves)
    for text in good:  # each of them, not only the first, is right
        moment.get_by_role("button", name="Retry").click()
        expect(page.locator("#now-words")).to_contain_text("What was better here?")
        page.locator(f'#study [data-cell="{text}"]').first.click()
        expect(page.locator("#now-words")).to_contain_text("Yes, that is")
    moment.get_by_role("button", name="Keep as a puzzle").click()
    expect(moment.get_by_role("button", name="Kept")).to_be_disabled()

    page.goto(f"{server.address}/practice/bedraengnis?lang=en")
    expect(page.locator("#task")).to_contain_text(f"1 of 1: you played {moves[at - 1]}.")
    check(page)
    page.locator(f'#study [data-cell="{moves[at - 1]}"]').first.click()
    expect(page.locator("#verdict")).to_contain_text(f"Not {moves[at - 1]}")
    page.locator(f'#study [data-cell="{good[-1]}"]').first.click()
    expect(page.locator("#verdict")).to_contain_text("Yes, that is")
    hands.press("Remove")
    expect(page.locator("#task")).to_contain_text("Nothing kept yet")
    assert hands.faults == []
    page.context.close()


def winning(position: Position) -> list[str]:
    """The moves that win, by the solver."""
    solutions = ((move.text, solve(position.play(move))) for move in position.moves)
    return [text for text, found in solutions if found and found.returns[position.turn] == 1]
