"""Drawings for pages: empty boards to play on, and pictures of games and of their starts."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.responses import Response

from brettwerk.errors import BadOptions
from brettwerk.games.catalogue import face, find_name
from brettwerk.games.core import Game
from brettwerk.notation.scene import Scene
from brettwerk.notation.svg import draw
from brettwerk.notation.svg_stage import PAGE, stage, style_sheet
from brettwerk.web import FOLDER

if TYPE_CHECKING:
    from starlette.requests import Request

    from brettwerk.games.core import Position

LONGEST = 2000
FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}
FOR_A_DAY = {"cache-control": "public, max-age=86400"}


def _game(request: Request) -> Game:
    """The game of an address, with the options in its `o`."""
    return Game(face(find_name(request.path_params["game"])), options_in(request))


def options_in(request: Request) -> dict[str, Any]:
    """The options in the `o` of an address."""
    text = request.query_params.get("o", "{}")
    try:
        return msgspec.json.decode(text[:LONGEST].encode(), type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as fault:
        raise BadOptions("page-not-understood", what=str(fault)[:100]) from None


async def board(request: Request) -> Response:
    """GET /board/GAME.svg: the empty board, for scripts to put into the page."""
    position = _game(request).start()
    flipped, snug = (request.query_params.get(name) == "1" for name in ("flipped", "snug"))
    return _svg(empty_board(position, flipped, snug), FOR_A_DAY)


def empty_board(position: Position, flipped: bool = False, snug: bool = False) -> str:
    """The stage of a game, with its own pieces ready."""
    pieces = position.game.face.letters()
    return stage(position.scene, flipped=flipped, snug=snug, pieces=pieces)


async def start(request: Request) -> Response:
    """GET /start/GAME.svg: how a game begins, small and without labels."""
    scene = _game(request).start().scene
    theme = "dark" if request.query_params.get("theme") == "dark" else "light"
    return _svg(draw(_bare(scene), theme=theme, coordinates=False), FOR_A_DAY)


def _bare(scene: Scene) -> Scene:
    """Only the board and its pieces, nothing beside it."""
    return Scene(scene.board, scene.pieces, scene.fields, scene.spots)


def _svg(drawn: str, headers: dict[str, str]) -> Response:
    return Response(drawn, headers=headers, media_type="image/svg+xml")


@lru_cache(maxsize=32)
def showcase(name: str, title: str) -> str:
    """A picture of a game in play, in the colours of the page."""
    games = json.loads((FOLDER / "showcase.json").read_text(encoding="utf-8"))
    position = Game(face(name), games[name]["options"]).start()
    for move in games[name]["moves"].split():
        position = position.play(move)
    return picture_of(position.scene, title)


def picture_of(scene: Scene, title: str) -> str:
    """A picture of a position for a page, in its colours and without labels."""
    return draw(_bare(scene), theme=PAGE, coordinates=False, title=title)


async def colours(_: Request) -> Response:
    """GET /static/…/colours.css: the colours of boards in both themes."""
    return Response(style_sheet(), headers=FOR_EVER, media_type="text/css")
