"""The examples on the pages of rules: real positions, each with what it is to show.

They stand in `examples/<page>.toml`, once for all languages; a page of rules puts them where they
belong and writes a caption under each (see `rules`). Whatever an example claims, a test computes.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from brettwerk.errors import IllegalMove, NotAMove
from brettwerk.learn.settings import Position, Setting


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the game ends: why, who wins, and what each winner scores where there are points."""

    reason: str
    winners: tuple[str, ...] = ()
    points: int | None = None


class Example(Setting, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position and what is claimed of it."""

    # moves that are legal; those that are not, with the key of the reason
    can: tuple[str, ...] = ()
    cannot: dict[str, str] = msgspec.field(default_factory=dict)
    # after these steps of a move (a "way"), exactly these cells can be touched next
    touch: dict[str, str] = msgspec.field(default_factory=dict)
    # what moves are and are not, in the game's words: "sumito", "not triad"
    deeds: dict[str, str] = msgspec.field(default_factory=dict)
    # how the game ends after these moves, and after which it goes on
    ends: dict[str, End] = msgspec.field(default_factory=dict)
    goes_on: tuple[str, ...] = ()
    # who is out after these moves
    out: dict[str, str] = msgspec.field(default_factory=dict)
    # the way whose next cells are marked, and cells with a ring around what stands there
    marks: str | None = None
    rings: str = ""
    # a board to look at, with nothing to try
    still: bool = False

    @property
    def marked(self) -> tuple[str, ...]:
        """The cells that are marked as places to go to or to take from."""
        return () if self.marks is None else tuple(self.touch[self.marks].split())

    @property
    def ringed(self) -> tuple[str, ...]:
        """The cells that have a ring around them."""
        return tuple(self.rings.split())

    def why_not(self, move: str) -> IllegalMove | NotAMove:
        """Why this move, of which the example says so, is not legal."""
        try:
            self.position.parse(move)
        except (IllegalMove, NotAMove) as reason:
            return reason
        raise ValueError(f"{move} is legal after all.")


def touchable(position: Position, way: str) -> dict[str, str]:
    """The cells that can be touched next after these steps of a move, each with its sign."""
    from brettwerk.games.ways import steps_of

    done = steps_of(way)
    found: dict[str, str] = {}
    for move in position.moves:
        for whole in position.game.face.ways(position, move.code):
            steps = [] if whole.startswith("~") else steps_of(whole)
            if steps[: len(done)] == done and len(steps) > len(done):
                sign, cell = steps[len(done)]
                found[cell] = sign
    return found


@cache
def examples(page: str) -> dict[str, Example]:
    """The examples of a page of rules by name."""
    path = files(__package__) / "examples" / f"{page}.toml"
    return msgspec.toml.decode(path.read_bytes(), type=dict[str, Example])
