"""Drawings for pages: empty boards to play on, and pictures of games and of their starts."""

import json
from functools import cache, lru_cache
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from brettwerk.core.game import Game
from brettwerk.core.registry import collect, definition, find_name
from brettwerk.notation.board_view import BoardView
from brettwerk.notation.svg import draw
from brettwerk.notation.svg_template import PAGE, board_template, style_sheet
from brettwerk.server.http.request import options_in

KEPT = 200  # drawings
FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}
FOR_A_DAY = {"cache-control": "public, max-age=86400"}


def _game(request: Request) -> Game:
    """Return the game of an address, with the options in its query."""
    return Game(definition(find_name(request.path_params["game"])), options_in(request))


async def board(request: Request) -> Response:
    """GET /board/GAME.svg: the empty board, for scripts to put into the page."""
    flipped, snug = (request.query_params.get(name) == "1" for name in ("flipped", "snug"))
    return _svg(_board(_game(request), flipped, snug))


@lru_cache(maxsize=KEPT)
def _board(game: Game, flipped: bool, snug: bool) -> str:
    return board_template(game.start().board_view, flipped=flipped, compact=snug)


async def start(request: Request) -> Response:
    """GET /start/GAME.svg: how a game begins, small and without labels."""
    dark = request.query_params.get("theme") == "dark"
    return _svg(_start(_game(request), dark))


@lru_cache(maxsize=KEPT)
def _start(game: Game, dark: bool) -> str:
    view = game.start().board_view
    return draw(view.bare, theme="dark" if dark else "light", coordinates=False)


def _svg(drawn: str) -> Response:
    return Response(drawn, headers=FOR_A_DAY, media_type="image/svg+xml")


@lru_cache(maxsize=32)
def showcase(name: str, title: str) -> Markup:
    """Return a picture of a game in play, or of its start, in the colours of the page."""
    return picture_of(_showcase_view(name), title)


def showcase_picture(name: str) -> str:
    """Return the same picture as a drawing that stands alone."""
    return draw(_showcase_view(name).bare, theme="light", coordinates=False)


def _showcase_view(name: str) -> BoardView:
    game = definition(name)
    file = game.file("data/showcase.json")
    shown: dict[str, Any] = json.loads(file.read_bytes()) if file else {}
    position = Game(game, shown.get("options", {})).start()
    for move in shown.get("moves", "").split():
        position = position.play(move)
    return position.board_view


def picture_of(board_view: BoardView, title: str) -> Markup:
    """Return a picture of a position in the colours of the page, without labels."""
    return Markup(draw(board_view.bare, theme=PAGE, coordinates=False, title=title))


@cache
def colour_sheet() -> str:
    """Return the colours of boards and pieces as CSS; of two with one name the first counts."""
    all_specs = [spec for specs in collect(lambda game: game.piece_specs) for spec in specs]
    return style_sheet({spec.name: spec for spec in reversed(all_specs)}.values())
