"""A small HTTP client that can be cut off at any moment."""

import asyncio
from typing import Any, NamedTuple

from msgspec import json

Address = tuple[str, int]


class HttpAnswer(NamedTuple):
    """An HTTP answer."""

    status: int
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.decode(self.body)


def request_bytes(method: str, path: str, body: object = None, key: str = "") -> bytes:
    """Return a request as it is sent; the connection is closed after it."""
    content = b"" if body is None else json.encode(body)
    lines = [f"{method} {path} HTTP/1.1", "host: 127.0.0.1", "connection: close"]
    if content:
        lines += ["content-type: application/json", f"content-length: {len(content)}"]
    if key:
        lines.append(f"authorization: Bearer {key}")
    return "\r\n".join([*lines, "", ""]).encode() + content


async def fetch(
    address: Address,
    path: str,
    *,
    method: str = "GET",
    body: object = None,
    key: str = "",
    within: float = 10.0,
) -> HttpAnswer:
    """Send a request and return the answer; OSError or TimeoutError if there is none."""
    async with asyncio.timeout(within):
        reader, writer = await asyncio.open_connection(*address)
        try:
            writer.write(request_bytes(method, path, body, key))
            whole = await reader.read(-1)
        finally:
            writer.transport.abort()
    return _parse(whole)


def _parse(whole: bytes) -> HttpAnswer:
    head, found, body = whole.partition(b"\r\n\r\n")
    words = head.split(b" ", 2)
    if not found or len(words) < 2:
        raise ConnectionError
    if b"transfer-encoding: chunked" in head.lower():
        body = _joined(body)
    return HttpAnswer(int(words[1]), body)


def _joined(body: bytes) -> bytes:
    """Return the content of a chunked body."""
    parts = []
    while body:
        size, _, rest = body.partition(b"\r\n")
        length = int(size or b"0", 16)
        parts.append(rest[:length])
        body = rest[length + 2 :] if length else b""
    return b"".join(parts)
