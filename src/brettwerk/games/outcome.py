"""How a game ended: winners, points, the reason, and what it is worth to each player."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """`winners` is empty for a draw; `points` is None where a game has none.

    `returns` sums to zero: a sole winner of two +1/-1, of three +1/-½/-½, two winners of three
    +½/+½/-1, a draw 0 for those in it, with an eliminated third +½/+½/-1.
    """

    winners: tuple[int, ...]
    points: tuple[int, ...] | None
    reason: str
    returns: tuple[float, ...]

    @classmethod
    def of(
        cls,
        players: int,
        winners: tuple[int, ...],
        reason: str,
        *,
        still_in: tuple[int, ...] | None = None,
        points: int | None = None,
    ) -> Outcome:
        """The outcome; `still_in` are those whose draw it is, `points` what each winner scores."""
        share = winners or (tuple(range(players)) if still_in is None else still_in)
        scored = None
        if points is not None:
            scored = tuple(points if player in winners else 0 for player in range(players))
        return cls(winners, scored, reason, _returns(players, share))

    def as_json(self) -> dict[str, object]:
        """For programs: plain lists, returns as numbers."""
        return {
            "winners": list(self.winners),
            "points": None if self.points is None else list(self.points),
            "reason": self.reason,
            "returns": list(self.returns),
        }


def _returns(players: int, share: tuple[int, ...]) -> tuple[float, ...]:
    """+1 divided among those who share it, -1 among the rest; nothing if all or none share it."""
    rest = players - len(share)
    if rest in (0, players):
        return (0.0,) * players
    return tuple(1 / len(share) if player in share else -1 / rest for player in range(players))
