"""The interface for programs: make games, look at them, act in them, download them."""

from collections.abc import Awaitable, Callable
from io import BytesIO

from msgspec import UNSET
from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from brettwerk.core.registry import definition, names
from brettwerk.errors import IllegalMove, InvalidMove, MatchError
from brettwerk.notation.png import MIN_WIDTH
from brettwerk.records.dialect import formats_of
from brettwerk.server.errors import ServerError
from brettwerk.server.http.budget import budget_of
from brettwerk.server.http.request import body_of, client_of, whole_number
from brettwerk.server.http.response import answer, download
from brettwerk.server.jobs.job import Job
from brettwerk.server.jobs.queue import Priority
from brettwerk.server.play import exports, messages
from brettwerk.server.play.games import NewGame
from brettwerk.server.play.registry import GameRegistry
from brettwerk.server.play.seat_keys import MAX_KEYS, people_of
from brettwerk.server.play.session import GameSession
from brettwerk.server.play.tasks import DrawPosition, ExportGame
from brettwerk.server.play.view import round_message, state_message
from brettwerk.server.storage.model import GameConfig

LONGEST_HANDED = 500_000  # bytes of a game from a device
HANDED_PER_GAME = 100  # events of such a game that count as much as a new game


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
    wanted = await body_of(request, messages.GameRequest, registry.settings.limits.body_bytes)
    return _created(await registry.create(wanted, client_of(request)))


async def adopt(request: Request) -> Response:
    """POST /api/games/handed: go on with a game that was played on a device until now."""
    registry = registry_of(request)
    registry.new_games.charge(client_of(request))
    handed = await body_of(request, messages.HandedGame, LONGEST_HANDED)
    # Playing through it takes as long as many new games.
    registry.new_games.charge(client_of(request), len(handed.events) / HANDED_PER_GAME)
    try:
        return _created(await registry.adopt(handed, client_of(request)))
    except (MatchError, IllegalMove, InvalidMove) as error:  # of a match that cannot have been
        raise ServerError.of(400, error) from None


def _created(made: NewGame) -> Response:
    seats = [_seat_key(made.config, person, made.keys[person]) for person in made.config.people]
    return answer(messages.CreatedGame(made.id, f"/g/{made.id}", seats, made.owner), 201)


def _seat_key(config: GameConfig, person: int, key: str) -> messages.SeatKey:
    return messages.SeatKey(person, config.seats[person].kind, key)


async def new_link(request: Request) -> Response:
    """POST /api/games/ID/links, with the owner's key: another key for a seat."""
    registry, session = registry_of(request), await session_of(request)
    request.app.state.commands.charge(client_of(request))
    wanted = await body_of(request, messages.LinkRequest, registry.settings.limits.message_bytes)
    if not people_of(_bearer(request), [session.owner_hash or ""]):
        raise ServerError(403, "page-not-owner")
    key = await registry.rekey(session, wanted.person)
    return answer(_seat_key(session.state.config, wanted.person, key), 201)


async def link_code(request: Request) -> Response:
    """POST /api/code: the QR code of a link as SVG."""
    request.app.state.commands.charge(client_of(request))
    limit = registry_of(request).settings.limits.message_bytes
    wanted = await body_of(request, messages.CodeRequest, limit)
    # Imported late, because few games need it.
    import segno

    drawn = BytesIO()
    code = segno.make_qr(wanted.link)
    code.save(drawn, kind="svg", xmldecl=False, omitsize=True, border=2, light="#fff")
    return Response(drawn.getvalue(), media_type="image/svg+xml")


def _bearer(request: Request) -> list[str]:
    """Return the keys in the header of a request."""
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    return given.split(",")[:MAX_KEYS]


async def look(request: Request) -> Response:
    """GET /api/games/ID: the state."""
    return _state(registry_of(request), await session_of(request))


def _state(registry: GameRegistry, session: GameSession) -> Response:
    now = registry.leases.now()
    return answer(state_message(session.id, session.state, now, session.online))


async def earlier_round(request: Request) -> Response:
    """GET /api/games/ID/rounds/N: a round before the current one."""
    session = await session_of(request)
    last = len(session.state.earlier)
    if not last:
        raise ServerError(404, "page-no-round")
    number = whole_number(request.path_params["number"], 1, last)
    return answer(round_message(session.state, number))


