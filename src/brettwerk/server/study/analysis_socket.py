"""The WebSocket of the analysis board: what is found about a position, as it is found."""

import asyncio
from contextlib import aclosing

from msgspec.json import Decoder
from starlette.datastructures import State
from starlette.websockets import WebSocket

from brettwerk.errors import BrettwerkError
from brettwerk.requests import MoveRefused
from brettwerk.server.errors import ServerError
from brettwerk.server.http.budget import StudyBudget
from brettwerk.server.http.connection import TOO_MANY, Connection, reject
from brettwerk.server.http.messages import Hello
from brettwerk.server.http.request import client_of, own_origin
from brettwerk.server.jobs.pool import Pool
from brettwerk.server.jobs.queue import Priority, Ticket
from brettwerk.server.play.registry import GameRegistry
from brettwerk.server.study import messages
from brettwerk.server.study.board import position_of
from brettwerk.server.study.reviews import GameReview, ReviewService
from brettwerk.server.study.tasks import AnalysePosition

QUEUE_TOLD_EVERY = 1.0
_decoder: Decoder[messages.StudySocketMessage] = Decoder(messages.StudySocketMessage)


class AnalysisSocket(Connection[messages.StudySocketMessage]):
    """One reader, with one analysis or review at a time."""

    def __init__(self, socket: WebSocket, state: State) -> None:
        self.registry: GameRegistry = state.registry
        limits = self.registry.settings.limits
        super().__init__(socket, _decoder, limits.study_bytes, limits, state.readers)
        self.pool: Pool = state.pool
        self.reviews: ReviewService = state.reviews
        self.budget: StudyBudget = state.budget
        self._ticket: Ticket[messages.AnalysisMessage] | None = None
        self._following: asyncio.Task[None] | None = None
        self._stopped = False
        self._id = 0  # of the analysis

    async def on_hello(self, hello: Hello) -> None:  # noqa: ARG002 — its language is known already
        """Tell the client what it can have here."""
        seconds = self.limits.analysis_seconds if self.pool.available(Priority.ANALYSIS) else 0
        self.answer(messages.StudyWelcome(self.limits.analysis_lines, seconds))

    def on_close(self) -> None:
        """Stop searching for a client that is gone."""
        self._end()

    def _end(self) -> None:
        if self._following:
            self._following.cancel()
        if self._ticket:
            self.pool.cancel(self._ticket)
        self._ticket = self._following = None

    async def on_message(self, message: messages.StudySocketMessage) -> None:
        """Begin an analysis or a review, or stop it."""
        if isinstance(message, messages.AnalyseRequest):
            await self._analyse(message)
        elif isinstance(message, messages.ReviewRequest):
            await self._review(message)
        elif isinstance(message, messages.StopRequest):
            self._stop()

    def _stop(self) -> None:
        self._stopped = True
        if self._ticket and self._ticket.worker:
            self._ticket.stop()
        elif self._ticket:
            self._end()
            self.answer(messages.Ended(self._id, "stopped"))

    # -- analyses ---------------------------------------------------------------------------------
    async def _analyse(self, wanted: messages.AnalyseRequest) -> None:
        self._end()
        try:
            ticket = await self._submit(wanted)
        except MoveRefused as refused:
            self.refuse(refused.reason, about=wanted.id, at=refused.at)
        except BrettwerkError as error:
            self.refuse(error, about=wanted.id)
        else:
            self._ticket, self._stopped, self._id = ticket, False, wanted.id
            self._following = asyncio.create_task(self._follow(ticket, wanted.id))

    async def _submit(self, wanted: messages.AnalyseRequest) -> Ticket[messages.AnalysisMessage]:
        self.budget.charge(self.client)
        position = await position_of(self.budget, self.client, wanted)
        lines, longest = wanted.lines, self.limits.analysis_seconds
        if not 1 <= lines <= self.limits.analysis_lines:
            raise ServerError(400, "page-number", first=1, last=self.limits.analysis_lines)
        seconds = longest if wanted.seconds is None else wanted.seconds
        if not 0 < seconds <= longest:
            raise ServerError(400, "study-seconds", most=f"{longest:g}")
        job = AnalysePosition(wanted.id, position.text, self.language, lines, seconds=seconds)
        return self.pool.submit(job, Priority.ANALYSIS, self.client, self.answer)

    async def _follow(self, ticket: Ticket[messages.AnalysisMessage], number: int) -> None:
        """Tell where in the queue it is, and finally how it ended."""
        while not ticket.result.done():
            if (ahead := self.pool.ahead_of(ticket)) is not None:
                self.answer(messages.Queued(number, ahead))
            await asyncio.wait((ticket.result,), timeout=QUEUE_TOLD_EVERY)
        self._ticket = None
        try:
            self.answer(ticket.result.result())
        except BrettwerkError as error:
            self.refuse(error, about=number)
        else:
            self.answer(messages.Ended(number, self._reason(ticket)))

    def _reason(self, ticket: Ticket[messages.AnalysisMessage]) -> messages.EndReason:
        """Return why it ended: stopped by the client or for others, by time, or settled."""
        if self._stopped:
            return "stopped"
        took = asyncio.get_running_loop().time() - ticket.started
        if took >= ticket.job.seconds - 0.5:
            return "time"
        return "others" if ticket.cut_short else "settled"

    # -- reviews ----------------------------------------------------------------------------------
    async def _review(self, wanted: messages.ReviewRequest) -> None:
        self._end()
        session = await self.registry.get(wanted.game)
        self.budget.charge(self.client)
        review = await self.reviews.find(session, wanted.round, self.client)
        self._following = asyncio.create_task(self._follow_review(review, wanted.id))

    async def _follow_review(self, review: GameReview, number: int) -> None:
        try:
            async with aclosing(self.reviews.follow(review, number, self.language)) as messages:
                async for message in messages:
                    await self.wait_for_room()
                    self.answer(message)
        except BrettwerkError as error:
            self.refuse(error, about=number)


async def analysis_socket(websocket: WebSocket) -> None:
    """Connect a reader from our own pages or programs, if there is room."""
    state = websocket.app.state
    if not own_origin(websocket.headers):
        await websocket.close(1008)
        return
    await websocket.accept()
    client, limits = client_of(websocket), state.settings.limits
    crowded = state.readers[client] >= limits.readers_per_client
    if crowded or state.readers.total() >= limits.readers:
        await reject(websocket, "page-full", TOO_MANY)
        return
    await AnalysisSocket(websocket, state).run(websocket)
