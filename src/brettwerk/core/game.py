"""The public interface of all games: `Game`, the immutable `Position`, `Move` and `Outcome`."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from enum import StrEnum
from functools import cache, cached_property
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Protocol

from brettwerk.boards.board import Board
from brettwerk.core import position_text
from brettwerk.core.definition import Definition
from brettwerk.core.effects import Effects
from brettwerk.core.history import History
from brettwerk.core.moves import KnownMoves, Move, Moves
from brettwerk.core.options import Options
from brettwerk.core.outcome import UNFINISHED, Outcome, SharedReason
from brettwerk.core.pictures import Pictured
from brettwerk.core.spec import S
from brettwerk.errors import BadPosition, IllegalMove, InvalidMove, translator_of
from brettwerk.i18n import SOURCE, Language
from brettwerk.kernels.game import KernelGame
from brettwerk.kernels.perft import perft
from brettwerk.kernels.repetition import is_irreversible, key_of
from brettwerk.kernels.types import State
from brettwerk.notation.board_view import BoardView
from brettwerk.notation.diagram import diagram

__all__ = ["Game", "GameDefinition", "Move", "Moves", "Position"]


class _Chooser(Protocol):
    """What is asked of a random generator, such as Python's."""

    def choice(self, seq: Sequence[int], /) -> int: ...


class GameDefinition(Definition["Position", S]):
    """What games derive from: a definition about positions as they are here."""


class Game:
    """A game with its options, made by `brettwerk.game`.

    >>> import brettwerk
    >>> abalone = brettwerk.game("abalone", setup="belgian-daisy")
    >>> abalone
    brettwerk.game('abalone', setup='belgian-daisy')
    >>> abalone.players, abalone.seats, abalone.options["setup"]
    (2, ('black', 'white'), 'belgian-daisy')
    >>> abalone.start().to_move
    0
    """

    # From here on the class of a game's states is known to the game alone: hence `Any`.
    def __init__(self, definition: GameDefinition[Any], given: Mapping[str, object]) -> None:
        self.definition: GameDefinition = definition
        self.options: Options = MappingProxyType(definition.options(given))
        self.kernels: KernelGame[State] = KernelGame(
            definition.kernels, definition.context(self.options)
        )
        self._known = _known_moves(definition)

    @property
    def context(self) -> list[int]:
        """Return the constants of the game, `ctx` of the kernels."""
        return self.kernels.context

    @property
    def name(self) -> str:
        """Return the name of the game, such as `drei`."""
        return self.definition.name

    @property
    def players(self) -> int:
        """Return the number of players."""
        return self.definition.players

    @property
    def seats(self) -> tuple[str, ...]:
        """Return the colours in playing order."""
        return self.definition.seats

    @property
    def reasons(self) -> type[StrEnum]:
        """Return the reasons for which the rules end this game, as an enumeration.

        >>> import brettwerk
        >>> [str(reason) for reason in brettwerk.game("abalone").reasons]
        ['six-out', 'no-move', 'ply-limit']
        """
        return self.definition.rules.REASONS

    @cached_property
    def board(self) -> Board:
        """Return the board: names of cells, neighbours, lines, symmetries.

        >>> import brettwerk
        >>> board = brettwerk.game("abalone").board
        >>> len(board), [board.names[cell] for cell in board.neighbours[board.index["a1"]]]
        (61, ['a2', 'b2', 'b1'])
        """
        return self.definition.board(self.options)

    @cached_property
    def chosen(self) -> dict[str, object]:
        """Return the options that differ from their defaults."""
        return {k: v for k, v in self.options.items() if v != self.definition.defaults[k]}

    @cached_property
    def _identity(self) -> str:
        return f"{self.name} {json.dumps(dict(self.options), sort_keys=True)}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self.chosen.items())
        return f"brettwerk.game({self.name!r}{chosen})"

    def start(self) -> Position:
        """Return the starting position.

        >>> import brettwerk
        >>> brettwerk.game("drei").start().to_move
        0
        """
        return Position(self, self.definition.start(self.options))

    def position(self, text: str) -> Position:
        """Parse the text of a position of this game with these options.

        >>> import brettwerk
        >>> drei = brettwerk.game("drei")
        >>> drei.position(drei.start().text) == drei.start()
        True
        """
        name, words = position_text.split_position(text)
        known = self.definition
        options, details = position_text.split_values(known.option_specs, words[2:])
        if name != self.name or known.options({**self.chosen, **options}) != self.options:
            raise BadPosition("position-other-game", game=repr(self))
        history = position_text.parse_history(details.pop("seen", ""))
        if history and not self.repetition:
            raise BadPosition("position-seen")
        state = position_text.read_state(known, self.options, words, details)
        return Position(self, state, history)

    @property
    def repetition(self) -> int:
        """Return the occurrence of a position that is a draw, 0 for none."""
        return self.kernels.context[0]

    @cached_property
    def may_recur(self) -> bool:
        """Return whether positions can come back, whether or not the rules count it."""
        evaluation, start = self.definition.kernels.evaluation, self.start().state
        return bool(self.repetition or evaluation.may_repeat(start, self.context))

    def text_of(self, code: int) -> str:
        """Return the text of a move."""
        return self.move_of(code).text

    def move_of(self, code: int) -> Move:
        """Return the move with this code."""
        return self._known.move_of(code)

    def codes_of(self, text: str) -> tuple[int, ...]:
        """Return the moves with this text that have been met so far, in any position."""
        return self._known.codes_of(text)


