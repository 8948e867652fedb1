"""How long messages take to a client and back."""

from collections.abc import Callable
from time import monotonic

LONGEST = 5.0  # seconds; whatever takes longer is an outage and no slow connection
NEWEST = 0.3  # the weight of the newest measurement


class RoundTrip:
    """Measures the way there and back by numbers that the client returns at once."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._number = 0
        self._sent: float | None = None
        self.seconds = 0.0  # a mean in which old measurements count less and less

    def begin(self) -> int:
        """Return a number for the client, and begin to wait for it."""
        self._number += 1
        self._sent = self._now()
        return self._number

    def end(self, number: int) -> None:
        """Note that a number has come back; only the last one that was sent counts."""
        if self._sent is None or number != self._number:
            return
        took, self._sent = min(LONGEST, self._now() - self._sent), None
        self.seconds += (took - self.seconds) * (NEWEST if self.seconds else 1.0)
