"""Latency and speed of the analysis board, compared with the same search in this process."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median
from urllib.request import urlopen

from websockets.sync.client import connect

from brettwerk.core.game import Position
from brettwerk.core.registry import game
from brettwerk.search import analyse
from brettwerk.solving import is_promising

Clock = Callable[[], float]

LINES = 3
PLIES = 6  # played before the search, so that no book or table has the position


@dataclass
class AnalysisSpeed:
    """Measurements of one game: seconds to the first line, and nodes per second of every turn."""

    name: str
    opened: list[float] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    streamed: list[float] = field(default_factory=list)
    alone: list[float] = field(default_factory=list)
    messages: list[float] = field(default_factory=list)

    @property
    def ratio(self) -> float | None:
        """Return the speed of the best streamed search relative to the best local one.

        None if a solver answers immediately.
        """
        return max(self.streamed) / max(self.alone) if self.alone and self.streamed else None

    def as_json(self) -> dict[str, float | None]:
        """Return the measurements as JSON."""
        ratio = self.ratio
        return {
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
) -> Iterator[list[AnalysisSpeed]]:
    """Measure every game, alternating board and this process, so that noise affects both.

    Yields what is known after each game.
    """
    found = []
    for name in names:
        position, speed = _position(name), AnalysisSpeed(name)
        searched = not is_promising(position)
        analyse(position, seconds=0.5, lines=LINES)
        for turn in range(rounds):
            progress(f"{name}: {turn + 1}/{rounds}")
            _stream(clock, address, position, speed, seconds if searched else 1.0)
            if searched:
                alone = analyse(position, seconds=seconds, lines=LINES, progress=lambda _: None)
                speed.alone.append(alone.nodes / alone.seconds)
        found.append(speed)
        yield found


def _position(name: str) -> Position:
    position = game(name).start()
    for number in range(PLIES):
        position = position.play(position.moves[(5 * number + 3) % len(position.moves)])
    return position


def _stream(
    clock: Clock, address: str, position: Position, speed: AnalysisSpeed, seconds: float
) -> None:
    """Open the page and its connection, and analyse."""
    start = clock()
    with urlopen(f"{address}/analysis/{position.game.name}") as page:
        page.read()
    with connect(address.replace("http", "ws", 1) + "/ws/analysis") as server:
        server.send(json.dumps({"t": "hello", "v": 1, "lang": "en"}))
        sent, count = clock(), 0
        think = {"t": "think", "id": 1, "position": position.text, "lines": LINES}
        server.send(json.dumps({**think, "seconds": seconds}))
        last: dict[str, float] = {}
        while True:
            message = json.loads(server.recv())
            if message["t"] == "found":
                if not count:
                    speed.first.append(clock() - sent)
                    speed.opened.append(clock() - start)
                count, last = count + 1, message
            elif message["t"] in ("done", "no"):
                break
    if last.get("nodes"):
        speed.streamed.append(last["nodes"] / last["seconds"])
        speed.messages.append(count / seconds)
