"""The status and result of a game in words."""

from collections.abc import Sequence

from brettwerk.core.game import Position
from brettwerk.core.outcome import Outcome
from brettwerk.i18n import Translator


def status_text(t: Translator, position: Position, outcome: Outcome | None) -> str:
    """Return whose turn it is, or how the game ended."""
    seats = [t.seat(seat) for seat in position.game.seats]
    if not outcome:
        return t("cli-to-move", who=seats[position.turn])
    reason = t.reason(position.game.name, outcome.reason)
    return f"{result_text(t, outcome, seats)} {reason}"


def result_text(t: Translator, outcome: Outcome, names: Sequence[str]) -> str:
    """Return who won, with the points if there are any."""
    winners = [names[winner] for winner in outcome.winners]
    if not winners:
        return t("cli-drawn")
    if len(winners) > 1:
        return t("cli-won-together", who=t.join(winners))
    if outcome.points:
        return t("cli-won-points", who=winners[0], count=max(outcome.points))
    return t("cli-won", who=winners[0])
