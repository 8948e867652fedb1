"""The pages: put together here in the reader's language, brought to life by scripts."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import HTMLResponse, RedirectResponse, Response

from brettwerk.boards.tableaus import FRONTS
from brettwerk.errors import BrettwerkError
from brettwerk.games.catalogue import NAMES, face, find_name
from brettwerk.server.api import facts_of, hall_of, host_of
from brettwerk.server.drawings import empty_board, showcase
from brettwerk.server.faults import status_and_sentence
from brettwerk.server.languages import COOKIE, language_of, wanted_language
from brettwerk.server.terms import LEVELS
from brettwerk.solve import has_even_moves
from brettwerk.texts import LANGUAGES, Language, say, sentences
from brettwerk.web import STATIC, TEMPLATES

if TYPE_CHECKING:
    from starlette.requests import Request

CLOCKS = ("none", "5", "10", "15", "5+3", "10+5")
# The sentences that scripts say; the others stay on the server.
_SPOKEN = ("page-", "game-", "seat-", "reason-", "match-")
YEAR = 365 * 24 * 3600


@cache
def digest() -> str:
    """What the static files are, in a few letters: a changed file gets a new address."""
    found = hashlib.sha256()
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()[:10]


@cache
def _environment() -> Environment:
    loader = FileSystemLoader(TEMPLATES)
    made = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    made.globals |= {"static": f"/static/{digest()}", "languages": LANGUAGES, "games": NAMES}
    return made


@cache
def words(language: Language, speaks: tuple[str, ...] = ()) -> Markup:
    """The sentences for scripts as JSON that can stand in a page.

    `speaks` are the beginnings of further keys that the scripts of this page use.
    """
    spoken = _SPOKEN + speaks
    found = {k: v for k, v in sentences(language).items() if k.startswith(spoken)}
    return embedded(found)


def embedded(content: Any) -> Markup:
    """JSON within HTML: nothing in it can end the element it stands in."""
    text = msgspec.json.encode(content).decode().replace("<", "\\u003c")
    return Markup(text)


def page(
    request: Request,
    template: str,
    status: int = 200,
    *,
    speaks: tuple[str, ...] = (),
    **details: Any,
) -> HTMLResponse:
    """A page in the reader's language; a language in the address is kept for the next pages.

    `speaks` are the beginnings of the keys of sentences that only this page's scripts say.
    """
    language = wanted_language(request)

    def t(key: str, /, **more: object) -> str:
        return say(key, language, **more)

    text = (
        _environment()
        .get_template(template)
        .render(t=t, lang=language, words=words(language, speaks), path=request.url.path, **details)
    )
    response = HTMLResponse(text, status, headers={"cache-control": "no-cache"})
    response.headers["vary"] = "Accept-Language, Cookie"
    if language_of(request.query_params.get("lang")):
        response.set_cookie(COOKIE, language, max_age=YEAR, samesite="lax", httponly=True)
    return response


async def home(request: Request) -> Response:
    """GET /: the games, and those one has begun."""
    language = wanted_language(request)
    pictures = {name: Markup(showcase(name, sentences(language)[f"game-{name}"])) for name in NAMES}
    players = {name: face(name).players for name in NAMES}
    return page(request, "home.html", pictures=pictures, players=players)


async def new(request: Request) -> Response:
    """GET /new/GAME: seats, options, clock."""
    name = find_name(request.path_params["game"])
    if name != request.path_params["game"]:
        return RedirectResponse(f"/new/{name}")
    game = face(name)
    facts = {
        **facts_of(name),
        "rounds": game.next_round(game.options({}), 0) is not None,
        "tableaus": FRONTS,
    }
    return page(
        request,
        "new.html",
        name=name,
        game=game,
        facts=embedded(facts),
        clocks=CLOCKS,
        levels=LEVELS,
        scripts=modules("new.js"),
        rounds=facts["rounds"],
        fair=has_even_moves(name),
    )


async def play(request: Request) -> Response:
    """GET /g/ID: a game to play or to watch."""
    host = await host_of(request)
    match = host.table.match
    # A guess; the script knows how wide the screen is, and fetches the other one if need be.
    phone = "Mobi" in request.headers.get("user-agent", "")
    return page(
        request,
        "game.html",
        name=match.game.name,
        game_id=host.id,
        opening=" ".join(host.table.terms.opening),
        players=match.players,
        board=Markup(empty_board(match.position, snug=phone)),
        snug=phone,
        for_others=hall_of(request).settings.for_others,
        scripts=modules("game.js"),
    )


@cache
def modules(name: str) -> tuple[str, ...]:
    """A script and all that it imports, so that browsers need not find out one by one."""
    found, waiting = dict[str, None](), [name]
    while waiting:
        script = waiting.pop()
        if script not in found:
            found[script] = None
            text = (STATIC / script).read_text(encoding="utf-8")
            waiting += re.findall(r'^import .* from "\./(.*)";$', text, re.MULTILINE)
    return tuple(found)


def fault(request: Request, raised: Exception) -> HTMLResponse:
    """A page that says what is wrong."""
    if isinstance(raised, BrettwerkError):
        return page(request, "fault.html", 404, message=raised.in_words(wanted_language(request)))
    status, sentence = status_and_sentence(request, raised)
    return page(request, "fault.html", status, message=sentence)
