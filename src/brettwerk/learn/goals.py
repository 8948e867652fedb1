"""Goals of lessons: conditions on a move, checked by the rules.

All conditions of a goal must hold. A check that fails says why, often with a reply of the opponent
that shows it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import msgspec

from brettwerk.core.game import Move, Position
from brettwerk.search.objectives import WIN, Objective
from brettwerk.search.prover import NODES, Prover


@dataclass(frozen=True)
class GoalFailure:
    """Why a move does not meet a goal: the key of a message, its details, a reply to show."""

    key: str
    details: Mapping[str, object] = field(default_factory=dict)
    answer: str = ""

    @property
    def is_generic(self) -> bool:
        """Return whether the message is generic, so that the step's own text is better."""
        return self.key in _PLAIN


_PLAIN = ("lessons-miss-goal", "lessons-miss-wins")


class MoveGoal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Conditions on a move."""

    # the tags of the move: "broadside", "triad-long take", "not take"
    move_tags: str = ""
    # it goes to, or comes from, one of these cells
    to: str = ""
    start: str = ""
    # it takes a piece from one of these cells
    takes: str = ""
    # it wins immediately; it forces a win within this number of moves
    wins: bool = False
    wins_in: int = 0
    # after any reply, the next move can take a piece
    threatens: bool = False
    # no reply wins; no reply takes a piece
    safe: bool = False
    keeps: bool = False
    # no opponent's piece reaches the piece that moved; it reaches an opponent's piece
    unreached: bool = False
    reaches: bool = False
    # it goes to a field of one of these colours; leaves the next player at most this many moves
    colours: str = ""
    leaves: int = 0
    # own pieces have more own neighbours than before; stand nearer to the centre
    joins: bool = False
    centres: bool = False
    # notes that these cells have for the next player
    noted: dict[str, str] = {}
    # no move does: the round is to be resigned
    resigns: bool = False


def check_goal(goal: MoveGoal, before: Position, move: Move) -> GoalFailure | None:
    """Return the first condition that a move does not meet; None if it meets all."""
    for name, check in _CHECKS.items():
        wanted = getattr(goal, name)
        if wanted and (failure := check(wanted, before, move)):
            return failure
    return None


# -- the move itself ------------------------------------------------------------------------------
def _move_tags(words: str, before: Position, move: Move) -> GoalFailure | None:
    found = before.move_tags(move)
    for word in words.replace("not ", "not-").split():
        if (word.removeprefix("not-") in found) is word.startswith("not-"):
            return GoalFailure("lessons-miss-goal")
    return None


def _targets(before: Position, move: Move) -> set[str]:
    """Return the cells to which the mover's own pieces go."""
    effects = before.effects(move)
    mine = before.game.seats[before.turn]
    went = {to for start, to in effects.moved if before.pieces.get(start) == mine}
    return went | {cell for cell, seat in effects.placed if seat == mine}


def _to(cells: str, before: Position, move: Move) -> GoalFailure | None:
    return None if _targets(before, move) & set(cells.split()) else GoalFailure("lessons-miss-goal")


def _start(cells: str, before: Position, move: Move) -> GoalFailure | None:
    starts = {start for start, _ in before.effects(move).moved}
    return None if starts & set(cells.split()) else GoalFailure("lessons-miss-goal")


def _takes(cells: str, before: Position, move: Move) -> GoalFailure | None:
    taken = set(before.effects(move).taken)
    return None if taken & set(cells.split()) else GoalFailure("lessons-miss-goal")


def _colours(letters: str, before: Position, move: Move) -> GoalFailure | None:
    fields, index = before.board_view.fields or "", before.board_view.board.index
    met = {fields[index[cell]] for cell in _targets(before, move) if fields and cell in index}
    return None if met & set(letters) else GoalFailure("lessons-miss-goal")


def _leaves(most: int, before: Position, move: Move) -> GoalFailure | None:
    left = len(before.play(move).legal_codes)
    return None if left <= most else GoalFailure("lessons-miss-leaves", {"count": left})


def _own_cells(position: Position, player: int) -> set[int]:
    index, mine = position.board_view.board.index, position.game.seats[player]
    return {index[cell] for cell, piece in position.pieces.items() if piece == mine}


def _joins(_: bool, before: Position, move: Move) -> GoalFailure | None:
    neighbours = before.board_view.board.neighbours

    def pairs(position: Position) -> int:
        own = _own_cells(position, before.turn)
        return sum(other in own for cell in own for other in neighbours[cell])

    joined = pairs(before.play(move)) > pairs(before)
    return None if joined else GoalFailure("lessons-miss-joins")


