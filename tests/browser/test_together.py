"""Playing together: by link, against computers, asking each other, looking back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from browser.hands import Hands, by_mouse, sit_down
from browser.pictures import Pictures
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
    browser: Browser, server: Server, pictures: Pictures
) -> None:
    ada, bo, cleo = (sit_down(browser, server, by_mouse) for _ in range(3))
    ada.page.goto(f"{server.address}/new/triapon")
    for seat in (1, 2):
        choose(ada.page, seat, "friend")
    ada.page.locator("#begins").select_option("0")
    ada.page.get_by_role("button", name="Create game").click()
    ada.page.wait_for_selector("#invite input")
    pictures.take(ada.page, "invite")
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
    hands.page.get_by_role("button", name="Start game").click()
    hands.page.wait_for_selector('#table[data-mine="1"]')
    before = hands.page.locator("#moves .move").count()
    cell = hands.page.locator("[data-cell].can").first.get_attribute("data-cell")
    hands.play(f">{cell}")
    expect(hands.page.locator("#moves .move")).to_have_count(before + 2)
    hands.page.goto(server.address)
    expect(hands.page.locator("#mine li")).to_have_count(1)
    expect(hands.page.locator("#mine li")).to_contain_text("Not over yet · today")
    assert hands.faults == []
    hands.page.context.close()


def test_nothing_can_be_started_before_the_script_has_come(
    browser: Browser, server: Server
) -> None:
    hands, held = sit_down(browser, server, by_mouse), list[Route]()
    hands.page.route("**/new.js", lambda route: held.append(route))
    hands.page.goto(f"{server.address}/new/drei", wait_until="commit")
    start = hands.page.get_by_role("button", name="Start game")
    expect(start).to_be_disabled()
    while not held:
        hands.page.wait_for_timeout(20)
    for route in held:
        route.continue_()
    expect(start).to_be_enabled()
    start.click()
    hands.page.wait_for_url(re.compile("/play/drei#"))
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
    for hands in pair:
        expect(hands.page.locator("#note")).to_have_text("Black declines the takeback.")
    ada.press("Take back")
    bo.press("Accept")
    expect(ada.page.locator("#moves .move")).to_have_count(0)
    ada.press("Offer a draw")
    bo.press("Accept")
    for hands in pair:
        hands.status("It’s a draw. The players agreed on a draw.")
    bo.press("Rematch")
    ada.press("Decline")
    for hands in pair:
        expect(hands.page.locator("#note")).to_have_text("White does not want a rematch now.")
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
    expect(ada.page.get_by_role("button", name="No", exact=True)).to_be_focused()
    ada.press("No")
    ada.press("Resign")
    ada.press("Yes, resign")
    for hands in pair:
        hands.status("The other side resigned.")


def test_a_flag_falls_by_itself(pair: tuple[Hands, Hands], server: Server) -> None:
    ada, bo = pair
    game = server.create("drei", "here", "friend", begins=0, clock="0:02")
    ada.open(game, 0)
    bo.open(game, 1)
    ada.play(">d4")
    for hands in pair:
        hands.status("ran out of time")
    assert server.table(game["id"])["outcome"]["winners"] == [0]


def test_three_at_one_screen_with_a_clock(
    browser: Browser, server: Server, pictures: Pictures
) -> None:
    hands = sit_down(browser, server, by_mouse)
    page = hands.page
    page.goto(f"{server.address}/new/triapon")
    for seat, name in enumerate(("Ada", "Bo", "Cleo")):
        choose(page, seat, "here")
        page.locator(f"#name-{seat}").fill(name)
    page.locator("#begins").select_option("1")
    page.get_by_text("5 minutes", exact=True).click()
    page.get_by_role("button", name="Start game").click()
    page.wait_for_selector('#table[data-mine="1"]')
    turns = ("Bo", "Cleo", "Ada", "Bo")
    for name, cell in zip(turns, ("a1", "c3", "e5", "g7"), strict=True):
        hands.status(f"Your turn: {name}")
        expect(page.locator(".chip.turn")).to_contain_text(name)
        hands.play(f">{cell}")
    expect(page.locator(".clock.running")).to_have_count(1)
    hands.press("Pause the clock")
    hands.status("The clock is paused")
    expect(page.locator(".clock.running")).to_have_count(0)
    before = page.locator(".clock").all_inner_texts()
    page.wait_for_timeout(1200)
    assert page.locator(".clock").all_inner_texts() == before
    pictures.take(page, "triapon-paused")
    hands.press("Resume the clock")
    expect(page.locator(".chip.turn .clock.running")).to_have_count(1)
    page.locator("details.more > summary").click()
    page.get_by_label("Name of Player 2").fill("Clementine")
    page.locator("#naming form").nth(2).get_by_role("button", name="Save").click()
    hands.status("Your turn: Clementine")
    hands.press("Resign")
    expect(page.locator("#ask-text")).to_contain_text("Clementine")
    hands.press("Yes, resign")
    hands.status("Your turn: Ada")
    assert hands.faults == []
    page.context.close()


def test_links_for_friends_are_such_as_friends_can_open(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    others = "http://192.0.2.7:8017/"
    named = Server(tmp_path / "games.sqlite")
    named.start(others)
    for own, begins, warnings in ((server, server.address, 1), (named, others, 0)):
        hands = sit_down(browser, own, by_mouse)
        hands.page.goto(f"{own.address}/new/drei")
        choose(hands.page, 1, "friend")
        hands.page.get_by_role("button", name="Create game").click()
        assert hands.page.locator("#invite input").input_value().startswith(begins)
        near = hands.page.get_by_text("This address works only on this computer.")
        expect(near).to_have_count(warnings)
        assert hands.faults == []
        hands.page.context.close()
    named.stop()


def test_whoever_made_a_game_can_replace_a_link(pair: tuple[Hands, Hands], server: Server) -> None:
    ada, bo = pair
    ada.page.goto(f"{server.address}/new/drei")
    choose(ada.page, 1, "friend")
    ada.page.locator("#begins").select_option("1")
    ada.page.get_by_role("button", name="Create game").click()
    old = ada.page.locator("#invite input").input_value()
    bo.page.goto(old)
    bo.page.wait_for_selector('#table[data-mine="1"]')
    expect(ada.page.locator("#invite")).to_be_hidden()
    ada.page.get_by_text("More", exact=True).click()
    ada.page.get_by_role("button", name="New link for").click()
    ada.page.get_by_role("button", name="Replace it").click()
    box = ada.page.locator("#invite input")
    expect(box).to_be_visible()
    new = box.input_value()
    assert new != old
    # The old link is open, and plays no more; the new one does.
    bo.page.wait_for_selector('#table[data-mine="0"]')
    expect(bo.page.locator("#note")).to_have_text(re.compile("This link was replaced"))
    bo.page.goto(new)
    bo.page.wait_for_selector('#table[data-mine="1"]')
    bo.play(">d4")
    ada.wait(1)


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
