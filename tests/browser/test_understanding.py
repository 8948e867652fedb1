"""What a board explains: triads, rows, camps, refusals, the end; and what people draw on it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import brettwerk
from browser import axe
from browser.hands import Hands, Touch, by_keyboard, by_mouse, by_touch, short_game, sit_down
from browser.server import Server

BOARD = {"board": "1a0 3b2 4a1 2b3"}


_WATCH = """() => new MutationObserver((all) => all.forEach(({target}) => {
  if (target.classList?.contains('rolled')) window.rolled = target.style.transform;
})).observe(document.querySelector('[data-layer=pieces]'), {subtree: true, attributes: true})"""


def lines(page: Page, kind: str = "") -> Locator:
    """The lines on the board, of a kind."""
    return page.locator(f".joined.{kind}" if kind else ".joined")


def dragged(hands: Hands, a: str, b: str, button: Any = "left") -> None:
    """The mouse, from a cell to another."""
    hands.page.mouse.move(*hands.point(a))
    hands.page.mouse.down(button=button)
    hands.page.mouse.move(*hands.point(b), steps=6)
    hands.page.mouse.up(button=button)


@pytest.mark.parametrize("touch", [by_mouse, by_keyboard, by_touch])
def test_triads_are_seen_foreseen_and_explained(
    touch: Touch, browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, touch)
    page, note = hands.page, hands.page.locator("#note")
    game = server.create("triapon", "here", "friend", "friend", begins=0)
    for move in ("a1", "d1", "i1", "b1", "d2", "i2"):
        server.act(game, "play", move)
    hands.open(game, 0)
    # The last moves of both others are marked, not only the last one.
    expect(page.locator(".mark.last")).to_have_count(2)
    expect(page.locator(".mark.last.before")).to_have_count(1)
    if touch is not by_touch:
        point = page.mouse.move if touch is by_mouse else None
        for cell, told in (
            ("c1", "You could close a short"),
            ("d3", "Player 2 could close a short"),
        ):
            if point:
                point(*hands.point(cell))
            else:
                page.locator(f"[data-cell={cell}]").focus()
            expect(note).to_have_text(re.compile(told))
            expect(lines(page, "short")).to_have_count(1)
        # What was true of one hole is not said of another.
        if point:
            point(*hands.point("g4"))
        else:
            page.locator("[data-cell=g4]").focus()
        expect(note).to_be_empty()
    else:  # fingers do not point: the board shows where lines can be closed, and by whom
        expect(page.locator(".mark.to:not(.many)")).to_have_count(1)
        expect(page.locator(".mark.stop")).to_have_count(2)
        expect(page.locator("#step-text")).to_have_text(re.compile("Large dot.*Ring"))
        hands.touch(hands, "d3")
        expect(note).to_have_text(re.compile("Player 2 could close a short"))
        hands.touch(hands, "c1")  # rather there
        expect(page.locator("#step-text")).to_have_text(re.compile("A triad!"))
        expect(lines(page, "short")).to_have_count(1)
    server.act(game, "play", "c1xi1")
    expect(lines(page, "short")).to_have_attribute("data-line", "short,a1,b1,c1")
    expect(lines(page, "short").locator("text")).to_have_text("short")
    assert hands.faults == []
    page.context.close()


def test_touching_a_ball_that_is_held_shows_the_row_that_holds_it(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_touch)
    game = server.create("triapon", "here", "friend", "friend", begins=0)
    for move in ("a1", "d1", "i1", "b1", "d2", "i2", "h4", "d3xi1", "i7"):
        server.act(game, "play", move)
    hands.open(game, 0)
    page = hands.page
    hands.touch(hands, "c1")
    expect(page.locator("#step-text")).to_contain_text("Touch any other ball to see why")
    hands.touch(hands, "d2")
    expect(page.locator("#note")).to_have_text("The ball on d2 is held fast by the row d1–d2–d3.")
    expect(lines(page, "holds")).to_have_attribute("data-line", "holds,d1,d2,d3")
    expect(lines(page, "holds").locator("text")).to_have_text("holds fast")
    axe.check(page, "light", "dark")
    assert hands.faults == []
    page.context.close()


def test_what_can_be_taken_stands_out_beside_the_triad_that_was_closed(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse)
    game = server.create("triapon", "here", "friend", "friend", begins=0)
    for move in ("a1", "d1", "i1", "b1", "d2", "i2", "h4", "d3xi1", "i7"):
        server.act(game, "play", move)
    hands.open(game, 0)
    page = hands.page
    # The page knows what a hole would close once it has been told about all of them.
    page.mouse.move(*hands.point("c1"))
    expect(page.locator("#note")).to_have_text("You could close a short triad here.")
    hands.touch(hands, "c1")
    expect(lines(page, "short")).to_have_attribute("data-line", "short,a1,b1,c1")
    takes = {"i2", "i7"}
    can = [one.get_attribute("data-cell") for one in page.locator("[data-cell].can").all()]
    assert set(can) == takes
    # Of the five balls of others, three are held fast and look so.
    expect(page.locator(".piece.spared")).to_have_count(3)
    page.mouse.move(*hands.point("d2"))
    expect(lines(page, "holds")).to_have_count(1)
    hands.touch(hands, "i7")
    hands.wait(10)
    expect(page.locator(".piece.spared")).to_have_count(0)
    assert hands.faults == []
    page.context.close()


def test_few_balls_are_counted_once_all_are_placed(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    game = server.create("triapon", "here", "here", "here", begins=0)
    hands.open(game, 0, 1, 2)
    expect(hands.page.locator(".tray.left")).to_have_count(0)
    for _ in range(27):
        server.act(game, "play", server.table(game["id"])["moves"][-1][0])
    hands.wait(27)
    expect(hands.page.locator(".tray.left")).to_have_count(3)
    counted = [int(one.split()[0]) for one in hands.page.locator(".tray.left").all_inner_texts()]
    expect(hands.page.locator("[data-layer=pieces] .piece")).to_have_count(sum(counted))
    hands.page.context.close()


@pytest.mark.parametrize(
    ("cell", "told"),
    [("e5", "There is nothing on e5."), ("i9", "That belongs to White.")],
)
def test_touches_that_begin_no_move_say_why(
    cell: str, told: str, browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse)
    hands.open(server.create("abalone", "here", "friend", begins=0), 0)
    hands.touch(hands, cell)
    expect(hands.page.locator("#note")).to_have_text(f"{told} Choose one of your own.")
    hands.page.context.close()


def test_figures_of_rules_and_lessons_draw_the_lines(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse, java_script_enabled=False)
    hands.page.goto(f"{server.address}/rules/triapon")
    for kind in ("short", "medium", "long"):
        expect(hands.page.locator(f"#example-{kind} .joined.{kind}").first).to_be_attached()
    hands.page.context.close()
    hands = sit_down(browser, server, by_mouse)
    hands.page.goto(f"{server.address}/rules/triapon")
    expect(hands.page.locator("#example-medium .joined.medium text")).to_have_text("medium")
    assert hands.faults == []
    hands.page.context.close()


def test_columns_of_moves_stay_with_their_players(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    game = server.create("triapon", "here", "friend", "computer", begins=0)
    for move in ("a1", "i1"):
        server.act(game, "play", move)
    hands.open(game, 0)
    hands.wait(3)
    server.act(game, "play", next(m[0] for m in server.table(game["id"])["moves"]))
    server.act(game, "resign", person=1)
    hands.page.wait_for_selector('#table[data-mine="1"]')
    server.act(game, "play", next(m[0] for m in server.table(game["id"])["moves"]))
    hands.page.wait_for_selector('#table[data-mine="1"]')
    frames = server.table(game["id"])["frames"]
    assert [frame["by"] for frame in frames] == [0, 1, 2, 0, 2, 0, 2]
    head = hands.page.locator("#moves .head")
    expect(head).to_have_text(["You", "Player 2", "Computer · level 1"])
    edges = [head.nth(at).bounding_box() for at in range(3)]
    for at, frame in enumerate(frames):
        box, edge = hands.page.locator("#moves .move").nth(at).bounding_box(), edges[frame["by"]]
        assert box is not None
        assert edge is not None
        assert abs(box["x"] - edge["x"]) < 3
    assert hands.page.locator("#moves li:not(.heads)").count() == 3
    hands.page.context.close()


# -- rows of marbles ------------------------------------------------------------------------------
def test_a_row_is_marked_whole_and_goes_sideways_by_any_cell_beside_it(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse)
    page = hands.page
    options = {"setup": "black:c3,c4,c5,a1;white:i9,i8"}
    hands.open(server.create("abalone", "here", "here", begins=0, options=options), 0, 1)
    picked = page.locator(".mark.picked")
    for target, move in (("d3", "c3c5d3"), ("d4", "c3c5d3"), ("d5", "c3c5d4"), ("d6", "c3c5d4")):
        for cell in ("c5", "c3"):
            hands.touch(hands, cell)
        expect(picked).to_have_count(3)
        page.mouse.move(*hands.point(target))
        expect(page.locator(".arrow.ahead")).to_have_count(3)
        hands.play(f">{target}")
        expect(page.locator("#moves .move")).to_have_text([move])
        hands.press("Take back")
        expect(page.locator("#moves .move")).to_have_count(0)
        page.wait_for_selector('#table[data-mine="1"]')
    # By hand each marble of the row goes exactly where it is dragged.
    for marble, target, move in (("c4", "d5", "c3c5d4"), ("c3", "b2", "c3c5b2")):
        for cell in ("c3", "c4", "c5"):
            hands.touch(hands, cell)
        dragged(hands, marble, target)
        expect(page.locator("#moves .move")).to_have_text([move])
        hands.press("Take back")
        expect(page.locator("#moves .move")).to_have_count(0)
        page.wait_for_selector('#table[data-mine="1"]')
    assert hands.faults == []
    page.context.close()


@pytest.mark.parametrize("language", ["en", "de"])
def test_refused_moves_say_what_would_be_right(
    language: str, browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse, locale=language)
    game = server.create("abalone", "here", "here", begins=0)
    hands.open(game, 0, 1)
    for cell in ("c3", "f5"):
        hands.touch(hands, cell)
    told = {"en": "Choose a cell right beside them.", "de": "Wähle ein Feld direkt daneben."}
    expect(hands.page.locator("#note")).to_contain_text(told[language])
    assert hands.faults == []
    hands.page.context.close()


def test_a_pushed_marble_rolls_out_and_is_counted(browser: Browser, server: Server) -> None:
    moving = {"reduced_motion": "no-preference", "viewport": {"width": 1280, "height": 800}}
    hands = sit_down(browser, server, by_mouse, **moving)
    options = {"setup": "black:e5,e6,e7,a1;white:e8,e9,i9,i8"}
    game = server.create("abalone", "here", "computer", begins=0, options=options)
    hands.open(game, 0)
    chip = hands.page.locator("#strip-bottom .chip")
    expect(chip).to_contain_text("You")
    expect(chip.locator(".tray.taken")).to_have_text("0 of 6 pushed off")
    expect(hands.page.locator("#strip-top .chip-name")).to_have_text("Computer · level 1")
    hands.page.evaluate(_WATCH)
    server.act(game, "play", "e5e6")
    expect(chip.locator(".tray.taken")).to_have_text("1 of 6 pushed off")
    x = hands.page.evaluate("Number(window.rolled.match(/[-0-9.]+/)[0])")
    edge = hands.page.evaluate("Number(document.querySelector('[data-cell=e9]').dataset.x)")
    assert x > edge + 100
    for name in hands.page.locator(".chip-name, .tray, .head").all():
        assert name.evaluate("one => one.scrollWidth <= one.clientWidth + 1")
    hands.page.context.close()


# -- fields and camps -----------------------------------------------------------------------------
def test_camps_explain_themselves_and_marks_leave_signs_visible(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse)
    page, note = hands.page, hands.page.locator("#note")
    hands.open(server.create("katarenga", "here", "here", begins=0, options=BOARD), 0, 1)
    hands.touch(hands, "black-left")
    expect(note).to_have_text(re.compile("^Black’s left camp: only pieces .* enemy baseline"))
    hands.touch(hands, "c1")
    targets = page.locator(".mark.to")
    expect(targets.first).to_be_attached()
    # Corners: nothing is drawn over the middle, where the sign is.
    assert page.locator(".mark.to circle").count() == 0
    for at in range(targets.count()):
        box = targets.nth(at).evaluate("g => g.querySelector('path').getAttribute('d')")
        assert all(abs(int(n)) >= 22 for n in re.findall(r"-?\d+", box))
    hands.touch(hands, "black-left")
    expect(note).to_have_text(
        "Only a piece on the enemy baseline, rank 8, can go into a camp; this one is on c1."
    )
    hands.touch(hands, "white-left")
    expect(note).to_contain_text("These are your own camps")
    assert hands.faults == []
    page.context.close()


# -- the end --------------------------------------------------------------------------------------
@pytest.mark.parametrize(("language", "width"), [("en", 1280), ("de", 360)])
def test_the_end_is_shown_over_the_board(
    language: str, width: int, browser: Browser, server: Server
) -> None:
    size = {"width": width, "height": 800}
    hands = sit_down(browser, server, by_mouse, locale=language, viewport=size)
    page = hands.page
    game = server.create("drei", "here", "friend", begins=0, options=BOARD)
    moves = short_game("drei", tuple(BOARD.items()))
    for move in moves[:-1]:
        server.act(game, "play", move)
    hands.open(game, 0)
    page.wait_for_selector("#strip-bottom .chip")
    server.act(game, "play", moves[-1])
    result = page.locator(".result")
    expect(result).to_be_visible()
    expect(lines(page, "won")).to_have_count(1)
    won = {"en": "You win!", "de": "Du gewinnst!"}
    expect(result.locator("h2")).to_have_text(won[language])
    words = {"en": ["Rematch", "Review", "Share"], "de": ["Revanche", "Nachbesprechen", "Teilen"]}
    for name in words[language]:
        expect(result.get_by_role("button", name=name, exact=True)).to_be_visible()
        expect(page.get_by_role("button", name=name, exact=True)).to_have_count(1)
    # Nothing of the winning line is hidden by it.
    covered = result.bounding_box()
    assert covered is not None
    for cell in (lines(page, "won").get_attribute("data-line") or "").split(",")[1:]:
        _, y = hands.point(cell)
        box = result.bounding_box()
        assert box is not None
        assert not box["y"] < y < box["y"] + box["height"]
    axe.check(page, "light", "dark")
    # What is over is not played with.
    page.mouse.move(*hands.point(moves[-1]))
    expect(page.locator(".mark.reach")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(result).to_be_hidden()
    expect(page.get_by_role("button", name=words[language][0], exact=True)).to_be_visible()
    assert hands.faults == []
    page.context.close()


def test_the_end_of_a_round_tells_the_points_of_the_match(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    options = {"board": "2b3"}
    game = server.create("bedraengnis", "here", "friend", begins=0, options=options, target=50)
    for move in short_game("bedraengnis", tuple(options.items())):
        server.act(game, "play", move)
    hands.open(game, 0)
    result = hands.page.locator(".result")
    scores = server.table(game["id"])["scores"]
    expect(result.locator(".result-reason")).to_contain_text(f"{max(scores)} points for the winner")
    expect(result.locator(".result-scores")).to_contain_text(f"You {scores[0]} / 50")
    expect(result.get_by_role("button", name="Next round")).to_be_visible()
    hands.press("Close")
    expect(result).to_be_hidden()
    assert hands.faults == []
    hands.page.context.close()


# -- what people draw, and moves chosen in advance ------------------------------------------------
def test_arrows_and_circles_are_drawn_and_vanish(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    page, own = hands.page, hands.page.locator(".arrow.own")
    hands.open(server.create("abalone", "here", "here", begins=0), 0, 1)
    dragged(hands, "a1", "e5", "right")
    expect(own).to_have_count(1)
    page.mouse.click(*hands.point("e5"), button="right")
    expect(own).to_have_count(2)
    dragged(hands, "a1", "e5", "right")
    expect(own).to_have_count(1)
    expect(page.locator(".mark.picked")).to_have_count(0)
    hands.touch(hands, "a1")
    expect(own).to_have_count(0)
    page.goto(f"{server.address}/analysis/drei")
    page.wait_for_selector(".live [data-layer=over]", state="attached")
    dragged(hands, "a1", "c3", "right")
    expect(own).to_have_count(1)
    assert hands.faults == []
    page.context.close()


def test_a_long_press_draws_too(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_touch)
    hands.open(server.create("drei", "here", "here", begins=0, options=BOARD), 0, 1)
    x, y = hands.point("d4")
    touch = hands.page.context.new_cdp_session(hands.page)
    touch.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    hands.page.wait_for_timeout(600)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(hands.page.locator(".arrow.own")).to_have_count(1)
    expect(hands.page.locator(".mark.picked")).to_have_count(0)
    assert hands.moment == 0
    hands.page.context.close()


def test_a_move_chosen_in_advance_is_played_when_its_turn_comes(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse)
    page, note = hands.page, hands.page.locator("#note")
    game = server.create("abalone", "here", "friend", begins=0)
    hands.open(game, 0)
    hands.play(".a1>c1")
    server.act(game, "play", "i9h8")
    hands.wait(2)
    hands.play(".b1>c2")
    # Chosen, cancelled, chosen again, and played.
    for _ in range(2):
        hands.touch(hands, "c2")
        hands.touch(hands, "d2")
        expect(page.locator(".mark.premove")).to_have_count(2)
        expect(note).to_contain_text("Chosen in advance")
        if _ == 0:
            hands.touch(hands, "d2")
            expect(page.locator(".mark.premove")).to_have_count(0)
    server.act(game, "play", "h8i9")
    expect(page.locator("#moves .move")).to_have_text(["a1b1", "i9h8", "b1c2", "h8i9", "c2d2"])
    # One that has become impossible is forgotten.
    dragged(hands, "a2", "f5")
    expect(page.locator(".mark.premove")).to_have_count(2)
    server.act(game, "play", "i9h8")
    expect(note).to_have_text("The move you chose in advance is no longer possible.")
    expect(page.locator("#moves .move")).to_have_count(6)
    assert hands.faults == []
    page.context.close()


def test_a_placement_is_chosen_in_advance(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_keyboard)
    position = brettwerk.game("isolation", **BOARD).start()
    first = position.moves[0].text
    position = position.play(first)
    second = position.moves[0].text
    wanted = position.play(second).moves[-1].text
    game = server.create("isolation", "here", "friend", begins=0, options=BOARD)
    hands.open(game, 0)
    hands.play(f">{first}")
    hands.touch(hands, wanted)
    expect(hands.page.locator(".mark.premove")).to_have_count(1)
    server.act(game, "play", second)
    expect(hands.page.locator("#moves .move")).to_have_text([first, second, wanted])
    assert hands.faults == []
    hands.page.context.close()
