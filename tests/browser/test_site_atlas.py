"""The atlas of Die Drei on a static site: sheets that the device makes are those of the server."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import brettwerk
from brettwerk.boards.tableaus import board_text, numbered_arrangement, random_arrangement
from brettwerk.games.drei.atlas import shipped
from browser.axe import check
from browser.plain_server import PlainServer, built_site
from browser.server import Server

# All that a sheet says, but for addresses.
TOLD = """() => {
  const atlas = document.getElementById("atlas");
  const texts = (what) => [...atlas.querySelectorAll(what)].map((one) => one.textContent.trim());
  const values = (what) => [...atlas.querySelectorAll(what)].map((one) => one.value);
  const cells = [...atlas.querySelectorAll("tbody td")].map((cell) => {
    const [inside] = cell.children;
    return [cell.className, inside.tagName, inside.textContent, inside.getAttribute("aria-label")];
  });
  return {
    title: document.title, texts: texts("h1, #atlas-summary p, .atlas-legend li, code"), cells,
    values: values("input, select"), picture: atlas.querySelector(".atlas-picture svg").outerHTML,
  };
}"""
FIRST_MOVES = """async ([script, address, boards]) => {
  const { firstMoves } = await import(script);
  const { read } = await import(script.replace("drei/sheet.js", "board/tableaus.js"));
  const packed = (await fetch(address)).body.pipeThrough(new DecompressionStream("gzip"));
  const sheets = new Uint8Array(await new Response(packed).arrayBuffer());
  return boards.map((board) => Object.fromEntries(
    firstMoves(sheets, read(board)).filter(({ end }) => end !== "illegal")
      .map(({ field, end, plies }) => [field, [{ won: 1, drawn: 0, lost: -1 }[end], plies - 1]])));
}"""


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The site as the command writes it."""
    return built_site(tmp_path_factory, worker_id)


@pytest.fixture
def page(browser: Browser) -> Any:
    context = browser.new_context(locale="en-GB", service_workers="block")
    page = context.new_page()
    faults = list[str]()
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    assert faults == []
    context.close()


def told(page: Page) -> Any:
    found = page.evaluate(TOLD)
    found["texts"] = [" ".join(text.split()) for text in found["texts"]]
    return found


def test_sheets_are_those_of_the_server(built: Path, server: Server, page: Page) -> None:
    laid = [str(numbered_arrangement(4711)), str(random_arrangement(5)), str(random_arrangement(6))]
    boards = [board.replace(" ", "-") for board in laid]
    wanted = []
    for board in boards:
        page.goto(f"{server.address}/known/drei/atlas/{board}?lang=en")
        wanted.append(told(page))
    with PlainServer(built) as site:
        page.goto(f"{site.address}en/known/drei/atlas/")
        for board, right in zip(boards, wanted, strict=True):
            page.goto(f"{site.address}en/known/drei/atlas/#{board}")
            expect(page.locator("code")).to_contain_text(board.replace("-", " "))
            assert told(page) == right
        check(page, "light")


def test_it_is_browsed_and_leads_to_the_analysis(built: Path, page: Page) -> None:
    with PlainServer(built) as site:
        page.goto(f"{site.address}en/known/drei/")
        link = page.locator("a[href*='atlas/#']").first
        page.goto(str(link.evaluate("(link) => link.href")))
        expect(page.locator("#atlas-told")).not_to_be_empty()
        page.goto(f"{site.address}en/known/drei/atlas/")
        page.locator("#atlas-next").click()
        expect(page.locator("h1")).to_contain_text("board 1 ")
        page.go_back()
        expect(page.locator("h1")).to_contain_text("board 0 ")
        page.locator("#atlas-number").fill("15853")
        page.locator("#atlas-number").press("Enter")
        expect(page.locator("h1")).to_contain_text("15853")
        page.locator("#atlas-next").click()
        expect(page.locator("h1")).to_contain_text("15854")
        page.locator("#turns-0").select_option("3")
        expect(page.locator("h1")).not_to_contain_text("15854")
        page.go_back()
        expect(page.locator("h1")).to_contain_text("15854")
        page.locator("#atlas-mirror").click()
        expect(page.locator("#atlas-number")).to_have_value(
            str(numbered_arrangement(15854).mirrored().number)
        )
        page.locator("#atlas-random").click()
        page.reload()
        board = page.url.partition("#")[2].replace("-", " ")
        expect(page.locator("code")).to_contain_text(board)
        first = page.locator("tbody td a").first
        field = (first.get_attribute("aria-label") or "").partition(":")[0]
        first.click()
        after = brettwerk.game("drei", board=board).start().play(field)
        expect(page.locator("#study")).to_have_attribute("data-position", after.text)


def test_what_is_no_board_is_said(built: Path, page: Page) -> None:
    with PlainServer(built) as site:
        page.goto(f"{site.address}en/known/drei/atlas/#99999")
        expect(page.locator("#atlas-told")).to_contain_text("99999")
        expect(page.locator("#atlas-summary")).to_contain_text("24575")
        page.locator("#atlas-next").click()
        expect(page.locator("#atlas-summary")).not_to_contain_text("99999")


def test_first_moves_of_many_boards(built: Path, page: Page) -> None:
    rng = Random(3)
    laid = [random_arrangement(rng.randrange(10**9)) for _ in range(400)]
    with PlainServer(built) as site:
        page.goto(f"{site.address}en/known/drei/atlas/")
        [script] = built.rglob("games/drei/sheet.js")
        place = f"{site.address}{script.relative_to(site.site)}"
        boards = list(map(str, laid))
        found = page.evaluate(FIRST_MOVES, [place, f"{site.address}known/drei/atlas.bin", boards])
    for arrangement, moves in zip(laid, found, strict=True):
        right = shipped().first_moves(arrangement)
        assert moves == {field: list(exact) for field, exact in right.items()}, board_text(
            arrangement.rows
        )
