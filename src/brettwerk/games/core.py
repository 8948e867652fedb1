"""The public face of all games: `Game`, the immutable `Position`, `Move` and `Outcome`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from brettwerk.errors import IllegalMove, NotAMove
from brettwerk.games.outcome import Outcome
from brettwerk.games.past import Past
from brettwerk.games.runner import Compiled, Plain, Runner

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping

    from brettwerk.boards.board import Board
    from brettwerk.games.face import Effects, Face, State
    from brettwerk.notation.scene import Scene


@dataclass(frozen=True, slots=True)
class Move:
    """A move: its text, and the number it has in the rules' kernels."""

    text: str
    code: int

    def __str__(self) -> str:
        return self.text


class Game:
    """One of the games with its options chosen; makes positions.

    >>> import brettwerk
    >>> brettwerk.game("abalone", setup="belgian-daisy").start().to_move
    0
    """

    def __init__(self, face: Face, given: Mapping[str, Any]) -> None:
        self.face = face
        self.options: Mapping[str, Any] = MappingProxyType(face.options(given))
        self._words = face.context(self.options)
        self.runner: Runner = Plain(face.name, self._words)
        self._texts: dict[int, str] = {}

    @property
    def name(self) -> str:
        """The game's id, such as `drei`."""
        return self.face.name

    @property
    def players(self) -> int:
        """How many play."""
        return self.face.players

    @property
    def seats(self) -> tuple[str, ...]:
        """The colours, in the order in which they begin."""
        return self.face.seats

    @cached_property
    def board(self) -> Board:
        """The board it is played on."""
        return self.face.board(self.options)

    @cached_property
    def chosen(self) -> dict[str, Any]:
        """The options that differ from their defaults."""
        defaults = {option.name: option.default for option in self.face.known}
        return {k: v for k, v in self.options.items() if v != defaults[k]}

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

    def __reduce__(self) -> tuple[Any, ...]:
        # Kernels do not travel to other processes; names and options do.
        return _game_again, (self.name, self.chosen)

    def start(self) -> Position:
        """The position in which the game begins."""
        return Position(self, self.face.start(self.options))

    def position(self, text: str) -> Position:
        """The position of a one-line text, which must be of this game with these options."""
        from brettwerk.games.texts import read_position

        return read_position(text, self)

    def compile(self) -> Compiled:
        """Use compiled kernels from now on, for whoever has much to ask; and return them."""
        if not isinstance(self.runner, Compiled):
            self.runner = Compiled(self.name, self._words, self.face.state_class)
        return self.runner

    @property
    def repetition(self) -> int:
        """The occurrence of a position that is a draw, 0 for none."""
        return self._words[0]

    def text_of(self, code: int) -> str:
        """The text of a move."""
        text = self._texts.get(code)
        if text is None:
            if len(self._texts) > 100_000:
                self._texts.clear()
            text = self._texts[code] = self.face.write(code)
        return text


def _game_again(name: str, options: dict[str, Any]) -> Game:
    """The same game in another process."""
    from brettwerk.games.catalogue import game

    return game(name, **options)


