"""Asking the application for a page without a connection."""

from typing import NamedTuple
from urllib.parse import unquote

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import Message, Scope

from brettwerk.i18n import Language
from brettwerk.server.http.page_cache import ONCE
from brettwerk.server.http.pages import error_page


class Rendered(NamedTuple):
    """An answer of the application."""

    status: int
    headers: Headers
    body: bytes


async def render(app: Starlette, address: str, language: Language) -> Rendered:
    """Return what the application answers to a browser of this language; redirects are followed."""
    found = await _answer(app, address, language)
    if "location" in found.headers:
        return await render(app, found.headers["location"], language)
    return found


async def _answer(app: Starlette, address: str, language: Language) -> Rendered:
    messages = list[Message]()

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        messages.append(message)

    await app.router(_scope(app, address, language), receive, send)
    start, *rest = messages
    body = b"".join(message.get("body", b"") for message in rest)
    return Rendered(start["status"], Headers(raw=start["headers"]), body)


async def render_error(app: Starlette, language: Language) -> Rendered:
    """Return the page of an address that does not exist."""
    request = Request(_scope(app, "/", language))
    answer = await error_page(request, HTTPException(404))
    return Rendered(answer.status_code, answer.headers, bytes(answer.body))


def _scope(app: Starlette, address: str, language: Language) -> Scope:
    path, _, query = address.partition("?")
    return {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": unquote(path),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(b"host", b"localhost"), (b"accept-language", language.encode())],
        "server": ("localhost", 80),
        "client": None,
        "app": app,
        ONCE: True,
    }
