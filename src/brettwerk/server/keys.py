"""Secrets of seats: made by chance, shown once, kept only as hashes, compared in constant time."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

BYTES = 16  # 128 bits
LONGEST = 64
_LETTERS = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"


def new_key() -> str:
    """A secret that goes into a link."""
    return secrets.token_urlsafe(BYTES)


def new_id() -> str:
    """The name of a game in links, hard to guess: whoever knows it may watch."""
    return "".join(secrets.choice(_LETTERS) for _ in range(14))


def hashed(key: str) -> str:
    """What is kept of a secret. It has 128 bits of chance, so a plain hash is enough."""
    return hashlib.sha256(key.encode()).hexdigest()


def people_of(keys: Iterable[str], hashes: Sequence[str]) -> tuple[int, ...]:
    """The people whose secrets these are; every comparison is made, whatever it finds."""
    given = [hashed(key) for key in keys if len(key) <= LONGEST]
    return tuple(
        person
        for person, known in enumerate(hashes)
        if sum(hmac.compare_digest(known or "-", one) for one in given)
    )