def _centres(_: bool, before: Position, move: Move) -> GoalFailure | None:
    places = before.board_view.board.places
    mx, my = (sum(part) / len(places) for part in zip(*places, strict=True))

    def distance(position: Position) -> float:
        own = (places[cell] for cell in _own_cells(position, before.turn))
        return float(sum(dx * dx + dy * dy for dx, dy in ((x - mx, y - my) for x, y in own)))

    nearer = distance(before.play(move)) < distance(before)
    return None if nearer else GoalFailure("lessons-miss-centres")


# -- what can follow ------------------------------------------------------------------------------
def _wins(_: bool, before: Position, move: Move) -> GoalFailure | None:
    return None if _won(before.play(move), before.turn) else GoalFailure("lessons-miss-wins")


def _won(position: Position, player: int) -> bool:
    outcome = position.outcome
    return outcome is not None and outcome.winners == (player,)


def _wins_in(count: int, before: Position, move: Move) -> GoalFailure | None:
    player, after = before.turn, before.play(move)
    if forced(after, player, count - 1):
        return None
    if after.outcome:
        return GoalFailure("lessons-miss-wins")
    saved = [m for m in after.moves if not forced(after.play(m), player, count - 1)]
    answer = _strongest(after, saved, player)
    return GoalFailure("lessons-miss-forced", {"move": answer.text}, answer.text)


def _strongest(position: Position, moves: list[Move], player: int) -> Move:
    """Return a reply that wins, else one that takes a piece, else leaves the fewest wins."""

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
    """Return whether a player can force a win within this number of own moves."""
    players = position.game.players
    wait = (player - position.turn) % players
    plies = wait + 1 + (count - 1) * players if count else wait
    prover = Prover(position.game, megabytes=1)
    prover.allow(NODES, position)
    return prover.proves(position, Objective(WIN, player), plies)


def _threatens(_: bool, before: Position, move: Move) -> GoalFailure | None:
    after = before.play(move)
    for answer in after.moves:
        then = after.play(answer)
        if not any(then.effects(next_).taken for next_ in then.moves):
            return GoalFailure("lessons-miss-threat", {"move": answer.text}, answer.text)
    return None


def _safe(_: bool, before: Position, move: Move) -> GoalFailure | None:
    after = before.play(move)
    if after.outcome and not _won(after, before.turn):
        return GoalFailure("lessons-miss-lost")
    for answer in after.moves:
        if _won(after.play(answer), after.turn):
            return GoalFailure("lessons-miss-safe", {"move": answer.text}, answer.text)
    return None


def _keeps(_: bool, before: Position, move: Move) -> GoalFailure | None:
    after = before.play(move)
    mine = before.game.seats[before.turn]
    for answer in after.moves:
        if any(after.pieces.get(cell) == mine for cell in after.effects(answer).taken):
            return GoalFailure("lessons-miss-keeps", {"move": answer.text}, answer.text)
    return None


def _unreached(_: bool, before: Position, move: Move) -> GoalFailure | None:
    after = before.play(move)
    mine = before.game.seats[before.turn]
    for cell, reached in after.game.definition.reach(after).items():
        hit = _targets(before, move) & set(reached)
        if hit and after.pieces[cell] != mine:
            return GoalFailure("lessons-miss-reached", {"cell": cell, "target": min(hit)})
    return None


def _reaches(_: bool, before: Position, move: Move) -> GoalFailure | None:
    after = before.play(move)
    mine = before.game.seats[before.turn]
    reach = after.game.definition.reach(after)
    for cell in _targets(before, move):
        if any(after.pieces.get(other, mine) != mine for other in reach[cell]):
            return None
    return GoalFailure("lessons-miss-reaches")


def _noted(wanted: dict[str, str], before: Position, move: Move) -> GoalFailure | None:
    after = before.play(move)
    notes = after.game.definition.notes(after, "")
    for key, cells in wanted.items():
        for cell in cells.split():
            note = notes.get(cell)
            if note is None:
                return GoalFailure("lessons-miss-goal")
            if note.key != key:
                return GoalFailure(note.key, note.details)
    return None


def _resigns(_: bool, before: Position, move: Move) -> GoalFailure | None:  # noqa: ARG001
    points = before.game.definition.resignation_points(before, before.turn)
    return GoalFailure("lessons-miss-resigns", {"count": points})


_CHECKS: dict[str, Callable[[Any, Position, Move], GoalFailure | None]] = {
    "move_tags": _move_tags,
    "to": _to,
    "start": _start,
    "takes": _takes,
    "wins": _wins,
    "wins_in": _wins_in,
    "safe": _safe,
    "keeps": _keeps,
    "unreached": _unreached,
    "reaches": _reaches,
    "noted": _noted,
    "threatens": _threatens,
    "resigns": _resigns,
    "colours": _colours,
    "leaves": _leaves,
    "joins": _joins,
    "centres": _centres,
}
