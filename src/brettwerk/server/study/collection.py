"""What a device needs to read collections of games and to explore them."""

from collections.abc import Iterator
from functools import cache

from msgspec.json import encode
from starlette.requests import Request
from starlette.responses import Response

from brettwerk.core.registry import definition, find_name
from brettwerk.explorer.own_games import own_games
from brettwerk.records import Record
from brettwerk.records.dialect import Dialect, dialects_of
from brettwerk.server.http.kept_files import KeptFile, keep, send_kept
from brettwerk.server.study.messages import DeviceCollection, DeviceDialect, DeviceGame


async def collection(request: Request) -> Response:
    """GET /data/games/GAME.json: the engine's own games, and how others are read."""
    name = find_name(request.path_params["game"])
    return await send_kept(request, lambda: _encoded(name))


@cache
def _encoded(name: str) -> KeptFile:
    return keep(encode(device_collection(name)))


def device_collection(name: str) -> DeviceCollection:
    """Return what a device needs to explore games of a kind."""
    game = definition(name)
    return DeviceCollection(
        game.cell_sets,
        list(game.symmetries(game.defaults)),
        list(_device_dialects(name)),
        [_for_device(record) for record in own_games(name)],
    )


def _device_dialects(name: str) -> Iterator[DeviceDialect]:
    """Yield the scripts of a game's dialects, each once."""
    scripts: dict[str, list[Dialect]] = {}
    for dialect in dialects_of(name):
        if dialect.script:
            scripts.setdefault(dialect.script, []).append(dialect)
    for script, found in scripts.items():
        yield DeviceDialect(script, [one.name for one in found], found[0].device_facts())


def _for_device(record: Record) -> DeviceGame:
    moves = " ".join(ply.text for ply in record.plies if not ply.is_event)
    return DeviceGame(dict(record.game.chosen), record.result, moves)
