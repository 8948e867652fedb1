"""What the server promises to those who play: moves, seats, offers, ends."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import brettwerk
from brettwerk.records import read_records
from server.helpers import COMPUTER, FRIEND, HERE, latest, make, serving

SHORT: dict[str, dict[str, Any]] = {
    "abalone": {"options": {"ply_limit": 30}},
    "bedraengnis": {"target": 8},
    "congress": {"options": {"ply_limit": 30}},
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


def test_at_one_device_those_who_are_out_are_not_asked_for_a_draw() -> None:
    with serving() as client:
        game = make(client, "triapon", HERE, HERE, HERE, begins=0)
        with game.sit(0, 1, 2) as all_three:
            assert all_three.act("forfeit", person=0)["t"] == "done"
            latest(all_three, 1)
            assert all_three.act("draw")["t"] == "done"
            assert game.look()["outcome"]["reason"] == "agreement"


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
