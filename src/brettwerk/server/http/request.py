"""What a request says: who asks, in which language, from where, and for what."""

from ipaddress import AddressValueError, IPv6Address, IPv6Network
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request

from brettwerk.core.registry import find_name
from brettwerk.errors import BadOptions
from brettwerk.i18n import SOURCE, Language, find_language
from brettwerk.server.errors import ServerError

T = TypeVar("T")
COOKIE = "lang"
LONGEST_OPTIONS = 2000


# -- the client -----------------------------------------------------------------------------------
def client_of(connection: HTTPConnection) -> str:
    """Return the address of a client; of IPv6 the network."""
    return network_of(connection.client.host if connection.client else "")


def network_of(host: str) -> str:
    """Return an address, or of IPv6 the network, which usually is one household."""
    if ":" not in host:
        return host
    try:
        address = IPv6Address(host.partition("%")[0])
    except AddressValueError:
        return host
    return str(address.ipv4_mapped or IPv6Network((address, 64), strict=False))


def own_origin(headers: Headers) -> bool:
    """Return whether a request comes from our own pages, or from a program."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    except ValueError:  # "http://["
        return False


# -- the address ---------------------------------------------------------------------------------
def named(request: Request) -> tuple[str, Language]:
    """Return the game and the language that an address names."""
    language = find_language(request.path_params["language"]) or SOURCE
    return find_name(request.path_params["game"]), language


# -- the language ---------------------------------------------------------------------------------
def wanted_language(request: HTTPConnection) -> Language:
    """Return the language for a request: from the address, from a cookie, or from the browser."""
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
        if language := find_language(name):
            found.append((_number(weight), language))
    return max(found, key=lambda pair: pair[0])[1] if found else SOURCE


def _number(weight: str) -> float:
    try:
        return float(weight or 1)
    except ValueError:
        return 0.0


# -- what is asked --------------------------------------------------------------------------------
async def body_of(request: Request, kind: type[T], longest: int) -> T:
    """Return the JSON of a request from our own pages or a program, if it is not too long."""
    if not own_origin(request.headers):
        raise ServerError(403, "page-foreign")
    kind_of_body = request.headers.get("content-type", "").partition(";")[0]
    if kind_of_body.strip().lower() != "application/json":
        raise ServerError(415, "page-json-only")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > longest:
            raise ServerError(413, "page-too-large")
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ServerError(400, "page-not-understood", what=str(error)[:200]) from None


def options_in(request: Request) -> dict[str, Any]:
    """Return the options in the query of an address, `o` as JSON."""
    text = request.query_params.get("o", "{}")
    try:
        return msgspec.json.decode(text[:LONGEST_OPTIONS].encode(), type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise BadOptions("page-not-understood", what=str(error)[:100]) from None


def whole_number(text: str, first: int, last: int) -> int:
    """Return the number that a text is; ServerError unless it lies between these two."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else -1
    if not first <= number <= last:
        raise ServerError(400, "page-number", first=first, last=last)
    return number
