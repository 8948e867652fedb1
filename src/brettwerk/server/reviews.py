"""Games that are over, looked at move by move: once for all readers, as long as there is one.

The looks are kept; what they say in words is made for each reader's language.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from brettwerk.engine.review import Judgement, Look, Review, annotated, judged_by, remark, summary
from brettwerk.errors import MatchError
from brettwerk.records import write_record
from brettwerk.server.exports import lengths_of, records_in
from brettwerk.server.tasks import Look as LookAt
from brettwerk.server.tasks import Ready, shares

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator

    from brettwerk.games.core import Position
    from brettwerk.records import Record
    from brettwerk.server.analysts import Analysts
    from brettwerk.server.host import Host
    from brettwerk.server.studies import Studies
    from brettwerk.texts import Language

log = logging.getLogger("brettwerk")
NODES = 120_000  # to look at, a position
KEPT_POSITIONS = 20_000  # of all reviews together
MOST_PLIES = 1000
ASK_AGAIN = 1.0  # seconds between two questions whether the kernels are there


class Reading:
    """One round that is being looked at, or has been."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.positions: list[Position] = list(record.positions())
        self.looks: list[Look] = []
        self.fault: MatchError | None = None
        self.preparing = False
        self.readers = 0
        self.work: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    @property
    def over(self) -> bool:
        """Whether every position has been looked at."""
        return len(self.looks) == len(self.positions)

    def found(self) -> Review:
        """The moves judged, as far as they have been looked at."""
        return judged_by(self.record, self.looks)

    def changed(self) -> None:
        """Let all readers know."""
        self._news.set()
        self._news = asyncio.Event()

    async def news(self) -> None:
        """Until something has changed."""
        await self._news.wait()


class Reviews:
    """All that have been asked for lately."""

    def __init__(self, analysts: Analysts, studies: Studies) -> None:
        self._analysts = analysts
        self._studies = studies
        self._kept: OrderedDict[tuple[str, int, int], Reading] = OrderedDict()

    async def record(self, host: Host, number: int | None, client: str) -> Record:
        """A round, which must be over; the last one if no number is given."""
        _, number, plies = _key(host, number)
        if plies > MOST_PLIES:
            raise MatchError("study-review-long", most=MOST_PLIES)
        self._studies.charge(client, sum(lengths_of(host)))
        return await self._studies.do(lambda: records_in(host)[number - 1])

    async def of(self, host: Host, number: int | None, client: str) -> Reading:
        """The reading of such a round, for somebody who will follow it."""
        key = _key(host, number)
        if key not in self._kept:
            record = await self.record(host, number, client)
            made = await self._studies.do(lambda: Reading(record))
            self._kept.setdefault(key, made)  # somebody else may have asked meanwhile
        reading = self._kept[key]
        self._kept.move_to_end(key)
        self._forget(reading)
        return reading

    def done(self, host: Host, number: int | None) -> Reading:
        """The reading of a round that has been looked at from beginning to end."""
        reading = self._kept.get(_key(host, number))
        if reading is None or not reading.over:
            raise MatchError("study-review-unfinished")
        return reading

    def _forget(self, wanted: Reading) -> None:
        """Not more positions than so many are kept, but for those that somebody reads."""
        kept = sum(len(reading.positions) for reading in self._kept.values())
        for key, reading in tuple(self._kept.items()):
            if kept <= KEPT_POSITIONS:
                return
            if not reading.readers and reading is not wanted:
                del self._kept[key]
                kept -= len(reading.positions)

    async def follow(self, reading: Reading, language: Language) -> AsyncGenerator[dict[str, Any]]:
        """Messages about every ply as it has been looked at, and at last what it comes to."""
        reading.readers += 1
        try:
            if reading.work is None and not reading.over:
                reading.fault = None
                reading.work = asyncio.create_task(self._look(reading))
            async for message in _told(reading, language):
                yield message
        finally:
            reading.readers -= 1
            if not reading.readers and reading.work:
                # Whoever comes next begins anew, even if this one has not quite ended yet.
                reading.work.cancel()
                reading.work = None

    async def _look(self, reading: Reading) -> None:
        """Look at every position, one after the other, whenever nobody is in a hurry."""
        fault = MatchError("study-failed")
        try:
            await self._prepare(reading)
            while not reading.over:
                position = reading.positions[len(reading.looks)]
                found = await self._done(LookAt(position, NODES))
                # What comes back from a worker has its whole past with it, once more for each.
                reading.looks.append(Look(position, replace(found, position=position)))
                reading.changed()
        except MatchError as told:
            fault = told
        except Exception:
            log.exception("A review failed")
        finally:
            if reading.work is asyncio.current_task():
                reading.work = None
                reading.fault = None if reading.over else fault
                reading.changed()

    async def _prepare(self, reading: Reading) -> None:
        while not await self._done(Ready(reading.record.game.name)):
            reading.preparing = True
            reading.changed()
            await asyncio.sleep(ASK_AGAIN)
        reading.preparing = False

    async def _done(self, task: Any) -> Any:
        job = self._analysts.begin(task, lambda _: None, patient=True)
        try:
            return await job.done
        except asyncio.CancelledError:
            self._analysts.leave(job)
            raise


def _key(host: Host, number: int | None) -> tuple[str, int, int]:
    """A round that is over; the same may go on after a draw, and end again."""
    rounds = host.table.match.rounds
    number = len(rounds) if number is None else number
    if not rounds:
        raise MatchError("study-review-later")
    if not 1 <= number <= len(rounds):
        raise MatchError("page-number", first=1, last=len(rounds))
    return host.id, number, len(rounds[number - 1].moves)


# -- told -----------------------------------------------------------------------------------------
async def _told(reading: Reading, language: Language) -> AsyncIterator[dict[str, Any]]:
    told, count = 0, len(reading.positions)
    prepared = False
    while True:
        if reading.preparing and not prepared:
            prepared = True
            yield {"t": "preparing"}
        judgements = {found.ply: found for found in reading.found().judgements}
        while told < len(reading.looks):
            look, judged = reading.looks[told], judgements.get(told)
            yield {"t": "look", "of": count, **_look(told, look, judged, language)}
            told += 1
        if reading.over:
            break
        if reading.fault:
            raise reading.fault
        await reading.news()
    yield {"t": "reviewed", **_conclusion(reading.found(), language)}


def _look(ply: int, look: Look, judged: Judgement | None, language: Language) -> dict[str, Any]:
    """What is thought after so many plies, and of the move that led there."""
    found: dict[str, Any] = {
        "ply": ply,
        "shares": shares(look.score),
        "words": look.words(language),
        "exact": look.analysis.exact is not None or look.position.outcome is not None,
    }
    if judged:
        found |= {"move": judged.move, "player": judged.player, "kind": judged.kind}
    if judged and judged.kind:
        better = [move.text for move in judged.better]
        found |= {"better": better, "remark": remark(judged, language)}
    return found


def _conclusion(found: Review, language: Language) -> dict[str, Any]:
    turning = found.turning
    return {"summary": summary(found, language), "turning": turning.ply if turning else None}


def annotated_text(reading: Reading, language: Language) -> str:
    """The record with what was found out, once all of it has been."""
    if not reading.over:
        raise MatchError("study-review-unfinished")
    return write_record(annotated(reading.found(), language))
