"""Jobs of games: a computer's move, a game as a file, and a drawing."""

from collections.abc import Callable

from brettwerk.core.registry import position as read_position
from brettwerk.notation.png import png
from brettwerk.records import export_games
from brettwerk.search import Stop, choose
from brettwerk.server.jobs.job import Job
from brettwerk.server.jobs.tasks import MakeFile
from brettwerk.server.play import exports
from brettwerk.server.play.state import GameState, replay
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


class ExportGame(Job[bytes, None], frozen=True):
    """A game as a file: its record, or a picture of one of its positions."""

    config: GameConfig
    events: list[Event]
    created: float
    ending: str
    picture: exports.PictureSpec | None = None

    @property
    def game(self) -> str:
        """The game that was played."""
        return self.config.game

    def run(self, stop: Stop, report: Callable[[None], None]) -> bytes:
        state = replay(GameState.new(self.config), self.events)
        if self.picture is None:
            records = exports.game_records(state, self.created)
            return "".join(export_games(records, exports.format_of(self.ending))).encode()
        drawn = exports.picture(state, self.picture)
        return png(drawn, self.picture.width) if self.ending == "png" else drawn.encode()
