"""How much a client may do: token buckets, one for each address."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from time import monotonic

from cachetools import LRUCache

from brettwerk.server.errors import ServerError
from brettwerk.server.metrics import limit_hit


@dataclass
class TokenBucket:
    """Allows `burst` things at once, and `rate` a second from then on."""

    burst: float
    rate: float
    now: Callable[[], float] = monotonic
    left: float = field(init=False)
    since: float = field(init=False)

    def __post_init__(self) -> None:
        self.left, self.since = self.burst, self.now()

    def take(self, amount: float = 1) -> bool:
        """Take tokens if there are enough; more than a burst counts as one burst."""
        amount = min(amount, self.burst)
        now = self.now()
        self.left = min(self.burst, self.left + (now - self.since) * self.rate)
        self.since = now
        if self.left < amount:
            return False
        self.left -= amount
        return True

    def delay(self, amount: float = 1) -> float:
        """Take tokens in any case; return for how many seconds to wait if there were too few."""
        self.take(0)
        self.left -= amount
        return -self.left / self.rate if self.left < 0 < self.rate else 0.0

    def wait_for(self, amount: float = 1) -> int:
        """Return in how many whole seconds there will be enough tokens."""
        missing = min(amount, self.burst) - self.left
        return max(1, ceil(missing / self.rate)) if self.rate else 3600


class RateLimiter:
    """A bucket for each of the clients seen last."""

    def __init__(self, name: str, burst: float, rate: float, size: int = 10_000) -> None:
        self._name, self._burst, self._rate = name, burst, rate
        self._buckets: LRUCache[str, TokenBucket] = LRUCache(size)
        self.on_charge: Callable[[str, float], None] | None = None  # to tell other servers

    def bucket(self, client: str) -> TokenBucket:
        """Return the bucket of a client."""
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = TokenBucket(self._burst, self._rate)
        return bucket

    def charge(self, client: str, amount: float = 1) -> None:
        """Take tokens of a client; ServerError if it has too few left."""
        bucket = self.bucket(client)
        if not bucket.take(amount):
            limit_hit(self._name)
            raise ServerError(429, "page-too-fast", retry_after=bucket.wait_for(amount))
        if self.on_charge:
            self.on_charge(client, amount)

    def charged_elsewhere(self, client: str, amount: float) -> None:
        """Take tokens that another server has granted already."""
        bucket = self.bucket(client)
        bucket.take(0)
        bucket.left = max(-self._burst, bucket.left - amount)


class SharedCounter:
    """How many connections each client has, here and at other servers."""

    def __init__(self, limits: "SharedLimits") -> None:
        self._limits = limits
        self._here: Counter[str] = Counter()
        self._elsewhere: dict[str, Counter[str]] = defaultdict(Counter)
        self._untold: set[str] = set()

    def add(self, client: str, change: int) -> None:
        """Count one connection more, or less."""
        self._here[client] += change
        if not self._here[client]:
            del self._here[client]
        if self._limits.collecting:
            self._untold.add(client)

    def total(self) -> int:
        """Return how many there are here."""
        return self._here.total()

    def __getitem__(self, client: str) -> int:
        there = sum(counts[client] for counts in self._elsewhere.values())
        return self._here[client] + there

    def collect(self) -> dict[str, int]:
        """Return what has changed here since the last time."""
        untold, self._untold = self._untold, set()
        return {client: self._here[client] for client in untold}

    def recount(self, alive: Collection[str]) -> None:
        """Forget the counts of servers that are gone, and tell all of ours again."""
        self._untold |= self._here.keys()
        for server in self._elsewhere.keys() - set(alive):
            del self._elsewhere[server]

    def apply(self, server: str, counts: dict[str, int]) -> None:
        """Note how many connections clients have at another server."""
        there = {**self._elsewhere[server], **counts}
        self._elsewhere[server] = Counter({client: n for client, n in there.items() if n > 0})


Charge = tuple[str, str, float]  # which limiter, the client, how much


class SharedLimits:
    """Limiters by name, and what was charged since it was last told to other servers."""

    def __init__(self) -> None:
        self.collecting = False
        self._limiters: dict[str, RateLimiter] = {}
        self._charges: defaultdict[tuple[str, str], float] = defaultdict(float)
        self.counters: dict[str, SharedCounter] = {}

    def add(self, name: str, burst: float, rate: float) -> RateLimiter:
        """Return a limiter that is shared under a name."""
        limiter = self._limiters[name] = RateLimiter(name, burst, rate)
        limiter.on_charge = partial(self._note, name)
        return limiter

    def counter(self, name: str) -> SharedCounter:
        """Return a counter that is shared under a name."""
        return self.counters.setdefault(name, SharedCounter(self))

    def _note(self, name: str, client: str, amount: float) -> None:
        if self.collecting:
            self._charges[name, client] += amount

    def collect(self) -> list[Charge]:
        """Return what was charged since the last time."""
        found = [(name, client, amount) for (name, client), amount in self._charges.items()]
        self._charges.clear()
        return found

    def apply(self, charges: Iterable[Charge]) -> None:
        """Charge clients what they were charged elsewhere."""
        for name, client, amount in charges:
            if name in self._limiters:
                self._limiters[name].charged_elsewhere(client, amount)
