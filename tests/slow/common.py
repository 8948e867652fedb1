"""What all slow games share: the interface, the outcome and the checks of options."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Generic, TypedDict, TypeVar

Options = Mapping[str, Any]
S = TypeVar("S", bound=Hashable)

REMEMBERED = 4096  # positions whose replies are kept


class Outcome(TypedDict):
    """How a game ended."""

    winners: list[int]
    points: list[int] | None
    reason: str
    returns: list[float]


class SlowGame(ABC, Generic[S]):
    """A game as its rules say it, state in and state out; `replies` and `ended` are the rules."""

    name: str = ""
    players: int = 2
    scores: bool = False  # whether an outcome has points
    option_names: frozenset[str] = frozenset()

    def __init__(self, options: Options | None = None) -> None:
        self.options: dict[str, Any] = dict(options or {})
        unknown = set(self.options) - self.option_names
        if unknown:
            raise ValueError(f"{self.name} has no option {sorted(unknown)}")
        self._remembered = lru_cache(maxsize=REMEMBERED)(self.replies)

    @abstractmethod
    def start(self) -> S:
        """The position before the first move."""

    @abstractmethod
    def turn(self, state: S) -> int:
        """Whose turn it is, or would be if the game had not ended."""

    @abstractmethod
    def replies(self, state: S) -> dict[str, S]:
        """Every move that the rules of moving allow, with the state after it (ends aside)."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game has ended, or None while it goes on."""

    def moves(self, state: S) -> dict[str, S]:
        """The same as `replies`, remembered; not to be changed by the caller."""
        return self._remembered(state)

    def to_move(self, state: S) -> int | None:
        """The player to move, or None when the game has ended."""
        return None if self.outcome(state) else self.turn(state)

    def legal(self, state: S) -> list[str]:
        """The sorted texts of the legal moves, none when the game has ended."""
        return [] if self.outcome(state) else sorted(self.moves(state))

    def play(self, state: S, text: str) -> S:
        """The state after a legal move."""
        if text not in self.legal(state):
            raise ValueError(f"{text!r} is not legal")
        return self.moves(state)[text]

    def perft(self, state: S, depth: int) -> int:
        """The number of sequences of that many legal moves."""
        if depth == 0:
            return 1
        legal = self.legal(state)
        if depth == 1:
            return len(legal)
        return sum(self.perft(self.moves(state)[text], depth - 1) for text in legal)

    def agree(self, state: S) -> Outcome:
        """The outcome if all players still in agree to end the game now."""
        self.must_go_on(state)
        return self.draw("agreement")

    def eliminate(self, state: S, player: int) -> S:
        """The state after a player has resigned or lost on time, where the others play on."""
        raise ValueError(f"{self.name} ends when {player} leaves {state}")

    def continued(self, state: S) -> tuple[SlowGame[S], S]:
        """The game that goes on after a draw, where the rules know such a thing."""
        raise ValueError(f"{self.name} has no continuation of {state}")

    def must_go_on(self, state: S) -> None:
        """Complain if the game has ended."""
        if self.outcome(state):
            raise ValueError("the game has ended")

    def draw(self, reason: str) -> Outcome:
        """A draw of all players."""
        return self.win([], reason)

    def win(self, winners: list[int], reason: str, points: list[int] | None = None) -> Outcome:
        """The outcome with these winners, nobody having been eliminated before."""
        if self.scores and points is None:
            points = [0] * self.players
        returns = returns_of(self.players, winners, frozenset())
        return Outcome(winners=winners, points=points, reason=reason, returns=returns)


def returns_of(players: int, winners: list[int], out: frozenset[int]) -> list[float]:
    """One number a player, summing to zero; `out` are the eliminated players."""
    if winners:
        gain, loss = shares(players, len(winners))
        return [gain if player in winners else loss for player in range(players)]
    if len(out) == 1:
        return [-1.0 if player in out else 0.5 for player in range(players)]
    return [0.0] * players


def shares(players: int, winners: int) -> tuple[float, float]:
    """What a winner gets and what a loser gets."""
    table = {(2, 1): (1.0, -1.0), (3, 1): (1.0, -0.5), (3, 2): (0.5, -1.0)}
    return table[players, winners]


def a_bool(options: Options, name: str) -> bool:
    """An option that is on or off, off unless given."""
    value = options.get(name, False)
    if not isinstance(value, bool):
        raise ValueError(f"{name} must be true or false")
    return value


def integer(options: Options, name: str) -> int:
    """An option that is a number from 0 up, 0 unless given."""
    value = options.get(name, 0)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"{name} must be a number from 0 up")
    return value


def a_choice(options: Options, name: str, choices: tuple[str, ...]) -> str:
    """An option that is one of some words, the first of them unless given."""
    value = options.get(name, choices[0])
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} must be one of {choices}")
    return value


def with_one(
    pair: tuple[frozenset[Any], ...], player: int, pieces: Iterable[Any]
) -> tuple[frozenset[Any], ...]:
    """The players' pieces with those of one player replaced."""
    return (*pair[:player], frozenset(pieces), *pair[player + 1 :])
