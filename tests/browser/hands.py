"""Hands on the page: a game played by mouse, by keyboard or by touch."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

import brettwerk
from browser.server import Server

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
Touch = Callable[["Hands", str], None]


@cache
def short_game(name: str, options: tuple[tuple[str, Any], ...] = ()) -> tuple[str, ...]:
    """The moves of the shortest of some games, in which captures are liked."""
    best: list[str] = []
    for seed in range(60):
        rng, moves = Random(seed), list[str]()
        position = brettwerk.game(name, **dict(options)).start()
        while position.moves and (not best or len(moves) < len(best)):
            taking = [move for move in position.moves if "x" in move.text or "t" in move.text]
            move = rng.choice(taking or position.moves)
            moves.append(move.text)
            position = position.play(move)
        if position.outcome and (not best or len(moves) < len(best)):
            best = moves
    return tuple(best)


class Hands:
    """Someone at a page."""

    def __init__(self, page: Page, server: Server, touch: Touch) -> None:
        self.page = page
        self.server = server
        self.touch = touch
        self.faults: list[str] = []
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.on("console", lambda said: self._said(said.type, said.text))

    def _said(self, kind: str, text: str) -> None:
        # A server that is away is no fault of the page.
        if kind == "error" and "ERR_CONNECTION" not in text and "WebSocket" not in text:
            self.faults.append(text)

    def open(self, game: dict[str, Any], *people: int) -> None:
        """Open a game as these people; as nobody to watch."""
        kept = [seat["key"] for seat in game["seats"] if seat["person"] in people]
        for at, key in enumerate(kept or [""]):
            if at:
                self.page.goto("about:blank")  # another fragment alone would not load anything
            self.page.goto(f"{self.server.address}/g/{game['id']}" + (f"#k={key}" if key else ""))
            # Only a page that runs has stored its key.
            self.page.wait_for_selector("#table[data-moment]")

    @property
    def moment(self) -> int:
        """The moment of the table that is shown."""
        return int(self.page.get_attribute("#table", "data-moment") or "-1")

    def wait(self, moment: int) -> None:
        """Until the table of this moment, or a later one, is shown."""
        self.page.wait_for_function(
            "m => Number(document.getElementById('table').dataset.moment) >= m", arg=moment
        )

    def play(self, way: str) -> None:
        """Touch the cells of a way; end or confirm it if the page asks."""
        moment = self.moment
        if not way:
            self.press("Pass")
        for cell in re.findall(r"[.>!+]([a-z0-9-]+)", way):
            self.touch(self, cell)
        for name in ("Play this move", "End the turn"):
            button = self.page.get_by_role("button", name=name, exact=True)
            if way and button.count():
                self.press(name)
        self.wait(moment + 1)

    def press(self, name: str) -> None:
        """A button, by its name."""
        button = self.page.get_by_role("button", name=name, exact=True)
        if self.touch is by_touch:
            button.tap()
        elif self.touch is by_keyboard:
            button.focus()
            self.page.keyboard.press("Enter")
        else:
            button.click()

    def set(self, name: str, on: bool = True) -> None:
        """A setting of this device, by its name."""
        self.page.get_by_role("button", name="Settings", exact=True).click()
        self.page.get_by_label(name).set_checked(on)
        self.page.keyboard.press("Escape")

    def point(self, cell: str) -> tuple[float, float]:
        """The middle of a cell in the window."""
        hit = f'[data-cell="{cell}"] [data-hit]'
        self.page.wait_for_selector(hit, state="attached")
        x, y = self.page.evaluate(_MIDDLE, hit)  # in one go: the board may be drawn anew meanwhile
        return x, y

    def status(self, text: str | re.Pattern[str]) -> None:
        """What the page says about how it stands."""
        expect(self.page.get_by_role("status").first).to_contain_text(text)


def by_mouse(hands: Hands, cell: str) -> None:
    """A click."""
    hands.page.mouse.click(*hands.point(cell))


def by_touch(hands: Hands, cell: str) -> None:
    """A tap."""
    hands.page.touchscreen.tap(*hands.point(cell))


_MIDDLE = """hit => {
  const cell = document.querySelector(hit);
  const inside = (low, high, size) => low >= 0 && high <= size;
  let at = cell.getBoundingClientRect();
  if (!inside(at.top, at.bottom, innerHeight) || !inside(at.left, at.right, innerWidth)) {
    cell.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
    at = cell.getBoundingClientRect();
  }
  return [at.x + at.width / 2, at.y + at.height / 2];
}"""
_HERE = "document.activeElement?.dataset?.cell ?? null"
_ARROWS = """target => {
  const at = name => document.querySelector(`[data-cell="${name}"]`).dataset;
  const here = at(document.activeElement.dataset.cell);
  const dx = at(target).x - here.x, dy = at(target).y - here.y;
  const keys = [['ArrowLeft', -dx], ['ArrowRight', dx], ['ArrowUp', -dy], ['ArrowDown', dy]];
  return keys.sort((a, b) => b[1] - a[1]).map(([key]) => key);
}"""


def by_keyboard(hands: Hands, cell: str) -> None:
    """Arrows to the cell, as someone finds the way who cannot see it; then Enter."""
    page, seen = hands.page, list[str]()
    if page.evaluate(_HERE) is None:
        page.locator('[data-cell][tabindex="0"]').focus()
    for _ in range(60):
        here = page.evaluate(_HERE)
        if here == cell:
            page.keyboard.press("Enter")
            return
        keys = page.evaluate(_ARROWS, cell)
        page.keyboard.press(keys[seen.count(here) % 4])
        seen.append(here)
    raise AssertionError(f"{cell} cannot be reached by keys")


def sit_down(browser: Browser, server: Server, touch: Touch, **context: Any) -> Hands:
    """A new page in a context of its own, in English unless said otherwise."""
    made: dict[str, Any] = {
        "locale": "en-GB",
        "reduced_motion": "reduce",
        **(PHONE if touch is by_touch else {}),
        **context,
    }
    opened: BrowserContext = browser.new_context(**made)
    opened.set_default_timeout(15_000)
    return Hands(opened.new_page(), server, touch)
