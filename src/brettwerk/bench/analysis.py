"""How soon and how fast the analysis board thinks, beside the same search in this process."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

from brettwerk.engine import analyse
from brettwerk.games.catalogue import game

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from brettwerk.games.core import Position

    Clock = Callable[[], float]

LINES = 3
PLIES = 6  # made before it is searched, so that no book or table knows it


@dataclass
class Opened:
    """One game: seconds to its first line, and nodes a second of every turn."""

    name: str
    opened: list[float] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    streamed: list[float] = field(default_factory=list)
    alone: list[float] = field(default_factory=list)
    messages: list[float] = field(default_factory=list)

    @property
    def ratio(self) -> float | None:
        """The streamed search compared with the one alone, the best turn of each.

        None where a solver knows at once.
        """
        return max(self.streamed) / max(self.alone) if self.alone and self.streamed else None

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        ratio = self.ratio
        return {
            "name": self.name,
            "opened_ms": round(1000 * median(self.opened), 1),
            "first_line_ms": round(1000 * median(self.first), 1),
            "slowest_first_line_ms": round(1000 * max(self.first), 1),
            "streamed_nodes_per_second": round(max(self.streamed)) if ratio else None,
            "alone_nodes_per_second": round(max(self.alone)) if ratio else None,
            "ratio": None if ratio is None else round(ratio, 3),
            "messages_per_second": round(median(self.messages), 1) if ratio else None,
        }


def measure_analysis(
    clock: Clock,
    address: str,
    names: Sequence[str],
    progress: Callable[[str], None],
    *,
    rounds: int,
    seconds: float,
) -> list[Opened]:
    """Every game, the board and this process in turns, so that noise meets both alike."""
    found = []
    for name in names:
        position, speed = _position(name), Opened(name)
        searched = not position.game.face.solvable(position)
        analyse(position, seconds=0.5, lines=LINES)
        for turn in range(rounds):
            progress(f"{name}: {turn + 1}/{rounds}")
            _stream(clock, address, position, speed, seconds if searched else 1.0)
            if searched:
                alone = analyse(position, seconds=seconds, lines=LINES, progress=lambda _: None)
                speed.alone.append(alone.nodes / alone.seconds)
        found.append(speed)
    return found


def _position(name: str) -> Position:
    position = game(name).start()
    for number in range(PLIES):
        position = position.play(position.moves[(5 * number + 3) % len(position.moves)])
    return position


def _stream(clock: Clock, address: str, position: Position, speed: Opened, seconds: float) -> None:
    """Open the page and its connection, and let it think."""
    from websockets.sync.client import connect

    began = clock()
    with urlopen(f"{address}/analysis/{position.game.name}") as page:
        page.read()
    with connect(address.replace("http", "ws", 1) + "/ws/analysis") as server:
        server.send(json.dumps({"t": "hello", "v": 1, "lang": "en"}))
        asked, heard = clock(), 0
        think = {"t": "think", "id": 1, "position": position.text, "lines": LINES}
        server.send(json.dumps({**think, "seconds": seconds}))
        last: dict[str, Any] = {}
        while True:
            message = json.loads(server.recv())
            if message["t"] == "found":
                if not heard:
                    speed.first.append(clock() - asked)
                    speed.opened.append(clock() - began)
                heard, last = heard + 1, message
            elif message["t"] in ("done", "no"):
                break
    if last.get("nodes"):
        speed.streamed.append(last["nodes"] / last["seconds"])
        speed.messages.append(heard / seconds)
