"""What the server promises to those who play: moves, seats, offers, ends."""

from __future__ import annotations

import threading
from random import Random
from typing import Any

import pytest

import brettwerk
from brettwerk.records import read_records
from brettwerk.server.computers import at_random
from server.helpers import COMPUTER, FRIEND, HERE, Player, make, serving

SHORT: dict[str, dict[str, Any]] = {
    "abalone": {"options": {"ply_limit": 30}},
    "bedraengnis": {"target": 8},
    "schlacht": {"target": 3},
}


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_a_game_is_played_from_start_to_end(name: str) -> None:
    players = brettwerk.game(name).players
    with serving(messages_burst=10_000) as client:
        game = make(client, name, *[HERE] * players, **SHORT.get(name, {}))
        with game.sit(*range(players)) as player:
            assert player.play_on(Random(1)) > 4
            seen = player.table
        assert seen["outcome"]["reason"]
        text = client.get(f"/api/games/{game.id}/record.pgn").text
        records = list(read_records(text.splitlines(keepends=True)))
        for record in records:
            record.check()
        assert [str(ply) for ply in records[-1].plies] == player.moves


def test_every_table_is_as_the_rules_have_it() -> None:
    with serving(messages_burst=10_000) as client:
        game = make(client, "katarenga", HERE, HERE, options={"board": "random:3"})
        with game.sit(0, 1) as player:
            position = brettwerk.game("katarenga", board="random:3").start()
            for move in ["a1", "b1", "c1", "d1"]:
                legal = [m.text for m in position.moves]
                assert [m[0] for m in player.table["moves"]] == legal
                chosen = next((m for m in legal if m.startswith(move)), legal[0])
                assert player.act("play", chosen)["t"] == "done"
                position = position.play(chosen)


def test_others_see_a_move_and_nobody_moves_for_another() -> None:
    with serving() as client:
        game = make(client, "drei", HERE, FRIEND, begins=0)
        with game.sit(0) as ada, game.sit(1) as bo, game.sit() as watcher:
            assert bo.act("play", "d4")["key"] == "match-not-your-turn"
            assert watcher.act("play", "d4")["key"] == "page-watching"
            assert bo.act("play", "d4", person=0)["key"] == "page-not-yours"
            assert ada.act("play", "d4")["t"] == "done"
            for other in (bo, watcher):
                while other.moves != ["d4"]:
                    other.get("table")
            assert ada.act("play", "d5")["key"] == "match-not-your-turn"
            assert "illegal" in bo.act("play", "d4")["error"]


def test_refusals_are_sentences_in_ones_language() -> None:
    with serving() as client:
        game = make(client, "abalone", HERE, HERE, options={"setup": "standard"})
        with game.sit(0, 1, lang="de") as player:
            said = player.act("play", "e1e2")
            assert said["message"] == "Auf e1 liegt keine Kugel von dir."
            player.say({"t": "explain", "way": ".a1.a3>b4", "why": True})
            assert player.get("why")["why"]


def test_what_a_whole_move_would_do_is_told_before_it_is_made() -> None:
    with serving() as client:
        setup = {"setup": "black:e5,e6,e7;white:e8,e9,i9"}
        game = make(client, "abalone", HERE, HERE, options=setup)
        with game.sit(0, 1) as player:
            player.say({"t": "explain", "way": ".e5.e7>e8"})
            does = player.get("notes")["does"]
            moved = [["e5", "e6"], ["e6", "e7"], ["e7", "e8"], ["e8", "e9"]]
            assert does == {"moved": moved, "taken": ["e9"]}
            player.say({"t": "explain", "way": ".e5.e7>e9"})
            assert "does" not in player.get("notes")


def test_a_repeated_message_happens_once() -> None:
    with serving() as client:
        game = make(client, "drei", HERE, HERE)
        with game.sit(0, 1) as player:
            moment = player.table["moment"]
            first = player.act("play", "d4", id="same", moment=moment)
            assert first["t"] == "done"
            assert player.act("play", "d4", id="same", moment=moment)["t"] == "done"
            assert game.look()["frames"] == [game.look()["frames"][0]]


