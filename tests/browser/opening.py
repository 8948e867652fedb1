"""A command: how long after it is opened the analysis board shows its first line, in a browser.

PYTHONPATH=tests python -m browser.opening [games]; the server's kernels should be compiled.
"""

from __future__ import annotations

import statistics
import sys
import time

from playwright.sync_api import sync_playwright

from brettwerk import NAMES
from brettwerk.cli.own_server import measured_server
from browser.conftest import found_browser

TIMES = 12
_SHOWN = """() => new Promise((done) => {
  const look = () => document.querySelector('#lines li')
    ? requestAnimationFrame(() => done(performance.now())) : setTimeout(look, 2);
  look();
})"""


def main(names: list[str]) -> None:
    """Milliseconds from the start of navigation until a line is painted, the middle of several."""
    with measured_server(None) as (address, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found_browser(), args=["--no-sandbox"])
        time.sleep(15)  # its analysts load what has been compiled
        for name in names or NAMES:
            took = []
            for _turn in range(TIMES):
                page = browser.new_page()
                page.goto(f"{address}analysis/{name}", wait_until="commit")
                took.append(page.evaluate(_SHOWN))
                page.close()
            print(
                f"{name:12} {statistics.median(took):5.0f} ms, {min(took):.0f} to {max(took):.0f}"
            )
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
