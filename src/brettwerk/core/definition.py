"""The definition of a game: all that shared code knows of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from brettwerk.boards.board import cells_of, mask
from brettwerk.core.gestures import gesture_of, gesture_text
from brettwerk.core.options import Option, Options, read_options
from brettwerk.core.outcome import Outcome
from brettwerk.errors import BadPosition, IllegalMove, InvalidMove, MatchError
from brettwerk.i18n import truncate
from brettwerk.notation.board_view import BoardView, Tray
from brettwerk.notation.pieces import USUAL, parse_pieces
from brettwerk.notation.typed_text import normalize_move

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence
    from importlib.resources.abc import Traversable

    from starlette.routing import BaseRoute
    from typer import Typer

    from brettwerk.boards.board import Board
    from brettwerk.core.effects import Effects
    from brettwerk.core.game import Position
    from brettwerk.core.gestures import Note
    from brettwerk.findings.exact import ExactFindings
    from brettwerk.kernels.contract import Rules
    from brettwerk.kernels.description import GameKernels
    from brettwerk.notation.pieces import PieceSpec
    from brettwerk.puzzles.source import PuzzleSource
    from brettwerk.research.encoding.base import Encoding
    from brettwerk.solve.solver import GameSolver

# A game's own NamedTuple of words, in full type only in its folder: shared code takes positions of
# all games, and would have to carry the type of a state along everywhere without ever using it.
State = Any


class GameDefinition(ABC):
    """A game: names, options, start, texts of moves and positions, reasons, optional parts."""

    name: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    order: ClassVar[int] = 1000  # sort key in lists of games; the built-in ones have 10, 20, …
    seats: ClassVar[tuple[str, ...]]  # the colours in playing order
    option_specs: ClassVar[tuple[Option, ...]] = ()
    scores: ClassVar[bool] = False  # whether rounds have points
    target: ClassVar[int | None] = None  # the default target score of a match
    # Overrides for engine games, so that they terminate.
    engine_overrides: ClassVar[Options] = MappingProxyType({})
    # The details of a position besides the pieces: words, and numbers.
    detail_words: ClassVar[tuple[str, ...]] = ()
    detail_numbers: ClassVar[tuple[str, ...]] = ()
    # The controls for these on a page: `cell`, `switch`, `count`, `counts` (one digit per seat),
    # `table` (a row of digits per seat), `seats`, or `choice` with the choices.
    detail_controls: ClassVar[Mapping[str, str]] = MappingProxyType({})

    @property
    def players(self) -> int:
        """Return the number of players."""
        return len(self.seats)

    @property
    def for_two(self) -> bool:
        """Return whether two play it, so that what one gains the other loses."""
        return len(self.seats) == 2

    @cached_property
    def folder(self) -> Traversable:
        """Return the folder of the game, which has its data."""
        return files(type(self).__module__.rpartition(".")[0])

    @property
    def pages(self) -> dict[str, Traversable]:
        """The folders of pages of rules by page; the game's own comes first."""
        return {self.name: self.folder}

    def file(self, path: str) -> Traversable | None:
        """Return a file of the game's folder, such as `data/levels.json`; None if absent."""
        found = self.folder.joinpath(path)
        return found if found.is_file() else None

    @cached_property
    def piece_specs(self) -> tuple[PieceSpec, ...]:
        """Return the kinds of pieces, from `data/pieces.json`; black and white without it."""
        file = self.file("data/pieces.json")
        return parse_pieces(file.read_bytes()) if file else USUAL

    @property
    @abstractmethod
    def kernels(self) -> GameKernels[Any]:
        """The game's rules and, if it has any, its evaluation, as the kernel bridge runs them."""

    @property
    def rules(self) -> Rules[Any]:
        """The rules as plain Python."""
        return self.kernels.rules

    @cached_property
    def defaults(self) -> dict[str, object]:
        """Return the default options."""
        return {option.name: option.default for option in self.option_specs}

    def options(self, given: Mapping[str, object]) -> dict[str, Any]:
        """Return all options, checked."""
        return read_options(self.name, self.option_specs, given)

    def random_options(self, seed: int) -> dict[str, object]:
        """Return the options that are usually random, such as a board, chosen by the seed."""
        return {}

    # -- kernels ----------------------------------------------------------------------------
    def context(self, options: Options) -> list[int]:
        """Return the constants of a game, `ctx` of the kernels; the first is for repetition."""
        return [0]

    @abstractmethod
    def start(self, options: Options) -> State:
        """Return the starting state."""

    def identity(self, state: State, options: Options) -> Hashable:
        """Return a key that is equal for positions that go on the same way."""
        key: Hashable = state
        return key

    # -- the board --------------------------------------------------------------------------
    @abstractmethod
    def board(self, options: Options) -> Board:
        """Return the board."""

    @abstractmethod
    def pieces(self, state: State) -> dict[int, str]:
        """Return the pieces by cell."""

    def board_view(self, position: Position) -> BoardView:
        """Return the contents of a picture of the position."""
        pieces = self.pieces(position.state)
        return BoardView(self.board(position.game.options), pieces, specs=self.piece_specs)

    # -- moves ------------------------------------------------------------------------------
    @abstractmethod
    def format_move(self, move: int) -> str:
        """Return the text of a move."""

    def parse_move(self, text: str, position: Position) -> int:
        """Parse the text of a move, legal or not.

        Raise InvalidMove if it is malformed, IllegalMove if no move has these cells. A game that
        does not say how its moves are read accepts the texts of the legal ones.
        """
        for code in position.legal_codes:
            if normalize_move(self.format_move(code)) == normalize_move(text):
                return code
        raise InvalidMove("not-a-move", move=truncate(text))

    def explain_illegal(self, position: Position, move: int) -> IllegalMove:
        """Return the reason why a move is illegal here."""
        return IllegalMove("not-legal", move=self.format_move(move))

    @abstractmethod
    def effects(self, position: Position, move: int) -> Effects:
        """Return what a legal move does to the board."""

    def move_tags(self, position: Position, move: int) -> frozenset[str]:
        """Return the tags of a legal move, for lessons: `place`, `move`, `take`, `pass`."""
        effects = self.effects(position, move)
        words = {"place": effects.placed, "move": effects.moved, "take": effects.taken}
        return frozenset(word for word, cells in words.items() if cells) or frozenset({"pass"})

    # -- input on a board ---------------------------------------------------------------------
    def gestures(self, position: Position, move: int) -> tuple[str, ...]:
        """Return the gestures that make a legal move; see `brettwerk.core.gestures`."""
        return (gesture_of(self.effects(position, move)),)

    def gesture_text(self, gesture: str) -> str:
        """Return the text of the move that a gesture means, legal or not."""
        return gesture_text(gesture)

    def sees_flipped(self, player: int) -> bool:
        """Return whether a player sits on the far side of the board."""
        return False

    def reach(self, position: Position) -> dict[str, tuple[str, ...]]:
        """Return the cells in reach of each piece, for games in which fields decide that."""
        return {}

    def notes(self, position: Position, gesture: str) -> dict[str, Note]:
        """Return messages about cells, after the first steps of a gesture."""
        return {}

    # -- the text of a position -------------------------------------------------------------
    def letters(self) -> Mapping[str, str]:
        """Return the letter of each piece in the text of a position."""
        return {spec.name: spec.letter.lower() for spec in self.piece_specs}

    def details(self, state: State, options: Options) -> dict[str, str]:
        """Return the details of a position, by name."""
        return {}

    @abstractmethod
    def build(
        self, pieces: Mapping[int, str], to_move: int, details: Mapping[str, str], options: Options
    ) -> State:
        """Return the state of a parsed text; raise BadPosition if there is none."""

    def off_board_details(self, off_board: Mapping[str, str]) -> dict[str, str]:
        """Return the details of pieces off the board; raise BadPosition if they are impossible."""
        return {}

    def complete_details(
        self, pieces: Mapping[int, str], details: Mapping[str, str]
    ) -> dict[str, str]:
        """Return the details of a position set up by hand, completed by derived ones."""
        return dict(details)

    # -- optional parts -----------------------------------------------------------------------
    @property
    def solver(self) -> GameSolver | None:
        """Solves positions exactly."""
        return None

    @property
    def encoding(self) -> Encoding | None:
        """Turns moves and positions into numbers, for research; without one, a generic one does."""
        return None

    @property
    def puzzles(self) -> PuzzleSource | None:
        """Finds puzzles in games between computers."""
        return None

    def routes(self) -> Sequence[BaseRoute]:
        """Pages of its own; templates, scripts and styles lie in its folder's `web`."""
        return ()

    def commands(self) -> Typer | None:
        """A group of commands of its own."""
        return None

    @property
    def findings(self) -> ExactFindings | None:
        """Computes and reports exact facts of this game alone."""
        return None

    # -- matches ------------------------------------------------------------------------------
    def still_in(self, position: Position) -> tuple[int, ...]:
        """Return the players who have not been eliminated."""
        return tuple(range(self.players))

    def next_round(self, options: Options, seed: int) -> dict[str, object] | None:
        """Return the options of a round on another board; None if there are no others."""
        return None

    def continuation(self, position: Position) -> Position | None:
        """Return the position from which a drawn game can be continued, if any."""
        return None

    def agreed_outcome(self, position: Position) -> Outcome:
        """Return the outcome of an agreed draw."""
        return Outcome.of(self.players, (), "agreement", points=0 if self.scores else None)

    def without(self, position: Position, player: int) -> Position | Outcome:
        """Remove a player who resigns or runs out of time: return the outcome or position."""
        winners = tuple(p for p in range(self.players) if p != player)
        points = self.resignation_points(position, player)
        return Outcome.of(self.players, winners, "resignation", points=points)

    def resignation_points(self, position: Position, player: int) -> int | None:
        """Return the opponent's points when a player resigns the round; None without points."""
        return None

    def check_resignation(self, position: Position, player: int) -> None:
        """Raise if the rules do not allow a resignation now."""
        if not 0 <= player < self.players:
            raise MatchError("match-no-player", player=player, last=self.players - 1)


