"""Playing a record through: moves by the rules, and the events around them.

Events are `resign:1` (the player's number), `flag:1` for time run out, `forfeit:1` for a match
given up, `agree` when all still in end the game, and `continue` when they go on after a draw.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from brettwerk.errors import BadRecord, BrettwerkError
from brettwerk.games.outcome import Outcome
from brettwerk.texts import shown

from .faults import RecordFault

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from brettwerk.games.core import Game, Position

# How a player leaves, and the reason of the outcome if that ends the game.
_LEAVING = {"resign": "resignation", "flag": "time", "forfeit": "forfeit"}
_LEAVES = re.compile(r"(resign|flag|forfeit):([0-9])")


class Step(NamedTuple):
    """Where a game is after a ply; `outcome` also knows an end that the position does not."""

    position: Position
    outcome: Outcome | None
    text: str = ""


def is_event(text: str) -> bool:
    """Whether the text of a ply is something other than a move."""
    return text in ("agree", "continue") or text.startswith(tuple(f"{way}:" for way in _LEAVING))


def steps(game: Game, start: str | None, texts: Iterable[str]) -> Iterator[Step]:
    """The beginning, then where the game is after every ply, its text as the rules write it."""
    here = _first(game, start)
    yield here
    yield from onwards(here, texts)


def onwards(here: Step, texts: Iterable[str], first: int = 1) -> Iterator[Step]:
    """Where the game is after each of these plies, the first of which has this number."""
    for number, text in enumerate(texts, start=first):
        try:
            here = _next(here, text)
        except BrettwerkError as reason:
            raise RecordFault("record-ply", reason, ply=number, move=shown(text)) from reason
        yield here


def _first(game: Game, start: str | None) -> Step:
    try:
        position = game.start() if start is None else game.position(start)
    except BrettwerkError as reason:
        raise RecordFault("record-start", reason) from reason
    return Step(position, position.outcome)


def _next(here: Step, text: str) -> Step:
    if text == "continue":
        return _continued(here)
    ended_around_the_game = here.outcome and not here.position.outcome
    if ended_around_the_game or (here.outcome and is_event(text)):
        raise BadRecord("record-after-end")
    if text == "agree":
        return Step(here.position, here.position.game.face.agreed(here.position), text)
    if is_event(text):
        return _left(here.position, text)
    move = here.position.parse(text)
    after = here.position.play(move)
    return Step(after, after.outcome, move.text)


def _left(position: Position, text: str) -> Step:
    """The game without a player: it goes on, or has ended where it is."""
    found = _LEAVES.fullmatch(text)
    if not found:
        raise BadRecord("record-event", given=shown(text))
    way, player = found[1], int(found[2])
    face = position.game.face
    if player >= face.players:
        raise BadRecord("record-no-player", player=player, last=face.players - 1)
    if way == "resign":
        face.may_resign(position, player)
    after = face.without(position, player)
    if isinstance(after, Outcome):
        return Step(position, _for_this_reason(after, way), text)
    if after == position:
        raise BadRecord("record-is-out", player=player)
    return Step(after, after.outcome, text)


def _for_this_reason(ended: Outcome, way: str) -> Outcome:
    """An end by resignation as it is; by time or forfeit the match is lost, and nothing scored."""
    if way == "resign" or ended.reason != "resignation":
        return ended
    points = None if ended.points is None else (0,) * len(ended.points)
    return replace(ended, reason=_LEAVING[way], points=points)


def _continued(here: Step) -> Step:
    """The game taken up again after a draw, in games that have rules for that."""
    after = here.position.game.face.continued(here.position)
    if after is None:
        raise BadRecord("record-no-continuation")
    return Step(after, after.outcome, "continue")
