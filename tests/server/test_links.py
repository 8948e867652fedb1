"""Links to seats that are replaced by whoever made the game."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from brettwerk.server.http.connection import REVOKED
from server.helpers import COMPUTER, FRIEND, HERE, Game, make, serving


def new_link(game: Game, person: int, key: str | None = None) -> Any:
    """Ask for another key of a seat."""
    return game.client.post(
        f"/api/games/{game.id}/links",
        json={"person": person},
        headers={"authorization": f"Bearer {game.owner if key is None else key}"},
    )


def people_with(client: TestClient, game: Game, key: str) -> list[int]:
    """For whom one plays with a key."""
    with client.websocket_connect(f"/ws/{game.id}") as socket:
        socket.send_text(json.dumps({"t": "hello", "v": 1, "keys": [key]}))
        people: list[int] = json.loads(socket.receive_text())["people"]
        return people


def test_a_new_link_opens_the_seat_and_the_old_one_does_not() -> None:
    with serving() as client:
        game = make(client, "drei", HERE, FRIEND, begins=1)
        old = game.keys[1]
        answer = new_link(game, 1)
        assert answer.status_code == 201
        made = answer.json()
        assert (made["person"], made["kind"]) == (1, "friend")
        assert people_with(client, game, old) == []
        assert people_with(client, game, made["key"]) == [1]
        assert people_with(client, game, game.keys[0]) == [0]
        act = {"t": "act", "id": "a", "do": "play", "text": "d4", "moment": 0}
        for key, status in ((old, 403), (made["key"], 200)):
            headers = {"authorization": f"Bearer {key}"}
            acted = client.post(f"/api/games/{game.id}/acts", json=act, headers=headers)
            assert acted.status_code == status


def test_open_connections_of_the_old_link_are_closed_and_others_are_not() -> None:
    with serving() as client:
        game = make(client, "drei", HERE, FRIEND)
        with game.sit(0) as ada, game.sit(1) as bo:
            assert new_link(game, 1).status_code == 201
            with pytest.raises(WebSocketDisconnect) as closed:
                bo.get("nothing")
            assert closed.value.code == REVOKED
            while ada.get("table")["last"] != {"kind": "rekey", "person": 1}:
                pass  # the friend has joined before
            assert ada.act("name", "Ada")["t"] == "done"


def test_replaced_keys_survive_a_restart(tmp_path: Any) -> None:
    file = tmp_path / "games.sqlite"
    with serving(file) as client:
        game = make(client, "drei", HERE, FRIEND)
        key = new_link(game, 1).json()["key"]
    with serving(file) as client:
        again = Game(client, {"id": game.id, "seats": [], "owner": game.owner})
        assert people_with(client, again, game.keys[1]) == []
        assert people_with(client, again, key) == [1]
        assert new_link(again, 1).status_code == 201


def test_a_rematch_has_the_keys_of_now_and_the_same_owner() -> None:
    with serving() as client:
        game = make(client, "drei", HERE, HERE)
        with game.sit(0, 1) as both:
            both.act("forfeit")
        game.keys[1] = new_link(game, 1).json()["key"]
        with game.sit(0, 1) as both:
            both.act("again")
            following = both.table["following"]
        next_game = Game(client, {"id": following, "seats": [], "owner": game.owner})
        assert people_with(client, next_game, game.keys[1]) == [1]
        assert new_link(next_game, 0).status_code == 201


@pytest.mark.parametrize(
    ("person", "key", "status"),
    [(1, "", 403), (1, "wrong", 403), (2, None, 400), (-1, None, 400), (7, None, 400)],
)
def test_others_and_other_seats_are_refused(person: int, key: str | None, status: int) -> None:
    with serving() as client:
        seats = HERE, FRIEND, COMPUTER
        game = make(client, "triapon", *seats)
        answer = new_link(game, person, key)
        assert answer.status_code == status, answer.text
        assert people_with(client, game, game.keys[1]) == [1]
        seat_key = new_link(game, 1, game.keys[0])
        assert seat_key.status_code == 403
        told = "Only the player who created the game can replace links."
        assert seat_key.json()["message"] == told
