"""What a game is: names, options, kernels, board and symmetries, positions as text.

Definitions say things about positions, and a position knows the definition of its game. So that
neither module imports the other, `GameSpec` is generic over the class of positions:
`core.game.GameDefinition`, from which games derive, is the one with `core.game.Position`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Protocol

from typing_extensions import TypeVar

from brettwerk.boards.board import Board, Place
from brettwerk.core.details import ABSENT, Detail, needed
from brettwerk.core.gestures import Note
from brettwerk.core.options import Option, Options, option_numbers, read_options
from brettwerk.core.outcome import Outcome
from brettwerk.core.presentation import Presentation
from brettwerk.errors import BadPosition
from brettwerk.kernels import play_primitives
from brettwerk.kernels.contract import Rules
from brettwerk.kernels.description import GameKernels
from brettwerk.kernels.types import State
from brettwerk.notation.pieces import USUAL, PieceSpec, parse_pieces

StateT = TypeVar("StateT", bound=State)


class _HasOptions(Protocol):
    @property
    def options(self) -> Options: ...
    @property
    def context(self) -> list[int]: ...


class _AnyPosition(Protocol):
    """What the defaults below ask of a position."""

    @property
    def game(self) -> _HasOptions: ...
    @property
    def legal_codes(self) -> tuple[int, ...]: ...
    @property
    def outcome(self) -> Outcome | None: ...
    def with_state(self: P, state: State, **options: object) -> P: ...
    def state_as(self, kind: type[StateT]) -> StateT: ...


P = TypeVar("P", bound=_AnyPosition)
S = TypeVar("S", bound=State, default=State)  # a game's own NamedTuple of words


class GameSpec(ABC, Generic[P, S]):
    """The part of a definition that other parts build on."""

    name: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    order: ClassVar[int] = 1000  # sort key in lists of games; the built-in ones have 10, 20, …
    seats: ClassVar[tuple[str, ...]]  # the colours in playing order
    option_specs: ClassVar[tuple[Option, ...]] = ()
    random_option: ClassVar[str] = ""  # the option that is usually random, such as a board
    # The words of the kernels in `play.py`, for texts of moves and details of positions.
    words: ClassVar[tuple[str, ...]] = ()
    # The sentences of these kernels, each a key and the names of its details; the kinds of lines.
    sentences: ClassVar[tuple[tuple[str, ...], ...]] = ()
    line_kinds: ClassVar[tuple[str, ...]] = ("won",)
    # Places off the board, which have numbers after its cells: names, and where they are drawn.
    off_board: ClassVar[Mapping[str, Place]] = MappingProxyType({})
    # After a draw for this reason players may agree to go on, with this switch among the options.
    continuation_after: ClassVar[tuple[str, str]] = ("", "")
    scores: ClassVar[bool] = False  # whether rounds have points
    target: ClassVar[int | None] = None  # the default target score of a match
    # Overrides for engine games, so that they terminate.
    engine_overrides: ClassVar[Options] = MappingProxyType({})
    # The details of a position besides the pieces, in the order in which kernels get them.
    detail_specs: ClassVar[tuple[Detail, ...]] = ()

    @property
    def players(self) -> int:
        """Return the number of players."""
        return len(self.seats)

    @property
    def for_two(self) -> bool:
        """Return whether it is a game for two, in which one gains what the other loses."""
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
    def kernels(self) -> GameKernels[S]:
        """The game's rules and, if it has any, its evaluation, as the kernel bridge runs them."""

    @property
    def rules(self) -> Rules[S]:
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
        return {self.random_option: f"random:{seed}"} if self.random_option else {}

    # -- kernels ----------------------------------------------------------------------------
    @property
    def context_words(self) -> int:
        """How many words the ctx of the kernels has."""
        return 1

    @cached_property
    def presentation(self) -> Presentation[S]:
        """Runs the kernels of `play.py`; a game without them overrides the methods that need it."""
        if not self.kernels.play:
            raise TypeError(
                f"{self.name} has neither kernels for players nor methods instead of them"
            )
        cells = (*self.board(self.defaults).names, *self.off_board)
        others = (spec.name for spec in self.piece_specs if spec.name not in self.seats)
        return Presentation(
            self.kernels,
            cells,
            (*self.seats, *others),
            self.words,
            self.context_words,
            (*self.sentences, *play_primitives.SENTENCES),
            self.line_kinds,
        )

    def _begun(self, options: Options) -> tuple[list[int], S]:
        """Return the ctx and the starting state."""
        numbers, text = option_numbers(self.option_specs, options)
        begun = self.presentation.begin(numbers, text)
        assert begun is not None  # the options have been checked
        return begun

    def context(self, options: Options) -> list[int]:
        """Return the constants of a game, `ctx` of the kernels; the first is for repetition."""
        return self._begun(options)[0] if self.kernels.play else [0]

    def start(self, options: Options) -> S:
        """Return the starting state."""
        return self._begun(options)[1]

    def identity(self, state: S, options: Options) -> Hashable:
        """Return a key that is equal for positions that go on the same way."""
        return state

    def state_of(self, position: P) -> S:
        """Return the state of a position of this game, as the game's own class."""
        return position.state_as(self.kernels.state)

    # -- the board --------------------------------------------------------------------------
    @abstractmethod
    def board(self, options: Options) -> Board:
        """Return the board."""

    def pieces(self, state: S) -> dict[int, str]:
        """Return the pieces by cell."""
        count = len(self.board(self.defaults))
        found = self.presentation.pieces_by_cell(state)
        return {cell: piece for cell, piece in found.items() if cell < count}

    # -- symmetries -------------------------------------------------------------------------
    # How many of the first words of a state are sets of cells, if no other word has a cell.
    cell_sets: ClassVar[int] = 0

    def symmetries(self, options: Options) -> tuple[tuple[int, ...], ...]:
        """Return the symmetries of the board that are symmetries of the game, identity first."""
        board = self.board(options)
        return board.symmetries if self.cell_sets else (tuple(range(len(board))),)

    def joined_options(self, options: Options) -> dict[str, object]:
        """Return replacements for options that only say where a game began."""
        return {}

    # -- the text of a position -------------------------------------------------------------
    def letters(self) -> Mapping[str, str]:
        """Return the letter of each piece in the text of a position."""
        return {spec.name: spec.letter.lower() for spec in self.piece_specs}

    def details(self, state: S, options: Options) -> dict[str, str]:
        """Return the details of a position, by name."""
        if not self.kernels.play:
            return {}
        return self.presentation.details(state, self.context(options))

    def build(
        self, pieces: Mapping[int, str], to_move: int, details: Mapping[str, int], options: Options
    ) -> S:
        """Return the state with these pieces, by cell, and details; BadPosition if there is none.

        Places off the board have the numbers after its cells.
        """
        specs = self.detail_specs
        given = [details.get(detail.name, ABSENT) for detail in specs]
        found = self.presentation.build(self.context(options), pieces, to_move, given)
        if isinstance(found, Note):
            raise BadPosition(found.key, **found.details)
        if isinstance(found, int):
            raise needed(specs[found], self.players)
        return found
