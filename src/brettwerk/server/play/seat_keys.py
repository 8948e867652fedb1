"""Keys of seats: random, shown once, stored only as hashes, compared in constant time."""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Sequence

BYTES = 16  # 128 bits
LONGEST = 64
MAX_KEYS = 8  # that a client may have
_LETTERS = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"


def new_key() -> str:
    """Return a secret that goes into a link."""
    return secrets.token_urlsafe(BYTES)


def new_id() -> str:
    """Return the id of a game for links; hard to guess, since it is enough for watching."""
    return "".join(secrets.choice(_LETTERS) for _ in range(14))


def hashed(key: str) -> str:
    """Return what is stored of a key. It has 128 random bits, so a plain hash is enough."""
    return hashlib.sha256(key.encode()).hexdigest()


def people_of(keys: Iterable[str], hashes: Sequence[str]) -> tuple[int, ...]:
    """Return the people whose keys these are; all comparisons are made, whatever they find."""
    given = [hashed(key) for key in keys if len(key) <= LONGEST]
    return tuple(
        person
        for person, known in enumerate(hashes)
        if sum(hmac.compare_digest(known or "-", one) for one in given)
    )
