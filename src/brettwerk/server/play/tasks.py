"""Jobs of games: a computer's move, a record, a picture of a position, and a drawing."""

from collections.abc import Callable
from typing import Any

from brettwerk.core.game import Game
from brettwerk.core.registry import definition
from brettwerk.core.registry import position as read_position
from brettwerk.notation.png import png
from brettwerk.records import export_games
from brettwerk.records.replay import replay
from brettwerk.search import Stop, choose
from brettwerk.server.jobs.job import Job
from brettwerk.server.jobs.tasks import MakeFile
from brettwerk.server.play import exports
from brettwerk.server.play.state import GameState
from brettwerk.server.play.state import replay as replay_events
from brettwerk.server.storage.model import Event, GameConfig


class ChooseMove(Job[str, None], frozen=True):
    """The move of a computer of some level and style."""

    position: str
    level: int
    seed: int
    style: str = ""

    @property
    def game(self) -> str:
        """The game of the position."""
        return self.position.partition("/")[0]

    def run(self, stop: Stop, report: Callable[[None], None]) -> str:
        return choose(read_position(self.position), self.level, self.seed, self.style).text


class DrawPicture(MakeFile, frozen=True):
    """A drawing of a game as PNG."""

    media_type = "image/png"

    game: str
    svg: str
    width: int

    def content(self) -> bytes:
        return png(self.svg, self.width)


class DrawPosition(Job[bytes, None], frozen=True):
    """A picture of a position in a game, as SVG or PNG; it needs no more than the moves before."""

    game: str
    options: dict[str, Any]
    moves: list[str]
    last: tuple[str, ...]
    ending: str
    spec: exports.PictureSpec

    def run(self, stop: Stop, report: Callable[[None], None]) -> bytes:
        steps = replay(Game(definition(self.game), self.options), None, self.moves)
        *_, step = steps
        theme = "dark" if self.spec.dark else "light"
        drawn = step.position.svg(last=self.last, flipped=self.spec.flipped, theme=theme)
        return png(drawn, self.spec.width) if self.ending == "png" else drawn.encode()


class ExportGame(Job[bytes, None], frozen=True):
    """The record of a game as a file."""

    config: GameConfig
    events: list[Event]
    created: float
    ending: str

    @property
    def game(self) -> str:
        """The game that was played."""
        return self.config.game

    def run(self, stop: Stop, report: Callable[[None], None]) -> bytes:
        state = replay_events(GameState.new(self.config), self.events)
        records = exports.game_records(state, self.created)
        return "".join(export_games(records, exports.format_of(self.ending))).encode()
