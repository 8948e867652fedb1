"""The application: addresses, middleware, and what is opened and closed with it."""

from __future__ import annotations

from collections import Counter
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route, WebSocketRoute

from brettwerk.errors import BrettwerkError
from brettwerk.server import (
    analysis,
    api,
    atlas,
    drawings,
    known,
    lessons,
    pages,
    puzzles,
    review,
    rules,
    statics,
    study,
)
from brettwerk.server.analysis_socket import analysis_socket
from brettwerk.server.analysts import Analysts
from brettwerk.server.computers import Choose, Computers
from brettwerk.server.faults import as_json
from brettwerk.server.hall import Hall
from brettwerk.server.limits import Buckets
from brettwerk.server.metrics import Metrics
from brettwerk.server.reviews import Reviews
from brettwerk.server.security import Guard
from brettwerk.server.settings import Settings
from brettwerk.server.sockets import play_socket
from brettwerk.server.storage import Store
from brettwerk.server.studies import Studies
from brettwerk.server.workers import Workers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import Scope

    from brettwerk.server.analyst import Run


def make_app(
    settings: Settings | None = None,
    choose: Choose | None = None,
    store: Store | None = None,
    think: Run | None = None,
) -> Starlette:
    """The application; `choose` plays for computers and `think` analyses, else the engine does."""
    settings = settings or Settings()
    limits = settings.limits
    store = store or Store(settings.url)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        await store.open()
        computers = Computers(choose, settings.workers, settings.processes)
        # They begin when the first puzzle is tried.
        app.state.provers = provers = Workers(1, settings.processes)
        app.state.hall = hall = Hall(settings, store, computers, Metrics())
        app.state.analysts = analysts = Analysts(
            settings.analysts,
            limits.waiting_analyses,
            limits.waiting_analyses_per_client,
            processes=settings.processes,
            run=think,
        )
        app.state.reviews = Reviews(analysts, app.state.studies)
        await hall.open()
        analysts.open()
        try:
            yield
        finally:
            provers.stop()
            await analysts.close()
            app.state.studies.stop()
            await hall.close()
            await store.close()

    app = Starlette(
        routes=_routes(),
        lifespan=life,
        middleware=[
            Middleware(Guard, settings=settings, fault=_fault),
            Middleware(GZipMiddleware, minimum_size=800, compresslevel=6),
        ],
        exception_handlers={BrettwerkError: _fault, HTTPException: _fault},
    )
    app.state.new_games = Buckets(limits.new_games_burst, limits.new_games_per_second)
    app.state.studies = Studies(limits)
    app.state.readers = Counter[str]()
    app.state.acts = Buckets(limits.messages_burst, limits.messages_per_second)
    return app


def _routes() -> list[Any]:
    static = f"/static/{pages.digest()}"
    return [
        Route("/", pages.home),
        Route("/new/{game}", pages.new),
        Route("/g/{game}", pages.play),
        Route("/rules/{page}", rules.rules),
        Route("/learn", lessons.learn),
        Route("/learn/{game}", lessons.learn_game),
        Route("/lessons/{game}", lessons.lesson),
        Route("/lessons/{game}/{step}", lessons.lesson),
        Route("/analysis", lessons.choose),
        Route("/lessons", lessons.choose),
        Route("/rules", lessons.choose),
        Route("/analysis/{game}", analysis.analysis),
        Route("/known", known.known),
        Route("/known/{game}", known.known_of),
        Route(atlas.HOME, atlas.atlas),
        Route(f"{atlas.HOME}/{{board}}", atlas.sheet),
        Route("/review/{game}", review.review),
        Route("/api/games/{game}/review.pgn", review.annotated),
        Route("/puzzles", puzzles.overview),
        Route("/puzzles/{game}", puzzles.one),
        Route("/board/{game}.svg", drawings.board),
        Route("/start/{game}.svg", drawings.start),
        Route("/api/catalogue", api.catalogue),
        Route("/api/study", study.study, methods=["POST"]),
        Route("/api/study/answer", analysis.oppose, methods=["POST"]),
        Route("/api/study/set", analysis.arrange, methods=["POST"]),
        Route("/api/study/read", analysis.read, methods=["POST"]),
        Route("/api/study/record", analysis.write, methods=["POST"]),
        Route("/api/study/explain", study.explain, methods=["POST"]),
        Route("/api/lessons/{game}/{step}", lessons.judged, methods=["POST"]),
        Route("/api/puzzles/{game}/{puzzle}", puzzles.look, methods=["GET"]),
        Route("/api/puzzles/{game}/{puzzle}", puzzles.attempt, methods=["POST"]),
        Route("/api/puzzles/{game}/{puzzle}/hint", puzzles.hint),
        Route("/api/puzzles/{game}/{puzzle}/solution", puzzles.solution),
        Route("/api/games", api.create, methods=["POST"]),
        Route("/api/games/{game}", api.look),
        Route("/api/games/{game}/rounds/{number}", api.earlier),
        Route("/api/games/{game}/acts", api.act, methods=["POST"]),
        Route("/api/games/{game}/record.{ending}", api.record),
        Route("/api/games/{game}/picture.{ending}", api.picture),
        WebSocketRoute("/ws/analysis", analysis_socket),
        WebSocketRoute("/ws/{game}", play_socket),
        Route("/healthz", api.health),
        Route("/metrics", api.metrics),
        Route(f"{static}/colours.css", drawings.colours),
        Route(f"{static}/{{name:path}}", statics.static),
    ]


async def _fault(request: Request, raised: Exception) -> Response:
    """Programs get JSON, people a page."""
    scope: Scope = request.scope
    if scope["path"].startswith("/api/"):
        return as_json(request, raised)
    return pages.fault(request, raised)
