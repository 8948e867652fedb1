"""The application: its routes, its middleware, and what is opened and closed with it."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from brettwerk.core.registry import collect
from brettwerk.errors import BadOptions, BrettwerkError
from brettwerk.requests import MoveRefused
from brettwerk.server import monitoring
from brettwerk.server.bus.bus import Bus, LocalBus
from brettwerk.server.crews import make_pool
from brettwerk.server.http import drawings, pages, static_files
from brettwerk.server.http.bans import BanGuard, BanList
from brettwerk.server.http.budget import StudyBudget
from brettwerk.server.http.connection import Connection
from brettwerk.server.http.file_cache import FileCache
from brettwerk.server.http.page_cache import PageCache
from brettwerk.server.http.proxies import TrustedProxies
from brettwerk.server.http.rate_limits import RateLimiter, SharedLimits
from brettwerk.server.http.request_id import RequestId
from brettwerk.server.http.response import error_response
from brettwerk.server.http.security import Guard
from brettwerk.server.jobs.job import Run
from brettwerk.server.learn import courses, findings, lessons, progress, puzzles, rules
from brettwerk.server.metrics import watch_loop
from brettwerk.server.play import api
from brettwerk.server.play import pages as play_pages
from brettwerk.server.play.administration import AdministrationWatch
from brettwerk.server.play.registry import GameRegistry
from brettwerk.server.play.scheduler import Scheduler
from brettwerk.server.play.socket import play_socket
from brettwerk.server.settings import SQLITE, Limits, Settings
from brettwerk.server.site import app_files, offline
from brettwerk.server.storage.store import GameStore
from brettwerk.server.study import api as study_api
from brettwerk.server.study import collection
from brettwerk.server.study import pages as study_pages
from brettwerk.server.study.analysis_socket import analysis_socket
from brettwerk.server.study.reviews import ReviewService

GATHER = 0.02  # seconds: of many moves some reach other servers so much later, but together
_ForwardedAddresses: Any = ProxyHeadersMiddleware  # its types are uvicorn's, not Starlette's


def make_app(
    settings: Settings | None = None, store: GameStore | None = None, run: Run | None = None
) -> Starlette:
    """Return the application; `run` does its jobs in threads, for tests."""
    settings, shared = settings or Settings(), SharedLimits()
    limits = settings.limits
    requests = shared.add("requests", limits.requests_burst, limits.requests_per_second)
    bans = BanList()
    app = Starlette(
        routes=_routes(),
        lifespan=partial(_lifespan, settings, store or make_store(settings), run, shared),
        middleware=[
            Middleware(monitoring.MetricsAddress, settings=settings),
            Middleware(RequestId, proxies=TrustedProxies(settings.proxies)),
            Middleware(_ForwardedAddresses, trusted_hosts=list(settings.proxies)),
            Middleware(Guard, settings=settings, on_error=_error, requests=requests),
            Middleware(BanGuard, bans=bans),
            Middleware(GZipMiddleware, minimum_size=800, compresslevel=2),
        ],
        exception_handlers=dict.fromkeys((BrettwerkError, HTTPException, MoveRefused), _error),
    )
    state = app.state
    state.settings = settings
    state.site, state.pool, state.files = None, None, FileCache()
    state.commands = shared.add("commands", limits.messages_burst, limits.messages_per_second)
    client_messages = limits.client_messages_burst, limits.client_messages_per_second
    state.messages = RateLimiter("client_messages", *client_messages)
    state.readers = shared.counter("readers")
    state.bans, state.connections = bans, set[Connection[Any]]()
    return app


@contextmanager
def make_pages(*, offline: bool = True) -> Iterator[Starlette]:
    """Provide an application that renders pages without serving them."""
    limits = Limits.none()
    app = make_app(Settings(limits=limits, offline=offline))
    app.state.budget = StudyBudget(limits, SharedLimits(), pause=0)  # there is nothing else
    try:
        yield app
    finally:
        app.state.budget.close()


def make_store(settings: Settings) -> GameStore:
    """Return the store of a server; BadOptions if its database cannot be shared, but should be."""
    if settings.bus and settings.url.startswith(SQLITE):
        raise BadOptions("cli-serve-bus-sqlite")
    return GameStore(settings.url, bus=bool(settings.bus))


def _make_bus(settings: Settings) -> Bus:
    if not settings.bus:
        return LocalBus()
    try:  # an extra, which few servers need
        from brettwerk.server.bus.redis_bus import RedisBus
    except ModuleNotFoundError as error:
        raise BadOptions("cli-serve-bus-driver", module=error.name) from error
    return RedisBus(settings.bus, settings.bus_prefix, GATHER)


@asynccontextmanager
async def _lifespan(
    settings: Settings, store: GameStore, run: Run | None, shared: SharedLimits, app: Starlette
) -> AsyncIterator[None]:
    """Open the database, the pool and the games with the application, and close them with it."""
    await store.open()
    state, bus = app.state, _make_bus(settings)
    state.pool = make_pool(settings, run)
    state.budget = StudyBudget(settings.limits, shared)
    state.reviews = ReviewService(state.pool, state.budget)
    state.registry = GameRegistry(settings, store, state.pool, shared, bus)
    scheduler = Scheduler(state.registry)
    state.pool.open()
    state.registry.open()
    watch = AdministrationWatch(state.registry, state.bans, state.connections)
    watching = [asyncio.create_task(work) for work in (watch_loop(), watch.run())]
    try:
        await watch.look()
        # From here on clocks run: requests are answered. Without the database it is done later.
        with suppress(BrettwerkError):
            await store.leases.beat()
        scheduler.open()
        yield
    finally:
        for task in watching:
            task.cancel()
        # What is left half done when the loop ends can keep it from ending.
        await asyncio.gather(*watching, return_exceptions=True)
        state.budget.close()
        await state.files.close()
        await scheduler.close()
        await state.registry.close()
        await state.pool.close()
        await store.close()


def _routes() -> list[Any]:
    static, cached = f"/static/{static_files.digest()}", PageCache()
    return [
        Route("/", cached(play_pages.home)),
        Route("/new/{game}", cached(play_pages.new)),
        Route("/g/{game}", play_pages.play),
        Route("/play/{game}", cached(play_pages.on_device)),
        Route("/rules/{page}", cached(rules.rules)),
        Route("/learn", cached(lessons.learn)),
        Route("/progress", cached(progress.progress)),
        Route("/learn/{game}", cached(lessons.learn_game)),
        Route("/lessons/{game}", cached(lessons.lesson)),
        Route("/lessons/{game}/{step}", cached(lessons.lesson)),
        Route("/course/{game}", cached(courses.overview)),
        Route("/course/{game}/game/{number}", cached(courses.model)),
        Route("/course/{game}/{step}", cached(courses.step)),
        Route("/practice/{game}", cached(courses.practice)),
        Route("/analysis", cached(study_pages.choose)),
        Route("/lessons", lessons.choose),
        Route("/rules", lessons.choose),
        Route("/analysis/{game}", cached(study_pages.analysis, reads_query=True)),
        Route("/known", cached(findings.known)),
        Route("/known/{game}", cached(findings.known_of)),
        Route("/review/{game}", study_pages.review),
        Route("/play/{game}/review", cached(study_pages.review_on_device)),
        Route("/api/games/{game}/review.pgn", study_pages.annotated),
        Route("/puzzles", cached(puzzles.overview, reads_query=True)),
        Route("/puzzles/{game}", cached(puzzles.one, reads_query=True)),
        Route("/board/{game}.svg", drawings.board),
        Route("/start/{game}.svg", drawings.start),
        Route("/api/catalogue", api.catalogue),
        Route("/api/study", study_api.study, methods=["POST"]),
        Route("/api/study/answer", study_api.computer_move, methods=["POST"]),
        Route("/api/study/set", study_api.arrange, methods=["POST"]),
        Route("/api/study/read", study_api.read, methods=["POST"]),
        Route("/api/study/record", study_api.write, methods=["POST"]),
        Route("/api/study/explain", study_api.explain, methods=["POST"]),
        Route("/api/lessons/{game}/{step}", lessons.judged, methods=["POST"]),
        Route("/api/puzzles/{game}/{puzzle}", puzzles.look, methods=["GET"]),
        Route("/api/puzzles/{game}/{puzzle}", puzzles.attempt, methods=["POST"]),
        Route("/api/puzzles/{game}/{puzzle}/hint", puzzles.hint),
        Route("/api/puzzles/{game}/{puzzle}/solution", puzzles.solution),
        Route("/api/code", api.link_code, methods=["POST"]),
        Route("/api/games", api.create, methods=["POST"]),
        Route("/api/games/handed", api.adopt, methods=["POST"]),
        Route("/api/games/{game}", api.look),
        Route("/api/games/{game}/rounds/{number}", api.earlier_round),
        Route("/api/games/{game}/acts", api.command, methods=["POST"]),
        Route("/api/games/{game}/links", api.new_link, methods=["POST"]),
        Route("/api/games/{game}/record.{ending}", api.record),
        Route("/api/games/{game}/picture.{ending}", api.picture),
        WebSocketRoute("/ws/analysis", analysis_socket),
        WebSocketRoute("/ws/{game}", play_socket),
        Route("/sw.js", offline.worker),
        Route("/offline", offline.offline),
        Route("/offline/{language}.json", offline.pages_of_language),
        Route("/data/games/{game}.json", collection.collection),
        Route("/data/{language}/lessons/{game}.json", lessons.device_lesson),
        Route("/data/{language}/courses/{game}.json", courses.device_course),
        Route("/data/{language}/puzzles/{game}.json", puzzles.collection),
        Route("/app/{language}.webmanifest", app_files.manifest),
        Route("/app/icon-{size}.png", app_files.icon),
        Route("/app/preview-{game}.png", app_files.preview),
        Route("/favicon.ico", app_files.favicon),
        Route("/healthz", api.health),
        Route("/readyz", api.ready),
        Route("/metrics", monitoring.metrics),
        Route(f"{static}/{{name:path}}", static_files.static),
        *_routes_of_games(),
    ]


def _routes_of_games() -> Iterator[BaseRoute]:
    for routes in collect(lambda game: game.routes()):
        for route in routes:
            assert isinstance(route, BaseRoute)
            yield route


async def _error(request: Request, error: Exception) -> Response:
    """Answer programs with JSON and people with a page."""
    if request.url.path.startswith("/api/"):
        return error_response(request, error)
    return await pages.error_page(request, error)
