"""How much a client may do: token buckets, one for each address."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import AddressValueError, IPv6Address, IPv6Network
from math import ceil
from time import monotonic

from starlette.requests import HTTPConnection

from brettwerk.server.errors import ServerError


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

    def wait_for(self, amount: float = 1) -> int:
        """Return in how many whole seconds there will be enough tokens."""
        missing = min(amount, self.burst) - self.left
        return max(1, ceil(missing / self.rate)) if self.rate else 3600


class RateLimiter:
    """A bucket for each of the clients seen last."""

    def __init__(self, burst: float, rate: float, size: int = 10_000) -> None:
        self._burst, self._rate = burst, rate
        self._size = size
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def charge(self, client: str, amount: float = 1) -> None:
        """Take tokens of a client; ServerError if it has too few left."""
        bucket = self._buckets.pop(client, None) or TokenBucket(self._burst, self._rate)
        self._buckets[client] = bucket
        if len(self._buckets) > self._size:
            self._buckets.popitem(last=False)
        if not bucket.take(amount):
            raise ServerError(429, "page-too-fast", retry_after=bucket.wait_for(amount))


def client_of(connection: HTTPConnection) -> str:
    """Return the address of a client; of IPv6 the network."""
    return network_of(connection.client.host if connection.client else "")


def network_of(host: str) -> str:
    """Return an address, or of IPv6 the network, which usually is one household."""
    if ":" not in host:
        return host
    try:
        address = IPv6Address(host.partition("%")[0])
    except AddressValueError:
        return host
    return str(address.ipv4_mapped or IPv6Network((address, 64), strict=False))
