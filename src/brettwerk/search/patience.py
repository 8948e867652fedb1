"""How long to think about a move with a clock: longer while the search is undecided."""

from brettwerk.core.game import Move
from brettwerk.search.report import Analysis, Limit

STEADY = ((6, 0.3), (4, 0.5), (2, 0.8), (1, 1.0))  # depths with the same best move: share of time
IN_DOUBT = 1.5  # where the last depth changed the move
IN_TROUBLE = 2.5  # where the score has dropped
DROP = 200  # thousandths of a logit


class Patience:
    """Tells after each depth whether enough time was spent; always enough if one move is legal."""

    def __init__(self, limit: Limit) -> None:
        self._usual = limit.seconds if limit.most_seconds is not None else None
        self._best: Move | None = None
        self._value: int | None = None
        self._steady = 0

    def is_over(self, report: Analysis) -> bool:
        """Return whether to play the move of this report, of the depth that was just finished."""
        if self._usual is None:
            return False
        share = self._share(report)
        self._best, self._value = report.best, report.lines[0].value
        return len(report.position.legal_codes) == 1 or report.seconds >= share * self._usual

    def _share(self, report: Analysis) -> float:
        """Return how much of the usual time the move may take."""
        value = report.lines[0].value
        self._steady = self._steady + 1 if report.best == self._best else 0
        if None not in (value, self._value) and (value or 0) < (self._value or 0) - DROP:
            return IN_TROUBLE
        return next((share for depths, share in STEADY if self._steady >= depths), IN_DOUBT)
