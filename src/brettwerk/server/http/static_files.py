"""Scripts and styles: read and compressed once, then served from memory.

A page loads dozens of them the first time. Their address changes with their content, so browsers
may cache them for ever.
"""

import gzip
import hashlib
import re
from functools import cache
from mimetypes import guess_type

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from brettwerk.core.registry import definition, names
from brettwerk.i18n import LANGUAGES, Language, Translator
from brettwerk.server.http.drawings import FOR_EVER, colour_sheet
from brettwerk.web import static_files

# Media types that some systems do not know, or know by other names.
KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
}
# Whole lines; a comment before or behind code stays.
_COMMENT = re.compile(rb"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)$", re.MULTILINE)
# The messages that scripts use; the others stay on the server.
_SPOKEN = ("page-", "seat-", "reason-", "match-", "clock-")
_SPOKEN_BY_SOME = (
    "study-",
    "position-",
    "option-",
    "import-",
    "lessons-",
    "course-",
    "practice-",
    "puzzles-page-",
    "puzzles-said-",
    "puzzles-lost",
)
# Pages say most of these themselves.
_OF_PAGES = ("page-", "study-", "import-", "lessons-", "course-", "practice-", "puzzles-page-")
_OF_ENGINES = ("words-", "review-")
_OF_PUZZLES = "puzzles-why-"  # of which games have their own


@cache
def _generated() -> dict[str, bytes]:
    """Return the files that are made from catalogs and palettes: words, and colours of boards."""
    words = {f"words/{language}.js": _words(language) for language in LANGUAGES}
    return {"colours.css": colour_sheet().encode(), **words}


def _words(language: Language) -> bytes:
    """Return the messages for scripts as a module, with those of the games."""
    t, shared = Translator(language), (*_SPOKEN, _OF_PUZZLES)
    own = tuple(f"{game}-{beginning}" for game in names() for beginning in shared)
    said = {key for game in names() for key, *_ in definition(game).sentences}
    said |= {f"{game}-not-a-move" for game in names()}
    wanted = ("locale", "game-over", *shared, *_SPOKEN_BY_SOME, *_OF_ENGINES, *own)
    found = {
        key: message
        for key, message in t.messages.items()
        if key in said or (key.startswith(wanted) and _in_scripts(key))
    }
    found |= {f"{game}-title": t.title(game) for game in names()}
    # Sorted: the order of catalogs differs from start to start, and with it all addresses would.
    return b"export default " + msgspec.json.encode(found, order="sorted") + b";\n"


def _in_scripts(key: str) -> bool:
    """Return whether a script may say this; of what pages say too only what a script names."""
    own = next((key[len(game) + 1 :] for game in names() if key.startswith(f"{game}-page-")), key)
    return not own.startswith(_OF_PAGES) or f"{own}-".startswith(_named_in_scripts())


@cache
def _named_in_scripts() -> tuple[str, ...]:
    """Return the keys in all scripts, or their beginnings, each with a last hyphen."""
    texts = (f.read_text("utf-8") for name, f in static_files().items() if name.endswith(".js"))
    found = {key for text in texts for key in re.findall(r'["`]([a-z]+-[a-z0-9-]+)', text)}
    return tuple(f"{key.removesuffix('-')}-" for key in found)


@cache
def served() -> tuple[str, ...]:
    """Return the names of all static files."""
    return (*_generated(), *static_files())


@cache
def digest() -> str:
    """Return a digest of the static files, so that changed files get a new address."""
    found = hashlib.sha256()
    for name in served():
        found.update(name.encode() + content(name))
    return found.hexdigest()[:10]


def content(name: str) -> bytes:
    """Return a static file; scripts without their comments, which browsers need not load."""
    if name in _generated():
        return _generated()[name]
    read = static_files()[name].read_bytes()
    return without_comments(read) if name.endswith(".js") else read


def without_comments(script: bytes) -> bytes:
    """Return a script without the lines that are comments; the others keep their numbers."""
    return _COMMENT.sub(lambda found: b"\n" * found[0].count(b"\n"), script)


@cache
def _file(name: str, compressed: bool) -> tuple[bytes, str]:
    """Return a file and its media type."""
    plain = content(name)
    ending = name[name.rfind(".") :]
    kind = KINDS.get(ending) or guess_type(name)[0] or "application/octet-stream"
    return gzip.compress(plain, 9, mtime=0) if compressed else plain, kind


async def static(request: Request) -> Response:
    """GET /static/…/NAME."""
    name = request.path_params["name"]
    if name not in served():  # nothing else is ever opened
        raise HTTPException(404)
    compressed = "gzip" in request.headers.get("accept-encoding", "")
    found, kind = _file(name, compressed)
    headers = {**FOR_EVER, "vary": "Accept-Encoding"}
    if compressed:
        headers["content-encoding"] = "gzip"
    return Response(found, headers=headers, media_type=kind)
