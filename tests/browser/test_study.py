"""Boards to try things on, in a real browser: by hand, by keys, in both lights and languages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

import brettwerk
from brettwerk.records import read_record
from browser.hands import Hands, Touch, by_keyboard, by_mouse, by_touch, short_game, sit_down
from browser.server import Server

SIZES = {"desktop": (1280, 800), "phone": (360, 740)}


def check(page: Page) -> None:
    """Nothing that axe finds, nothing wider than the window."""
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def study(hands: Hands) -> brettwerk.Position:
    """The position that the board shows."""
    text = hands.page.get_attribute("#study", "data-position")
    assert text is not None
    return brettwerk.position(text)


def make_move(hands: Hands, way: str) -> None:
    """Touch the cells of a way; end or confirm it if the page asks."""
    ply = int(hands.page.get_attribute("#study", "data-ply") or "-1")
    for cell in re.findall(r"[.>!+]([a-z0-9-]+)", way):
        hands.touch(hands, cell)
    for name in ("Play it", "End the turn"):
        if hands.page.get_by_role("button", name=name, exact=True).count():
            hands.press(name)
    expect(hands.page.locator("#study")).to_have_attribute("data-ply", str(ply + 1))


@pytest.mark.parametrize("touch", [by_mouse, by_touch, by_keyboard])
@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_moves_are_made_and_taken_back_by_hand(
    name: str, touch: Touch, browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, touch)
    hands.page.goto(f"{server.address}/analysis/{name}")
    hands.page.wait_for_selector("#study.live")
    begin = position = study(hands)
    for number in range(3):
        move = position.moves[(7 * number + 3) % len(position.moves)]
        make_move(hands, position.game.face.ways(position, move.code)[0])
        position = position.play(move)
        assert study(hands) == position
    hands.press("One move back")
    expect(hands.page.locator("#study")).to_have_attribute("data-ply", "2")
    hands.press("To the beginning")
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


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_the_board_is_accessible(
    size: str, theme: Any, browser: Browser, server: Server, pictures: Path
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
        hands.page.screenshot(path=pictures / f"study-{name}-{size}-{theme}.png", full_page=True)
    assert hands.faults == []
    hands.page.context.close()


# -- the analysis board ---------------------------------------------------------------------------
def opened(hands: Hands, path: str) -> Page:
    """The analysis board, when something has been found."""
    hands.page.goto(hands.server.address + path)
    expect(hands.page.locator("#lines li")).not_to_have_count(0)
    return hands.page


def ply(page: Page, number: int) -> None:
    """So many moves have been made on the board."""
    expect(page.locator("#study")).to_have_attribute("data-ply", str(number))


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_lines_come_by_themselves_with_arrows_and_can_be_followed(
    name: str, browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse)
    page = opened(hands, f"/analysis/{name}")
    expect(page.locator("#lines li")).to_have_count(3)
    expect(page.locator("#study .arrow")).to_have_count(3)
    bar = page.get_by_role("img", name=re.compile(r"\d+ %.*\d+ %"))
    expect(bar).to_be_visible()
    page.locator("#how-many").select_option("5")
    expect(page.locator("#lines li")).to_have_count(5)
    expect(page.locator("#study .arrow .rank text")).to_have_text(list("54321"))
    best = page.locator("#lines .best").first.inner_text()
    page.locator("#lines .best").first.click()
    ply(page, 1)
    expect(page.locator("#tree [aria-current]")).to_have_text(best)
    assert hands.faults == []
    page.context.close()


def test_the_tree_is_walked_grown_and_pruned_by_keys(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_keyboard)
    page = opened(hands, "/analysis/bedraengnis#m=b2+a1")
    ply(page, 2)
    now = page.locator("#tree [aria-current]")
    expect(now).to_have_text("a1")
    page.keyboard.press("[")
    ply(page, 1)
    other = page.locator("#lines .best").nth(1).inner_text()
    assert other != "a1"
    page.locator("#typed").fill(other)
    page.keyboard.press("Enter")
    ply(page, 2)
    expect(page.locator("#tree .variations")).to_have_count(1)
    page.locator("#tree").focus()
    page.keyboard.press("ArrowUp")
    expect(now).to_have_text("a1")
    page.keyboard.press("ArrowDown")
    expect(now).to_have_text(other)
    hands.press("Make this the main line")
    expect(page.locator("#tree .variations")).to_contain_text("a1")
    page.locator("#comment").fill("bold")
    expect(page.locator("#tree .comment")).to_have_text("bold")
    hands.press("Delete from here on")
    ply(page, 1)
    expect(page.locator("#tree .variations")).to_have_count(0)
    assert hands.faults == []
    page.context.close()


def test_a_link_leads_to_the_same_position(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    text = "bedraengnis/1 ..../..../.w../b... w last=a1 board=yrbg/bbgr/gyry/rygb"
    page = opened(hands, f"/analysis/bedraengnis?position={text.replace(' ', '+')}")
    move = page.locator("#lines .best").first.inner_text()
    page.locator("#lines .best").first.click()
    ply(page, 1)
    wanted = brettwerk.position(text).play(move)
    page.wait_for_url(re.compile("#m="))
    for _ in range(2):
        page.reload()
        ply(page, 1)
        assert study(hands) == wanted
        page.get_by_role("link", name="Deutsch").click()
        expect(page.locator("html")).to_have_attribute("lang", "de")
    ply(page, 1)
    assert study(hands) == wanted
    page.context.close()


def test_thinking_can_be_stopped_and_stays_so(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    page = opened(hands, "/analysis/drei")
    page.keyboard.press("a")
    page.reload()
    page.wait_for_selector("#study.live")
    expect(page.locator("#engine")).to_have_attribute("data-state", "off")
    by_mouse(hands, "d4")
    ply(page, 1)
    expect(page.locator("#lines li")).to_have_count(0)
    hands.press("Think")
    expect(page.locator("#lines li")).not_to_have_count(0)
    page.context.close()


def test_a_link_that_leads_nowhere_says_why(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    hands.page.goto(f"{server.address}/analysis/drei#p=drei/1+8+w")
    expect(hands.page.locator("[data-study=note]")).not_to_be_empty()
    hands.page.goto(f"{server.address}/analysis/drei?position=nonsense")
    expect(hands.page.locator("h1")).to_have_text("Not here")
    hands.page.context.close()


def test_a_position_is_set_up_by_keys_and_impossible_ones_are_refused(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_keyboard)
    page = opened(hands, "/analysis/drei")
    summary = page.locator("#arrange > summary")
    summary.focus()
    page.keyboard.press("Enter")
    page.get_by_role("radio", name="white piece").check()
    by_keyboard(hands, "d4")
    expect(page.locator("[data-cell=d4]")).to_have_attribute(
        "aria-label", re.compile("white piece")
    )
    page.get_by_label("To move").select_option(label="White")
    hands.press("Use this position")
    expect(page.locator("#arrange-fault")).to_contain_text("do not fit who is to move")
    page.get_by_label("To move").select_option(label="Black")
    hands.press("Use this position")
    expect(page.locator("#arrange-fault")).to_contain_text("needs “last”")
    page.get_by_label("The piece placed last").select_option("d4")
    hands.press("Use this position")
    expect(page.locator("#arrange")).not_to_have_attribute("open", "")
    assert study(hands) == brettwerk.game("drei").start().play("d4")
    expect(page.locator("#lines li")).not_to_have_count(0)
    assert [fault for fault in hands.faults if "400" not in fault] == []
    page.context.close()


def test_balls_in_hand_follow_from_the_board(
    browser: Browser, server: Server, pictures: Path
) -> None:
    hands = sit_down(browser, server, by_touch)
    page = opened(hands, "/analysis/triapon")
    page.locator("#arrange > summary").tap()
    for number, cell in enumerate(("e3", "f3", "d2"), start=1):
        page.get_by_text(f"ball of player {number}").tap()
        by_touch(hands, cell)
    check(page)
    page.screenshot(path=pictures / "study-arrange.png", full_page=True)
    hands.press("Use this position")
    expect(page.locator("#study")).to_have_attribute("data-position", re.compile("hands=888"))
    assert hands.faults == []
    page.context.close()


def test_other_options_begin_another_board(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    page = opened(hands, "/analysis/katarenga")
    page.locator("#other-options > summary").click()
    before = page.locator("#study .board").inner_html()
    hands.press("Begin with these")
    expect(page.locator("#study")).to_have_attribute("data-position", re.compile("board="))
    page.wait_for_function(
        "old => document.querySelector('#study .board').innerHTML !== old", arg=before
    )
    page.context.close()


def test_records_are_brought_kept_and_taken_away(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse, accept_downloads=True)
    page = opened(hands, "/analysis/drei")
    page.locator("#bring > summary").click()
    page.locator("#pasted").fill("hello")
    hands.press("Show it")
    expect(page.locator("#bring-note")).not_to_be_empty()
    page.locator("#pasted").fill('[Game "bedraengnis"]\n\n1. b2 {fine} (1. a1 a2) c3 *')
    hands.press("Show it")
    page.wait_for_url("**/analysis/bedraengnis*")
    expect(page.locator("#tree .variations")).to_contain_text("a1")
    page.locator("#bring > summary").click()
    page.get_by_label("A name for it").fill("Mine")
    hands.press("Keep")
    page.goto(f"{server.address}/analysis/bedraengnis")
    page.locator("#bring > summary").click()
    hands.press("Mine")
    expect(page.locator("#tree .comment")).to_have_text("fine")
    with page.expect_download() as saved:
        hands.press("Record as text")
    text = saved.value.path().read_text(encoding="utf-8")
    record = read_record(text)
    assert [ply.text for ply in record.plies] == ["b2", "c3"]
    assert record.plies[0].variations[0][1].text == "a2"
    check(page)
    hands.press("Forget “Mine”")
    expect(page.locator("#kept li")).to_have_count(0)
    assert [fault for fault in hands.faults if "400" not in fault] == []
    page.context.close()


def a_game(server: Server, moves: tuple[str, ...]) -> dict[str, Any]:
    """A game of Das Bedrängnis in which these moves were played."""
    options = {"board": "2b3"}
    game = server.create("bedraengnis", "here", "here", begins=0, target=1, options=options)
    keys = ",".join(seat["key"] for seat in game["seats"])
    for at, move in enumerate(moves):
        act = {"t": "act", "id": f"m{at}", "do": "play", "text": move, "moment": at}
        server.ask(f"/api/games/{game['id']}/acts", act, keys)
    return game


def test_a_game_that_is_over_leads_to_its_analysis(browser: Browser, server: Server) -> None:
    moves = short_game("bedraengnis", (("board", "2b3"),))
    game = a_game(server, moves)
    hands = sit_down(browser, server, by_mouse)
    hands.open(game)
    hands.press("Back")
    hands.press("Analyse")
    hands.page.wait_for_url("**/analysis/bedraengnis?*")
    ply(hands.page, len(moves) - 1)
    hands.press("One move on")
    ply(hands.page, len(moves))
    going = server.create("drei", "here", "here", begins=0)
    hands.open(going, 0)
    expect(hands.page.get_by_role("button", name="Analyse")).to_have_count(0)
    hands.page.context.close()


# -- the review -----------------------------------------------------------------------------------
def a_long_game() -> tuple[str, ...]:
    """A game in which somebody gives a win away."""
    position, moves = brettwerk.game("bedraengnis", board="2b3").start(), list[str]()
    while position.moves:
        move = position.moves[len(position.moves) // 2]
        moves.append(move.text)
        position = position.play(move)
    return tuple(moves)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_a_review_is_read_by_curve_list_table_and_keys(
    size: str, theme: Any, browser: Browser, server: Server, pictures: Path
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
    page.screenshot(path=pictures / f"review-{size}-{theme}.png", full_page=True)
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
