"""The WebSocket of the analysis board: what is thought about a position, as it is found."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from brettwerk.errors import BrettwerkError, MatchError
from brettwerk.requests import Refused
from brettwerk.server.connection import TOO_MANY, Connection, counted, turn_away
from brettwerk.server.messages import VERSION, Halt, Hello, Ping, Read, Studying, Think
from brettwerk.server.security import own_origin
from brettwerk.server.studies import client_of
from brettwerk.server.study import position_of
from brettwerk.server.tasks import Live

if TYPE_CHECKING:
    from brettwerk.server.analysts import Analysts, Job
    from brettwerk.server.hall import Hall
    from brettwerk.server.reviews import Reading, Reviews
    from brettwerk.server.studies import Studies

QUEUE_TOLD_EVERY = 1.0
_decoder: msgspec.json.Decoder[Studying] = msgspec.json.Decoder(Studying)


class AnalysisSocket(Connection[Studying]):
    """One reader: one position at a time is thought about."""

    def __init__(
        self,
        socket: WebSocket,
        hall: Hall,
        analysts: Analysts,
        reviews: Reviews,
        studies: Studies,
    ) -> None:
        self.limits = hall.settings.limits
        super().__init__(socket, hall, _decoder, self.limits.study_bytes)
        self.analysts, self.reviews, self.studies = analysts, reviews, studies
        self._client = client_of(socket)
        self._job: Job | None = None
        self._following: asyncio.Task[None] | None = None
        self._stopped = False
        self._about = 0  # the number of what is thought about

    async def welcome(self, hello: Hello) -> None:  # noqa: ARG002 — its language is known already
        """What can be had here."""
        self.say(
            {
                "t": "welcome",
                "v": VERSION,
                "lines": self.limits.analysis_lines,
                "seconds": self.limits.analysis_seconds if self.analysts.count else 0,
            }
        )

    def left(self) -> None:
        """The reader is gone: no search goes on for nobody."""
        self._end()

    def _end(self) -> None:
        if self._following:
            self._following.cancel()
        if self._job:
            self.analysts.leave(self._job)
        self._job = self._following = None

    async def obey(self, message: Studying) -> None:
        """Think, or think no longer."""
        if isinstance(message, Think):
            await self._think(message)
        elif isinstance(message, Read):
            await self._read_through(message)
        elif isinstance(message, Halt):
            self._halt()
        elif isinstance(message, Ping):
            self.say({"t": "pong"})

    def _halt(self) -> None:
        self._stopped = True
        if self._job and self._job.worker:
            self._job.stop()
        elif self._job:
            self._end()
            self.say({"t": "done", "id": self._about, "why": "stopped"})

    async def _think(self, wanted: Think) -> None:
        self._end()
        try:
            if not self.studies.take(self._client):
                raise MatchError("page-too-fast")
            position = await position_of(self.studies, self._client, wanted)
            task = Live(position, self.language, self._lines(wanted), self._seconds(wanted))
            job = self.analysts.begin(
                task,
                lambda told: self.say({"t": "found", "id": wanted.id, **told}),
                owner=self._client,
            )
        except Refused as refused:
            self.refuse(refused.reason, about=wanted.id, at=refused.at)
            return
        except BrettwerkError as fault:
            self.refuse(fault, about=wanted.id)
            return
        self._job, self._stopped, self._about = job, False, wanted.id
        self._following = asyncio.create_task(self._follow(job, wanted.id))

    def _lines(self, wanted: Think) -> int:
        if not 1 <= wanted.lines <= self.limits.analysis_lines:
            raise MatchError("page-number", first=1, last=self.limits.analysis_lines)
        return wanted.lines

    def _seconds(self, wanted: Think) -> float:
        most = self.limits.analysis_seconds
        if wanted.seconds is None:
            return most
        if not 0 < wanted.seconds <= most:
            raise MatchError("study-seconds", most=f"{most:g}")
        return wanted.seconds

    async def _read_through(self, wanted: Read) -> None:
        self._end()
        host = await self.hall.host(wanted.game)
        if host is None:
            raise MatchError("page-no-game")
        if not self.studies.take(self._client):
            raise MatchError("page-too-fast")
        reading = await self.reviews.of(host, wanted.round, self._client)
        self._following = asyncio.create_task(self._follow_review(reading, wanted.id))

    async def _follow_review(self, reading: Reading, number: int) -> None:
        try:
            async with aclosing(self.reviews.follow(reading, self.language)) as messages:
                async for message in messages:
                    await self.room()
                    self.say({**message, "id": number})
        except BrettwerkError as fault:
            self.refuse(fault, about=number)

    # -- what becomes of it -----------------------------------------------------------------------
    async def _follow(self, job: Job, number: int) -> None:
        """Tell where in the queue it is, and at last how it ended."""
        while not job.done.done():
            if (ahead := self.analysts.ahead_of(job)) is not None:
                self.say({"t": "queued", "id": number, "ahead": ahead})
            await asyncio.wait((job.done,), timeout=QUEUE_TOLD_EVERY)
        try:
            last: dict[str, Any] = await job.done
        except BrettwerkError as fault:
            self._job = None
            self.refuse(fault, about=number)
        else:
            self._job = None
            self.say({"t": "found", "id": number, **last})
            self.say({"t": "done", "id": number, "why": self._why(job)})

    def _why(self, job: Job) -> str:
        """Why it ended: `stopped` by the reader, for `others` who wait, by `time`, or `settled`."""
        took = monotonic() - job.began
        if self._stopped:
            return "stopped"
        if took >= job.task.seconds - 0.5:
            return "time"
        return "others" if job.cut else "settled"


async def analysis_socket(websocket: WebSocket) -> None:
    """The endpoint: our own origin, room for one more reader."""
    state = websocket.app.state
    if not own_origin(websocket.headers):
        await websocket.close(1008)
        return
    await websocket.accept()
    client = client_of(websocket)
    limits = state.hall.settings.limits
    if state.readers.total() >= limits.readers or (
        state.readers[client] >= limits.readers_per_client
    ):
        await turn_away(websocket, "page-full", TOO_MANY)
        return
    with counted(state.readers, client), suppress(TimeoutError, WebSocketDisconnect):
        await AnalysisSocket(
            websocket, state.hall, state.analysts, state.reviews, state.studies
        ).run()
