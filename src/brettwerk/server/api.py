"""The interface for programs: making games, looking at them, acting in them, taking them away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response

from brettwerk.errors import MatchError
from brettwerk.games.catalogue import NAMES, face
from brettwerk.notation.png import png
from brettwerk.server.exports import KINDS, drawing_of, record_of, whole, width_of
from brettwerk.server.faults import answer, body_of
from brettwerk.server.keys import people_of
from brettwerk.server.messages import Act
from brettwerk.server.terms import FRIEND, HERE, Wish
from brettwerk.server.view import round_message, table_message

if TYPE_CHECKING:
    from starlette.requests import Request

    from brettwerk.server.hall import Hall
    from brettwerk.server.host import Host


def hall_of(request: Request) -> Hall:
    """The hall of the server that was asked."""
    hall: Hall = request.app.state.hall
    return hall


async def host_of(request: Request) -> Host:
    """The game that the address names."""
    host = await hall_of(request).host(request.path_params["game"])
    if host is None:
        raise MatchError("page-no-game")
    return host


async def create(request: Request) -> Response:
    """POST /api/games: a new game; the answer holds the secrets, this once."""
    hall = hall_of(request)
    client = request.client.host if request.client else ""
    if not request.app.state.new_games.take(client):
        raise MatchError("page-too-fast")
    wish = await body_of(request, Wish, hall.settings.limits.body_bytes)
    game, keys, terms = await hall.create(wish)
    seats = [
        {"person": person, "kind": terms.seats[person].kind, "key": key}
        for person, key in enumerate(keys)
        if terms.seats[person].kind in (HERE, FRIEND)
    ]
    return answer({"id": game, "address": f"/g/{game}", "seats": seats}, 201)


async def look(request: Request) -> Response:
    """GET /api/games/ID: the table."""
    hall, host = hall_of(request), await host_of(request)
    return answer(table_message(host.id, host.table, hall.time.now(), host.online))


async def earlier(request: Request) -> Response:
    """GET /api/games/ID/rounds/N: a round before the present one."""
    host = await host_of(request)
    most = len(host.table.earlier)
    number = whole(request.path_params["number"], 1, most) if most else None
    if number is None:
        raise MatchError("page-no-round")
    return answer(round_message(host.table, number))


async def act(request: Request) -> Response:
    """POST /api/games/ID/acts, with the secret as `Authorization: Bearer …`."""
    hall, host = hall_of(request), await host_of(request)
    client = request.client.host if request.client else ""
    if not request.app.state.acts.take(client):
        raise MatchError("page-too-fast")
    wanted = await body_of(request, Act, hall.settings.limits.message_bytes)
    bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
    await hall.act(host, people_of(bearer.split(",")[:8], host.hashes), wanted)
    return answer(table_message(host.id, host.table, hall.time.now(), host.online))


async def catalogue(_: Request) -> Response:
    """GET /api/catalogue: the games and their options."""
    return answer([facts_of(name) for name in NAMES])


def facts_of(name: str) -> dict[str, Any]:
    """A game with its options and how people set them."""
    game = face(name)
    options = [
        {"name": o.name, "default": o.default, "control": o.control, "choices": o.choices}
        for o in game.known
    ]
    return {"game": name, "seats": game.seats, "options": options, "target": game.target}


async def record(request: Request) -> Response:
    """GET /api/games/ID/record.pgn or .json."""
    host, ending = await host_of(request), _ending(request, "pgn", "json")
    text, kind = record_of(host, ending)
    return _file(text.encode(), kind, f"{host.table.terms.game}-{host.id}.{ending}")


async def picture(request: Request) -> Response:
    """GET /api/games/ID/picture.svg or .png, with theme, flipped, ply, width."""
    host, ending = await host_of(request), _ending(request, "svg", "png")
    drawn = drawing_of(host.table, request.query_params)
    content = drawn.encode() if ending == "svg" else await _pixels(request, drawn)
    return _file(content, KINDS[ending], f"{host.table.terms.game}-{host.id}.{ending}")


async def _pixels(request: Request, drawn: str) -> bytes:
    """A PNG image, made beside the server; if too many wait for theirs, none."""
    hall = hall_of(request)
    limits = hall.settings.limits
    width = width_of(request.query_params, limits.picture_width)
    if hall.pictures.waiting >= limits.waiting_pictures:
        raise MatchError("page-busy")
    return await hall.pictures.do(0, png, drawn, width)


def _ending(request: Request, *known: str) -> str:
    ending: str = request.path_params["ending"]
    if ending not in known:
        raise HTTPException(404)
    return ending


def _file(content: bytes, kind: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(content, headers=headers, media_type=kind)


async def health(request: Request) -> Response:
    """GET /healthz: whether the database answers."""
    await hall_of(request).store.fact("served")
    return PlainTextResponse("ok\n")


async def metrics(request: Request) -> Response:
    """GET /metrics, for Prometheus."""
    hall = hall_of(request)
    gauges = {
        "games_in_memory": float(len(hall.hosts)),
        "sockets": float(hall.sockets.total()),
        "computers_waiting": float(hall.computers.waiting),
        "analyses_waiting": float(request.app.state.analysts.waiting),
    }
    return PlainTextResponse(hall.metrics.text(gauges))
