"""A real Chromium, and a real server of its own for each process of tests."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from browser.pictures import Pictures
from browser.server import Server

# The first one has no window at all: a page costs it half as much.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
# Pages of Chromium's own window, which would take longer to load than ours; and, since the last
# list of this kind counts, what Playwright switches off.
OFF = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
ARGUMENTS = ["--no-sandbox", f"--disable-features={','.join(OFF)}"]
HERE = Path(__file__).parent
LONGEST = ("test_site.py", "test_matrix.py")
PATIENCE = 60_000  # milliseconds that only a fault takes: a busy machine needs its time


def found_browser() -> str | None:
    """Where Chromium lies on this system."""
    names = (os.environ.get("BRETTWERK_BROWSER", ""), *NAMES)
    return next((path for name in names if name and (path := shutil.which(name))), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run these tests last, so that those without a browser do not wait for it to start.

    The longest come first, so that no process is alone with one at the end.
    """
    items.sort(key=lambda item: (HERE in item.path.parents, item.path.name not in LONGEST))


def _patient(make: Callable[..., BrowserContext | Page], **options: Any) -> BrowserContext | Page:
    """Make a context or page; it has a browser of its own, which would keep all our pages."""
    made = make(**{"service_workers": "block", **options})
    made.set_default_timeout(PATIENCE)
    return made


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    path = found_browser()
    if path is None:
        pytest.skip("No Chromium on this system (apt-get install chromium); BRETTWERK_BROWSER=path")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        for name in ("new_context", "new_page"):
            setattr(launched, name, partial(_patient, getattr(launched, name)))
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
    """Screenshots for people to look at, if a folder is named."""
    folder = os.environ.get("BRETTWERK_SCREENSHOTS")
    return Pictures(Path(folder) if folder else None)
