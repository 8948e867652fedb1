"""The examples on the pages of rules: positions with claims.

They stand in `examples.toml` beside the texts, once for all languages; a page of rules puts them
where they belong and writes a caption under each (see `rules`). Tests check every claim.
"""

from functools import cache

import msgspec

from brettwerk.core.registry import pages
from brettwerk.errors import IllegalMove, InvalidMove
from brettwerk.learn.positions import PositionSpec, read_toml


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ends: the reason, the winners, and their points if the game has points."""

    reason: str
    winners: tuple[str, ...] = ()
    points: int | None = None


class Example(PositionSpec, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position and claims about it."""

    # legal moves; illegal moves with the key of the reason
    can: tuple[str, ...] = ()
    cannot: dict[str, str] = msgspec.field(default_factory=dict)
    # after a beginning of a gesture, exactly these cells can be touched next
    touch: dict[str, str] = msgspec.field(default_factory=dict)
    # tags that moves have or do not have: "sumito", "not triad"
    move_tags: dict[str, str] = msgspec.field(default_factory=dict)
    # how the game ends after these moves; moves after which it goes on
    ends: dict[str, End] = msgspec.field(default_factory=dict)
    goes_on: tuple[str, ...] = ()
    # players who are eliminated after these moves
    out: dict[str, str] = msgspec.field(default_factory=dict)
    # the beginning of a gesture whose next cells are marked; cells with a ring
    marks: str | None = None
    rings: str = ""
    # whether the board is not interactive
    still: bool = False

    @property
    def marked(self) -> tuple[str, ...]:
        """Return the cells that are marked as targets."""
        return () if self.marks is None else tuple(self.touch[self.marks].split())

    @property
    def ringed(self) -> tuple[str, ...]:
        """Return the cells with a ring."""
        return tuple(self.rings.split())

    def explain_illegal(self, move: str) -> IllegalMove | InvalidMove:
        """Return why a move is illegal."""
        try:
            self.position.move(move)
        except (IllegalMove, InvalidMove) as reason:
            return reason
        raise ValueError(f"{move} is legal after all.")


@cache
def examples(page: str) -> dict[str, Example]:
    """Return the examples of a page of rules by name."""
    path = pages()[page] / "examples.toml"
    return read_toml(path, dict[str, Example]) if path.is_file() else {}
