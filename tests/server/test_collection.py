"""The engine's own games as devices get them."""

from __future__ import annotations

from brettwerk.explorer.own_games import own_games
from server.helpers import serving


def test_a_device_gets_all_games_compressed_once() -> None:
    with serving() as client:
        answer = client.get("/data/games/drei.json")
        plain = client.get("/data/games/drei.json", headers={"accept-encoding": "identity"})
    assert answer.status_code == 200
    assert answer.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert answer.json() == plain.json()
    games = answer.json()["games"]
    first = next(own_games("drei"))
    assert games[0]["moves"].split() == [ply.text for ply in first.plies]
    assert games[0]["options"] == dict(first.game.chosen)


def test_an_unknown_game_is_not_there() -> None:
    with serving() as client:
        assert client.get("/data/games/chess.json").status_code in (400, 404)
