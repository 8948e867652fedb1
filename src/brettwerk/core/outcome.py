"""The outcome of a game: winners, points, the reason, the returns, and its sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Protocol

from brettwerk.boards.board import cells_of, mask
from brettwerk.errors import translator_of
from brettwerk.i18n import SOURCE, Language, Translator
from brettwerk.kernels.primitives import (
    points_of,
    reason_of,
    return_of,
    still_in_of,
    winners_of,
)

UNFINISHED = "*"  # the result of a game that has not ended


class SharedReason(StrEnum):
    """The reasons for which any game can end; each game has its own besides (`game.reasons`)."""

    REPETITION = "repetition"
    AGREEMENT = "agreement"
    RESIGNATION = "resignation"
    FORFEIT = "forfeit"
    TIME = "time"
    TARGET = "target"


class HasSeats(Protocol):
    """What is asked of the game of an outcome."""

    @property
    def name(self) -> str: ...
    @property
    def seats(self) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: `winners` is empty for a draw; `points` is None where a game has none.

    `returns` sums to zero: a sole winner of two +1/-1, of three +1/-½/-½, two winners of three
    +½/+½/-1, a draw 0 for those in it, with an eliminated third +½/+½/-1. `reason` is one of the
    game's `reasons`, or one of those that all games share.

    >>> import brettwerk
    >>> abalone = brettwerk.game("abalone", ply_limit=1)
    >>> outcome = abalone.start().play("a1b1").outcome
    >>> outcome.winners, outcome.reason == abalone.reasons.PLY_LIMIT, outcome.returns
    ((), True, (0.0, 0.0))
    >>> outcome.sentence()
    'A draw. The agreed number of moves has been played; whoever pushed more marbles off wins.'
    >>> outcome.sentence("de")[:6]
    'Remis.'
    """

    winners: tuple[int, ...]
    points: tuple[int, ...] | None
    reason: str
    returns: tuple[float, ...]
    # For the sentence.
    game: str = field(default="", compare=False, repr=False)
    seats: tuple[str, ...] = field(default=(), compare=False, repr=False)

    @classmethod
    def of(
        cls,
        game: HasSeats,
        winners: tuple[int, ...],
        reason: str,
        *,
        still_in: tuple[int, ...] | None = None,
        points: int | None = None,
    ) -> Outcome:
        """Return an outcome of a game; `still_in` share a draw, each winner scores `points`."""
        players = len(game.seats)
        share = winners or (tuple(range(players)) if still_in is None else still_in)
        scored = None
        if points is not None:
            scored = tuple(points if player in winners else 0 for player in range(players))
        bits = mask(share)
        returns = tuple(return_of(bits, players, player) for player in range(players))
        return cls(winners, scored, reason, returns, game.name, tuple(game.seats))

    @classmethod
    def decoded(cls, code: int, game: HasSeats, reasons: type[StrEnum], *, scores: bool) -> Outcome:
        """Return the outcome that a code of the kernels stands for, which is not 0."""
        winners, still_in = tuple(cells_of(winners_of(code))), tuple(cells_of(still_in_of(code)))
        points = points_of(code) if scores else None
        reason = tuple(reasons)[reason_of(code) - 1]
        return cls.of(game, winners, reason, still_in=still_in, points=points)

    @property
    def result(self) -> str:
        """Return each seat's share of the win, such as `1-0`; a draw is shared by those still in.

        >>> import brettwerk
        >>> brettwerk.Outcome((), None, "agreement", (0.0, 0.0)).result
        '1/2-1/2'
        """
        return format_shares([gain > 0 or not any(self.returns) for gain in self.returns])

    def sentence(self, language: Language = SOURCE) -> str:
        """Return who won and why, in English (`en`) or German (`de`)."""
        t = translator_of(language)
        seats = [t.seat(seat) for seat in self.seats or map(str, range(1, len(self.returns) + 1))]
        told = self if self.game else replace(self, points=None)  # points of a match, not a round
        return f"{winners_sentence(t, told, seats)} {t.reason(self.game, self.reason)}"

    def as_json(self) -> dict[str, object]:
        """Return the outcome as JSON."""
        return {
            "winners": list(self.winners),
            "points": None if self.points is None else list(self.points),
            "reason": str(self.reason),
            "returns": list(self.returns),
        }


def format_shares(shares: Sequence[bool]) -> str:
    """Format equal shares for the winners, 0 for the others."""
    part = "1" if sum(shares) == 1 else f"1/{sum(shares)}"
    return "-".join(part if has else "0" for has in shares)


def winners_sentence(t: Translator, outcome: Outcome, names: Sequence[str]) -> str:
    """Return who of these won, with the points if there are any."""
    winners = [names[winner] for winner in outcome.winners]
    if not winners:
        return t("outcome-drawn")
    if len(winners) > 1:
        return t("outcome-won-together", who=t.join(winners))
    if outcome.points:
        return t("outcome-won-points", who=winners[0], count=max(outcome.points))
    return t("outcome-won", who=winners[0])
