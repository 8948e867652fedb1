"""A command: frames shown per second while pieces glide, on a processor made slower by Chromium.

PYTHONPATH=tests python -m browser.frames [games]; on a machine that does nothing else.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

import brettwerk
from browser.conftest import ARGUMENTS, found_browser
from browser.server import Server

SLOWER = 6
MOVES = 12
GLIDE = 220_000  # microseconds, `--pace` in styles.css
SHOWN = "Display::DrawAndSwap"
Event = dict[str, Any]


def glides(events: list[Event]) -> list[int]:
    """Return when pieces began to glide, in microseconds: once for all pieces of a move."""
    begun = sorted(one["ts"] for one in events if one["name"] == "Animation" and one["ph"] == "n")
    return [at for last, at in zip([-GLIDE, *begun], begun, strict=False) if at - last >= GLIDE]


def rate(begun: int, shown: list[int]) -> float:
    """Return the frames per second from the first to the last one during a glide."""
    times = [at for at in shown if begun <= at <= begun + GLIDE]
    return 1e6 * (len(times) - 1) / (times[-1] - times[0]) if len(times) > 1 else 0.0


def watch(browser: Browser, server: Server, name: str) -> list[Event]:
    """Let somebody watch a game move by move, and return what Chromium recorded."""
    page = browser.new_page()
    game = server.create(name, *["here"] * brettwerk.game(name).players, begins=0)
    page.goto(f"{server.address}/g/{game['id']}")
    page.wait_for_selector("#table[data-moment]")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    browser.start_tracing(page=page, categories=["viz", "blink.animations"])
    for number in range(MOVES):
        moves = server.table(game["id"])["moves"]
        if moves:
            server.act(game, "play", moves[len(moves) * number // MOVES][0])
            page.wait_for_timeout(900)
    recorded: list[Event] = json.loads(browser.stop_tracing())["traceEvents"]
    page.close()
    return recorded


def rates(events: list[Event]) -> list[float]:
    """Return the frames per second of every glide."""
    shown = sorted(one["ts"] for one in events if one["name"] == SHOWN)
    return [rate(begun, shown) for begun in glides(events)]


def main(names: list[str]) -> None:
    """Print the rates of each game: the middle one, the lowest, and how many there are."""
    server = Server(Path(tempfile.mkdtemp()) / "games.sqlite")
    server.start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found_browser(), args=ARGUMENTS)
        for name in names or brettwerk.NAMES:
            found = rates(watch(browser, server, name))
            if found:
                middle, least = statistics.median(found), min(found)
                print(f"{name:12} {middle:5.1f}/s, lowest {least:5.1f} ({len(found)} moves)")
        browser.close()
    server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
