"""The definition of a game: all that shared code knows of it.

Definitions say things about positions, and a position knows the definition of its game. So that
neither module imports the other, `Definition` is generic over the class of positions:
`core.game.GameDefinition`, from which games derive, is the one with `core.game.Position`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Protocol

from typing_extensions import TypeVar

from brettwerk.boards.board import Board, Place, cells_of
from brettwerk.core.details import ABSENT, Detail, needed
from brettwerk.core.effects import Effects, Line
from brettwerk.core.gestures import (
    GestureStep,
    Note,
    gesture_of,
    gesture_text,
    parse_gesture,
    text_steps,
)
from brettwerk.core.options import Option, Options, option_numbers, read_options
from brettwerk.core.outcome import Outcome, SharedReason
from brettwerk.core.parts import (
    DialectPart,
    EncodingPart,
    FindingsPart,
    PuzzlePart,
    SolverPart,
)
from brettwerk.core.presentation import Presentation
from brettwerk.errors import BadPosition, IllegalMove, InvalidMove, MatchError
from brettwerk.i18n import SOURCE, Translator, truncate
from brettwerk.kernels import play_primitives
from brettwerk.kernels.contract import Rules
from brettwerk.kernels.description import GameKernels
from brettwerk.kernels.types import State
from brettwerk.notation.board_view import BoardView, OffBoardCell, Tray
from brettwerk.notation.pieces import USUAL, PieceSpec, parse_pieces
from brettwerk.notation.typed_text import normalize_move

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


class Definition(ABC, Generic[P, S]):
    """A game: names, options, start, texts of moves and positions, reasons, optional parts."""

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

    def board_view(self, position: P) -> BoardView:
        """Return the contents of a picture of the position."""
        state, board = self.state_of(position), self.board(position.game.options)
        if not self.kernels.play:
            return BoardView(board, self.pieces(state), specs=self.piece_specs)
        shown = self.presentation
        found = shown.pieces_by_cell(state)
        return BoardView(
            board,
            {cell: piece for cell, piece in found.items() if cell < len(board)},
            specs=self.piece_specs,
            off_board=tuple(
                OffBoardCell(name, place, found.get(cell))
                for cell, (name, place) in enumerate(self.off_board.items(), start=len(board))
            ),
            trays=self.trays(position),
            last=self.last_cells(position),
        )

    def trays(self, position: P) -> tuple[Tray, ...]:
        """Return the trays beside the board."""
        if not self.kernels.play:
            return ()
        return self.presentation.trays(self.state_of(position), position.game.context)

    def last_cells(self, position: P) -> tuple[str, ...]:
        """Return the cells that the last move touched, as far as the position knows."""
        return self.presentation.last(self.state_of(position)) if self.kernels.play else ()

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

    # -- moves ------------------------------------------------------------------------------
    def format_move(self, move: int) -> str:
        """Return the text of a move."""
        return self.presentation.move_text(move)

    def parse_move(self, text: str, position: P) -> int:
        """Parse the text of a move, legal or not.

        Raise InvalidMove if it is malformed, IllegalMove if no move has these cells. A game that
        does not say how its moves are read accepts the texts of the legal ones, and what its kernel
        `read` makes of cells and signs.
        """
        for code in position.legal_codes:
            if normalize_move(self.format_move(code)) == normalize_move(text):
                return code
        steps = text_steps(text, self.presentation.cells) if self.kernels.play else []
        found = self.read_steps(position, steps) if steps else None
        if found is None:
            own = f"{self.name}-not-a-move"
            key = own if Translator(SOURCE).has(own) else "not-a-move"
            raise InvalidMove(key, move=truncate(text))
        return found

    def explain_illegal(self, position: P, move: int) -> IllegalMove:
        """Return the reason why a move is illegal here."""
        if self.kernels.play:
            state, ctx = self.state_of(position), position.game.context
            if why := self.presentation.why_illegal(state, ctx, move):
                return IllegalMove(why.key, **why.details)
        return IllegalMove("not-legal", move=self.format_move(move))

    def effects(self, position: P, move: int) -> Effects:
        """Return what a legal move does to the board."""
        return self.presentation.effects(self.state_of(position), position.game.context, move)

    def lines(self, position: P, move: int) -> tuple[Line, ...]:
        """Return the lines by which a board shows what a legal move achieves.

        Their kinds are named in the game's texts; `won` is shown as what decided the game.
        """
        if not self.kernels.play:
            return ()
        return self.presentation.lines(self.state_of(position), position.game.context, move)

    def move_tags(self, position: P, move: int) -> frozenset[str]:
        """Return the tags of a legal move, for lessons: `place`, `move`, `take`, `pass`."""
        effects = self.effects(position, move)
        words = {"place": effects.placed, "move": effects.moved, "take": effects.taken}
        return frozenset(word for word, cells in words.items() if cells) or frozenset({"pass"})

    # -- input on a board ---------------------------------------------------------------------
    def gestures(self, position: P, move: int) -> tuple[str, ...]:
        """Return the gestures that make a legal move; see `brettwerk.core.gestures`."""
        return self.all_gestures(position, (move,))[0]

    def all_gestures(self, position: P, moves: Sequence[int]) -> list[tuple[str, ...]]:
        """Return the gestures of each of these legal moves."""
        if not self.kernels.play:
            return [(gesture_of(self.effects(position, move)),) for move in moves]
        return self.presentation.gestures(self.state_of(position), position.game.context, moves)

    def parse_gesture(self, gesture: str, position: P) -> int:
        """Return the move that a gesture means, legal or not, as `parse_move` does."""
        found = self.read_steps(position, parse_gesture(gesture)) if self.kernels.play else None
        return self.parse_move(gesture_text(gesture), position) if found is None else found

    def read_steps(self, position: P, steps: Sequence[GestureStep]) -> int | None:
        """Return the move that steps mean, legal or not; IllegalMove if none has these cells."""
        state, ctx = self.state_of(position), position.game.context
        found = self.presentation.read(state, ctx, steps)
        if isinstance(found, Note):
            raise IllegalMove(found.key, **found.details)
        return found

    def sees_flipped(self, player: int) -> bool:
        """Return whether a player sits on the far side of the board."""
        return False

    def reach(self, position: P) -> dict[str, tuple[str, ...]]:
        """Return the cells in reach of each piece, for games in which fields decide that."""
        if not self.has_reach:
            return {}
        board, context = self.board(position.game.options), position.game.context
        found = self.presentation.reach(self.state_of(position), context, len(board))
        return {board.names[cell]: board.names_of(to) for cell, to in found.items()}

    @property
    def has_reach(self) -> bool:
        """Whether fields decide what is in reach of a piece."""
        play = self.kernels.play
        return play is not None and play.reach is not play_primitives.reach

    def notes(self, position: P, gesture: str) -> dict[str, Note]:
        """Return messages about cells, after the first steps of a gesture."""
        if position.outcome or not self.kernels.play:
            return {}
        state, ctx = self.state_of(position), position.game.context
        return self.presentation.notes(state, ctx, parse_gesture(gesture))

    def cell_lines(self, position: P, gesture: str) -> dict[str, tuple[Line, ...]]:
        """Return lines that concern cells, after the first steps of a gesture."""
        if position.outcome or not self.kernels.play:
            return {}
        state, ctx = self.state_of(position), position.game.context
        return self.presentation.cell_lines(state, ctx, parse_gesture(gesture))

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

    # -- optional parts -----------------------------------------------------------------------
    @property
    def solver(self) -> SolverPart | None:
        """Solves positions exactly."""
        return None

    @property
    def encoding(self) -> EncodingPart | None:
        """Turns moves and positions into numbers, for research; without one, a generic one does."""
        return None

    @property
    def puzzles(self) -> PuzzlePart | None:
        """Finds puzzles in games between computers."""
        return None

    @property
    def dialects(self) -> Sequence[DialectPart]:
        """How other programs write records of this game."""
        return ()

    def routes(self) -> Sequence[object]:
        """Pages of its own, Starlette's routes; templates, scripts and styles lie in `web`."""
        return ()

    # Pages of its own that a static site has too, and the files that they load. A page shows what
    # lies below its address, such as `/known/GAME/atlas/7`, itself: `#7`.
    site_pages: ClassVar[tuple[str, ...]] = ()
    site_files: ClassVar[tuple[str, ...]] = ()

    def commands(self) -> object:
        """Return a group of commands of its own, as a Typer app, or None."""
        return None

    @property
    def findings(self) -> FindingsPart | None:
        """Computes and reports exact facts of this game alone."""
        return None

    # -- matches ------------------------------------------------------------------------------
    def still_in(self, position: P) -> tuple[int, ...]:
        """Return the players who have not been eliminated."""
        out = self.kernels.counts.out(self.state_of(position))
        return tuple(player for player in range(self.players) if not out >> player & 1)

    def next_round(self, options: Options, seed: int) -> dict[str, object] | None:
        """Return the options of a round on another board; None if there are no others."""
        return None

    def continuation(self, position: P) -> P | None:
        """Return the position from which a drawn game can be continued, if any."""
        reason, switch = self.continuation_after
        if not reason or not position.outcome or position.outcome.reason != reason:
            return None
        return position.with_state(self.state_of(position), **{switch: True})

    def agreed_outcome(self, position: P) -> Outcome:
        """Return the outcome of an agreed draw."""
        play, state = self.kernels.play, self.state_of(position)
        winners = tuple(cells_of(self.presentation.agreed_winners(state))) if play else ()
        points = 0 if self.scores else None
        still_in = self.still_in(position)
        return Outcome.of(self, winners, SharedReason.AGREEMENT, still_in=still_in, points=points)

    def without(self, position: P, player: int) -> P | Outcome:
        """Remove a player who resigns or runs out of time: return the outcome or position."""
        if not self.for_two and self.kernels.play:
            state = self.presentation.without(self.state_of(position), player)
            after = position.with_state(state)
            return after.outcome or after
        winners = tuple(p for p in range(self.players) if p != player)
        points = self.resignation_points(position, player)
        return Outcome.of(self, winners, SharedReason.RESIGNATION, points=points)

    def resignation_points(self, position: P, player: int) -> int | None:
        """Return the opponent's points when a player resigns the round; None without points."""
        if not self.scores or not self.kernels.play:
            return None
        return self.presentation.resignation_points(self.state_of(position), player)

    def check_resignation(self, position: P, player: int) -> None:
        """Raise if the rules do not allow a resignation now."""
        if not 0 <= player < self.players:
            raise MatchError("match-no-player", player=player, last=self.players - 1)
        if player not in self.still_in(position):
            raise MatchError("match-is-out", player=player)
