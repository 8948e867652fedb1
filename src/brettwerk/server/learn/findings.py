"""Pages of findings: one with all games side by side, and one for each game."""

from functools import cache

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from brettwerk.core.registry import names
from brettwerk.findings import ReportSection, has_facts, load_facts
from brettwerk.findings.report import sections
from brettwerk.findings.report.overview import overview
from brettwerk.i18n import Language, Translator
from brettwerk.server.http.drawings import showcase
from brettwerk.server.http.pages import by_name, page
from brettwerk.server.http.request import wanted_language

Group = tuple["ReportSection", list["ReportSection"]]


async def known(request: Request) -> Response:
    """GET /known: all games side by side."""
    t = Translator(wanted_language(request))
    section = await run_in_threadpool(_overview, t.language)
    pictures = {name: showcase(name, t.title(name)) for name in known_games()}
    return await page(
        request, "known_all.html", section=section, known=known_games(), pictures=pictures
    )


@by_name
async def known_of(request: Request) -> Response:
    """GET /known/GAME: all that is known of a game."""
    name = request.path_params["game"]
    groups = await run_in_threadpool(_groups, name, wanted_language(request))
    return await page(request, "known.html", name=name, groups=groups)


def known_games() -> list[str]:
    """Return the games that have findings."""
    return [name for name in names() if has_facts(name)]


@cache
def _overview(language: Language) -> ReportSection:
    return _drawn(overview([load_facts(name) for name in known_games()], language))


@cache
def _groups(name: str, language: Language) -> list[Group]:
    """Return the sections grouped by their headings."""
    groups: list[Group] = []
    for section in map(_drawn, sections(load_facts(name), language)):
        if section.depth == 2:
            groups.append((section, []))
        else:
            groups[-1][1].append(section)
    return groups


def _drawn(section: ReportSection) -> ReportSection:
    """Mark the picture of a section as safe HTML: it was made here."""
    return section._replace(picture=Markup(section.picture))
