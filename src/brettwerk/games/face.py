"""What a game tells about itself: the one place where shared code meets a game's particulars."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from brettwerk.boards.board import cells_of, mask
from brettwerk.errors import BadPosition, IllegalMove, MatchError
from brettwerk.games.options import Option, Options, read_options
from brettwerk.games.outcome import Outcome
from brettwerk.games.ways import text_of, way_of
from brettwerk.notation.scene import Shelf

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from brettwerk.boards.board import Board
    from brettwerk.games.core import Position
    from brettwerk.games.ways import Note
    from brettwerk.notation.scene import Scene

State = Any


@dataclass(frozen=True, slots=True)
class Effects:
    """What a move does to the board, for those who draw or tell it; cells by name.

    `placed` are pieces that come onto the board with their seat, `moved` are pieces of any seat
    that change place, `taken` those that leave it.
    """

    placed: tuple[tuple[str, str], ...] = ()
    moved: tuple[tuple[str, str], ...] = ()
    taken: tuple[str, ...] = ()


class Face(ABC):
    """A game as people meet it: names, options, start, texts of moves and positions, reasons."""

    name: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    seats: ClassVar[tuple[str, ...]]  # the colours in the order in which they begin
    known: ClassVar[tuple[Option, ...]] = ()
    scores: ClassVar[bool] = False  # whether rounds bring points
    target: ClassVar[int | None] = None  # the points a match is played to, unless said otherwise
    solver_compiles: ClassVar[bool] = False  # whether its solver needs compiled kernels
    # options that programs need, who do not tire of going to and fro
    with_programs: ClassVar[Options] = MappingProxyType({})
    # what the text of a position may say besides the pieces: words, and whole numbers
    detail_words: ClassVar[tuple[str, ...]] = ()
    detail_numbers: ClassVar[tuple[str, ...]] = ()
    # how people set those who set up a position by hand: `cell`, `switch`, `count`, `counts` (one
    # digit a seat), `table` (a row of them a seat), `seats`, or `choice` with what can be chosen
    detail_controls: ClassVar[Mapping[str, str]] = MappingProxyType({})

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.seats)

    @cached_property
    def rules(self) -> Any:
        """The plain kernels."""
        return import_module(f"brettwerk.rules.{self.name}")

    def options(self, given: Options) -> dict[str, Any]:
        """All options, checked."""
        return read_options(self.name, self.known, given)

    def by_lot(self, seed: int) -> dict[str, Any]:
        """Options that people let chance decide before a game, chosen by the seed."""
        return {}

    # -- the kernels' words -----------------------------------------------------------------
    @property
    @abstractmethod
    def state_class(self) -> Any:
        """The plain state of the rules."""

    @abstractmethod
    def context(self, options: Options) -> list[int]:
        """The words that stay the same through a game, `ctx` of the kernels."""

    @abstractmethod
    def start(self, options: Options) -> State:
        """The state in which a game begins."""

    @abstractmethod
    def identity(self, state: State, options: Options) -> Hashable:
        """What must be equal for two positions to go on the same way."""

    # -- what is seen -----------------------------------------------------------------------
    @abstractmethod
    def board(self, options: Options) -> Board:
        """The board it is played on."""

    @abstractmethod
    def pieces(self, state: State) -> dict[int, str]:
        """The pieces on the board by cell."""

    @abstractmethod
    def scene(self, position: Position) -> Scene:
        """All that a picture of the position shows."""

    # -- moves ------------------------------------------------------------------------------
    @abstractmethod
    def write(self, move: int) -> str:
        """The text of a move."""

    @abstractmethod
    def read(self, text: str, position: Position) -> int:
        """The move that a text means here, legal or not.

        NotAMove if it means none; IllegalMove if it names cells between which none can be.
        """

    @abstractmethod
    def why_not(self, position: Position, move: int) -> IllegalMove:
        """Why this move is not legal here."""

    @abstractmethod
    def effects(self, position: Position, move: int) -> Effects:
        """What a legal move does to the board."""

    def deeds(self, position: Position, move: int) -> frozenset[str]:
        """What a legal move is, in words that lessons ask for: `place`, `move`, `take`, `pass`."""
        effects = self.effects(position, move)
        words = {"place": effects.placed, "move": effects.moved, "take": effects.taken}
        return frozenset(word for word, cells in words.items() if cells) or frozenset({"pass"})

    # -- for hands on a board -----------------------------------------------------------------
    def ways(self, position: Position, move: int) -> tuple[str, ...]:
        """The cells that a hand touches to make a legal move; see `ways`."""
        return (way_of(self.effects(position, move)),)

    def text_of_way(self, way: str) -> str:
        """What someone means who touched these cells, as the text of a move, legal or not."""
        return text_of(way)

    def reach(self, position: Position) -> dict[str, tuple[str, ...]]:
        """The cells in reach of each piece, where the board decides that."""
        return {}

    def notes(self, position: Position, way: str) -> dict[str, Note]:
        """What is worth knowing about cells once these steps of a move have been made."""
        return {}

    # -- the text of a position -------------------------------------------------------------
    @abstractmethod
    def letters(self) -> Mapping[str, str]:
        """The letter of each piece in the text of a position."""

    @abstractmethod
    def details(self, state: State, options: Options) -> dict[str, str]:
        """What the pieces and the player to move do not tell, as short words by name."""

    @abstractmethod
    def build(
        self, pieces: Mapping[int, str], to_move: int, details: Mapping[str, str], options: Options
    ) -> State:
        """The state of such a text; BadPosition if there is none."""

    def spot_details(self, spots: Mapping[str, str]) -> dict[str, str]:
        """The details that say which pieces stand on spots; BadPosition for what cannot stand."""
        return {}

    def completed(self, pieces: Mapping[int, str], details: Mapping[str, str]) -> dict[str, str]:
        """The details of a position set up by hand, with those that follow from the others."""
        return dict(details)

    def solvable(self, position: Position) -> bool:
        """Whether a solver is likely to settle this position in good time."""
        return False

    # -- the match around the game ------------------------------------------------------------
    def still_in(self, position: Position) -> tuple[int, ...]:
        """The players who are not out."""
        return tuple(range(self.players))

    def next_round(self, options: Options, seed: int) -> dict[str, Any] | None:
        """The options of another round on another board, for games that have that; else None."""
        return None

    def continued(self, position: Position) -> Position | None:
        """The position from which players may agree to play on after this draw, if there is one."""
        return None

    def agreed(self, position: Position) -> Outcome:
        """How the game ends when all still in agree to end it now."""
        return Outcome.of(self.players, (), "agreement", points=0 if self.scores else None)

    def without(self, position: Position, player: int) -> Position | Outcome:
        """What follows when a player gives up or runs out of time: the end, or play without."""
        winners = tuple(p for p in range(self.players) if p != player)
        points = self.points_of_giving_up(position, player)
        return Outcome.of(self.players, winners, "resignation", points=points)

    def points_of_giving_up(self, position: Position, player: int) -> int | None:
        """What the other scores when a player gives up this round; None without points."""
        return None

    def may_resign(self, position: Position, player: int) -> None:
        """Refuse a resignation that the rules do not allow now."""
        if not 0 <= player < self.players:
            raise MatchError("match-no-player", player=player, last=self.players - 1)


class TwoSided(Face):
    """A game of two colours, whose state begins with the pieces of the player to move."""

    def sides(self, state: State) -> tuple[int, int]:
        """The pieces of player 0 and of player 1."""
        return (state[1], state[0]) if self.rules.to_move(state) else (state[0], state[1])

    def pieces(self, state: State) -> dict[int, str]:
        """The pieces on the board by cell."""
        both = zip(self.seats, self.sides(state), strict=True)
        return {cell: seat for seat, bits in both for cell in cells_of(bits)}

    def letters(self) -> Mapping[str, str]:
        """w and b."""
        return {"white": "w", "black": "b"}

    def masks(self, pieces: Mapping[int, str], most: int) -> tuple[int, int]:
        """The pieces of player 0 and 1 as sets, at most so many each."""
        first, second = (
            mask(cell for cell, piece in pieces.items() if piece == seat) for seat in self.seats
        )
        for bits in (first, second):
            if bits.bit_count() > most:
                raise BadPosition("position-too-many", count=bits.bit_count(), most=most)
        return first, second

    def taken(self, lost: tuple[int, ...]) -> tuple[Shelf, ...]:
        """What each has taken from the other, of whom so many pieces are lost."""
        first, second = self.seats
        return Shelf(first, "taken", second, lost[1]), Shelf(second, "taken", first, lost[0])

    def not_won(self, won: bool, player: int) -> None:
        """Refuse a position in which the player to move has already won."""
        if won:
            raise BadPosition("position-won", seat=self.letters()[self.seats[player]])
