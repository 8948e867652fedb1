"""A command: how soon the engine answers on a device, in Chromium.

PYTHONPATH=tests python -m browser.device_speed [--share 4] [games]; on a machine that does nothing
else. With `--share 4` all of Chromium shares one processor with three programs that never rest, as
on a phone that is four times slower.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

import brettwerk
from browser.conftest import ARGUMENTS, found_browser
from browser.server import Server
from browser.test_engine import BEGIN

TURNS = 3
COLUMNS = ("first move", "first line", "stop", "touch", "level 10", "effort")
# Milliseconds until the first line, and from stopping to the end.
ANALYSE = """async () => {
    const stop = new AbortController(), begun = performance.now();
    let first = 0, stopped = 0;
    setTimeout(() => { stopped = performance.now(); stop.abort(); }, 400);
    const tell = () => { first ||= performance.now() - begun; };
    await engine.analyse(start, { seconds: 600, signal: stop.signal }, tell);
    const took = performance.now() - begun;
    return [first || took, stopped ? performance.now() - stopped : 0];
}"""
# From a position that no book or atlas knows.
CHOOSE = """async () => {
    let position = start;
    for (let ply = 0; ply < 6; ply++) {
        const next = position.play(position.moves[position.moves.length >> 1]);
        if (!next.outcome) position = next;
    }
    const begun = performance.now();
    const { effort } = await engine.choose(position, 10, { seed: 7 });
    return [performance.now() - begun, effort];
}"""
# How long the page needs from a touch until its next frame is made: scripts, styles and layout, but
# not its painting, which a processor without graphics does slowly and others do aside.
WATCH = """() => {
    window.touches = [];
    addEventListener("pointerup", ({ timeStamp }) => requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => window.touches.push(performance.now() - timeStamp);
        port2.postMessage(null);
    }), true);
}"""


@contextmanager
def shared_processor(parts: int) -> Iterator[None]:
    """Share one processor with programs that never rest; whatever is started here has the same."""
    if parts == 1:
        yield
        return
    os.sched_setaffinity(0, {0})
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(parts - 1)]
    try:
        yield
    finally:
        for one in busy:
            one.kill()
            one.wait()


def first_move(browser: Browser, server: Server, name: str) -> float:
    """Milliseconds from opening a page for the first time until its computer has moved."""
    context = browser.new_context(base_url=server.address, locale="en")
    page = context.new_page()
    page.goto(f"/new/{name}")
    page.locator("#level-1").select_option("10")
    page.locator("#begins").select_option("1")
    expect(page.locator("#start")).to_be_enabled()
    page.locator("#start").click()
    page.wait_for_url(re.compile(f"/play/{name}#"))
    page.wait_for_function("() => Number(document.getElementById('table')?.dataset.moment) >= 1")
    took: float = page.evaluate("performance.now()")
    context.close()
    return took


def touch(page: Page, name: str) -> float:
    """Milliseconds of the slowest touch of a board that is being analysed."""
    page.goto(f"/analysis/{name}")
    page.wait_for_selector("#lines li")
    page.wait_for_timeout(2000)  # until all has loaded; it goes on thinking
    page.evaluate(WATCH)
    for cell in page.locator("[data-cell]").all()[:8]:
        cell.click(force=True)
    page.wait_for_timeout(300)
    took: list[float] = page.evaluate("window.touches")
    return max(took)


def measure(browser: Browser, server: Server, name: str) -> tuple[float, ...]:
    """Return the middle of some turns of each column."""
    rows = []
    for _turn in range(TURNS):
        moved = first_move(browser, server, name)
        context = browser.new_context(base_url=server.address, locale="en")
        page: Any = context.new_page()
        touched = touch(page, name)
        page.goto("/known")
        page.evaluate(BEGIN, name)
        page.evaluate("engine.choose(start, 1)")
        rows.append((moved, *page.evaluate(ANALYSE), touched, *page.evaluate(CHOOSE)))
        context.close()
    return tuple(statistics.median(column) for column in zip(*rows, strict=True))


def main() -> None:
    """Print the middle of some turns for each game, in milliseconds."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=brettwerk.NAMES)
    parser.add_argument("--share", type=int, default=1)
    asked = parser.parse_args()
    server = Server(Path(tempfile.mkdtemp()) / "games.sqlite")
    server.start()
    print(f"{'':12}" + "".join(f"{column:>12}" for column in COLUMNS))
    with shared_processor(asked.share), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found_browser(), args=ARGUMENTS)
        for name in asked.games:
            *times, effort = measure(browser, server, name)
            print(f"{name:12}" + "".join(f"{one:9.0f} ms" for one in times) + f"{effort:12.2f}")
        browser.close()
    server.stop()


if __name__ == "__main__":
    main()
