"""The pages, rendered in the reader's language."""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cache, wraps
from posixpath import dirname, normpath
from types import MappingProxyType
from typing import Any

import msgspec
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, FunctionLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from brettwerk.core.registry import find_name, names, pages
from brettwerk.findings import has_facts
from brettwerk.i18n import LANGUAGES, Translator, find_language
from brettwerk.learn.course import course_steps
from brettwerk.learn.lessons import steps
from brettwerk.puzzles.puzzle import has_puzzles
from brettwerk.server.http.budget import budget_of
from brettwerk.server.http.places import place_of
from brettwerk.server.http.request import COOKIE, wanted_language
from brettwerk.server.http.response import retry_headers, status_and_message
from brettwerk.server.http.security import POLICY
from brettwerk.server.http.static_files import digest, served
from brettwerk.server.logs import request_id
from brettwerk.web import TEMPLATES, game_template, module_name, static_files

# What there is of some games: links lead only to pages such as /puzzles/GAME that exist.
_PARTS: dict[str, Callable[[str], bool]] = {
    "rules": lambda game: game in pages(),
    "lessons": lambda game: bool(steps(game)),
    "course": lambda game: bool(course_steps(game)),
    "puzzles": has_puzzles,
    "known": has_facts,
    "analysis": lambda _: True,
}
YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class SiteFacts:
    """What the pages of a static site know.

    `base` is where it will lie, if that is known, `server` where one plays with friends.
    """

    base: str = ""
    server: str = ""


def lead_of(t: Translator, site: SiteFacts | None) -> str:
    """Say what there is; without a server there are no friends by link."""
    return t("page-site-lead" if site and not site.server else "page-home-lead")


def summary_of(t: Translator, site: SiteFacts | None) -> str:
    """Return the description with which other programs show the page."""
    return f"{t('page-home-title')}. {lead_of(t, site)}"


@cache
def _environment() -> Environment:
    loader = ChoiceLoader([FileSystemLoader(TEMPLATES), FunctionLoader(game_template)])
    made = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        auto_reload=False,
    )
    languages = {name: Translator(name).called for name in LANGUAGES}
    made.globals |= {"static": f"/static/{digest()}", "languages": languages, "modules": modules}
    made.globals["games_with_module"] = " ".join(g for g in names() if module_name(g) in served())
    made.globals["policy"] = POLICY.partition("; frame-ancestors")[0]  # which only a header can say
    return made


def embedded(content: Any) -> Markup:
    """Return JSON for a script element, escaped so that it cannot end the element."""
    return Markup(msgspec.json.encode(content).decode().replace("<", "\\u003c"))


async def page(
    request: Request,
    template: str,
    status: int = 200,
    *,
    embed: Mapping[str, Any] = MappingProxyType({}),
    **details: Any,
) -> HTMLResponse:
    """Render a page in the reader's language; a language in the address is stored for later pages.

    `embed` is what its script finds in the page as JSON, by the ids of elements.
    """
    language = wanted_language(request)
    t = Translator(language)
    site: SiteFacts | None = request.app.state.site
    context = {
        "t": t,
        "credits": "; ".join(t(key) for name in names() if t.has(key := f"{name}-credits")),
        "lang": language,
        "games": names(),
        "has": lambda game, part: _PARTS[part](game),
        "path": request.url.path,
        "origin": str(request.base_url).rstrip("/"),
        "site": site,
        "lead": lead_of(t, site),
        "summary": summary_of(t, site),
        "place": lambda language: site.base + place_of(request.url.path, language) if site else "",
        "offline": request.app.state.settings.offline,
        "embedded": {name: embedded(content) for name, content in embed.items()},
    }
    pieces = _environment().get_template(template).generate(context, **details)
    text = "".join(await budget_of(request).in_pieces(pieces))
    headers = {"cache-control": "no-cache", "vary": "Accept-Language, Cookie"}
    response = HTMLResponse(text, status, headers)
    remember_language(request, response)
    return response


def remember_language(request: Request, response: Response) -> None:
    """Store a language that the address names, for later pages."""
    if language := find_language(request.query_params.get("lang")):
        response.set_cookie(COOKIE, language, max_age=YEAR, samesite="lax", httponly=True)


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
            imported = re.findall(r'^import .* from "(\.\.?/.*)";$', text, re.MULTILINE)
            waiting += (normpath(f"{dirname(script)}/{one}").lstrip("/") for one in imported)
    return tuple(found)


async def error_page(request: Request, error: Exception) -> HTMLResponse:
    """Return a page that says what is wrong."""
    status, message = status_and_message(request, error)
    response = await page(
        request, "fault.html", status, fault=status, message=message, request_id=request_id.get()
    )
    response.headers.update(retry_headers(error))
    return response