def test_a_second_tab_with_an_old_position_is_refused() -> None:
    with serving() as client:
        game = make(client, "schlacht", HERE, HERE)
        with game.sit(0, 1) as tab, game.sit(0, 1) as other:
            old = other.table["moment"]
            assert tab.act("play", "a1")["t"] == "done"
            assert other.act("play", "b1", moment=old)["key"] == "page-stale"


def test_takeback_is_asked_of_the_others() -> None:
    with serving() as client:
        game = make(client, "drei", HERE, FRIEND, begins=0)
        with game.sit(0) as ada, game.sit(1) as bo:
            ada.act("play", "d4")
            latest(bo, 1)
            assert bo.act("takeback")["key"] == "page-nothing-to-take-back"
            assert ada.act("takeback")["t"] == "done"
            assert game.look()["offer"]["kind"] == "takeback"
            latest(bo, game.look()["moment"])
            assert bo.act("takeback")["t"] == "done"
            assert game.look()["frames"] == []
            assert bo.moves == []


def test_takebacks_can_be_switched_off() -> None:
    with serving() as client:
        game = make(client, "drei", HERE, HERE, takebacks=False)
        with game.sit(0, 1) as player:
            player.act("play", "d4")
            assert player.act("takeback")["key"] == "page-no-takebacks"


def test_against_a_computer_ones_own_move_comes_back() -> None:
    with serving() as client:
        game = make(client, "drei", HERE, COMPUTER, begins=0)
        with game.sit(0) as player:
            player.act("play", "d4")
            while len(player.moves) < 2:
                player.get("table")
            assert player.act("takeback")["t"] == "done"
            assert player.moves == []


def test_a_draw_needs_all_who_are_still_in() -> None:
    with serving() as client:
        game = make(client, "triapon", HERE, FRIEND, FRIEND, begins=0)
        with game.sit(0) as a, game.sit(1) as b, game.sit(2) as c:
            assert a.act("draw")["t"] == "done"
            assert game.look()["offer"] == {"kind": "draw", "wanted_by": [0]}
            latest(b, 0, offer=True)
            assert b.act("draw")["t"] == "done"
            assert game.look()["outcome"] is None
            latest(c, 0, offer=True)
            assert c.act("draw")["t"] == "done"
            assert game.look()["outcome"]["reason"] == "agreement"


def latest(player: Player, moment: int, offer: bool = False) -> None:
    """Hear until this moment, or until something is on offer."""
    while player.table["moment"] < moment or (offer and not player.table["offer"]):
        player.get("table")


def test_a_declined_offer_is_gone() -> None:
    with serving() as client:
        game = make(client, "abalone", HERE, FRIEND)
        with game.sit(0) as a, game.sit(1) as b:
            a.act("draw")
            latest(b, 0, offer=True)
            assert b.act("decline")["t"] == "done"
            assert game.look()["offer"] is None


def test_computers_rather_play_on_than_draw() -> None:
    with serving() as client:
        game = make(client, "abalone", HERE, COMPUTER)
        with game.sit(0) as player:
            assert player.act("draw", moment=game.look()["moment"])["key"] in (
                "page-computer-plays-on",
                "page-stale",
            )


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
        wish = {"options": {"board": "1a0"}, "tableau": "new", "begins": 1}
        game = make(client, "bedraengnis", HERE, HERE, **wish)
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


def test_those_at_one_screen_can_pause_the_clock() -> None:
    with serving() as client:
        game = make(client, "triapon", HERE, HERE, HERE, begins=0, clock="5")
        with game.sit(0, 1, 2) as player:
            assert player.act("pause")["key"] == "match-clock-stands"
            assert player.act("resume")["key"] == "clock-not-paused"
            player.act("play", "e3")
            assert player.act("pause")["t"] == "done"
            assert player.table["clock"]["paused"]
            assert player.table["clock"]["running"] is None
            left = player.table["clock"]["left"]
            assert game.look()["clock"]["left"] == left
            assert player.act("resume")["t"] == "done"
            assert player.table["clock"]["running"] == 1
            player.act("pause")
            player.act("play", "e4")
            assert not player.table["clock"]["paused"]
            assert player.table["clock"]["running"] == 2


