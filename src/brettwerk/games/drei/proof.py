"""Proofs about Die Drei: strategies on paper, and a checker that knows the rules but no search.

A claim says that the score of a position (see `drei_kernels`) is at least `least` and at most
`greatest`. Each half is proved by a strategy, a move for every position into which its player can
be led: the player to move proves the first, the opponent, who must get at least `-greatest`, the
second. A half that says nothing, such as `greatest = 16`, needs no moves.

A strategy is written as the cells of its moves alone, in the order in which a walk meets its
positions: all legal replies in the order of their cells, depth first. A position met again is not
entered again, and where a Drei can be completed nothing is written, for that is the move. So
a proof costs one byte a position, before it is compressed.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Any

import msgspec

from brettwerk.core.game import Position
from brettwerk.core.registry import position as read_position
from brettwerk.games.drei.rules import DreiState
from brettwerk.games.drei.solver import DreiSolver

NOTHING = 16  # no score is greater, and none less than its opposite


class NotProved(Exception):
    """The strategies do not force what is claimed."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A position as text, the bounds of its score, and the strategies that force them."""

    position: str
    least: int
    greatest: int
    mine: bytes
    theirs: bytes

    def to_bytes(self) -> bytes:
        """Compressed, for keeping."""
        return zlib.compress(msgspec.msgpack.encode(self), 9)

    @staticmethod
    def from_bytes(data: bytes) -> Proof:
        """What `to_bytes` wrote."""
        try:
            return msgspec.msgpack.decode(zlib.decompress(data), type=Proof)
        except (zlib.error, msgspec.MsgspecError) as error:
            raise NotProved("This is not a proof.") from error


def _standing(position: Position) -> int:
    me, opp, *_ = position.state
    return (me | opp).bit_count()


def _won(position: Position) -> bool:
    """Whether the last move completed a Drei."""
    return position.outcome is not None and bool(position.outcome.winners)


def _wins_at_once(position: Position) -> bool:
    return any(_won(position.play_unchecked(code)) for code in position.legal_codes)


# -- checking: the plain rules and nothing else -----------------------------------------------
def check(proof: Proof) -> int:
    """Raise NotProved unless the proof holds; how many positions were looked at."""
    position = read_position(proof.position)
    if position.game.name != "drei" or position.game.options["continuation"]:
        raise NotProved("This is not a position of Die Drei without continuation.")
    mine, theirs = _Checker(proof.mine, proof.least), _Checker(proof.theirs, -proof.greatest)
    if position.outcome:
        score = _standing(position) - 17 if _won(position) else 0
        mine.accept(score)
        theirs.accept(-score)
    else:
        mine.turn(position)
        theirs.reply(position)
    mine.finish()
    theirs.finish()
    return len(mine.seen) + len(theirs.seen)


class _Checker:
    """Follows one strategy, whose player must get at least `score`, against every reply."""

    def __init__(self, moves: bytes, score: int) -> None:
        self._moves = iter(moves)
        self._score = score
        self.seen: set[Any] = set()

    def accept(self, score: int) -> None:
        """The game has ended like this."""
        if score < self._score:
            raise NotProved(f"A game ends with {score}, not at least {self._score}.")

    def finish(self) -> None:
        """No move is left over."""
        if next(self._moves, None) is not None:
            raise NotProved("There are more moves than positions.")

    def turn(self, position: Position) -> None:
        """The player of the strategy moves, in a game that goes on."""
        standing = _standing(position)
        # The opponent's next piece but one is the first that can end the game badly.
        if self._score <= standing - 15 or position.state in self.seen:
            return
        self.seen.add(position.state)
        if _wins_at_once(position):
            self.accept(16 - standing)
        else:
            self.reply(self._follow(position))

    def _follow(self, position: Position) -> Position:
        """The position after the next move written."""
        move = next(self._moves, None)
        if move not in position.legal_codes:
            raise NotProved(f"{move} is no legal move in {position.text}.")
        return position.play_unchecked(move)

    def reply(self, position: Position) -> None:
        """The opponent may move in any way, unless the last piece has been placed."""
        standing = _standing(position)
        if position.outcome:
            self.accept(0)
        elif self._score > standing - 16:
            for code in sorted(position.legal_codes):
                after = position.play_unchecked(code)
                if not after.outcome:
                    self.turn(after)
                else:
                    self.accept(standing - 16 if _won(after) else 0)


# -- proving: with the search -----------------------------------------------------------------
def prove(position: Position, *, shortest: bool = True, table_bits: int = 20) -> Proof:
    """A proof of the exact score or, if not `shortest`, of who wins and by when at the latest."""
    solver = DreiSolver(position.game, table_bits=table_bits)
    score = solver.score(position)
    least = score if shortest or score >= 0 else -NOTHING
    greatest = score if shortest or score <= 0 else NOTHING
    mine, theirs = _Prover(solver, least), _Prover(solver, -greatest)
    if not position.outcome:
        mine.turn(position)
        theirs.reply(position)
    return Proof(position.text, least, greatest, bytes(mine.moves), bytes(theirs.moves))


class _Prover:
    """Writes the strategy of a player who can get at least `score`."""

    def __init__(self, solver: DreiSolver, score: int) -> None:
        self._solver = solver
        self._score = score
        self._seen: set[Any] = set()
        self.moves: list[int] = []

    def turn(self, position: Position) -> None:
        """The player of the strategy moves; a game that goes on."""
        if self._score <= _standing(position) - 15 or position.state in self._seen:
            return
        self._seen.add(position.state)
        if not _wins_at_once(position):
            after = self._chosen(position)
            self.moves.append(after.state_as(DreiState).last)
            self.reply(after)

    def _chosen(self, position: Position) -> Position:
        """The position after a move that holds the score, rather one with few replies."""
        after = (position.play_unchecked(code) for code in position.legal_codes)
        by_replies = sorted(after, key=lambda p: len(p.legal_codes))
        return next(p for p in by_replies if not self._solver.gets(p, 1 - self._score))

    def reply(self, position: Position) -> None:
        """Any legal reply must be met."""
        if self._score > _standing(position) - 16:
            for code in sorted(position.legal_codes):
                after = position.play_unchecked(code)
                if not after.outcome:
                    self.turn(after)
