"""The interface for programs: make games, look at them, act in them, download them."""

from hmac import compare_digest
from time import time

from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from brettwerk.boards.tableaus import FRONTS
from brettwerk.core.registry import definition, names
from brettwerk.server.errors import ServerError
from brettwerk.server.http.errors import answer, body_of
from brettwerk.server.http.rate_limits import client_of
from brettwerk.server.jobs.pool import MOVES
from brettwerk.server.jobs.queue import Priority
from brettwerk.server.jobs.tasks import ExportGame
from brettwerk.server.play import exports
from brettwerk.server.play.config import FRIEND, HERE, GameRequest
from brettwerk.server.play.messages import Command, CreatedGame, GameFacts, OptionMessage, SeatKey
from brettwerk.server.play.registry import GameRegistry
from brettwerk.server.play.seat_keys import people_of
from brettwerk.server.play.session import GameSession
from brettwerk.server.play.view import round_message, state_message
from brettwerk.server.study.budget import budget_of

LOOPBACK = ("127.0.0.1", "::/64")


def registry_of(request: Request) -> GameRegistry:
    """Return the games of the server that was asked."""
    registry: GameRegistry = request.app.state.registry
    return registry


async def session_of(request: Request) -> GameSession:
    """Return the game that the address names."""
    return await registry_of(request).get(request.path_params["game"])


async def create(request: Request) -> Response:
    """POST /api/games: make a game; the answer holds its keys, this once."""
    registry = registry_of(request)
    registry.new_games.charge(client_of(request))
    wanted = await body_of(request, GameRequest, registry.settings.limits.body_bytes)
    game, keys, config = await registry.create(wanted)
    seats = [
        SeatKey(person, config.seats[person].kind, key)
        for person, key in enumerate(keys)
        if config.seats[person].kind in (HERE, FRIEND)
    ]
    return answer(CreatedGame(game, f"/g/{game}", seats), 201)


async def look(request: Request) -> Response:
    """GET /api/games/ID: the state."""
    return _state(registry_of(request), await session_of(request))


def _state(registry: GameRegistry, session: GameSession) -> Response:
    now = registry.time.now()
    return answer(state_message(session.id, session.state, now, session.online))


async def earlier_round(request: Request) -> Response:
    """GET /api/games/ID/rounds/N: a round before the current one."""
    session = await session_of(request)
    last = len(session.state.earlier)
    if not last:
        raise ServerError(404, "page-no-round")
    number = exports.whole_number(request.path_params["number"], 1, last)
    return answer(round_message(session.state, number))


async def command(request: Request) -> Response:
    """POST /api/games/ID/acts, with the key as `Authorization: Bearer …`."""
    registry, session = registry_of(request), await session_of(request)
    client = client_of(request)
    request.app.state.commands.charge(client)
    wanted = await body_of(request, Command, registry.settings.limits.message_bytes)
    bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
    people = people_of(bearer.split(",")[:8], session.hashes)
    await registry.execute(session, people, wanted, client)
    return _state(registry, session)


async def catalogue(_: Request) -> Response:
    """GET /api/catalogue: the games and their options."""
    return answer([game_facts(name) for name in names()])


def game_facts(name: str) -> GameFacts:
    """Return a game with its options and how people set them."""
    game = definition(name)
    options = [OptionMessage(o.name, o.default, o.control, o.choices) for o in game.option_specs]
    return GameFacts(name, game.seats, options, game.target)


def page_facts(name: str) -> GameFacts:
    """Return what a page with the options of a game needs: the tableaus if a board is chosen."""
    facts = game_facts(name)
    lays_boards = any(option.control.startswith("board") for option in facts.options)
    return replace(facts, tableaus=FRONTS) if lays_boards else facts


async def record(request: Request) -> Response:
    """GET /api/games/ID/record.pgn or .json."""
    session, ending = await session_of(request), _ending(request, "pgn", "json")
    return await _export(request, session, ending)


async def picture(request: Request) -> Response:
    """GET /api/games/ID/picture.svg or .png, with theme, flipped, round, ply, width."""
    session, ending = await session_of(request), _ending(request, "svg", "png")
    widest = registry_of(request).settings.limits.picture_width
    spec = exports.picture_spec(session.state, request.query_params, widest)
    return await _export(request, session, ending, spec)


async def _export(
    request: Request, session: GameSession, ending: str, picture: exports.PictureSpec | None = None
) -> Response:
    """Return a game as a file: worked out in the pool, and kept until the game goes on."""
    registry, client = registry_of(request), client_of(request)
    key = (session.id, session.number, ending, picture)
    content = registry.files.get(key)
    if content is None:
        budget_of(request).charge_moves(client, session.number)
        events = await registry.store.events_since(session.id, 0)
        job = ExportGame(session.state.config, events, session.created, ending, picture)
        content = await registry.pool.run(job, Priority.QUICK, client)
        registry.files.put(key, content)
    return _file(session, content, ending)


def _ending(request: Request, *known: str) -> str:
    ending: str = request.path_params["ending"]
    if ending not in known:
        raise HTTPException(404)
    return ending


def _file(session: GameSession, content: bytes, ending: str) -> Response:
    return download(
        content, f"{session.state.config.game}-{session.id}.{ending}", exports.MEDIA_TYPES[ending]
    )


def download(content: bytes | str, name: str, media_type: str) -> Response:
    """Return a file that the browser saves under this name."""
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(content, headers=headers, media_type=media_type)


async def health(_: Request) -> Response:
    """GET /healthz: the server is alive, whether it can store anything or not."""
    return PlainTextResponse("ok\n")


async def ready(request: Request) -> Response:
    """GET /readyz: games can be stored."""
    await registry_of(request).store.set_fact("ready", time())
    return PlainTextResponse("ok\n")


async def metrics(request: Request) -> Response:
    """GET /metrics, for Prometheus: for this machine, or with the token."""
    registry = registry_of(request)
    token, client = registry.settings.metrics_token, client_of(request)
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    if not (compare_digest(given.encode(), token.encode()) if token else client in LOOPBACK):
        raise HTTPException(404)
    gauges = {
        "games_in_memory": float(len(registry.sessions)),
        "sockets": float(registry.sockets.total()),
        "computers_waiting": float(registry.pool.load(*MOVES)),
        "analyses_waiting": float(registry.pool.load(Priority.ANALYSIS, Priority.REVIEW)),
    }
    return PlainTextResponse(registry.metrics.text(gauges))
