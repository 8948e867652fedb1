"""Takes the picture of the page for README and docs: three games, on a desktop and on phones."""

from __future__ import annotations

import io
import sys
from base64 import b64encode
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pictures import FOLDER, showcase
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

import brettwerk

sys.path.append(str(Path(__file__).parent.parent / "tests"))
from browser.conftest import ARGUMENTS, found_browser
from browser.server import Server

# Where each game lies in the picture: left, top and width; the window and the light it is shown in.
GAMES: dict[str, tuple[tuple[int, int, int], tuple[int, int], str]] = {
    "katarenga": ((20, 24, 900), (1280, 800), "light"),
    "abalone": ((716, 92, 250), (390, 844), "dark"),
    "triapon": ((990, 24, 250), (390, 844), "light"),
}
SIZE = (1260, 660)
COLOURS = 256
STYLE = """
body { margin: 0; }
img { position: absolute; border-radius: 12px; box-shadow: 0 1px 3px #0005, 0 12px 32px #0004; }
.phone { border-radius: 22px; }
"""


def shown(
    browser: Browser, server: Server, name: str, window: tuple[int, int], light: Any
) -> bytes:
    """Return a picture of a game in the middle."""
    options, moves = showcase(name)
    players = ["here"] * brettwerk.game(name).players
    game = server.create(name, *players, begins=0, options=options)
    for move in moves:
        server.act(game, "play", move)
    width, height = window
    page = browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme=light,
        device_scale_factor=2 if width < height else 1,
        reduced_motion="reduce",
    )
    for seat in game["seats"]:
        page.goto("about:blank")
        page.goto(f"{server.address}/g/{game['id']}#k={seat['key']}")
        page.wait_for_selector("#table[data-moment]")
    page.wait_for_load_state("networkidle")
    picture = page.screenshot()
    page.close()
    return picture


def main() -> None:
    """Write the picture."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "games.sqlite")
        server.start()
        browser = playwright.chromium.launch(executable_path=found_browser(), args=ARGUMENTS)
        parts = []
        for name, ((left, top, wide), window, light) in GAMES.items():
            picture = b64encode(shown(browser, server, name, window, light)).decode()
            kind = "phone" if window[0] < window[1] else "desktop"
            place = f"left: {left}px; top: {top}px; width: {wide}px"
            parts.append(
                f'<img class="{kind}" style="{place}" src="data:image/png;base64,{picture}">'
            )
        page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
        page.set_content(f"<style>{STYLE}</style>{''.join(parts)}")
        drawn = page.screenshot()
        server.stop()
        browser.close()
    small = Image.open(io.BytesIO(drawn)).convert("RGB").quantize(COLOURS, kmeans=3)
    small.save(FOLDER / "page.png", optimize=True)


if __name__ == "__main__":
    main()