class TwoPlayerDefinition(GameDefinition):
    """A two-player game whose state begins with the bitboard of the player to move."""

    def sees_flipped(self, player: int) -> bool:
        """Return whether a player sits on the far side of the board."""
        return player == 1

    def sides(self, state: State) -> tuple[int, int]:
        """Return the bitboards of player 0 and player 1."""
        return (state[1], state[0]) if self.rules.to_move(state) else (state[0], state[1])

    def pieces(self, state: State) -> dict[int, str]:
        """Return the pieces by cell."""
        both = zip(self.seats, self.sides(state), strict=True)
        return {cell: seat for seat, bits in both for cell in cells_of(bits)}

    def masks(self, pieces: Mapping[int, str], most: int) -> tuple[int, int]:
        """Return the bitboards of both players; raise if one has more than `most` pieces."""
        first, second = (
            mask(cell for cell, piece in pieces.items() if piece == seat) for seat in self.seats
        )
        for bits in (first, second):
            if bits.bit_count() > most:
                raise BadPosition("position-too-many", count=bits.bit_count(), most=most)
        return first, second

    def taken(self, lost: tuple[int, ...]) -> tuple[Tray, ...]:
        """Return the trays of captured pieces, given the number that each player has lost."""
        first, second = self.seats
        return Tray(first, "taken", second, lost[1]), Tray(second, "taken", first, lost[0])

    def ply_of(self, details: Mapping[str, str], to_move: int, default: int) -> int:
        """Return the plies of a position text; raise if they do not suit the player to move."""
        ply = int(details.get("ply", default))
        if ply % 2 != to_move:
            raise BadPosition("position-ply")
        return ply

    def check_not_won(self, won: bool, player: int) -> None:
        """Raise if the player to move has already won."""
        if won:
            raise BadPosition("position-won", seat=self.letters()[self.seats[player]])
