"""The bot of docs/server.md plays a game to its end against a real server."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

from browser.server import Server

PAGE = Path(__file__).parent.parent.parent / "docs" / "server.md"


def test_the_bot_on_the_page_plays(tmp_path: Path) -> None:
    code = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert code
    server = Server(tmp_path / "games.sqlite")
    server.start()
    game = server.create("bedraengnis", "friend", "computer", target=1)
    address = server.address.replace("http", "ws")
    line = [sys.executable, "-c", code[1], address, game["id"], game["seats"][0]["key"]]
    with subprocess.Popen(line) as bot:
        deadline = time.monotonic() + 30
        while not server.table(game["id"])["outcome"] and time.monotonic() < deadline:
            time.sleep(0.1)
        bot.terminate()
    assert server.table(game["id"])["outcome"]
    server.stop()
