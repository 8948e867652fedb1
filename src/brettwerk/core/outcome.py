"""The outcome of a game: winners, points, the reason and the returns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from brettwerk.boards.board import cells_of, mask
from brettwerk.kernels.primitives import (
    points_of,
    reason_of,
    return_of,
    still_in_of,
    winners_of,
)


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
        """Return an outcome; `still_in` share a draw, each winner scores `points`."""
        share = winners or (tuple(range(players)) if still_in is None else still_in)
        scored = None
        if points is not None:
            scored = tuple(points if player in winners else 0 for player in range(players))
        bits = mask(share)
        returns = tuple(return_of(bits, players, player) for player in range(players))
        return cls(winners, scored, reason, returns)

    @classmethod
    def decoded(cls, code: int, players: int, reasons: Sequence[str], *, scores: bool) -> Outcome:
        """Return the outcome that a code of the kernels stands for, which is not 0."""
        winners, still_in = tuple(cells_of(winners_of(code))), tuple(cells_of(still_in_of(code)))
        points = points_of(code) if scores else None
        return cls.of(players, winners, reasons[reason_of(code)], still_in=still_in, points=points)

    def as_json(self) -> dict[str, object]:
        """Return the outcome as JSON."""
        return {
            "winners": list(self.winners),
            "points": None if self.points is None else list(self.points),
            "reason": self.reason,
            "returns": list(self.returns),
        }
