"""A real Chromium, and a real server of its own for each process of tests."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from browser.pictures import Pictures
from browser.server import Server

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ROOT = Path(__file__).parent.parent.parent


def found_browser() -> str | None:
    """Where Chromium lies on this system."""
    names = (os.environ.get("BRETTWERK_BROWSER", ""), *NAMES)
    return next((path for name in names if name and (path := shutil.which(name))), None)


# While playwright is open, no other event loop can run in this process: so it is closed again
# before tests of other modules.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    path = found_browser()
    if path is None:
        pytest.skip("No Chromium on this system (apt-get install chromium); BRETTWERK_BROWSER=path")
    expect.set_options(timeout=20_000)  # a busy machine takes its time
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with computers that play at random and at once."""
    running = Server(tmp_path_factory.mktemp("games") / "games.sqlite")
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def pictures() -> Pictures:
    """Screenshots for people to look at: of every game, and of every page if a folder is named."""
    folder = os.environ.get("BRETTWERK_SCREENSHOTS")
    return Pictures(Path(folder or ROOT / "build" / "screenshots"), every=bool(folder))
