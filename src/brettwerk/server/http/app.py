"""The application: its routes, its middleware, and what is opened and closed with it."""

from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from brettwerk.core.registry import collect
from brettwerk.errors import BrettwerkError
from brettwerk.requests import MoveRefused
from brettwerk.server.http import drawings, pages, static_files
from brettwerk.server.http.errors import error_response
from brettwerk.server.http.metrics import Metrics
from brettwerk.server.http.rate_limits import RateLimiter
from brettwerk.server.http.security import Guard
from brettwerk.server.http.settings import Settings
from brettwerk.server.jobs.job import Run
from brettwerk.server.jobs.pool import make_pool
from brettwerk.server.learn import findings, lessons, puzzles, rules
from brettwerk.server.play import api
from brettwerk.server.play.registry import GameRegistry
from brettwerk.server.play.socket import play_socket
from brettwerk.server.storage import GameStore
from brettwerk.server.study import analysis, board, review_page
from brettwerk.server.study.analysis_socket import analysis_socket
from brettwerk.server.study.budget import StudyBudget
from brettwerk.server.study.reviews import ReviewService


def make_app(
    settings: Settings | None = None, store: GameStore | None = None, run: Run | None = None
) -> Starlette:
    """Return the application; `run` does its jobs in threads, for tests."""
    settings = settings or Settings()
    app = Starlette(
        routes=_routes(),
        lifespan=_lifespan(settings, store or GameStore(settings.url), run),
        middleware=[
            Middleware(Guard, settings=settings, on_error=_error),
            Middleware(GZipMiddleware, minimum_size=800, compresslevel=6),
        ],
        exception_handlers=dict.fromkeys((BrettwerkError, HTTPException, MoveRefused), _error),
    )
    limits, state = settings.limits, app.state
    state.settings = settings
    state.commands = RateLimiter(limits.messages_burst, limits.messages_per_second)
    state.readers = Counter[str]()
    return app


def _lifespan(
    settings: Settings, store: GameStore, run: Run | None
) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    """Open the database, the pool and the games with the application, and close them with it."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await store.open()
        state = app.state
        state.pool = make_pool(settings, run)
        state.budget = StudyBudget(settings.limits)
        state.reviews = ReviewService(state.pool, state.budget)
        state.registry = GameRegistry(settings, store, state.pool, Metrics())
        state.pool.open()
        await state.registry.open()
        try:
            yield
        finally:
            state.budget.close()
            await state.registry.close()
            await state.pool.close()
            await store.close()

    return lifespan


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
        Route("/known", findings.known),
        Route("/known/{game}", findings.known_of),
        Route("/review/{game}", review_page.review),
        Route("/api/games/{game}/review.pgn", review_page.annotated),
        Route("/puzzles", puzzles.overview),
        Route("/puzzles/{game}", puzzles.one),
        Route("/board/{game}.svg", drawings.board),
        Route("/start/{game}.svg", drawings.start),
        Route("/api/catalogue", api.catalogue),
        Route("/api/study", board.study, methods=["POST"]),
        Route("/api/study/answer", analysis.computer_move, methods=["POST"]),
        Route("/api/study/set", analysis.arrange, methods=["POST"]),
        Route("/api/study/read", analysis.read, methods=["POST"]),
        Route("/api/study/record", analysis.write, methods=["POST"]),
        Route("/api/study/explain", board.explain, methods=["POST"]),
        Route("/api/lessons/{game}/{step}", lessons.judged, methods=["POST"]),
        Route("/api/puzzles/{game}/{puzzle}", puzzles.look, methods=["GET"]),
        Route("/api/puzzles/{game}/{puzzle}", puzzles.attempt, methods=["POST"]),
        Route("/api/puzzles/{game}/{puzzle}/hint", puzzles.hint),
        Route("/api/puzzles/{game}/{puzzle}/solution", puzzles.solution),
        Route("/api/games", api.create, methods=["POST"]),
        Route("/api/games/{game}", api.look),
        Route("/api/games/{game}/rounds/{number}", api.earlier_round),
        Route("/api/games/{game}/acts", api.command, methods=["POST"]),
        Route("/api/games/{game}/record.{ending}", api.record),
        Route("/api/games/{game}/picture.{ending}", api.picture),
        WebSocketRoute("/ws/analysis", analysis_socket),
        WebSocketRoute("/ws/{game}", play_socket),
        Route("/healthz", api.health),
        Route("/readyz", api.ready),
        Route("/metrics", api.metrics),
        Route(f"{static}/colours.css", drawings.colours),
        Route(f"{static}/{{name:path}}", static_files.static),
        *(route for routes in collect(lambda game: game.routes()) for route in routes),
    ]


async def _error(request: Request, error: Exception) -> Response:
    """Answer programs with JSON and people with a page."""
    if request.url.path.startswith("/api/"):
        return error_response(request, error)
    return pages.error_page(request, error)
