"""The analysis board in a real browser: lines, a tree, links, positions set up by hand, records."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, Route, expect

import brettwerk
from brettwerk.records import read_record
from browser.axe import check
from browser.boards import opened, ply, study
from browser.hands import Hands, by_keyboard, by_mouse, by_touch, sit_down
from browser.pictures import Pictures
from browser.server import Server
from quick import each_shown


@each_shown
def test_lines_come_by_themselves_with_arrows_and_can_be_followed(
    name: str, browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse)
    page = opened(hands, f"/analysis/{name}")
    expect(page.locator("#lines li")).to_have_count(3)
    expect(page.locator("#study .arrow")).to_have_count(3)
    bar = page.get_by_role("img", name=re.compile(r"\d+%.*\d+%"))
    expect(bar).to_be_visible()
    page.locator("#how-many").select_option("5")
    expect(page.locator("#lines li")).to_have_count(5)
    expect(page.locator("#study .arrow .rank text")).to_have_text(list("54321"))
    # Read and clicked at once: the analysis goes on, and another move may become the best.
    best = page.locator("#lines .best").first.evaluate("it => { it.click(); return it.innerText; }")
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
    now.focus()
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
    page.locator("#lines .best").first.click()
    ply(page, 1)
    # What was the best move before the click may be another by now.
    move = page.locator("#tree .move[aria-current]").inner_text()
    wanted = brettwerk.position(text).play(move)
    page.wait_for_url(re.compile("#m="))
    for _ in range(2):
        page.reload()
        ply(page, 1)
        assert study(hands) == wanted
        page.get_by_role("button", name=re.compile("Settings|Einstellungen")).click()
        with page.expect_navigation():  # the second page looks like the first
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
    hands.press("Analyse")
    expect(page.locator("#lines li")).not_to_have_count(0)
    page.context.close()


def test_a_link_that_leads_nowhere_says_why(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    hands.page.goto(f"{server.address}/analysis/drei#p=drei/1+8+w")
    expect(hands.page.locator("[data-study=note]")).not_to_be_empty()
    hands.page.goto(f"{server.address}/analysis/drei?position=nonsense")
    expect(hands.page.locator("h1")).to_have_text("That did not work")
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
    browser: Browser, server: Server, pictures: Pictures
) -> None:
    hands = sit_down(browser, server, by_touch)
    page = opened(hands, "/analysis/triapon")
    page.locator("#arrange > summary").tap()
    expect(page.locator("#engine")).to_be_hidden()
    for number, cell in enumerate(("e3", "f3", "d2"), start=1):
        page.get_by_text(f"ball of player {number}").tap()
        by_touch(hands, cell)
    check(page)
    pictures.whole(page, "study-arrange")
    hands.press("Use this position")
    expect(page.locator("#study")).to_have_attribute("data-position", re.compile("hands=888"))
    expect(page.locator("#engine")).to_be_visible()
    assert hands.faults == []
    page.context.close()


def test_other_options_begin_another_board(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    page = opened(hands, "/analysis/katarenga")
    page.locator("#other-options > summary").click()
    before = page.locator("#study .board").inner_html()
    hands.press("Start with these")
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


def begun(count: int) -> list[str]:
    """So many moves of a game of Die Drei."""
    position, moves = brettwerk.game("drei").start(), list[str]()
    while len(moves) < count:
        moves.append(position.moves[0].text)
        position = position.play(moves[-1])
    return moves


def test_the_tree_is_one_stop_of_the_tab_key(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_keyboard)
    page = opened(hands, f"/analysis/drei#m={'+'.join(begun(4))}")
    ply(page, 4)
    stop = page.locator("#tree [tabindex='0']")
    for keys in ("", "ArrowLeft", "Home"):
        if keys:
            stop.focus()
            page.keyboard.press(keys)
        ply(page, {"": 4, "ArrowLeft": 3, "Home": 0}[keys])
        expect(stop).to_have_count(1)
    expect(stop).to_be_focused()
    page.keyboard.press("Tab")
    assert (
        page.evaluate("document.querySelector('#tree').contains(document.activeElement)") is False
    )
    page.context.close()


def test_a_step_that_cannot_be_asked_for_leaves_board_and_tree_together(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse)
    # A device that could, would answer by itself.
    hands.page.add_init_script("Object.defineProperty(window, 'WebAssembly', { value: undefined })")
    page = opened(hands, "/analysis/drei#m=d4")
    ply(page, 1)
    page.wait_for_load_state("networkidle")  # what the page still asks for would clear the note
    # Neither the server answers nor this device, whose answers cannot be loaded.
    page.route("**/api/study", lambda route: route.abort())
    page.route("**/device/*", lambda route: route.abort())
    page.keyboard.press("[")
    expect(page.locator("[data-study=note]")).not_to_be_empty()
    ply(page, 1)
    expect(page.locator("#tree [aria-current]")).to_have_text("d4")
    page.unroute("**/api/study")
    reply = study(hands).moves[0].text
    page.locator("#typed").fill(reply)
    page.keyboard.press("Enter")
    ply(page, 2)
    expect(page.locator("#tree .move")).to_have_text(["d4", reply])
    expect(page.locator("#tree .variations")).to_have_count(0)
    assert page.url.endswith(f"#m=d4+{reply}")
    page.context.close()


def test_keys_that_come_faster_than_answers_each_count(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_keyboard)
    page = opened(hands, f"/analysis/drei#m={'+'.join(begun(4))}")
    ply(page, 4)
    page.evaluate(
        """() => { for (const key of ['[', '[', '[', ']'])
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })); }"""
    )
    ply(page, 2)
    expect(page.locator("#tree [aria-current]")).to_have_text(begun(2)[-1])
    assert hands.faults == []
    page.context.close()


def test_a_board_that_could_not_be_fetched_is_fetched_again(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse)
    page = opened(hands, "/analysis/drei")
    lies = "() => Number(document.querySelector('[data-cell=h8]').dataset.y)"
    before = page.evaluate(lies)
    asked = list[str]()

    def lost(route: Route) -> None:
        asked.append(route.request.url)
        route.abort()

    page.route("**/*flipped=1*", lost)
    page.route("**/device/*", lost)
    page.locator("h1").click()
    page.keyboard.press("f")
    page.wait_for_timeout(300)
    assert "flipped=1" in asked[0]
    assert page.evaluate(lies) == before
    page.unroute("**/*flipped=1*")
    by_mouse(hands, "d4")
    ply(page, 1)
    page.wait_for_function(f"old => ({lies})() !== old", arg=before)
    page.context.close()


def test_buttons_of_lines_stay_while_more_is_found(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    page = opened(hands, "/analysis/abalone")
    kept = page.evaluate(
        """async () => {
          const script = document.querySelector('link[rel=modulepreload][href$="evaluation.js"]');
          const { drawLines } = await import(script.href);
          const list = document.createElement('ol'), seats = ['black', 'white'];
          const line = (...moves) => ({ moves, shares: [0.5, 0.5], words: '', exact: false });
          drawLines(list, { lines: [line('a1b2', 'i9h8'), line('a2b3')] }, seats);
          const old = [...list.querySelectorAll('button')];
          drawLines(list, { lines: [line('a3b4', 'i8h7', 'a4b5')] }, seats);
          const now = [...list.querySelectorAll('button')];
          return [now[0] === old[0], now[1] === old[1], list.innerText || list.textContent];
        }"""
    )
    assert kept == [True, True, "150 : 50a3b4i8h7a4b5"]
    assert hands.faults == []
    page.context.close()


def arranging(hands: Hands) -> Page:
    """The set-up panel, open."""
    hands.page.locator("#arrange > summary").click()
    expect(hands.page.locator("[data-study=note]")).to_contain_text("Setting up")
    return hands.page


def test_setting_up_holds_to_what_is_chosen_and_to_nothing_of_last_time(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse)
    page = opened(hands, "/analysis/drei#m=d4")
    ply(page, 1)
    last = page.get_by_label("The piece placed last")
    arranging(hands)
    expect(last).to_have_value("d4")
    last.select_option("")
    by_mouse(hands, "a1")
    expect(last).to_have_value("")
    last.select_option("a1")
    hands.press("Cancel")
    page.locator("#tree .move").first.focus()
    arranging(hands)
    expect(last).to_have_value("d4")
    page.locator("#tree .move").first.click()
    page.keyboard.press("[")
    expect(page.locator("[data-study=note]")).to_contain_text("Finish setting up first")
    expect(page.locator("[data-walk=previous]")).to_be_disabled()
    ply(page, 1)
    hands.press("Cancel")
    expect(page.locator("[data-walk=previous]")).to_be_enabled()
    page.keyboard.press("[")
    ply(page, 0)
    arranging(hands)
    expect(last).to_have_value("")
    assert hands.faults == []
    page.context.close()


def test_an_analysis_is_played_out_against_the_computer(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    page = opened(hands, "/analysis/triapon")
    page.locator("#opponent > summary").click()
    page.get_by_label("The computer plays").select_option("others")
    expect(page.locator("#go")).to_have_text("Analyse")
    by_mouse(hands, "e3")
    ply(page, 3)
    expect(page.locator("#study [data-study=status]")).to_contain_text("Player 1")
    by_mouse(hands, next(cell for cell in ("a1", "b1", "b2") if cell not in study(hands).pieces))
    ply(page, 6)
    page.get_by_label("The computer plays").select_option("0")
    ply(page, 7)
    check(page)
    assert hands.faults == []
    page.context.close()
