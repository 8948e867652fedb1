"""The language of an answer: from the address, from a cookie, or from the browser."""

from starlette.requests import HTTPConnection

from brettwerk.i18n import LANGUAGES, SOURCE, Language

COOKIE = "lang"


def language_of(text: str | None) -> Language | None:
    """Return the language that a text such as `de-AT` names, if there are texts in it."""
    start = (text or "").strip().lower()[:2]
    return next((language for language in LANGUAGES if language == start), None)


def wanted_language(request: HTTPConnection) -> Language:
    """Return the language for a request."""
    return (
        language_of(request.query_params.get("lang"))
        or language_of(request.cookies.get(COOKIE))
        or preferred(request.headers.get("accept-language", ""))
    )


def preferred(header: str) -> Language:
    """Return the best language of an Accept-Language header."""
    found: list[tuple[float, Language]] = []
    for item in header[:500].split(","):
        name, _, weight = item.partition(";q=")
        language = language_of(name)
        if language:
            found.append((_number(weight), language))
    return max(found, key=lambda pair: pair[0])[1] if found else SOURCE


def _number(weight: str) -> float:
    try:
        return float(weight or 1)
    except ValueError:
        return 0.0
