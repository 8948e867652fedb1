"""Which language someone is answered in: as the address says, as chosen before, as they prefer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.texts import LANGUAGES, Language

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

COOKIE = "lang"
DEFAULT: Language = "en"


def language_of(text: str | None) -> Language | None:
    """The language that a text such as `de-AT` names, if we speak it."""
    start = (text or "").strip().lower()[:2]
    return next((language for language in LANGUAGES if language == start), None)


def wanted_language(request: HTTPConnection) -> Language:
    """The language for a request."""
    return (
        language_of(request.query_params.get("lang"))
        or language_of(request.cookies.get(COOKIE))
        or preferred(request.headers.get("accept-language", ""))
    )


def preferred(header: str) -> Language:
    """The best of a browser's list that we speak."""
    found: list[tuple[float, Language]] = []
    for item in header[:500].split(","):
        name, _, weight = item.partition(";q=")
        language = language_of(name)
        if language:
            found.append((_number(weight), language))
    return max(found, key=lambda pair: pair[0])[1] if found else DEFAULT


def _number(weight: str) -> float:
    try:
        return float(weight or 1)
    except ValueError:
        return 0.0
