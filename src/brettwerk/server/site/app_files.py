"""What makes the page an app: its manifest, and its icons in all sizes."""

import re
import struct
from functools import cache, lru_cache

from msgspec import json
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from brettwerk.core.registry import definition, find_name, names
from brettwerk.i18n import Language, Translator, find_language
from brettwerk.notation.png import png
from brettwerk.server.http.drawings import FOR_A_DAY, showcase_picture
from brettwerk.server.http.file_cache import send_generated
from brettwerk.server.http.pages import SiteFacts, summary_of
from brettwerk.server.http.static_files import content
from brettwerk.server.play.tasks import DrawPicture

BACKGROUND = "#f6efe3"
SIZES = (180, 192, 512)
PREVIEW = 630  # pixels of a picture for link previews


def app_addresses(language: Language) -> list[str]:
    """Return the addresses of these files."""
    icons = [f"/app/icon-{size}.png" for size in SIZES] + ["/app/icon-maskable-512.png"]
    return [f"/app/{language}.webmanifest", *icons]


def preview_addresses() -> list[str]:
    """Return the addresses of the pictures for link previews."""
    return [f"/app/preview-{name}.png" for name in names()]


# -- the manifest ---------------------------------------------------------------------------------
async def manifest(request: Request) -> Response:
    """GET /app/LANGUAGE.webmanifest."""
    language = find_language(request.path_params["language"])
    if language is None:
        raise HTTPException(404)
    site: SiteFacts | None = request.app.state.site
    start = f"../{language}/" if site else "../"
    found = json.encode(_manifest(language, start, site))
    return Response(found, headers=FOR_A_DAY, media_type="application/manifest+json")


def _manifest(language: Language, start: str, site: SiteFacts | None) -> dict[str, object]:
    t = Translator(language)
    return {
        "id": "../",
        "name": t("page-brand"),
        "short_name": t("page-brand"),
        "description": summary_of(t, site),
        "lang": language,
        "dir": "ltr",
        "start_url": start,
        "scope": "../",
        "display": "standalone",
        "background_color": BACKGROUND,
        "theme_color": BACKGROUND,
        "categories": ["games", "education"],
        "icons": [*(_icon(size) for size in SIZES), _icon(512, "maskable")],
        "shortcuts": [
            {"name": t(key), "url": f"{start}{page}/" if start != "../" else f"{start}{page}"}
            for key, page in (("lessons-learn", "learn"), ("puzzles-page-title", "puzzles"))
        ],
    }


def _icon(size: int, purpose: str = "any") -> dict[str, str]:
    name = f"icon-{size}.png" if purpose == "any" else f"icon-{purpose}-{size}.png"
    return {"src": name, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


# -- icons ----------------------------------------------------------------------------------------
async def icon(request: Request) -> Response:
    """GET /app/icon-SIZE.png and /app/icon-maskable-SIZE.png."""
    purpose, _, size = request.path_params["size"].rpartition("-")
    if purpose not in ("", "maskable") or size not in map(str, SIZES):
        raise HTTPException(404)
    return _png(_drawn(int(size), maskable=bool(purpose)))


@lru_cache(maxsize=8)
def _drawn(size: int, maskable: bool) -> bytes:
    """Draw the icon; one that systems may cut to a shape of theirs has room around it."""
    drawing = content("icon.svg").decode()
    if maskable or size == 180:  # that of Apple's devices must not be transparent either
        inside = re.sub(r"^<svg[^>]*>|</svg>$", "", drawing.strip())
        drawing = (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
            f'<rect width="32" height="32" fill="{BACKGROUND}"/>'
            f'<g transform="translate(6.4 6.4) scale(0.6)">{inside}</g></svg>'
        )
    return png(drawing, size)


async def favicon(_: Request) -> Response:
    """GET /favicon.ico: the icon for those who ask for nothing else, a PNG in an ICO file."""
    drawn = _drawn(32, maskable=False)
    head = struct.pack("<HHHBBBBHHII", 0, 1, 1, 32, 32, 0, 0, 1, 32, len(drawn), 22)
    return Response(head + drawn, headers=FOR_A_DAY, media_type="image/x-icon")


async def preview(request: Request) -> Response:
    """GET /app/preview-GAME.png: a game in play, for link previews."""
    name = definition(find_name(request.path_params["game"])).name
    return await send_generated(request, DrawPicture(name, _showcase(name), PREVIEW))


_showcase = cache(showcase_picture)


def _png(drawn: bytes) -> Response:
    return Response(drawn, headers=FOR_A_DAY, media_type="image/png")