@cache
def _known_moves(definition: GameDefinition[Any]) -> KnownMoves:
    """Return the moves that all games of a kind share, whatever their options."""
    return KnownMoves(definition.format_move)


class Position(Pictured):
    """A position: immutable, hashable, equal if the game would go on the same way.

    Notebooks show it as a picture, `print` as a diagram.

    >>> import brettwerk
    >>> position = brettwerk.game("bedraengnis").start()
    >>> position.to_move, position.is_over, position.result, len(position.moves)
    (0, False, '*', 16)
    >>> position = position.play("a1")
    >>> position.to_move
    1
    """

    def __init__(self, game: Game, state: State, history: History | None = None) -> None:
        for name, value in (("game", game), ("state", state), ("past", history)):
            object.__setattr__(self, name, value)

    game: Game
    state: State
    past: History | None  # the earlier positions that may recur, for engines

    @property
    def history(self) -> History | None:
        """Return the earlier positions that may recur, where the rules count repetition."""
        return self.past if self.game.repetition else None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("A position never changes; play a move to get another.")

    def __reduce__(self) -> tuple[object, ...]:
        return Position, (self.game, self.state, self.past)

    def state_as(self, kind: type[S]) -> S:
        """Return the state as the class that the game has for it."""
        assert isinstance(self.state, kind)
        return self.state

    def with_state(self, state: State, **options: object) -> Position:
        """Return another position without a past, in a game with some other options if given."""
        game = self.game
        if options:
            game = Game(game.definition, {**game.options, **options})
        return Position(game, state)

    # -- turn, legal moves, outcome -----------------------------------------------------------
    @cached_property
    def _ended(self) -> Outcome | None:
        """Return the outcome, ignoring "no legal moves"."""
        if self._is_repetition:
            return Outcome.of(self.game, (), SharedReason.REPETITION)
        return self._decoded(self.game.kernels.status(self.state))

    @property
    def _is_repetition(self) -> bool:
        if not self.history:
            return False
        return 1 + self.history.count(key_of(self.state)) >= self.game.repetition

    def _decoded(self, code: int) -> Outcome | None:
        """Decode an outcome of the kernels."""
        game, scores = self.game, self.game.definition.scores
        return Outcome.decoded(code, game, game.reasons, scores=scores) if code else None

    @cached_property
    def legal_codes(self) -> tuple[int, ...]:
        """Return the legal moves as codes, in the order of the kernels."""
        return () if self._ended else tuple(self.game.kernels.legal_moves(self.state))

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        return tuple(sorted(map(self.game.move_of, self.legal_codes), key=attrgetter("text")))

    @property
    def moves(self) -> Moves:
        """Return the legal moves, sorted by text.

        >>> import brettwerk
        >>> position = brettwerk.game("katarenga").start()
        >>> position.moves[0].text, "b1b2" in position.moves, "a1a2" in position.moves
        ('a1-b3', True, False)
        """
        return Moves(self, self._moves)

    @cached_property
    def outcome(self) -> Outcome | None:
        """Return how the game ended, None if it has not.

        >>> import brettwerk
        >>> brettwerk.game("abalone").start().outcome is None
        True
        """
        if self._ended:
            return self._ended
        if self.legal_codes:
            return None
        return self._decoded(self.game.kernels.no_moves_outcome(self.state))

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended.

        >>> import brettwerk
        >>> brettwerk.game("abalone").start().is_over
        False
        """
        return self.outcome is not None

    @property
    def result(self) -> str:
        """Return each player's share of the win, such as `1-0`; `*` while the game goes on.

        >>> import brettwerk
        >>> brettwerk.game("abalone", ply_limit=1).start().play("a1b1").result
        '1/2-1/2'
        """
        return self.outcome.result if self.outcome else UNFINISHED

    def sentence(self, language: Language = SOURCE) -> str:
        """Return whose turn it is, or how the game ended, in English (`en`) or German (`de`).

        >>> import brettwerk
        >>> brettwerk.game("abalone").start().sentence("de")
        'Schwarz ist am Zug.'
        """
        if self.outcome:
            return self.outcome.sentence(language)
        t = translator_of(language)
        return t("outcome-to-move", who=t.seat(self.game.seats[self.turn]))

    @property
    def to_move(self) -> int | None:
        """Return the player to move, None if the game has ended."""
        return None if self.outcome else self.turn

    @cached_property
    def turn(self) -> int:
        """Return the player to move, ignoring whether the game has ended."""
        return self.game.kernels.to_move(self.state)

    # -- playing ------------------------------------------------------------------------------
    def move(self, text: str) -> Move:
        """Return the legal move that a text means; IllegalMove or InvalidMove if there is none.

        >>> import brettwerk
        >>> brettwerk.game("abalone").start().move(" A1-B2 ").text
        'a1b2'
        """
        for code in self.game.codes_of(text):  # most have been met before
            if code in self.legal_codes:
                return self.game.move_of(code)
        return self._legal(text, self.game.definition.parse_move)

    def gesture(self, gesture: str) -> Move:
        """Return the legal move that a gesture means; IllegalMove or InvalidMove if there is none.

        >>> import brettwerk
        >>> brettwerk.game("abalone").start().gesture(".a1.b2>d4").text
        'a1b2'
        """
        return self._legal(gesture, self.game.definition.parse_gesture)

    def _legal(self, text: str, parse: Callable[[str, Position], int]) -> Move:
        try:
            code = parse(text, self)
        except IllegalMove:
            if self.outcome:
                raise IllegalMove("game-over") from None
            raise
        if code in self.legal_codes:
            return self.game.move_of(code)
        if self.outcome:
            raise IllegalMove("game-over")
        raise self.game.definition.explain_illegal(self, code)

    def play(self, move: str | Move) -> Position:
        """Return the position after a move given as text or as one of `moves`.

        >>> import brettwerk
        >>> start = brettwerk.game("drei").start()
        >>> start.play("d4") == start.play(start.move("d4"))
        True
        """
        if isinstance(move, Move) and self._has(move):
            return self.play_unchecked(move.code)
        return self.play_unchecked(self.move(str(move)).code)

    def _has(self, move: Move) -> bool:
        """Return whether a move is one of `moves`, and not another game's move with its code."""
        return move.code in self.legal_codes and self.game.text_of(move.code) == move.text

    def is_legal(self, text: str) -> bool:
        """Return whether this is the text of a legal move."""
        try:
            self.move(text)
        except (IllegalMove, InvalidMove):
            return False
        return True

    def play_unchecked(self, code: int) -> Position:
        """Return the position after a legal move, given by its code."""
        after = self.game.kernels.play(self.state, code)
        return Position(self.game, after, self._history_after(after))

    def _history_after(self, after: State) -> History | None:
        """Return the positions that may recur: none from before a piece left the board."""
        if not self.game.may_recur or is_irreversible(after, self.state):
            return None
        return (self.past or History()).then(key_of(self.state))

    def random_move(self, random: _Chooser) -> Move:
        """Return a legal move, each with the same probability; IllegalMove if there is none.

        >>> import brettwerk, random
        >>> start = brettwerk.game("drei").start()
        >>> start.random_move(random.Random(7)) in start.moves
        True
        """
        if not self.legal_codes:
            raise IllegalMove("game-over")
        return self.game.move_of(random.choice(self.legal_codes))

    def effects(self, move: Move) -> Effects:
        """Return what a legal move does to the board.

        >>> import brettwerk
        >>> start = brettwerk.game("abalone").start()
        >>> start.effects(start.move("a1b1")).moved
        (('a1', 'b1'), ('b1', 'c1'))
        """
        return self.game.definition.effects(self, move.code)

    def move_tags(self, move: Move) -> frozenset[str]:
        """Return the tags of a legal move, such as `take` or `sumito`."""
        return self.game.definition.move_tags(self, move.code)

    def perft(self, depth: int) -> int:
        """Return the number of sequences of this many legal moves.

        >>> import brettwerk
        >>> brettwerk.game("abalone").start().perft(3)
        98912
        """
        return self.perft_within(depth, 2**62) or 0

    def perft_within(self, depth: int, most: int) -> int | None:
        """Return perft, or None if counting visits more than `most` moves."""
        if depth < 1:
            return 1
        return perft(self.game.kernels.runner(), self.state, tuple(self.history or ()), depth, most)

    # -- identity -----------------------------------------------------------------------------
    @cached_property
    def _identity(self) -> Hashable:
        state = self.game.definition.identity(self.state, self.game.options)
        return self.game, state, self.history and self.history.identity

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __repr__(self) -> str:
        return f"brettwerk.position({self.text!r})"

    # -- text and pictures --------------------------------------------------------------------
    @property
    def pieces(self) -> dict[str, str]:
        """Return the pieces by the names of cells.

        >>> import brettwerk
        >>> brettwerk.game("drei").start().play("d4").pieces
        {'d4': 'white'}
        """
        names = self.game.board.names
        found = self.game.definition.pieces(self.state)
        return {names[cell]: found[cell] for cell in sorted(found)}

    @cached_property
    def board_view(self) -> BoardView:
        """Return the contents of a picture."""
        return self.game.definition.board_view(self)

    @cached_property
    def text(self) -> str:
        """Return the text of the position, which `brettwerk.position` parses.

        >>> import brettwerk
        >>> start = brettwerk.game("bedraengnis").start()
        >>> start.text
        'bedraengnis/1 ..../..../..../.... w'
        >>> brettwerk.position(start.text) == start
        True
        """
        game = self.game
        return position_text.write_position(
            game.definition, game.options, game.chosen, self.state, self.turn, self.history
        )

    def __str__(self) -> str:
        return diagram(self.board_view)
