"""What a device needs to read collections of games and to explore them."""

from starlette.requests import Request
from starlette.responses import Response

from brettwerk.core.registry import find_name
from brettwerk.server.http.file_cache import send_generated
from brettwerk.server.study.device import CollectionFile


async def collection(request: Request) -> Response:
    """GET /data/games/GAME.json: the engine's own games, and how others are read."""
    return await send_generated(request, CollectionFile(find_name(request.path_params["game"])))
