"""The pages of rules in a real browser: every example can be tried, every page printed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import brettwerk
from brettwerk.i18n import Language, Translator
from brettwerk.learn.examples import examples
from browser.axe import check
from browser.hands import by_mouse, sit_down
from browser.pictures import Pictures
from browser.server import Server
from quick import SHOWN, quick_ones

PAGES = (*brettwerk.NAMES, "board")
SIZES = {"desktop": (1280, 800), "phone": (360, 740)}
SHEETS = 2


def awake(page: Page, server: Server, name: str) -> None:
    """Open a page of rules, and wait until its boards can be touched."""
    page.goto(f"{server.address}/rules/{name}")
    page.wait_for_selector(".example.live")


@pytest.mark.parametrize(
    ("language", "size", "theme", "pages"),
    [
        ("de", "phone", "dark", PAGES[-1:]),
        pytest.param("en", "desktop", "light", PAGES[::2], marks=pytest.mark.slow),
        pytest.param("en", "desktop", "light", PAGES[1::2], marks=pytest.mark.slow),
        pytest.param("de", "phone", "dark", PAGES[:-1:2], marks=pytest.mark.slow),
        pytest.param("de", "phone", "dark", PAGES[1::2], marks=pytest.mark.slow),
    ],
)
def test_pages_of_rules_are_accessible_and_fit_onto_two_sheets_of_paper(
    language: Language,
    size: str,
    theme: Any,
    pages: tuple[str, ...],
    browser: Browser,
    server: Server,
    pictures: Pictures,
) -> None:
    width, height = SIZES[size]
    hands = sit_down(
        browser,
        server,
        by_mouse,
        locale=language,
        color_scheme=theme,
        viewport={"width": width, "height": height},
    )
    for name in pages:
        awake(hands.page, server, name)
        check(hands.page)
        printed = hands.page.pdf(prefer_css_page_size=True)
        assert 1 <= len(re.findall(rb"/Type\s*/Page\b", printed)) <= SHEETS, name
        pictures.whole(hands.page, f"rules-{name}-{size}-{theme}")
    assert hands.faults == []
    hands.page.context.close()


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", quick_ones(PAGES, (*SHOWN, "board")))
def test_every_move_of_the_captions_is_made_or_refused_with_its_reason(
    name: str, every: int, browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse)
    awake(hands.page, server, name)
    for key, example in [*examples(name).items()][::every]:
        board = hands.page.locator(f"#example-{key}")
        for move in example.can:
            board.locator(f'[data-move="{move}"]').click()
            after = example.position.play(move)
            expect(board).to_have_attribute("data-position", after.text)
        for move in example.cannot:
            board.get_by_role("button", name=f"Try it: {move}, not possible").click()
            expect(board.locator("[data-study=note]")).to_have_text(
                str(example.explain_illegal(move))
            )
            expect(board).to_have_attribute("data-ply", "0")
    assert hands.faults == []
    hands.page.context.close()


def test_marks_come_back_with_the_first_position(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    awake(hands.page, server, "katarenga")
    board = hands.page.locator("#example-red")
    dots = board.locator(".mark.to")
    expect(dots).to_have_count(6)
    board.locator('[data-move="d4-d6"]').click()
    expect(dots).to_have_count(0)
    board.get_by_role("button", name="From the start").click()
    expect(dots).to_have_count(6)
    expect(board.locator(".mark.take")).to_have_count(1)
    hands.page.context.close()


def test_an_example_is_played_by_keys_and_tells_how_it_ends(
    browser: Browser, server: Server
) -> None:
    hands = sit_down(browser, server, by_mouse, locale="de-DE")
    awake(hands.page, server, "bedraengnis")
    board = hands.page.locator("#example-cornered")
    board.locator('[data-cell][tabindex="0"]').focus()
    for key in ("End", "Enter"):  # the last cell is d1
        hands.page.keyboard.press(key)
    expect(board.get_by_role("status")).to_contain_text(Translator("de")("seat-black"))
    expect(board.get_by_role("status")).to_contain_text("2")
    assert hands.faults == []
    hands.page.context.close()


def test_without_script_the_examples_are_pictures(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse, java_script_enabled=False)
    hands.page.goto(f"{server.address}/rules/triapon")
    for key, example in examples("triapon").items():
        board = hands.page.locator(f"#example-{key}")
        pieces = board.locator("[data-layer=pieces] [data-piece]")
        assert pieces.count() == len(example.position.pieces)
        assert board.locator(".mark.to, .mark.take").count() == len(example.marked)
    hands.page.context.close()


def test_a_board_that_is_only_to_be_looked_at_says_so(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    awake(hands.page, server, "board")
    board = hands.page.locator("#example-tableau-1")
    assert board.locator(".mark.to").count() == 0
    board.locator('[data-cell="b2"]').click()
    expect(board.locator("[data-study=note]")).to_have_text(Translator("en")("study-off"))
    expect(board).to_have_attribute("data-ply", "0")
    hands.page.context.close()
