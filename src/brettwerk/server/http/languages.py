"""The language of an answer: from the address, from a cookie, or from the browser."""

from starlette.requests import HTTPConnection

from brettwerk.i18n import SOURCE, Language, find_language

COOKIE = "lang"


def wanted_language(request: HTTPConnection) -> Language:
    """Return the language for a request."""
    return (
        find_language(request.query_params.get("lang"))
        or find_language(request.cookies.get(COOKIE))
        or preferred(request.headers.get("accept-language", ""))
    )


def preferred(header: str) -> Language:
    """Return the best language of an Accept-Language header."""
    found: list[tuple[float, Language]] = []
    for item in header[:500].split(","):
        name, _, weight = item.partition(";q=")
        language = find_language(name)
        if language:
            found.append((_number(weight), language))
    return max(found, key=lambda pair: pair[0])[1] if found else SOURCE


def _number(weight: str) -> float:
    try:
        return float(weight or 1)
    except ValueError:
        return 0.0
