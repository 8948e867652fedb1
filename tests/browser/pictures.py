"""Screenshots for people to look at."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page


@dataclass(frozen=True)
class Pictures:
    """The folder where they go, if they are wanted: hundreds take minutes."""

    folder: Path | None

    def take(self, page: Page, name: str) -> None:
        """Take what is in the window now."""
        if self.folder:
            page.screenshot(path=self.folder / f"{name}.png")

    def whole(self, page: Page, name: str) -> None:
        """Take all of a page."""
        if self.folder:
            page.screenshot(path=self.folder / f"{name}.png", full_page=True)
