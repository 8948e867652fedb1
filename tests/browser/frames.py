"""A command: frames per second while pieces glide, with a processor made slower by Chromium.

PYTHONPATH=tests python -m browser.frames [games]; on a machine that does nothing else.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

import brettwerk
from browser.conftest import ARGUMENTS, found_browser
from browser.server import Server

SLOWER = 6
MOVES = 12
# The times of frames from the change of the board until its last animation has ended.
_WATCH = """() => { window.runs = []; new MutationObserver(() => {
  if (window.watching) return;
  window.watching = true;
  const times = [];
  const look = (now) => {
    times.push(now);
    if (times.length < 4 || document.getAnimations().some((one) => one.playState === 'running'))
      return requestAnimationFrame(look);
    window.watching = false;
    if (times.length > 6) window.runs.push(times);
  };
  requestAnimationFrame(look);
}).observe(document.querySelector('[data-layer=pieces]'), {subtree: true, attributes: true}); }"""


def rates(page: Page) -> list[float]:
    """Return the frames per second of every run of animations."""
    runs: list[list[float]] = page.evaluate("window.runs")
    return [1000 * (len(times) - 1) / (times[-1] - times[0]) for times in runs]


def measure(page: Page, server: Server, name: str) -> list[float]:
    """Let somebody watch a game move by move, and return the rates."""
    game = server.create(name, *["here"] * brettwerk.game(name).players, begins=0)
    page.goto(f"{server.address}/g/{game['id']}")
    page.wait_for_selector("#table[data-moment]")
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(_WATCH)
    for number in range(MOVES):
        moves = server.table(game["id"])["moves"]
        if not moves:
            break
        server.act(game, "play", moves[len(moves) * number // MOVES][0])
        page.wait_for_timeout(900)
    found = rates(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return found


def main(names: list[str]) -> None:
    """Print the rates of each game: the middle one, the lowest, and how many there are."""
    server = Server(Path(tempfile.mkdtemp()) / "games.sqlite")
    server.start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found_browser(), args=ARGUMENTS)
        page = browser.new_page()
        for name in names or brettwerk.NAMES:
            found = measure(page, server, name)
            if found:
                middle, least = statistics.median(found), min(found)
                print(f"{name:12} {middle:5.1f}/s, lowest {least:5.1f} ({len(found)} moves)")
        browser.close()
    server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