class Position:
    """A position of a game: immutable, hashable, equal when the game would go on the same way."""

    def __init__(self, game: Game, state: State, past: Past | None = None) -> None:
        for name, value in (("game", game), ("state", state), ("past", past)):
            object.__setattr__(self, name, value)

    game: Game
    state: State
    past: Past | None  # where repetition counts

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("A position never changes; play a move to get another.")

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.game, self.state, self.past)

    # -- whose turn, what can be played, how it ended -----------------------------------------
    @cached_property
    def _ended(self) -> Outcome | None:
        """The outcome, but for one for want of moves."""
        if self._is_repetition:
            return self._drawn("repetition")
        return self._decoded(self.game.runner.status(self.state))

    @property
    def _is_repetition(self) -> bool:
        if not self.past:
            return False
        return 1 + self.past.count((self.state[0], self.state[1])) >= self.game.repetition

    def _drawn(self, reason: str) -> Outcome:
        return Outcome.of(self.game.players, (), reason)

    def _decoded(self, code: int) -> Outcome | None:
        """How the kernels say that a game ended."""
        if not code:
            return None
        face = self.game.face
        winners = tuple(p for p in range(face.players) if code >> p & 1)
        still_in = tuple(p for p in range(face.players) if code >> 3 + p & 1)
        reason = face.rules.REASONS[code >> 6 & 15]
        points = code >> 10 if face.scores else None
        return Outcome.of(face.players, winners, reason, still_in=still_in, points=points)

    @cached_property
    def codes(self) -> tuple[int, ...]:
        """The legal moves as the kernels' numbers, in their order."""
        return () if self._ended else tuple(self.game.runner.moves(self.state))

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves, sorted by their texts; none when the game has ended."""
        text_of = self.game.text_of
        return tuple(sorted((Move(text_of(c), c) for c in self.codes), key=lambda m: m.text))

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if self._ended:
            return self._ended
        if self.codes:
            return None
        rules = self.game.face.rules
        return self._decoded(rules.stuck(self.state, ()))

    @property
    def to_move(self) -> int | None:
        """The player whose turn it is, or None when the game has ended."""
        return None if self.outcome else self.turn

    @cached_property
    def turn(self) -> int:
        """The player whose turn it is, or would be if the game had not ended."""
        player: int = self.game.face.rules.to_move(self.state)
        return player

    # -- playing ------------------------------------------------------------------------------
    def parse(self, text: str) -> Move:
        """The legal move that this text means; IllegalMove or NotAMove with the reason else."""
        try:
            code = self.game.face.read(text, self)
        except IllegalMove:
            if self.outcome:
                raise IllegalMove("game-over") from None
            raise
        if code in self.codes:
            return Move(self.game.text_of(code), code)
        if self.outcome:
            raise IllegalMove("game-over")
        raise self.game.face.why_not(self, code)

    def play(self, move: str | Move) -> Position:
        """The position after a move given as text or as one of `moves`."""
        if isinstance(move, Move) and self._has(move):
            return self.play_unchecked(move.code)
        return self.play_unchecked(self.parse(str(move)).code)

    def _has(self, move: Move) -> bool:
        """Whether it is one of `moves`, and not one of some other game with the same number."""
        return move.code in self.codes and self.game.text_of(move.code) == move.text

    def is_legal(self, text: str) -> bool:
        """Whether this text means a move that may be played."""
        try:
            self.parse(text)
        except (IllegalMove, NotAMove):
            return False
        return True

    def play_unchecked(self, code: int) -> Position:
        """The position after a move known to be legal, by its number in `codes`."""
        after = self.game.runner.play(self.state, code)
        return Position(self.game, after, self._past_of(after))

    def _past_of(self, after: State) -> Past | None:
        """What may still come back: nothing from before a piece left the board."""
        if not self.game.repetition:
            return None
        a, b, c, d = self.state[0], self.state[1], after[0], after[1]
        if a.bit_count() + b.bit_count() != c.bit_count() + d.bit_count():
            return None
        return (self.past or Past()).then((a, b))

    def effects(self, move: Move) -> Effects:
        """What a legal move does to the board."""
        return self.game.face.effects(self, move.code)

    def deeds(self, move: Move) -> frozenset[str]:
        """What a legal move is, in the game's own words, such as `take` or `sumito`."""
        return self.game.face.deeds(self, move.code)

    def perft(self, depth: int) -> int:
        """The number of sequences of that many legal moves."""
        return self.perft_within(depth, 2**62) or 0

    def perft_within(self, depth: int, most: int) -> int | None:
        """The same if no more than `most` moves are met in counting, else None."""
        if depth < 1:
            return 1
        return self.game.compile().perft(self.state, tuple(self.past or ()), depth, most)

    # -- identity -----------------------------------------------------------------------------
    @cached_property
    def _identity(self) -> Hashable:
        state = self.game.face.identity(self.state, self.game.options)
        return self.game, state, self.past and self.past.identity

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __repr__(self) -> str:
        return f"brettwerk.position({self.text!r})"

    # -- what is seen -------------------------------------------------------------------------
    @property
    def pieces(self) -> dict[str, str]:
        """What stands on the board, by the names of cells."""
        names = self.game.board.names
        found = self.game.face.pieces(self.state)
        return {names[cell]: found[cell] for cell in sorted(found)}

    @cached_property
    def scene(self) -> Scene:
        """All that a picture of it shows."""
        return self.game.face.scene(self)

    @cached_property
    def text(self) -> str:
        """One line from which the game can go on; `brettwerk.position` reads it."""
        from brettwerk.games.texts import write_position

        return write_position(self)

    def __str__(self) -> str:
        from brettwerk.notation.diagram import diagram

        return diagram(self.scene)

    def svg(
        self,
        *,
        marks: Iterable[str | tuple[str, str]] = (),
        arrows: Iterable[tuple[str, str]] = (),
        last: Iterable[str] = (),
        flipped: bool = False,
        theme: str = "light",
        size: int | None = None,
        coordinates: bool = True,
        title: str | None = None,
    ) -> str:
        """A picture as SVG: `marks` are cells, or cells with "ring", "dot" or "cross"."""
        from brettwerk.notation.svg import draw

        return draw(
            self.scene,
            marks=marks,
            arrows=arrows,
            last=last,
            flipped=flipped,
            theme=theme,
            size=size,
            coordinates=coordinates,
            title=title,
        )
