"""Games and openings on the analysis board: read on the device, listed, opened, explored."""

from __future__ import annotations

import re
from pathlib import Path

from abalone_archive import make_archive
from playwright.sync_api import Browser, expect

from brettwerk.records import import_games
from browser.axe import check
from browser.boards import opened, ply
from browser.hands import by_mouse, sit_down
from browser.server import Server

BROKEN = '[Variant "belgian"]\n\n1. a1b2 i5h5\n2. a2b3 e1e2 *\n'


def test_files_are_read_on_the_device_and_explored(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    files = make_archive(tmp_path, 18, 360)
    (tmp_path / "broken.apgn").write_text(BROKEN)
    hands = sit_down(browser, server, by_mouse)
    page = opened(hands, "/analysis/abalone")
    page.locator("#go").click()
    page.locator("#explorer > summary").click()
    # The engine's own games, some hundreds, are read first.
    expect(page.locator("#explorer-moves tr").first).to_be_visible()
    page.locator("#explorer-files").set_input_files([*files, tmp_path / "broken.apgn"])
    note = page.locator("#explorer-note")
    expect(note).to_have_text("18 games with 360 plies were read. 1 could not be read.")
    page.locator("#explorer-faults > summary").click()
    expect(page.locator("#explorer-faults li")).to_have_text(
        "broken.apgn, game 1, line 4, ply 4 (e1e2): There is no marble of yours on e1."
    )
    expect(page.locator("#explorer-games li")).to_have_count(18)
    page.locator("#explorer-search").fill("belgian-daisy")
    listed = page.locator("#explorer-games li").count()
    page.locator("#explorer-format").select_option("apgn")
    with page.expect_download() as download:
        page.locator("#explorer-save button").click()
    assert download.value.suggested_filename == "abalone.apgn"
    saved = list(import_games(download.value.path().read_text(encoding="utf-8")))
    assert 0 < len(saved) == listed < 18
    page.locator("#explorer-games button").first.click()
    expect(page.locator("#explorer-state")).to_contain_text("went on from here")
    move = page.locator("#explorer-moves tr").first
    expect(move.locator("td").nth(2)).to_have_text(re.compile(r"\d+% \(\d+%–\d+%\)|–"))
    expect(move.locator("td").nth(4)).to_have_text(re.compile(r"\d+%"))
    move.locator("button").click()
    ply(page, 1)
    check(page)
    assert hands.faults == []
    page.context.close()


DROP = """text => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], "game.pgn"));
  const board = document.querySelector("#study");
  for (const kind of ["dragover", "drop"]) {
    const event = new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true });
    // What nobody takes, the browser opens instead of this page.
    if (board.dispatchEvent(event)) throw new Error(kind);
  }
}"""


def test_a_game_that_is_dropped_on_the_board_is_shown(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    page = opened(hands, "/analysis/abalone")
    page.evaluate(DROP, '[Game "abalone"]\n\n1. a1b2 i9h8 2. b2c3 *')
    expect(page.locator("#explorer-note")).to_have_text("1 game with 3 plies was read.")
    expect(page.locator("#tree .move")).to_have_text(["a1b2", "i9h8", "b2c3"])
    ply(page, 0)
    assert hands.faults == []
    page.context.close()


def test_other_games_have_a_collection_too(browser: Browser, server: Server) -> None:
    hands = sit_down(browser, server, by_mouse)
    page = opened(hands, "/analysis/bedraengnis?lang=de")
    page.locator("#explorer > summary").click()
    expect(page.locator("#explorer-moves tr").first).to_be_visible()
    page.locator("#explorer-pasted").fill('[Game "bedraengnis"]\n\n1. b2 c3 *')
    page.locator("#explorer-paste button").click()
    expect(page.locator("#explorer-note")).to_have_text("1 Partie mit 2 Halbzügen wurde gelesen.")
    expect(page.locator("#explorer-moves tr")).to_have_count(1)
    assert hands.faults == []
    page.context.close()
