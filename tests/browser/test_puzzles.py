"""Puzzles in a real browser: solved by hand and by keys, wrong moves, help, streaks, the day."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

import brettwerk
from brettwerk.puzzles.puzzle import Puzzle, shipped
from browser.axe import check
from browser.boards import SIZES
from browser.hands import Hands, Touch, by_keyboard, by_mouse, by_touch, sit_down
from browser.pictures import Pictures
from browser.server import Server
from quick import SHOWN, each_shown, in_turn


def easiest(name: str) -> Puzzle:
    """A puzzle with a short solution, but of more than one move."""
    longer = (puzzle for puzzle in shipped(name).puzzles if not puzzle.is_one_move)
    return min(longer, key=lambda p: (p.goal.plies or 99, len(p.solution), p.id))


def open_puzzle(hands: Hands, puzzle: Puzzle, day: str = "2026-11-16") -> None:
    """The page of a puzzle, on some day."""
    address = f"{hands.server.address}/puzzles/{puzzle.start.game.name}?p={puzzle.id}&day={day}"
    hands.page.goto(address)
    hands.page.wait_for_selector("#acts:not([hidden])")


def make_move(hands: Hands, position: brettwerk.Position, text: str) -> None:
    """Touch the cells of a move; end or confirm it if the page asks."""
    move = position.move(text)
    way = position.game.definition.gestures(position, move.code)[0]
    for cell in re.findall(r"[.>!+]([a-z0-9-]+)", way):
        hands.touch(hands, cell)
    for name in ("Play this move", "End the turn", "Pass"):
        button = hands.page.get_by_role("button", name=name, exact=True)
        if button.count() and button.is_visible():
            hands.press(name)


def solve(hands: Hands, puzzle: Puzzle) -> None:
    """Play the solution, waiting for the answers."""
    ply, player = 0, puzzle.start.turn
    position = puzzle.start
    while ply < len(puzzle.solution):
        make_move(hands, position, puzzle.solution[ply])
        position, ply = position.play(puzzle.solution[ply]), ply + 1
        while ply < len(puzzle.solution) and (
            position.turn != player or len(position.legal_codes) == 1
        ):
            position, ply = position.play(puzzle.solution[ply]), ply + 1
        expect(hands.page.locator("#puzzle")).to_have_attribute("data-ply", str(ply))
        kind = "done" if ply == len(puzzle.solution) else "right"
        expect(hands.page.locator("#verdict")).to_have_attribute("data-kind", kind)


def a_wrong_move(puzzle: Puzzle) -> str:
    """A legal first move that is not the solution."""
    return next(m.text for m in puzzle.start.moves if m.text != puzzle.solution[0])


@pytest.mark.parametrize(
    ("name", "touch"), in_turn(brettwerk.NAMES, [by_keyboard, by_mouse], SHOWN)
)
def test_a_puzzle_is_solved_by_hand(
    name: str, touch: Touch, browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, touch)
    puzzle = easiest(name)
    open_puzzle(hands, puzzle)
    solve(hands, puzzle)
    expect(hands.page.locator("#verdict")).to_contain_text("Solved!")
    expect(hands.page.locator("#progress")).to_contain_text("1 of")
    expect(hands.page.locator("#run")).to_contain_text("1 in a row")
    hands.press("Next puzzle")
    expect(hands.page).not_to_have_url(re.compile(puzzle.id))
    expect(hands.page.locator("#puzzle")).to_have_attribute("data-ply", "0")
    expect(hands.page.locator("#verdict")).to_be_empty()
    assert hands.faults == []
    hands.page.context.close()


@each_shown
def test_a_wrong_move_is_answered_and_can_be_tried_again(
    name: str, browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse)
    hands.page.set_default_timeout(60_000)  # the first proof may have to be compiled
    puzzle = easiest(name)
    open_puzzle(hands, puzzle)
    make_move(hands, puzzle.start, a_wrong_move(puzzle))
    verdict = hands.page.locator("#verdict")
    expect(verdict).to_have_attribute("data-kind", "wrong")
    expect(verdict).to_contain_text("Not this move.")
    # What refutes it stands on the board, and there is nothing more to try until one tries again.
    assert int(hands.page.get_attribute("#puzzle", "data-ply") or 0) >= 1
    hands.press("Try again")
    expect(hands.page.locator("#puzzle")).to_have_attribute("data-ply", "0")
    solve(hands, puzzle)
    # It is solved now, but not without help.
    expect(hands.page.locator("#progress")).to_contain_text("1 of")
    expect(hands.page.locator("#run")).to_be_hidden()
    assert hands.faults == []
    hands.page.context.close()


def test_help_and_the_solution(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_touch)
    puzzle = easiest("katarenga")
    open_puzzle(hands, puzzle)
    hands.press("Hint")
    expect(hands.page.locator("#verdict")).to_contain_text("Look at")
    expect(hands.page.locator(".mark.hint")).to_have_count(1)
    hands.press("Show the solution")
    expect(hands.page.locator("#verdict")).to_contain_text(puzzle.solution[0])
    plies = str(len(puzzle.solution))
    expect(hands.page.locator("#puzzle")).to_have_attribute("data-ply", plies)
    hands.press("Try again")
    expect(hands.page.locator("#puzzle")).to_have_attribute("data-ply", "0")
    link = hands.page.locator("#analysis")
    link.click()
    hands.page.wait_for_selector("#study.live")
    assert hands.page.get_attribute("#study", "data-position") == puzzle.position
    assert hands.faults == []
    hands.page.context.close()


def test_rows_of_solved_puzzles_and_of_days_are_kept_here(browser: Browser, server: Server) -> None:
    from datetime import date

    from brettwerk.puzzles.daily import daily

    hands = sit_down(browser, server, by_mouse)
    days = [
        day
        for day in (date.fromordinal(n) for n in range(739_000, 739_400))
        if len(daily("katarenga", day).solution) <= 3
        and len(daily("katarenga", date.fromordinal(day.toordinal() + 1)).solution) <= 3
    ]
    first, second = days[0], date.fromordinal(days[0].toordinal() + 1)
    for number, day in enumerate((first, second), start=1):
        puzzle = daily("katarenga", day)
        open_puzzle(hands, puzzle, day.isoformat())
        expect(hands.page.locator("#daily")).to_have_text("Puzzle of the day")
        solve(hands, puzzle)
        expect(hands.page.locator("#run")).to_contain_text(f"{number} in a row")
        expect(hands.page.locator("#days")).to_contain_text("begins" if number == 1 else "2 days")
    # The page of the day knows it, too.
    hands.page.goto(f"{server.address}/puzzles?day={second.isoformat()}")
    card = hands.page.locator('.card[data-game="katarenga"]')
    expect(card.locator(".solved-mark")).to_be_visible()
    expect(hands.page.locator(".solved-mark:visible")).to_have_count(1)
    expect(hands.page.locator("#days")).to_contain_text("2 days")
    # A wrong move ends the row, but what was best stays.
    solved = [daily("katarenga", day).id for day in (first, second)]
    other = next(p for p in shipped("katarenga").puzzles if p.id not in solved)
    open_puzzle(hands, other)
    make_move(hands, other.start, a_wrong_move(other))
    expect(hands.page.locator("#verdict")).to_have_attribute("data-kind", "wrong")
    expect(hands.page.locator("#run")).to_contain_text("0 in a row without help, best so far 2")
    assert hands.faults == []
    hands.page.context.close()


def test_who_wants_more_than_the_puzzle_of_the_day_gets_another(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse)
    hands.page.goto(f"{server.address}/puzzles")
    hands.page.get_by_role("link", name="More puzzles for Triapon").click()
    hands.page.wait_for_url(re.compile(r"/puzzles/triapon\?p="))
    expect(hands.page.locator("#daily")).to_be_hidden()
    assert hands.faults == []
    hands.page.context.close()


def test_the_next_puzzle_is_of_the_grade_wished_for(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    open_puzzle(hands, shipped("drei").puzzles[0])
    hands.page.get_by_label("Grade", exact=True).select_option("4")
    for _ in range(2):
        hands.press("Next puzzle")
        expect(hands.page.get_by_text("Grade 4 of 5")).to_be_visible()
    assert hands.faults == []
    hands.page.context.close()


@pytest.mark.parametrize(
    ("size", "theme"),
    [("phone", "dark"), pytest.param("desktop", "light", marks=pytest.mark.slow)],
)
def test_the_pages_are_accessible(
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
    hands.page.goto(f"{server.address}/puzzles?day=2026-11-16")
    expect(hands.page.locator("h1")).to_have_text("Rätsel" if theme == "dark" else "Puzzles")
    check(hands.page)
    pictures.whole(hands.page, f"puzzles-{size}-{theme}")
    for name in ("triapon", "schlacht"):
        puzzle = easiest(name)
        open_puzzle(hands, puzzle)
        check(hands.page)
        make_move(hands, puzzle.start, a_wrong_move(puzzle))
        verdict = hands.page.locator("#verdict")
        expect(verdict).to_have_attribute("data-kind", "wrong")
        check(hands.page)
        pictures.whole(hands.page, f"puzzle-{name}-{size}-{theme}")
    assert hands.faults == []
    hands.page.context.close()


def test_without_script_it_is_a_picture_and_a_task(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse, java_script_enabled=False)
    puzzle = easiest("abalone")
    hands.page.goto(f"{server.address}/puzzles/abalone?p={puzzle.id}")
    expect(
        hands.page.get_by_role("img", name="Abalone: the position of the puzzle")
    ).to_be_visible()
    expect(hands.page.locator("#task")).to_contain_text("to move")
    expect(hands.page.get_by_role("button", name="Hint")).to_have_count(0)
    hands.page.context.close()


def test_themes_are_told_after_solving_and_can_be_chosen(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    puzzle = next(p for p in shipped("drei").puzzles if p.is_one_move)
    open_puzzle(hands, puzzle)
    page = hands.page
    expect(page.locator("#themes")).to_be_hidden()
    solve(hands, puzzle)
    expect(page.locator("#themes")).to_contain_text("One move")
    page.get_by_label("Motif", exact=True).select_option("stranding")
    hands.press("Next puzzle")
    expect(page).not_to_have_url(re.compile(puzzle.id))
    shown = shipped("drei").by_id[page.url.rpartition("=")[2]]
    assert "stranding" in shown.themes
    assert hands.faults == []
    page.context.close()


def test_a_streak_ends_with_the_first_mistake_and_is_remembered(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse)
    puzzles, page = shipped("drei").by_id, hands.page
    open_puzzle(hands, easiest("drei"))
    # Between the task and what can be done no room is kept for what is not said yet.
    below = "document.getElementById('acts').getBoundingClientRect().top"
    above = "document.getElementById('task').getBoundingClientRect().bottom"
    assert page.evaluate(f"{below} - {above}") < 40
    page.set_viewport_size({"width": 360, "height": 640})
    hands.press("Streak: one life")
    expect(page.locator("#task")).to_be_in_viewport()
    expect(page.locator("#challenge-score")).to_have_text("0 solved")
    for name in ("Next puzzle", "Hint", "Show the solution"):
        expect(page.get_by_role("button", name=name)).to_be_hidden()
    first = puzzles[page.url.rpartition("=")[2]]
    assert shipped("drei").grade(first) == 1
    make_move(hands, first.start, a_wrong_move(first))
    expect(page.locator("#verdict")).to_contain_text("Over: 0 puzzles solved")
    expect(page.locator("#challenge")).to_be_hidden()
    expect(page.get_by_role("button", name="Next puzzle")).to_be_enabled()
    hands.press("Storm: three minutes")
    expect(page.locator("#challenge-clock")).to_contain_text(":")
    hands.press("End")
    expect(page.locator("#verdict")).to_contain_text("Your best is 0")
    assert hands.faults == []
    page.context.close()


def test_a_storm_that_ends_while_a_puzzle_is_on_its_way_stays_over(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse)
    page, held = hands.page, list[Route]()
    open_puzzle(hands, easiest("drei"))
    before = page.url
    page.route("**/api/puzzles/drei/*", lambda route: held.append(route))
    with page.expect_request("**/api/puzzles/drei/*"):
        hands.press("Storm: three minutes")
    hands.press("End")
    expect(page.locator("#verdict")).to_contain_text("Over: 0 puzzles solved")
    with page.expect_response("**/api/puzzles/drei/*"):
        held[0].continue_()
    page.evaluate("fetch(location.href).then(page => page.text())")
    page.wait_for_load_state("networkidle")
    expect(page.locator("#verdict")).to_contain_text("Over: 0 puzzles solved")
    assert page.url == before
    assert hands.faults == []
    page.context.close()