def test_nobody_pauses_the_clock_of_somebody_elsewhere() -> None:
    with serving() as client:
        game = make(client, "drei", HERE, FRIEND, begins=0, clock="5")
        with game.sit(0) as ada, game.sit(1):
            ada.act("play", "d4")
            assert ada.act("pause")["key"] == "page-pause-all"


def test_a_computer_waits_while_the_clock_is_paused() -> None:
    go_on = threading.Event()

    def thinker(position: brettwerk.Position, level: int, seed: int) -> brettwerk.Move:
        go_on.wait(20)
        return at_random(position, level, seed)

    with serving(choose=thinker) as client:
        game = make(client, "abalone", HERE, COMPUTER, begins=0, clock="5")
        with game.sit(0) as player:
            player.act("play", player.table["moves"][0][0])
            assert player.act("pause")["t"] == "done"
            go_on.set()
            player.say({"t": "ping"})
            player.get("pong")
            assert len(game.look()["frames"]) == 1
            assert player.act("resume")["t"] == "done"
            while len(player.moves) < 2:
                player.get("table")


def test_three_players_go_on_when_one_gives_up() -> None:
    with serving() as client:
        game = make(client, "triapon", HERE, HERE, HERE, begins=0)
        with game.sit(0, 1, 2) as player:
            player.act("play", "e3")
            assert player.act("resign", person=2)["t"] == "done"
            assert [one["in"] for one in player.table["people"]] == [True, True, False]
            assert player.table["turn"] == 1
            player.act("play", "e4")
            assert player.table["turn"] == 0


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


def test_computers_alone_play_for_whoever_watches() -> None:
    with serving() as client:
        game = make(client, "bedraengnis", COMPUTER, COMPUTER, target=5)
        with game.sit() as watcher:
            while watcher.table["outcome"] is None:
                watcher.get("table")
            assert max(watcher.table["scores"]) >= 5


def test_names_can_be_given_and_are_made_harmless() -> None:
    with serving() as client:
        game = make(client, "drei", {"kind": "here", "name": " Ada\n <b> "}, FRIEND)
        assert game.look()["people"][0]["name"] == "Ada <b>"
        with game.sit(1) as player:
            player.act("name", "B\u202eo" + "x" * 90)
            assert game.look()["people"][1]["name"] == "Bo" + "x" * 28


def test_hints_are_legal_moves() -> None:
    with serving() as client:
        game = make(client, "triapon", HERE, COMPUTER, COMPUTER, begins=0)
        with game.sit(0) as player:
            player.say({"t": "hint"})
            hint = player.get("hint")
            assert hint["move"] in [move[0] for move in player.table["moves"]]
        with game.sit() as watcher:
            watcher.say({"t": "hint"})
            assert watcher.get("no")["key"] == "page-hint-turn"


def test_a_hint_against_somebody_elsewhere_is_told() -> None:
    with serving() as client:
        game = make(client, "drei", HERE, FRIEND, begins=0)
        with game.sit(0) as ada, game.sit(1) as bo:
            ada.say({"t": "hint"})
            assert ada.get("hint")["move"]
            assert bo.get("hinted")["person"] == 0


def test_a_bot_can_play_over_http_alone() -> None:
    with serving() as client:
        game = make(client, "drei", HERE, COMPUTER, begins=0)
        address = f"/api/games/{game.id}/acts"
        secret = {"authorization": f"Bearer {game.keys[0]}"}
        act = {"t": "act", "id": "1", "do": "play", "text": "d4", "moment": 0}
        assert client.post(address, json=act).status_code == 403
        table = client.post(address, json=act, headers=secret).json()
        assert table["frames"][0]["text"] == "d4"
        stale = client.post(address, json={**act, "id": "2"}, headers=secret)
        assert stale.status_code == 409
