"""A course in a real browser: a wrong try gets its reason, the right one can be played out."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from brettwerk.learn.course import course_steps
from brettwerk.learn.lessons import check_moves, feedback
from brettwerk.learn.model_games import model_games
from brettwerk.learn.move_values import good_moves
from browser.axe import check
from browser.hands import by_mouse, sit_down
from browser.server import Server
from browser.test_lessons import make_move

# "Try again" as soon as it is there, before the answer to the wrong move has been shown.
AT_ONCE = """() => {
    const again = document.getElementById("again");
    new MutationObserver((_, seen) => { seen.disconnect(); again.click(); }).observe(
        again, { attributeFilter: ["hidden"] });
}"""
# The room between the chapters and the heading of the games below.
GAP = """() => document.getElementById("models").getBoundingClientRect().top
  - document.querySelector("ol.chapters").getBoundingClientRect().bottom"""
STEP = next(step for step in course_steps("congress") if step.chapter == "join")


def test_a_step_is_missed_done_and_played_out(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    page, here = hands.page, STEP.position
    page.goto(f"{server.address}/course/congress/{STEP.name}?lang=en")
    page.wait_for_selector("#study.live")
    check(page)
    wrong = [text for text in STEP.values if text not in good_moves(STEP.values)][-1]
    make_move(hands, here, wrong, "en")
    told = feedback(STEP, check_moves("congress", STEP.name, (wrong,)), "en")
    expect(page.locator("#verdict")).to_have_text(told)
    hands.press("Try again")
    expect(page.locator("#study")).to_have_attribute("data-ply", "0")
    page.evaluate(AT_ONCE)
    make_move(hands, here, wrong, "en")
    page.wait_for_timeout(300)
    expect(page.locator("#study")).to_have_attribute("data-ply", "0")
    make_move(hands, here, next(iter(STEP.values)), "en")
    expect(page.locator("#verdict")).to_have_text(STEP.text("en").right)
    assert page.locator(".lesson-steps a.done").count() == 1
    hands.press("Play it out against the computer")
    expect(page.locator("#verdict")).to_contain_text("The computer answers")
    # It is the reader's turn again once the computer has answered.
    page.wait_for_function(
        "before => document.getElementById('study').dataset.position !== before",
        arg=here.play(next(iter(STEP.values))).text,
    )
    page.goto(f"{server.address}/course/congress?lang=en")
    assert page.locator(".chapter .done").count() == 1
    assert page.evaluate(GAP) >= 24
    check(page)
    assert hands.faults == []
    page.context.close()


def test_a_model_game_is_walked_through(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    page = hands.page
    record = model_games("bedraengnis", "en")[0].record
    page.goto(f"{server.address}/course/bedraengnis/game/1?lang=en")
    page.wait_for_selector("#study.live")
    check(page)
    at = next(n for n, ply in enumerate(record.plies, start=1) if ply.comment)
    page.locator(f'[data-ply="{at}"]').click()
    expect(page.locator("#now")).to_contain_text(record.plies[at - 1].comment)
    expect(page.locator("#study [data-piece]")).to_have_count(at)
    page.locator("[data-walk=next]").click()
    expect(page.locator("#study [data-piece]")).to_have_count(at + 1)
    assert hands.faults == []
    page.context.close()
