"""Limits on how often something may happen: buckets of tokens that fill up with time."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass
class Bucket:
    """Lets `burst` things happen at once, and `rate` each second from then on."""

    burst: float
    rate: float
    now: Callable[[], float] = monotonic
    left: float = field(init=False)
    since: float = field(init=False)

    def __post_init__(self) -> None:
        self.left, self.since = self.burst, self.now()

    def take(self, amount: float = 1) -> bool:
        """Whether so much more may happen; if so, it has. What exceeds a burst counts as one."""
        amount = min(amount, self.burst)
        now = self.now()
        self.left = min(self.burst, self.left + (now - self.since) * self.rate)
        self.since = now
        if self.left < amount:
            return False
        self.left -= amount
        return True


class Buckets:
    """A bucket for each of many clients, those seen last."""

    def __init__(self, burst: float, rate: float, most: int = 10_000) -> None:
        self._burst, self._rate = burst, rate
        self._most = most
        self._known: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str, amount: float = 1) -> bool:
        """Whether this client may once more, or so much more."""
        bucket = self._known.pop(client, None) or Bucket(self._burst, self._rate)
        self._known[client] = bucket
        if len(self._known) > self._most:
            self._known.popitem(last=False)
        return bucket.take(amount)
