"""The pages, rendered in the reader's language."""

import hashlib
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import cache, wraps
from types import MappingProxyType
from typing import Any

import msgspec
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, FunctionLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from brettwerk.core.registry import find_name, names, pages
from brettwerk.findings import has_facts
from brettwerk.i18n import LANGUAGES, Language, Translator, find_language
from brettwerk.learn.lessons import steps
from brettwerk.puzzles.puzzle import has_puzzles
from brettwerk.server.http.drawings import colour_sheet
from brettwerk.server.http.request import COOKIE, wanted_language
from brettwerk.server.http.response import retry_headers, status_and_message
from brettwerk.server.logs import request_id
from brettwerk.web import TEMPLATES, game_template, static_files

# The messages that scripts use; the others stay on the server.
_SPOKEN = ("page-", "seat-", "reason-", "match-")
# What there is of some games: links lead only to pages such as /puzzles/GAME that exist.
_PARTS: dict[str, Callable[[str], bool]] = {
    "rules": lambda game: game in pages(),
    "lessons": lambda game: bool(steps(game)),
    "puzzles": has_puzzles,
    "known": has_facts,
    "analysis": lambda _: True,
}
YEAR = 365 * 24 * 3600


@cache
def digest() -> str:
    """Return a digest of the static files, so that changed files get a new address."""
    found = hashlib.sha256()
    for name, file in static_files().items():
        found.update(name.encode() + file.read_bytes())
    found.update(colour_sheet().encode())
    return found.hexdigest()[:10]


@cache
def _environment() -> Environment:
    loader = ChoiceLoader([FileSystemLoader(TEMPLATES), FunctionLoader(game_template)])
    made = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    languages = {name: Translator(name).called for name in LANGUAGES}
    made.globals |= {"static": f"/static/{digest()}", "languages": languages, "modules": modules}
    return made


@cache
def words(language: Language, speaks: tuple[str, ...] = ()) -> Markup:
    """Return the messages for scripts as JSON that can stand in a page, with those of the games.

    `speaks` are the beginnings of further keys that the scripts of this page use.
    """
    t, shared = Translator(language), ("locale", *_SPOKEN, *speaks)
    own = tuple(f"{game}-{beginning}" for game in names() for beginning in _SPOKEN)
    found = {key: message for key, message in t.messages.items() if key.startswith(shared + own)}
    return embedded(found | {f"{game}-title": t.title(game) for game in names()})


def embedded(content: Any) -> Markup:
    """Return JSON for a script element, escaped so that it cannot end the element."""
    return Markup(msgspec.json.encode(content).decode().replace("<", "\\u003c"))


def page(
    request: Request,
    template: str,
    status: int = 200,
    *,
    speaks: tuple[str, ...] = (),
    embed: Mapping[str, Any] = MappingProxyType({}),
    **details: Any,
) -> HTMLResponse:
    """Render a page in the reader's language; a language in the address is stored for later pages.

    `speaks` are the beginnings of the keys of sentences that only this page's script says, `embed`
    is what it finds in the page as JSON, by the ids of elements.
    """
    language = wanted_language(request)
    t = Translator(language)
    context = {
        "t": t,
        "credits": "; ".join(t(key) for name in names() if t.has(key := f"{name}-credits")),
        "lang": language,
        "games": names(),
        "has": lambda game, part: _PARTS[part](game),
        "path": request.url.path,
        "embedded": {"words": words(language, speaks)}
        | {name: embedded(content) for name, content in embed.items()},
    }
    text = _environment().get_template(template).render(context, **details)
    headers = {"cache-control": "no-cache", "vary": "Accept-Language, Cookie"}
    response = HTMLResponse(text, status, headers)
    if find_language(request.query_params.get("lang")):
        response.set_cookie(COOKIE, language, max_age=YEAR, samesite="lax", httponly=True)
    return response


Handler = Callable[[Request], Awaitable[Response]]


def by_name(handler: Handler) -> Handler:
    """Lead other names of a game to the address /PAGE/GAME with its own name."""

    @wraps(handler)
    async def run(request: Request) -> Response:
        given = request.path_params["game"]
        name = find_name(given)
        if name == given:
            return await handler(request)
        _, page, _, *more = request.url.path.split("/")
        return redirect(request, "/".join(["", page, name, *more]))

    return run


def redirect(request: Request, path: str) -> Response:
    """Lead to another page with the same query."""
    return RedirectResponse(f"{path}?{request.url.query}".removesuffix("?"))


@cache
def modules(*scripts: str) -> tuple[str, ...]:
    """Return scripts and all that they import, so that pages can preload them."""
    found, waiting = dict[str, None](), list(scripts)
    while waiting:
        script = waiting.pop()
        if script not in found:
            found[script] = None
            text = static_files()[script].read_text(encoding="utf-8")
            waiting += re.findall(r'^import .* from "\./(.*)";$', text, re.MULTILINE)
    return tuple(found)


def error_page(request: Request, error: Exception) -> HTMLResponse:
    """Return a page that says what is wrong."""
    status, message = status_and_message(request, error)
    response = page(request, "fault.html", status, message=message, request_id=request_id.get())
    response.headers.update(retry_headers(error))
    return response
