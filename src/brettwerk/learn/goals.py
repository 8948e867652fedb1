"""What a step of a lesson asks for: conditions on a move that the rules themselves can judge.

A goal names conditions, all of which must hold. Each finds out by the rules whether it does, and
if not why: often with an answer of the opponent's that shows it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from brettwerk.games.core import Move, Position


@dataclass(frozen=True)
class Miss:
    """Why a move is not what was asked for: a sentence's key, its details, an answer to show."""

    key: str
    details: Mapping[str, object] = field(default_factory=dict)
    answer: str = ""

    @property
    def plain(self) -> bool:
        """Whether it only says that this was not asked for, which a step says better itself."""
        return self.key in _PLAIN


_PLAIN = ("lessons-miss-deed", "lessons-miss-cell", "lessons-miss-wins")


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Conditions on a move; those that are not named are not asked for."""

    # what the move is in the game's words: "broadside", "triad-long take", "not take"
    deed: str = ""
    # it goes to, or comes from, one of these cells
    to: str = ""
    start: str = ""
    # it wins at once; or, whatever comes, with so many moves in all
    wins: bool = False
    wins_in: int = 0
    # whatever comes, something can be taken with the next move
    threatens: bool = False
    # no answer of the next player wins; none takes something
    safe: bool = False
    keeps: bool = False
    # no enemy piece reaches what was placed or moved; it reaches an enemy piece
    unreached: bool = False
    reaches: bool = False
    # a note that these cells have for the next player, such as that a row holds them fast
    noted: dict[str, str] = {}


def missed(goal: Goal, before: Position, move: Move) -> Miss | None:
    """The first condition that the move does not meet; None if it is what was asked for."""
    for name, judge in _JUDGES.items():
        wanted = getattr(goal, name)
        if wanted and (miss := judge(wanted, before, move)):
            return miss
    return None


# -- what the move itself is ------------------------------------------------------------------
def _deed(words: str, before: Position, move: Move) -> Miss | None:
    found = before.deeds(move)
    for word in words.replace("not ", "not-").split():
        if (word.removeprefix("not-") in found) is word.startswith("not-"):
            return Miss("lessons-miss-deed")
    return None


def _targets(before: Position, move: Move) -> set[str]:
    """Where pieces of the mover stand after the move that did not before."""
    effects = before.effects(move)
    mine = before.game.seats[before.turn]
    went = {to for start, to in effects.moved if before.pieces.get(start) == mine}
    return went | {cell for cell, seat in effects.placed if seat == mine}


def _to(cells: str, before: Position, move: Move) -> Miss | None:
    return None if _targets(before, move) & set(cells.split()) else Miss("lessons-miss-cell")


def _start(cells: str, before: Position, move: Move) -> Miss | None:
    starts = {start for start, _ in before.effects(move).moved}
    return None if starts & set(cells.split()) else Miss("lessons-miss-cell")


# -- what can follow ----------------------------------------------------------------------------
def _wins(_: bool, before: Position, move: Move) -> Miss | None:
    return None if _won(before.play(move), before.turn) else Miss("lessons-miss-wins")


def _won(position: Position, player: int) -> bool:
    outcome = position.outcome
    return outcome is not None and outcome.winners == (player,)


def _wins_in(count: int, before: Position, move: Move) -> Miss | None:
    player, after = before.turn, before.play(move)
    if forced(after, player, count - 1):
        return None
    if after.outcome:
        return Miss("lessons-miss-wins")
    saved = [m for m in after.moves if not forced(after.play(m), player, count - 1)]
    answer = _strongest(after, saved, player)
    return Miss("lessons-miss-forced", {"move": answer.text}, answer.text)


def _strongest(position: Position, moves: list[Move], player: int) -> Move:
    """Of some answers one that wins, or else takes something, or leaves the player least."""

    def left(move: Move) -> tuple[bool, bool, int, str]:
        after = position.play(move)
        mild = not position.effects(move).taken
        return not _won(after, position.turn), mild, _ways_to_win(after, player), move.text

    return min(moves, key=left)


def _ways_to_win(position: Position, player: int) -> int:
    if position.to_move != player:
        return 0
    return sum(_won(position.play(move), player) for move in position.moves)


@lru_cache(maxsize=1024)
def forced(position: Position, player: int, count: int) -> bool:
    """Whether the player wins, whatever the others do, with so many more own moves."""
    if position.outcome:
        return _won(position, player)
    if position.turn == player:
        return count > 0 and any(
            forced(position.play(move), player, count - 1) for move in position.moves
        )
    return all(forced(position.play(move), player, count) for move in position.moves)


def _threatens(_: bool, before: Position, move: Move) -> Miss | None:
    after = before.play(move)
    for answer in after.moves:
        then = after.play(answer)
        if not any(then.effects(next_).taken for next_ in then.moves):
            return Miss("lessons-miss-threat", {"move": answer.text}, answer.text)
    return None


def _safe(_: bool, before: Position, move: Move) -> Miss | None:
    after = before.play(move)
    for answer in after.moves:
        if _won(after.play(answer), after.turn):
            return Miss("lessons-miss-safe", {"move": answer.text}, answer.text)
    return None


def _keeps(_: bool, before: Position, move: Move) -> Miss | None:
    after = before.play(move)
    mine = before.game.seats[before.turn]
    for answer in after.moves:
        if any(after.pieces.get(cell) == mine for cell in after.effects(answer).taken):
            return Miss("lessons-miss-keeps", {"move": answer.text}, answer.text)
    return None


def _unreached(_: bool, before: Position, move: Move) -> Miss | None:
    after = before.play(move)
    mine = before.game.seats[before.turn]
    for cell, reached in after.game.face.reach(after).items():
        hit = _targets(before, move) & set(reached)
        if hit and after.pieces[cell] != mine:
            return Miss("lessons-miss-reached", {"cell": cell, "target": min(hit)})
    return None


def _reaches(_: bool, before: Position, move: Move) -> Miss | None:
    after = before.play(move)
    mine = before.game.seats[before.turn]
    reach = after.game.face.reach(after)
    for cell in _targets(before, move):
        if any(after.pieces.get(other, mine) != mine for other in reach[cell]):
            return None
    return Miss("lessons-miss-reaches")


def _noted(wanted: dict[str, str], before: Position, move: Move) -> Miss | None:
    after = before.play(move)
    notes = after.game.face.notes(after, "")
    for key, cells in wanted.items():
        for cell in cells.split():
            note = notes.get(cell)
            if note is None:
                return Miss("lessons-miss-deed")
            if note.key != key:
                return Miss(note.key, note.details)
    return None


_JUDGES: dict[str, Callable[[Any, Position, Move], Miss | None]] = {
    "deed": _deed,
    "to": _to,
    "start": _start,
    "wins": _wins,
    "wins_in": _wins_in,
    "safe": _safe,
    "keeps": _keeps,
    "unreached": _unreached,
    "reaches": _reaches,
    "noted": _noted,
    "threatens": _threatens,
}
