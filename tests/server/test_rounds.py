"""Rounds and games one after the other: earlier rounds, rematches, going on after a draw."""

from __future__ import annotations

from random import Random

from server.helpers import COMPUTER, FRIEND, HERE, make, serving


def test_resigning_ends_the_game_or_the_round() -> None:
    with serving() as client:
        game = make(client, "katarenga", HERE, FRIEND)
        with game.sit(0) as player:
            assert player.act("resign")["t"] == "done"
        assert game.look()["outcome"] == {"winners": [1], "points": None, "reason": "resignation"}
        game = make(client, "schlacht", HERE, HERE, begins=0)
        with game.sit(0, 1) as player:
            assert player.act("resign", person=0)["t"] == "done"
            assert player.table["round_over"]
            assert player.table["scores"] == [0, 8]
            assert player.table["outcome"]["winners"] == [1]


def test_earlier_rounds_and_their_pictures_can_be_had() -> None:
    with serving() as client:
        wanted = {"options": {"board": "1a0"}, "tableau": "new", "begins": 1}
        game = make(client, "bedraengnis", HERE, HERE, **wanted)
        address = f"/api/games/{game.id}"
        assert client.get(f"{address}/rounds/1").json()["key"] == "page-no-round"
        with game.sit(0, 1) as player:
            player.act("play", "b2")
            player.act("resign", person=0)
            board = player.table["board"]
            before = client.get(f"{address}/picture.svg?ply=1").text
            player.act("next")
            assert player.moves == []
        found = client.get(f"{address}/rounds/1").json()
        assert [frame["text"] for frame in found["frames"]] == ["b2"]
        assert (found["round"], found["sat"], found["board"]) == (1, [1, 0], board)
        assert client.get(f"{address}/picture.svg?round=1&ply=1").text == before
        for number in ("0", "2", "x", "-1"):
            assert client.get(f"{address}/rounds/{number}").status_code == 400
            if number != "2":
                assert client.get(f"{address}/picture.svg?round={number}").status_code == 400


def test_a_rematch_swaps_colours_and_keeps_the_secrets() -> None:
    with serving() as client:
        game = make(client, "katarenga", HERE, FRIEND, begins=0)
        with game.sit(0) as ada, game.sit(1) as bo:
            assert ada.act("again")["key"] == "page-not-over"
            ada.act("resign")
            assert ada.act("again")["t"] == "done"
            assert game.look()["following"] == ""
            assert bo.act("again")["t"] == "done"
        following = game.look()["following"]
        table = client.get(f"/api/games/{following}").json()
        assert [one["seat"] for one in table["people"]] == [1, 0]
        game.id = following
        with game.sit(1) as bo:
            assert bo.table["turn"] == 1


def test_a_rematch_with_computers_begins_at_once() -> None:
    with serving() as client:
        game = make(client, "katarenga", HERE, COMPUTER, begins=0)
        with game.sit(0) as ada:
            ada.act("resign")
            ada.act("again")
        assert game.look()["following"]


def test_drei_can_be_gone_on_with_after_the_draw() -> None:
    with serving(messages_burst=100_000) as client:
        for seed in range(200):
            game = make(client, "drei", HERE, HERE, options={"board": "1a0 2a0 3a0 4a0"})
            with game.sit(0, 1) as player:
                player.play_on(Random(seed))
                if player.table["can_continue"]:
                    assert player.act("continue")["t"] == "done"
                    assert player.table["outcome"] is None
                    assert any("-" in move[0] for move in player.table["moves"])
                    player.play_on(Random(seed), 2)
                    count = len(player.moves)
                    for ply in range(count + 1):
                        picture = client.get(f"/api/games/{game.id}/picture.svg?ply={ply}")
                        assert picture.status_code == 200
                    return
        raise AssertionError("no game was drawn")
