"""How a game stands and how it ended, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from brettwerk.cli.voice import Voice
    from brettwerk.games.core import Position
    from brettwerk.games.outcome import Outcome


def how_it_stands(voice: Voice, position: Position, outcome: Outcome | None) -> str:
    """Whose turn it is, or how the game ended, for someone who only looks on."""
    seats = [voice.seat(seat) for seat in position.game.seats]
    if not outcome:
        return voice("cli-to-move", who=seats[position.turn])
    reason = voice.reason(position.game.name, outcome.reason)
    return f"{result(voice, outcome, seats)} {reason}"


def result(voice: Voice, outcome: Outcome, names: Sequence[str]) -> str:
    """Who won, and the points where there are any."""
    winners = [names[winner] for winner in outcome.winners]
    if not winners:
        return voice("cli-drawn")
    if len(winners) > 1:
        return voice("cli-won-together", who=joined(voice, winners))
    if outcome.points:
        return voice("cli-won-points", who=winners[0], points=max(outcome.points))
    return voice("cli-won", who=winners[0])


def joined(voice: Voice, names: Sequence[str]) -> str:
    """`A, B and C`."""
    if len(names) < 2:
        return "".join(names)
    return voice("cli-and", first=", ".join(names[:-1]), last=names[-1])
