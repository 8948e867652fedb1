"""A queue in which those who wait take turns: whoever asks for much waits behind himself only."""

from __future__ import annotations

from collections import deque
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator


class Owned(Protocol):
    """Something that somebody waits for."""

    @property
    def owner(self) -> str: ...


O = TypeVar("O", bound=Owned)  # noqa: E741 — owned


class Turns(Generic[O]):
    """What is waited for: by its owners in turn, and for each of them in order."""

    def __init__(self) -> None:
        self._queues: dict[str, deque[O]] = {}  # whose turn it is stands first

    def append(self, job: O) -> None:
        """One more; whoever has not waited yet comes last."""
        self._queues.setdefault(job.owner, deque()).append(job)

    def popleft(self) -> O:
        """The next one; its owner's next comes after everybody else's."""
        owner = next(iter(self._queues))
        queue = self._queues.pop(owner)
        job = queue.popleft()
        if queue:
            self._queues[owner] = queue
        return job

    def remove(self, job: O) -> None:
        """Nobody waits for this one any more; ValueError if nobody has."""
        queue = self._queues.get(job.owner, deque())
        queue.remove(job)
        if not queue:
            del self._queues[job.owner]

    def clear(self) -> None:
        """Nobody waits any more."""
        self._queues.clear()

    def owned_by(self, owner: str) -> int:
        """How many this one waits for."""
        return len(self._queues.get(owner, ()))

    def index(self, job: O) -> int:
        """How many come before it, if nobody else comes."""
        return list(self).index(job)

    def __iter__(self) -> Iterator[O]:
        rounds = chain.from_iterable(zip_longest(*self._queues.values()))
        return (job for job in rounds if job is not None)

    def __len__(self) -> int:
        return sum(map(len, self._queues.values()))
