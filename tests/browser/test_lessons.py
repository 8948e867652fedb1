"""First lessons and the hub in a real browser: every step done by mouse and by keys, and missed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import brettwerk
from brettwerk.core.game import Position
from brettwerk.i18n import Language, Translator
from brettwerk.learn.lessons import (
    check_moves,
    example_move,
    feedback,
    find_step,
    steps,
)
from brettwerk.learn.steps import RESIGN, LessonStep
from browser.axe import check
from browser.hands import Hands, Touch, by_keyboard, by_mouse, by_touch, sit_down
from browser.pictures import Pictures
from browser.server import Server
from quick import each_shown, in_turn

SIZES = {"desktop": (1280, 800), "phone": (360, 740)}
LOOKS: Any = (("en", "light", "desktop"), ("de", "dark", "phone"))


def make_move(hands: Hands, here: Position, text: str, language: Language) -> None:
    """Touch the cells of a move; end or confirm it if the page asks."""
    way = here.game.definition.gestures(here, here.move(text).code)[0]
    if not way:
        hands.press(Translator(language)("page-pass"))
    for cell in re.findall(r"[.>!+]([a-z0-9-]+)", way):
        hands.touch(hands, cell)
    for key in ("page-step-play", "page-step-done"):
        if hands.page.get_by_role("button", name=Translator(language)(key), exact=True).count():
            hands.press(Translator(language)(key))


def do_step(hands: Hands, step: LessonStep, language: Language) -> None:
    """All moves of a step, as the page asks for them."""
    verdict, made = hands.page.locator("#verdict"), list[str]()
    here = step.position
    while True:
        move = example_move(step.game, step.name, tuple(made))
        if move == RESIGN:
            hands.press(Translator(language)("page-resign-round"))
        else:
            make_move(hands, here, move, language)
        made.append(move)
        found = check_moves(step.game, step.name, tuple(made))
        if found.done:
            break
        made += found.answers
        here = step.position
        for text in made:
            here = here.play(text)
        expect(hands.page.locator("#study")).to_have_attribute("data-position", here.text)
        expect(verdict).to_have_text(step.text(language).so_far)
    expect(verdict).to_have_text(step.text(language).right)


@pytest.mark.parametrize(
    ("name", "touch"), in_turn(brettwerk.NAMES, [by_keyboard, by_mouse], ("abalone", "drei"))
)
def test_a_lesson_is_done_step_by_step_and_its_progress_is_kept(
    name: str, touch: Touch, browser: Browser, server: Server, pictures: Pictures
) -> None:
    language: Language
    language, theme, size = LOOKS[touch is by_keyboard]
    width, height = SIZES[size]
    viewport: Any = {"width": width, "height": height}
    hands = sit_down(browser, server, touch, locale=language, color_scheme=theme, viewport=viewport)
    page = hands.page
    page.goto(f"{server.address}/lessons/{name}")
    for at, step in enumerate(steps(name)):
        expect(page.get_by_role("heading", level=1)).to_have_text(step.text(language).title)
        page.wait_for_selector("#study.live")
        do_step(hands, step, language)
        if at == 1:
            check(page)
        pictures.whole(page, f"lesson-{name}-{at + 1}-{size}-{theme}")
        assert page.locator(".lesson-steps a.done").count() == at + 1
        following = page.locator("#next")
        if touch is by_keyboard:
            expect(following).to_be_focused()
            page.keyboard.press("Enter")
        else:
            following.click()
    page.wait_for_url(f"**/new/{name}")
    page.goto(f"{server.address}/learn")
    progress = page.locator(f'[data-progress="{name}"]')
    expect(progress).to_contain_text(Translator(language)("lessons-whole"))
    assert page.locator(".progress:visible").count() == 1
    page.goto(f"{server.address}/learn/{name}")
    assert page.locator("[data-steps] .done").count() == len(steps(name))
    check(page)
    pictures.whole(page, f"learn-{name}-{size}-{theme}")
    assert hands.faults == []
    page.context.close()


MISSED = {
    "abalone": ("save", "b6a5"),
    "triapon": ("block", "a1"),
    "bedraengnis": ("careful", "d3"),
    "drei": ("careful", "c1"),
    "schlacht": ("unpunished", "d3xb4"),
    "katarenga": ("baseline", "d7-c8"),
    "isolation": ("careful", "a1"),
    "congress": ("stop", "f3-f2"),
}


@each_shown
def test_a_miss_is_explained_and_shown_and_can_be_tried_again(
    name: str, browser: Browser, server: Server
) -> None:
    which, move = MISSED[name]
    step, verdict = find_step(name, which), check_moves(name, which, (move,))
    hands = sit_down(browser, server, by_mouse)
    page = hands.page
    page.goto(f"{server.address}/lessons/{name}/{which}")
    page.wait_for_selector("#study.live")
    make_move(hands, step.position, move, "en")
    expect(page.locator("#verdict")).to_have_text(feedback(step, verdict, "en"))
    assert verdict.failure is not None
    refuted = step.position.play(move).play(verdict.failure.answer)
    expect(page.locator("#study")).to_have_attribute("data-position", refuted.text)
    expect(page.locator("#next")).to_be_hidden()
    hands.press("Try again")
    expect(page.locator("#study")).to_have_attribute("data-position", step.position.text)
    do_step(hands, step, "en")
    assert hands.faults == []
    page.context.close()


def test_an_illegal_move_is_refused_with_the_games_own_reason(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse)
    hands.page.goto(f"{server.address}/lessons/abalone/patt")
    hands.page.wait_for_selector("#study.live")
    for cell in ("e2", "e4", "e5"):
        hands.touch(hands, cell)
    note = hands.page.locator("[data-study=note]")
    expect(note).to_contain_text("3 against 3 is not a sumito")
    expect(hands.page.locator("#verdict")).to_be_empty()
    hands.page.context.close()


def test_who_does_not_know_is_shown_how(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_touch, locale="de-DE")
    step = find_step("bedraengnis", "lead")
    hands.page.goto(f"{server.address}/lessons/bedraengnis/lead")
    hands.page.wait_for_selector("#study.live")
    hands.press("Zeig es mir")
    expect(hands.page.locator(".arrow")).to_have_count(1)
    expect(hands.page.locator("#verdict")).to_contain_text(example_move("bedraengnis", "lead"))
    do_step(hands, step, "de")
    assert hands.faults == []
    hands.page.context.close()


@pytest.mark.parametrize(
    ("theme", "size"),
    [("light", "phone"), pytest.param("dark", "desktop", marks=pytest.mark.slow)],
)
def test_the_hub_is_accessible_and_leads_everywhere(
    theme: Any, size: str, browser: Browser, server: Server, pictures: Pictures
) -> None:
    width, height = SIZES[size]
    viewport = {"width": width, "height": height}
    hands = sit_down(browser, server, by_mouse, color_scheme=theme, viewport=viewport)
    page = hands.page
    page.goto(server.address)
    if size == "phone":
        page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Learn", exact=True).first.click()
    page.wait_for_url("**/learn")
    check(page)
    pictures.whole(page, f"learn-{size}-{theme}")
    addresses = {a.get_attribute("href") or "" for a in page.locator("main a").all()}
    for at, name in enumerate(brettwerk.NAMES):
        place = f"{server.address}/learn/{name}"
        if at % 4 == (theme == "light"):
            page.goto(place)
            check(page)
        main = page.request.get(place).text().partition("<main")[2].partition("</main>")[0]
        addresses |= set(re.findall(r'<a [^>]*href="([^"#]+)"', main))
    assert {f"/rules/{name}" for name in brettwerk.NAMES} <= addresses
    assert {f"/lessons/{name}/{steps(name)[-1].name}" for name in brettwerk.NAMES} <= addresses
    for address in sorted(addresses):
        assert page.request.get(server.address + address).ok, address
    assert hands.faults == []
    page.context.close()


def test_a_lesson_is_gone_on_with_where_it_was_left(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    hands.page.goto(f"{server.address}/lessons/drei")
    hands.page.wait_for_selector("#study.live")
    do_step(hands, steps("drei")[0], "en")
    hands.page.goto(f"{server.address}/learn/drei")
    hands.page.get_by_role("link", name="Continue").click()
    hands.page.wait_for_url(f"**/lessons/drei/{steps('drei')[1].name}")
    hands.page.context.close()
