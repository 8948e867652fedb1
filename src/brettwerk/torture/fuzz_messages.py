"""Malformed messages: valid ones with something wrong, and some that never were valid."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote

LONG = 5_000
TOO_LONG = 70_000
DEEP = 3_000
SURROGATE = "\ud800"
# Values that often cause errors where another one is expected.
STRANGE: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**63, -(2**64), 10**400, 0.5, -0.0, 1e308),
    *(float("nan"), float("inf"), "", "\0", "a\0b", "\u202e", "😀", SURROGATE, "0x10", "١"),
    *("../../etc/passwd", "'; DROP TABLE games; --", "<script>", "%00", "{}", "lot", "none"),
    *([], {}, [[]], [None], {"": None}, {"t": "act"}, ["a"] * 300, "x" * LONG, 9 * "9"),
)


class Request(NamedTuple):
    """A request as bytes; an incomplete one may make the server wait for the rest."""

    data: bytes
    complete: bool = True


class Corpus(NamedTuple):
    """Valid messages about a game: to its socket, and paths with bodies or without."""

    socket: list[dict[str, Any]]
    analysis: list[dict[str, Any]]
    posts: list[tuple[str, dict[str, Any]]]
    gets: list[str]


def corpus(game: str, name: str, move: str) -> Corpus:
    """Return valid messages about one game."""
    act = {"t": "act", "id": "f1", "do": "play", "text": move, "moment": 0, "person": 0}
    seats = [{"kind": "here", "name": "f"}, {"kind": "computer", "level": 1}]
    wanted = {"game": name, "seats": seats, "clock": "5+3", "begins": 0, "options": {}}
    study = {"game": name, "options": {}, "moves": [move], "from": 0}
    thought = {"t": "think", "id": 1, "lines": 2, "seconds": 1, **study}
    del thought["from"]
    return Corpus(
        socket=[
            {"t": "hello", "v": 1, "keys": ["key"], "lang": "de"},
            act,
            act | {"do": "name"},
            act | {"do": "draw"},
            {"t": "explain", "way": f">{move}", "why": True},
            {"t": "ping"},
        ],
        analysis=[
            {"t": "hello", "v": 1},
            thought,
            {"t": "stop"},
            {"t": "review", "id": 1, "game": game},
        ],
        posts=[
            ("/api/games", wanted),
            (f"/api/games/{game}/acts", act),
            ("/api/study", study),
            ("/api/study/explain", study | {"way": f">{move}", "why": True}),
            ("/api/study/read", {"text": f"1. {move}"}),
            ("/api/study/record", {"begin": "", "moves": [move], "ending": "pgn"}),
            ("/api/study/set", {"game": name, "pieces": {"d4": "white"}, "turn": 0}),
            ("/api/study/answer", {"position": f"{name}/1", "level": 1}),
        ],
        gets=[
            "/",
            f"/new/{name}",
            f"/g/{game}",
            f"/rules/{name}",
            f"/analysis/{name}?position=x&o=%7B%7D",
            f"/analysis/{name}?from={game}&round=1&ply=0",
            f"/review/{game}?round=1",
            f"/api/games/{game}",
            f"/api/games/{game}/rounds/1",
            f"/api/games/{game}/record.pgn",
            f"/api/games/{game}/picture.svg?ply=1&round=1&theme=dark&flipped=1&width=300",
            f"/board/{name}.svg?o=%7B%7D",
            f"/start/{name}.svg?o=%7B%7D",
            f"/puzzles/{name}",
            f"/api/puzzles/{name}/1",
            f"/lessons/{name}/1",
            "/static/x/board.css",
            "/healthz",
            "/metrics",
        ],
    )


# -- bytes ----------------------------------------------------------------------------------------
def random_bytes(rng: Random) -> bytes:
    """Return random bytes."""
    return rng.randbytes(rng.randrange(200))


def damaged(rng: Random, data: bytes) -> bytes:
    """Return bytes with some changed, lost, repeated or put in."""
    made = bytearray(data)
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(made) + 1)
        match rng.randrange(4):
            case 0:
                made[at : at + 1] = rng.randbytes(1)
            case 1:
                del made[at : at + rng.randrange(1, 9)]
            case 2:
                made[at:at] = made[at : at + rng.randrange(1, 30)]
            case _:
                made[at:at] = rng.choice(
                    (b"\0", b"\xff\xfe", b"\xc3", b"\xed\xa0\x80", b'"', b"\\u0000")
                )
    return bytes(made)


def _deep(rng: Random) -> bytes:
    opened, closed = rng.choice(((b"[", b"]"), (b'{"a":', b"}")))
    return opened * DEEP + b"1" + closed * rng.choice((0, DEEP))


# -- JSON -----------------------------------------------------------------------------------------
def strange(rng: Random, message: dict[str, Any]) -> dict[str, Any]:
    """Return a message with a strange value, a field too many or one too few."""
    made = dict(message) or {"": None}
    name = rng.choice(list(made))
    match rng.randrange(5):
        case 0:
            del made[name]
        case 1:
            made[rng.choice(("", "x", "t", "id", "moment", "é" * 99))] = rng.choice(STRANGE)
        case 2 if isinstance(made[name], dict) and made[name]:
            made[name] = strange(rng, made[name])
        case 3 if isinstance(made[name], list) and made[name]:
            made[name] = [*made[name], rng.choice(STRANGE)] * rng.choice((1, 2, 50))
        case _:
            made[name] = rng.choice(STRANGE)
    return made


def _encoded(message: object) -> bytes:
    return json.dumps(message).encode("utf-8", "surrogatepass")


def fuzzed_json(rng: Random, messages: Sequence[dict[str, Any]]) -> bytes:
    """Return something that is to be read as JSON."""
    message = rng.choice(messages)
    makers: tuple[Callable[[], bytes], ...] = (
        lambda: random_bytes(rng),
        lambda: damaged(rng, _encoded(message)),
        lambda: damaged(rng, _encoded(strange(rng, message))),
        lambda: _encoded(strange(rng, message)),
        lambda: _encoded(strange(rng, strange(rng, message))),
        lambda: _encoded(message)[: rng.randrange(30)],
        lambda: _encoded(rng.choice(STRANGE)),
        lambda: _encoded([message, message]),
    )
    if rng.random() < 0.01:
        return rng.choice((_deep(rng), b"x" * LONG, _encoded(message) + b" " * TOO_LONG))
    return rng.choice(makers)()


# -- HTTP -----------------------------------------------------------------------------------------
def _head(method: str, path: str, *headers: str) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "host: 127.0.0.1", "connection: close", *headers, "", ""]
    return "\r\n".join(lines).encode("utf-8", "surrogatepass")


def _post(rng: Random, known: Corpus) -> Request:
    path, body = rng.choice(known.posts)
    content = fuzzed_json(rng, [body])
    headers = ["content-type: application/json", f"content-length: {len(content)}"]
    if rng.random() < 0.3:
        key = rng.choice(("key", "é", "a,b,c", "x" * LONG))
        headers.append(f"authorization: Bearer {key}")
    return Request(_head("POST", path, *headers) + content)


def _get(rng: Random, known: Corpus) -> Request:
    """Ask for a page with something strange in its address."""
    path = rng.choice(known.gets)
    parts = path.replace("?", "/?").split("/")
    at = len(parts) - 1 if "?" in path and rng.random() < 0.7 else rng.randrange(len(parts))
    word = quote(str(rng.choice(STRANGE))[:300].encode("utf-8", "surrogatepass"))
    if parts[at].startswith("?"):
        pairs = parts[at][1:].split("&")
        which = rng.randrange(len(pairs))
        pairs[which] = f"{pairs[which].partition('=')[0]}={word}"
        parts[at] = "?" + "&".join(pairs)
    elif rng.random() < 0.8:
        parts[at] = word
    method = rng.choice(("GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "BREW"))
    address = "/".join(parts).replace("/?", "?") or "/"
    return Request(_head(method, address if address.startswith("/") else f"/{address}"))


def _raw(rng: Random, known: Corpus) -> Request:
    """Return bytes that are hardly HTTP."""
    post = _post(rng, known).data
    makers: tuple[Callable[[], bytes], ...] = (
        lambda: random_bytes(rng),
        lambda: damaged(rng, post),
        lambda: damaged(rng, _head("GET", f"/ws/{rng.random()}", "upgrade: websocket")),
        lambda: _head("GET", "/" + "a" * LONG, *(f"x{n}: {'y' * 999}" for n in range(90))),
        lambda: _head("POST", "/api/games", "transfer-encoding: chunked") + b"zz\r\n\r\n",
        lambda: _head("POST", "/api/games", "content-length: 99999999999999999999") + b"{}",
        lambda: _head("POST", "/api/games", "content-length: 50", "content-length: 2") + b"{}",
        lambda: post.replace(b"host: 127.0.0.1", rng.choice((b"host: evil", b"host:", b"x: \0"))),
        lambda: post.replace(b"HTTP/1.1", rng.choice((b"HTTP/9.9", b"", b"HTTP/0.9"))),
    )
    return Request(rng.choice(makers)(), complete=False)


def fuzzed_request(rng: Random, known: Corpus) -> Request:
    """Return a request that no client of ours would send."""
    return rng.choice((_post, _post, _get, _get, _raw))(rng, known)
