"""Reviews of finished games: computed once for all readers, and only while there is one.

What was found is kept; the words for it are made for each reader's language.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncGenerator

from msgspec import UNSET

from brettwerk.core.game import Position
from brettwerk.errors import BrettwerkError
from brettwerk.explorer.book import book_plies
from brettwerk.i18n import Language
from brettwerk.records import Record, write_record
from brettwerk.search.review import Judgement, Look, Review, annotated, judged_by, remark, summary
from brettwerk.server.errors import ServerError
from brettwerk.server.http.budget import StudyBudget
from brettwerk.server.jobs.pool import Pool
from brettwerk.server.jobs.queue import Priority
from brettwerk.server.play.exports import game_records, round_lengths
from brettwerk.server.play.session import GameSession
from brettwerk.server.study.messages import Reviewed, ReviewedPly, ReviewMessage
from brettwerk.server.study.tasks import EvaluatePosition
from brettwerk.server.study.words import shown_shares

log = logging.getLogger("brettwerk")
NODES, SECONDS = 120_000, 20.0  # for each position
MAX_POSITIONS = 20_000  # of all reviews together
MAX_PLIES = 1000


class GameReview:
    """One round that is being reviewed, or has been."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.positions: list[Position] = list(record.positions())
        self.looks: list[Look] = []
        self._book = book_plies(record)
        self.error: BrettwerkError | None = None
        self.readers = 0
        self.task: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    @property
    def done(self) -> bool:
        """Whether every position has been evaluated."""
        return len(self.looks) == len(self.positions)

    def judged(self) -> Review:
        """Return the moves judged as far as they have been evaluated."""
        return judged_by(self.record, self.looks, self._book)

    def notify(self) -> None:
        """Wake all readers."""
        self._news.set()
        self._news = asyncio.Event()

    async def wait(self) -> None:
        """Wait until something has changed."""
        await self._news.wait()


class ReviewService:
    """The reviews that have been asked for lately."""

    def __init__(self, pool: Pool, budget: StudyBudget) -> None:
        self._pool = pool
        self._budget = budget
        self._reviews: OrderedDict[tuple[str, int, int], GameReview] = OrderedDict()

    async def record(self, session: GameSession, number: int | None, client: str) -> Record:
        """Return a finished round, the last one if no number is given."""
        _, number, plies = _key(session, number)
        if plies > MAX_PLIES:
            raise ServerError(400, "study-review-long", most=MAX_PLIES)
        self._budget.charge_moves(client, sum(round_lengths(session.state)))
        return await self._budget.run(
            lambda: game_records(session.state, session.created)[number - 1]
        )

    async def find(self, session: GameSession, number: int | None, client: str) -> GameReview:
        """Return the review of a finished round, for somebody who will follow it."""
        key = _key(session, number)
        if key not in self._reviews:
            record = await self.record(session, number, client)
            made = await self._budget.run(lambda: GameReview(record))
            self._reviews.setdefault(key, made)  # another reader may have asked meanwhile
        review = self._reviews[key]
        self._reviews.move_to_end(key)
        self._drop_old(review)
        return review

    def finished(self, session: GameSession, number: int | None) -> GameReview:
        """Return the review of a round that has been done; ServerError if it has not."""
        review = self._reviews.get(_key(session, number))
        if review is None or not review.done:
            raise ServerError(409, "study-review-unfinished")
        return review

    def _drop_old(self, wanted: GameReview) -> None:
        """Drop the oldest reviews without readers while there are too many positions."""
        count = sum(len(review.positions) for review in self._reviews.values())
        for key, review in tuple(self._reviews.items()):
            if count <= MAX_POSITIONS:
                return
            if not review.readers and review is not wanted:
                del self._reviews[key]
                count -= len(review.positions)

    async def follow(
        self, review: GameReview, number: int, language: Language
    ) -> AsyncGenerator[ReviewMessage]:
        """Yield a message about each ply as it is evaluated, and finally the summary."""
        review.readers += 1
        try:
            if review.task is None and not review.done:
                review.error = None
                review.task = asyncio.create_task(self._evaluate(review))
            async for message in _messages(review, number, language):
                yield message
        finally:
            review.readers -= 1
            if not review.readers and review.task:
                # The next reader starts another task, even if this one has not quite ended yet.
                review.task.cancel()
                review.task = None

    async def _evaluate(self, review: GameReview) -> None:
        """Evaluate every position, one after the other, while no analysis waits."""
        error: BrettwerkError = ServerError(503, "study-failed")
        try:
            while not review.done:
                position = review.positions[len(review.looks)]
                job = EvaluatePosition(position.text, NODES, seconds=SECONDS)
                found = await self._pool.run(job, Priority.REVIEW, str(id(review)))
                review.looks.append(Look(position, found.analysis(position)))
                review.notify()
        except BrettwerkError as refused:
            error = refused
        except Exception:
            log.exception("A review failed")
        finally:
            if review.task is asyncio.current_task():
                review.task = None
                review.error = None if review.done else error
                review.notify()


def _key(session: GameSession, number: int | None) -> tuple[str, int, int]:
    """Return the key of a finished round; its length counts, as it may go on after a draw."""
    rounds = session.state.match.rounds
    number = len(rounds) if number is None else number
    if not rounds:
        raise ServerError(409, "study-review-later")
    if not 1 <= number <= len(rounds):
        raise ServerError(400, "page-number", first=1, last=len(rounds))
    return session.id, number, len(rounds[number - 1].moves)


# -- in words -------------------------------------------------------------------------------------
async def _messages(
    review: GameReview, number: int, language: Language
) -> AsyncGenerator[ReviewMessage]:
    sent = 0
    while True:
        judgements = {found.ply: found for found in review.judged().judgements}
        while sent < len(review.looks):
            yield _ply_message(review, number, sent, judgements.get(sent), language)
            sent += 1
        if review.done:
            break
        if review.error:
            raise review.error
        await review.wait()
    found = review.judged()
    turning = found.turning.ply if found.turning else None
    moments = [judged.ply for judged in found.moments]
    yield Reviewed(number, summary(found, language), turning, moments)


def _ply_message(
    review: GameReview, number: int, ply: int, judged: Judgement | None, language: Language
) -> ReviewedPly:
    """Return the evaluation after a ply, and the judgement of the move that led there."""
    look = review.looks[ply]
    mistake = judged if judged and judged.is_mistake else None
    return ReviewedPly(
        id=number,
        of=len(review.positions),
        ply=ply,
        shares=shown_shares(look.score),
        words=look.words(language),
        exact=look.analysis.exact is not None or look.position.outcome is not None,
        move=judged.move if judged else UNSET,
        player=judged.player if judged else UNSET,
        kind=judged.kind if judged else UNSET,
        better=[move.text for move in mistake.better] if mistake else UNSET,
        remark=remark(judged, language) if judged and judged.kind else UNSET,
    )


def annotated_text(review: GameReview, language: Language) -> str:
    """Return the record of a finished review with its remarks."""
    return write_record(annotated(review.judged(), language))
