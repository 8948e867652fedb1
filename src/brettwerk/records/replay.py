"""Replaying a record: moves by the rules, and events.

Events are `resign:1` (the player's number), `flag:1` (out of time), `forfeit:1` (of a match),
`agree` (a draw is agreed) and `continue` (play goes on after a draw).
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from brettwerk.core.game import Game, Position
from brettwerk.core.outcome import Outcome
from brettwerk.errors import BadRecord, BrettwerkError
from brettwerk.i18n import truncate

from .errors import RecordFault

# Events by which a player leaves, and the reason of the outcome if that ends the game.
_LEAVING = {"resign": "resignation", "flag": "time", "forfeit": "forfeit"}
_LEAVES = re.compile(r"(resign|flag|forfeit):([0-9])")


class ReplayStep(NamedTuple):
    """The state after a ply; `outcome` includes the end by an event."""

    position: Position
    outcome: Outcome | None
    text: str = ""


def is_event(text: str) -> bool:
    """Return whether the text of a ply is an event."""
    return text in ("agree", "continue") or text.startswith(
        tuple(f"{event}:" for event in _LEAVING)
    )


def replay(game: Game, start: str | None, texts: Iterable[str]) -> Iterator[ReplayStep]:
    """Yield the start, then the state after every ply."""
    step = _first(game, start)
    yield step
    yield from replay_from(step, texts)


def replay_from(step: ReplayStep, texts: Iterable[str], first: int = 1) -> Iterator[ReplayStep]:
    """Yield the state after each of these plies; `first` is the number of the first."""
    for number, text in enumerate(texts, start=first):
        try:
            step = _next(step, text)
        except BrettwerkError as reason:
            raise RecordFault("record-ply", reason, ply=number, move=truncate(text)) from reason
        yield step


def _first(game: Game, start: str | None) -> ReplayStep:
    try:
        position = game.start() if start is None else game.position(start)
    except BrettwerkError as reason:
        raise RecordFault("record-start", reason) from reason
    return ReplayStep(position, position.outcome)


def _next(step: ReplayStep, text: str) -> ReplayStep:
    if text == "continue":
        return _continue(step)
    ended_by_event = step.outcome and not step.position.outcome
    if ended_by_event or (step.outcome and is_event(text)):
        raise BadRecord("record-after-end")
    if text == "agree":
        return ReplayStep(
            step.position, step.position.game.definition.agreed_outcome(step.position), text
        )
    if is_event(text):
        return _leave(step.position, text)
    move = step.position.move(text)
    after = step.position.play(move)
    return ReplayStep(after, after.outcome, move.text)


def _leave(position: Position, text: str) -> ReplayStep:
    """Remove a player: the game goes on without them, or ends."""
    found = _LEAVES.fullmatch(text)
    if not found:
        raise BadRecord("record-event", given=truncate(text))
    event, player = found[1], int(found[2])
    definition = position.game.definition
    if player >= definition.players:
        raise BadRecord("match-no-player", player=player, last=definition.players - 1)
    if event == "resign":
        definition.check_resignation(position, player)
    after = definition.without(position, player)
    if isinstance(after, Outcome):
        return ReplayStep(position, _with_reason(after, event), text)
    if after == position:
        raise BadRecord("match-is-out", player=player)
    return ReplayStep(after, after.outcome, text)


def _with_reason(ended: Outcome, event: str) -> Outcome:
    """Return the outcome with the event's reason; time and forfeit score no points."""
    if event == "resign" or ended.reason != "resignation":
        return ended
    points = None if ended.points is None else (0,) * len(ended.points)
    return replace(ended, reason=_LEAVING[event], points=points)


def _continue(step: ReplayStep) -> ReplayStep:
    """Continue a drawn game, where the rules allow that."""
    after = step.position.game.definition.continuation(step.position)
    if after is None:
        raise BadRecord("record-no-continuation")
    return ReplayStep(after, after.outcome, "continue")
