"""The pages for playing: all games, a new one, and the board."""

from typing import get_args

from markupsafe import Markup
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from brettwerk.core.game import Game
from brettwerk.core.levels import LEVELS
from brettwerk.core.registry import definition, names
from brettwerk.i18n import Translator
from brettwerk.notation.svg_template import board_template
from brettwerk.records.dialect import formats_of
from brettwerk.search.styles import styles_of
from brettwerk.server.http.drawings import showcase
from brettwerk.server.http.pages import by_name, page
from brettwerk.server.http.request import wanted_language
from brettwerk.server.play.api import page_facts, registry_of, session_of
from brettwerk.server.play.messages import Phrase
from brettwerk.solving.solver import solver_of

CLOCKS = ("none", "5", "10", "15", "5+3", "10+5")


async def home(request: Request) -> Response:
    """GET /: all games, and those that the reader has begun."""
    t = Translator(wanted_language(request))
    pictures = {name: showcase(name, t.title(name)) for name in names()}
    players = {name: definition(name).players for name in names()}
    first = min(names(), key=lambda name: players[name])
    return await page(request, "home.html", pictures=pictures, players=players, first=first)


@by_name
async def new(request: Request) -> Response:
    """GET /new/GAME: seats, options, clock."""
    name = request.path_params["game"]
    game = definition(name)
    solver = solver_of(game)
    rounds = game.next_round(game.options({}), 0) is not None
    facts = replace(page_facts(name), rounds=rounds)
    return await page(
        request,
        "new.html",
        embed={"facts": facts},
        name=name,
        game=game,
        clocks=CLOCKS,
        levels=LEVELS,
        opponents=[*styles_of(name)],
        rounds=rounds,
        fair=solver is not None and solver.knows_fair_moves,
    )


@by_name
async def on_device(request: Request) -> Response:
    """GET /play/GAME: a game that is played on the device, whose script knows which one."""
    name = request.path_params["game"]
    view = Game(definition(name), {}).start().board_view
    return await page(
        request,
        "game.html",
        name=name,
        formats=formats_of(name),
        game_id="",
        opening="",
        players=definition(name).players,
        phrases=(),
        board=Markup(board_template(view)),
        snug=False,
        for_others="",
    )


async def play(request: Request) -> Response:
    """GET /g/ID: a game to play or to watch."""
    session = await session_of(request)
    match = session.state.match
    # A guess: the script knows the width of the screen, and may fetch the other board.
    phone = "Mobi" in request.headers.get("user-agent", "")
    return await page(
        request,
        "game.html",
        name=match.game.name,
        formats=formats_of(match.game.name),
        game_id=session.id,
        opening=" ".join(session.state.config.opening),
        players=match.players,
        phrases=get_args(Phrase),
        card=f"/api/games/{session.id}/picture.png",
        board=Markup(board_template(match.position.board_view, compact=phone)),
        snug=phone,
        for_others=registry_of(request).settings.for_others,
    )
