"""What the server refuses, each time with a sentence: foreign, broken, too much, too often."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from time import time
from typing import Any

import pytest
from starlette.responses import Response
from starlette.websockets import WebSocketDisconnect

from brettwerk.server.errors import ServerError
from brettwerk.server.http import pages
from brettwerk.server.http.rate_limits import RateLimiter, TokenBucket
from brettwerk.server.http.static_files import content, digest
from brettwerk.server.play.seat_keys import hashed, new_id, new_key, people_of
from server.helpers import FRIEND, HERE, Player, make, serving

Page = Callable[..., Awaitable[Response]]
BROKEN = [
    "",
    "{",
    "null",
    "[]",
    "[" * 3000,
    '{"t": "act"}',
    '{"t": "fly"}',
    '{"t": "act", "id": "1", "do": "fly"}',
    '{"t": "act", "id": "1", "do": "play", "text": 7}',
    '{"t": "act", "id": "1", "do": "play", "more": 7}',
    '{"t": "hello", "v": 1}' * 2,
    "\ud83d",
]


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_message_gets_a_sentence_and_the_next_is_served(text: str) -> None:
    with serving() as client:
        game = make(client, "drei", HERE, HERE)
        with game.sit(0, 1) as player:
            player.socket.send_text(text.encode("utf-8", "replace").decode())
            assert player.get("no")["message"]
            assert player.act("play", "d4")["t"] == "done"


def test_bytes_get_a_sentence_and_the_next_message_is_served() -> None:
    with serving() as client:
        game = make(client, "drei", HERE, HERE)
        with game.sit(0, 1) as player:
            player.socket.send_bytes(b"\xff")
            assert player.get("no")["key"] == "page-not-understood"
            assert player.act("play", "d4")["t"] == "done"


def test_a_version_of_many_digits_is_refused() -> None:
    with serving() as client:
        game = make(client, "drei", HERE, HERE)
        with client.websocket_connect(f"/ws/{game.id}") as socket:
            socket.send_text(json.dumps({"t": "hello", "v": 10**400}))
            assert json.loads(socket.receive_text())["key"] == "page-version"


@pytest.mark.parametrize(
    ("path", "body", "key"),
    [
        ("/api/games", b'{"game": "\xff"}', "page-not-understood"),
        ("/api/study/answer", b'{"position": "drei/1", "level": 1%s}' % (b"0" * 400), "page-level"),
    ],
)
def test_a_malformed_body_is_refused(path: str, body: bytes, key: str) -> None:
    with serving() as client:
        answer = client.post(path, content=body, headers={"content-type": "application/json"})
        assert (answer.status_code, answer.json()["key"]) == (400, key)


@pytest.mark.parametrize(
    ("body", "key"),
    [
        ({"game": "chess"}, "game-unknown"),
        ({"game": "drei", "seats": [{"kind": "here"}]}, "page-seats"),
        ({"game": "drei", "seats": [HERE, {"kind": "computer", "level": 11}]}, "page-level"),
        ({"game": "drei", "begins": 2}, "page-begins"),
        ({"game": "drei", "options": {"board": "x"}}, "board-rows"),
        ({"game": "drei", "options": {"board": "r" * 700}}, "page-option-long"),
        ({"game": "drei", "options": {"colour": 1}}, "option-unknown"),
        ({"game": "drei", "clock": "soon"}, "clock-text"),
        ({"game": "drei", "target": 5}, "match-no-points"),
        ({"game": "schlacht", "tableau": "new"}, "match-no-tableau"),
        ({"game": "drei", "more": 1}, "page-not-understood"),
        ([], "page-not-understood"),
    ],
)
def test_a_game_that_cannot_be_is_refused(body: object, key: str) -> None:
    with serving() as client:
        answer = client.post("/api/games", json=body)
        assert answer.status_code in (400, 404)
        assert answer.json()["key"] == key
        assert answer.json()["message"]


def test_refusals_speak_the_language_that_is_asked_for() -> None:
    with serving() as client:
        german = {"accept-language": "de"}
        answer = client.post("/api/games", json={"game": "chess"}, headers=german)
        assert answer.json()["message"].startswith("Ein Spiel „chess“ gibt es nicht.")


def test_only_our_own_pages_may_post() -> None:
    with serving() as client:
        for origin in ("http://evil", "http://[", "null"):
            foreign = client.post("/api/games", json={"game": "drei"}, headers={"origin": origin})
            assert (foreign.status_code, foreign.json()["key"]) == (403, "page-foreign")
        plain = client.post("/api/games", content=b'{"game": "drei"}')
        assert plain.json()["key"] == "page-json-only"
        own = {"origin": "http://testserver"}
        assert client.post("/api/games", json={"game": "drei"}, headers=own).status_code == 201


def test_a_foreign_page_gets_no_socket() -> None:
    with serving() as client:
        game = make(client, "drei", HERE, HERE)
        address, headers = f"/ws/{game.id}", {"origin": "http://evil.example"}
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(address, headers=headers):
            pass


def test_names_that_are_not_ours_are_not_answered() -> None:
    with serving() as client:
        assert client.get("/", headers={"host": "evil.example"}).status_code == 421


def test_every_answer_has_strict_headers() -> None:
    with serving() as client:
        for path in ("/", "/new/drei", "/api/catalogue", "/nowhere", "/healthz"):
            headers = client.get(path).headers
            policy = headers["content-security-policy"]
            assert "script-src 'self'" in policy
            assert "'unsafe" not in policy  # 'wasm-unsafe-eval' runs modules of ours, not scripts
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"


def test_a_fault_of_ours_is_a_sentence_with_the_same_headers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with serving() as client:
        game = make(client, "drei", HERE, HERE)
        monkeypatch.setattr("brettwerk.server.play.pages.page", pages_failing_once(pages.page))
        page = client.get(f"/g/{game.id}")
        assert (page.status_code, "Traceback" in page.text) == (500, False)
        assert "Something went wrong on the server." in page.text
        assert "content-security-policy" in page.headers


def pages_failing_once(right: Page) -> Page:
    """What makes pages, but for the first one."""
    left = [ZeroDivisionError("secret")]

    async def page(*args: Any, **details: Any) -> Response:
        if left:
            raise left.pop()
        return await right(*args, **details)

    return page


def test_pages_have_no_inline_script_or_style() -> None:
    with serving() as client:
        game = make(client, "drei", HERE, FRIEND)
        for path in ("/", "/new/drei", "/rules/drei", f"/g/{game.id}"):
            text = client.get(path).text
            assert ' style="' not in text
            assert "onclick" not in text
            scripts = [part.split(">")[0] for part in text.split("<script")[1:]]
            assert all("src=" in part or "application/json" in part for part in scripts)


def test_scripts_and_styles_are_kept_for_ever_and_nothing_else_is_handed_out() -> None:
    with serving() as client:
        home = f"/static/{digest()}"
        for name, kind in (("page.css", "text/css"), ("game.js", "text/javascript")):
            packed = client.get(f"{home}/{name}")
            plain = client.get(f"{home}/{name}", headers={"accept-encoding": "identity"})
            assert packed.headers["content-encoding"] == "gzip"
            assert "content-encoding" not in plain.headers
            assert packed.content == plain.content == content(name)
            assert packed.headers["content-type"].startswith(kind)
            assert "immutable" in packed.headers["cache-control"]
            assert "nosniff" in packed.headers["x-content-type-options"]
        for name in ("", "nothing.js", "../templates/base.html", "..%2f__init__.py", "/etc/passwd"):
            assert client.get(f"{home}/{name}").status_code == 404


def test_addresses_with_thousands_of_digits_lead_nowhere() -> None:
    with serving() as client:
        many = "9" * 5000
        for path in (f"course/bedraengnis/game/{many}", f"app/icon-{many}.png"):
            assert client.get(f"/{path}").status_code == 404
        assert client.get("/app/icon-maskable-512.png").status_code == 200
        assert client.get("/app/icon-tiny-512.png").status_code == 404


def test_json_may_be_called_as_http_allows() -> None:
    with serving() as client:
        kind = {"content-type": "Application/JSON ; charset=utf-8"}
        answer = client.post("/api/games", content='{"game": "drei"}', headers=kind)
        assert answer.status_code == 201


def test_too_large_a_body_is_refused() -> None:
    with serving() as client:
        huge = {"game": "drei", "options": {"board": "x" * 40_000}}
        answer = client.post("/api/games", json=huge)
        assert (answer.status_code, answer.json()["key"]) == (413, "page-too-large")


def test_floods_are_slowed_down() -> None:
    with serving(messages_burst=5, messages_per_second=0.1) as client:
        game = make(client, "drei", HERE, HERE)
        with game.sit(0, 1) as player:
            for _ in range(8):
                player.say({"t": "ping"})
            assert player.get("no")["key"] == "page-too-fast"


def test_connections_of_one_client_share_what_it_may_say() -> None:
    with serving(client_messages_burst=14, client_messages_per_second=20) as client:
        bucket: TokenBucket = client.app.state.messages.bucket("testclient")  # type: ignore[attr-defined]
        bucket.now, bucket.since = lambda: 0.0, 0.0
        game = make(client, "drei", HERE, HERE)
        with game.sit(0) as one, game.sit(1) as other:
            for player in (one, other, other):  # of these questions each counts as several
                player.say({"t": "explain", "way": ">d4"})
                player.get("notes")
            assert bucket.left == -3
            one.say({"t": "ping"})
            one.get("pong")
            assert bucket.left == -4


def test_messages_wait_for_those_before_them() -> None:
    time = [0.0]
    bucket = TokenBucket(2, 4, now=lambda: time[0])
    assert [bucket.delay() for _ in range(4)] == [0, 0, 0.25, 0.5]
    time[0] = 1.0
    assert [bucket.delay(2), bucket.delay()] == [0, 0.25]


def test_so_many_games_at_once_and_no_more() -> None:
    with serving(new_games_burst=3, new_games_per_second=0.001) as client:
        found = [client.post("/api/games", json={"game": "drei"}).status_code for _ in range(5)]
        assert found == [201, 201, 201, 429, 429]


def test_there_is_room_for_so_many_and_no_more() -> None:
    with serving(sockets_per_game=1) as client:
        game = make(client, "drei", HERE, HERE)
        with game.sit(0), client.websocket_connect(f"/ws/{game.id}") as late:
            assert json.loads(late.receive_text())["key"] == "page-full"


def test_one_client_cannot_take_all_the_room() -> None:
    with serving(sockets_per_client=2) as client:
        games = [make(client, "drei", HERE, HERE) for _ in range(3)]
        address = f"/ws/{games[2].id}"
        with games[0].sit(0), games[1].sit(0), client.websocket_connect(address) as late:
            assert json.loads(late.receive_text())["key"] == "page-full"
        with games[2].sit(0):
            pass


def test_connecting_again_and_again_counts_as_asking_for_pages() -> None:
    with serving(requests_burst=2, requests_per_second=0.001) as client:
        game = make(client, "drei", HERE, HERE)
        for _ in range(2):
            with game.sit(0):
                pass
        with pytest.raises(WebSocketDisconnect) as refused, game.sit(0):
            pass
        assert refused.value.code == 1013


def test_who_speaks_another_version_is_told_and_let_go() -> None:
    with serving() as client:
        game = make(client, "drei", HERE, HERE)
        with client.websocket_connect(f"/ws/{game.id}") as socket:
            player = Player(socket)
            player.say({"t": "hello", "v": 99})
            assert player.get("no")["key"] == "page-version"
            with pytest.raises(WebSocketDisconnect) as gone:
                player.hear()
            assert gone.value.code == 4426


def test_a_game_that_is_not_there_is_said_to_be_not_there() -> None:
    with serving() as client:
        for path in ("/g/nothing", "/g/%2e%2e%2fetc", "/new/chess", "/rules/chess", "/x"):
            assert client.get(path).status_code == 404
        assert client.get("/api/games/nothing").json()["key"] == "page-no-game"
        with client.websocket_connect("/ws/nothing") as socket:
            assert json.loads(socket.receive_text())["key"] == "page-no-game"


def test_the_first_message_must_be_a_hello() -> None:
    with serving() as client:
        game = make(client, "drei", HERE, HERE)
        with client.websocket_connect(f"/ws/{game.id}") as socket:
            player = Player(socket)
            player.say({"t": "ping"})
            assert player.get("no")["key"] == "page-hello-first"


@pytest.mark.parametrize(
    "wishes", ["ply=99", "ply=-1", "ply=x", "width=9999999", "width=2049", "width=1"]
)
def test_pictures_of_what_is_not_there_are_refused(wishes: str) -> None:
    with serving() as client:
        game = make(client, "drei", HERE, HERE)
        answer = client.get(f"/api/games/{game.id}/picture.png?{wishes}")
        assert (answer.status_code, answer.json()["key"]) == (400, "page-number")


def test_boards_of_bad_options_are_refused() -> None:
    with serving() as client:
        for o in ("{", "[]", '{"board": "x"}', '{"no": 1}', "[" * 5000):
            assert client.get("/board/drei.svg", params={"o": o}).status_code == 400


# -- secrets --------------------------------------------------------------------------------------
def test_secrets_have_128_bits_and_are_not_kept() -> None:
    keys = {new_key() for _ in range(1000)}
    assert len(keys) == 1000
    assert all(len(key) == 22 for key in keys)
    assert len({new_id() for _ in range(1000)}) == 1000


def test_a_secret_opens_its_own_seat_only() -> None:
    keys = [new_key() for _ in range(3)]
    hashes = [hashed(key) for key in keys]
    hashes[1] = ""
    assert people_of([keys[2]], hashes) == (2,)
    assert people_of([keys[1], "", "-", "x" * 1000], hashes) == ()
    assert people_of(keys, hashes) == (0, 2)


def test_the_database_has_no_secret_in_it(tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite") as client:
        game = make(client, "drei", HERE, FRIEND)
        with game.sit(0) as player:
            player.act("play", "d4")
    content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert game.id.encode() in content
    assert not any(key.encode() in content for key in game.keys.values())


def test_buckets_fill_up_with_time() -> None:
    now = [0.0]
    bucket = TokenBucket(2, 1, now=lambda: now[0])
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now[0] = 1.0
    assert [bucket.take() for _ in range(2)] == [True, False]


def test_clients_that_are_long_gone_are_forgotten() -> None:
    limiter = RateLimiter("messages", 1, 0, size=2)
    limiter.charge("a")
    with pytest.raises(ServerError) as too_fast:
        limiter.charge("a")
    assert (too_fast.value.status, too_fast.value.key) == (429, "page-too-fast")
    for name in "bca":
        limiter.charge(name)


@pytest.mark.parametrize(("amount", "seconds"), [(1, 1), (5, 3), (100, 5)])
def test_who_is_too_fast_is_told_when_to_come_back(amount: int, seconds: int) -> None:
    bucket = TokenBucket(10, 2, now=lambda: 0.0)
    assert bucket.take(10)
    assert not bucket.take(amount)
    assert bucket.wait_for(amount) == seconds


def handed(*more: dict[str, Any]) -> dict[str, Any]:
    """A game that was begun on a device."""
    seats = [{"kind": "here"}, {"kind": "here"}]
    rest = {"clock": "5", "target": None, "seed": 1, "tableau": "keep", "takebacks": True}
    config: dict[str, Any] = {"game": "drei", "options": {}, "seats": seats, "starter": 0, **rest}
    played = {"kind": "play", "person": 0, "people": [0, 1], "text": "d4", "at": 1.0}
    return {"config": config, "events": [played, *more]}


def test_a_long_game_from_a_device_counts_as_many_new_games() -> None:
    names = [{"kind": "name", "person": 0, "people": [0, 1], "text": "Ada", "at": 2.0}] * 999
    with serving(new_games_burst=20, new_games_per_second=0.001) as client:
        answers = [client.post("/api/games/handed", json=handed(*names)) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 429, 429]


@pytest.mark.parametrize(
    "event",
    [
        {"kind": "outage", "text": "soon"},
        {"kind": "outage", "text": "nan"},
        {"kind": "play", "person": 9, "people": [0, 1], "text": "d4"},
        {"kind": "play", "person": -1, "people": [0, 1], "text": "d4"},
        {"kind": "draw", "person": 0, "people": [0, 9]},
        {"kind": "rekey", "person": 0, "text": "mine"},
    ],
)
def test_a_game_from_a_device_with_events_that_cannot_be_is_refused(event: dict[str, Any]) -> None:
    with serving() as client:
        assert client.post("/api/games/handed", json=handed()).status_code == 201
        answer = client.post("/api/games/handed", json=handed(event))
        assert answer.status_code == 400, answer.text


def test_a_game_from_a_device_is_as_new_as_its_arrival(tmp_path: Path) -> None:
    """Devices do not say when something happened by the server's time of day; liars do."""
    file, began = tmp_path / "games.sqlite", time()
    later = {"kind": "play", "person": 1, "people": [0, 1], "text": "c3", "at": 9e10, "wall": 9e99}
    game = handed(later)
    game["config"]["clock"] = "none"
    with serving(file) as client:
        assert client.post("/api/games/handed", json=game).status_code == 201
    with closing(connect(file)) as database:
        for at, wall in database.execute("SELECT at, wall FROM events"):
            assert at <= time()
            assert began <= wall <= time()


def test_the_level_of_a_person_says_nothing() -> None:
    with serving() as client:
        game = make(client, "drei", {**HERE, "level": 10**30}, HERE)
        assert client.get(f"/api/games/{game.id}/record.pgn").status_code == 200
