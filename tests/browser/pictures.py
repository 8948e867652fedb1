"""Screenshots for people to look at."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page


@dataclass(frozen=True)
class Pictures:
    """The folder where they go, and whether every page is wanted: hundreds take minutes."""

    folder: Path
    every: bool

    def take(self, page: Page, name: str) -> None:
        """What is in the window now."""
        self.folder.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=self.folder / f"{name}.png")

    def whole(self, page: Page, name: str) -> None:
        """All of a page, if every page is wanted."""
        if self.every:
            self.folder.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=self.folder / f"{name}.png", full_page=True)