async def command(request: Request) -> Response:
    """POST /api/games/ID/acts, with the key as `Authorization: Bearer …`."""
    registry, session = registry_of(request), await session_of(request)
    client = client_of(request)
    request.app.state.commands.charge(client)
    wanted = await body_of(request, messages.Command, registry.settings.limits.message_bytes)
    people = await registry.people_with(session, _bearer(request))
    await registry.execute(session, people, wanted, client)
    return _state(registry, session)


async def catalogue(_: Request) -> Response:
    """GET /api/catalogue: the games and their options."""
    return answer([game_facts(name) for name in names()])


def game_facts(name: str) -> messages.GameFacts:
    """Return a game with its options and how people set them."""
    game = definition(name)
    options = [
        messages.OptionMessage(o.name, o.default, o.control, o.choices) for o in game.option_specs
    ]
    return messages.GameFacts(name, game.seats, options, game.target)


def page_facts(name: str) -> messages.GameFacts:
    """Return what a page with the options of a game needs."""
    chosen = {o.name: o.chooser_data for o in definition(name).option_specs if o.chooser_data}
    return replace(game_facts(name), choosers=chosen or UNSET)


async def record(request: Request) -> Response:
    """GET /api/games/ID/record.pgn, .json, or as other programs write it, such as .apgn."""
    session = await session_of(request)
    ending = _ending(request, "pgn", "json", *formats_of(session.state.config.game))
    registry, number = registry_of(request), session.number

    async def job() -> ExportGame:
        events = (await registry.store.events_since(session.id, 0))[:number]  # may go on meanwhile
        return ExportGame(session.state.config, events, session.created, ending)

    return await _export(request, session, ending, None, job)


async def picture(request: Request) -> Response:
    """GET /api/games/ID/picture.svg or .png, with theme, flipped, round, ply, width."""
    session, ending = await session_of(request), _ending(request, "svg", "png")
    wanted, latest = request.query_params, session.state.match.round
    number = whole_number(wanted.get("round", str(latest)), 1, latest)
    last = exports.round_lengths(session.state)[number - 1]
    ply = whole_number(wanted.get("ply", str(last)), 0, last)
    widest = registry_of(request).settings.limits.picture_width
    width = whole_number(wanted.get("width", "1000"), MIN_WIDTH, widest)
    dark, flipped = wanted.get("theme") == "dark", wanted.get("flipped") == "1"
    spec, state = exports.PictureSpec(number, ply, dark, flipped, width), session.state

    async def job() -> DrawPosition:
        game = state.match.all_rounds[number - 1].game
        moves, cells = exports.moves_to_position(state, spec), exports.last_cells(state, spec)
        return DrawPosition(game.name, game.chosen, moves, cells, ending, spec)

    return await _export(request, session, ending, spec, job)


async def _export(
    request: Request,
    session: GameSession,
    ending: str,
    spec: exports.PictureSpec | None,
    job: Callable[[], Awaitable[Job[bytes, None]]],
) -> Response:
    """Return a file for which moves are played: made in the pool, kept until the game goes on."""
    registry, client = registry_of(request), client_of(request)
    key = (session.id, session.number, ending, spec)
    content = registry.files.get(key)
    if content is None:
        budget_of(request).charge_moves(client, session.number)
        content = await registry.pool.run(await job(), Priority.QUICK, client)
        registry.files[key] = content
    name = f"{session.state.config.game}-{session.id}.{ending}"
    return download(content, name, exports.MEDIA_TYPES.get(ending, "text/plain"))


def _ending(request: Request, *known: str) -> str:
    ending: str = request.path_params["ending"]
    if ending not in known:
        raise HTTPException(404)
    return ending


async def health(_: Request) -> Response:
    """GET /healthz: the server is alive, whether it can store anything or not."""
    return PlainTextResponse("ok\n")


async def ready(request: Request) -> Response:
    """GET /readyz: games can be stored."""
    await registry_of(request).store.check()
    return PlainTextResponse("ok\n")
