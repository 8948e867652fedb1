"""What players say to each other, rematches that are declined, and codes of links."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from brettwerk.i18n import LANGUAGES, Translator
from brettwerk.server.play.games import PHRASES_BURST
from brettwerk.server.play.messages import Phrase
from server.helpers import FRIEND, HERE, Player, make, serving


def test_every_phrase_is_in_every_language() -> None:
    for language in LANGUAGES:
        t = Translator(language)
        assert all(t.has(f"page-phrase-{phrase}") for phrase in get_args(Phrase))


def test_a_phrase_is_heard_by_all_and_said_by_players_only_and_not_too_often() -> None:
    with serving() as client:
        game = make(client, "drei", HERE, FRIEND)
        with game.sit(0) as ada, game.sit(1) as bo, game.sit() as nobody:
            for _ in range(PHRASES_BURST):
                bo.say({"t": "say", "phrase": "nice-move"})
                for one in (ada, bo, nobody):
                    assert one.get("said") == {"t": "said", "person": 1, "phrase": "nice-move"}
            refused: list[tuple[Player, dict[str, Any], str]] = [
                (bo, {"phrase": "thanks"}, "page-too-fast"),
                (ada, {"phrase": "thanks", "person": 1}, "page-not-yours"),
                (nobody, {"phrase": "thanks"}, "page-watching"),
                (ada, {"phrase": "Buy this!"}, "page-not-understood"),
            ]
            for one, said, key in refused:
                one.say({"t": "say", **said})
                assert one.get("no")["key"] == key
            # One is not held back because another has said much.
            ada.say({"t": "say", "phrase": "thanks"})
            assert nobody.get("said")["person"] == 0


def test_a_rematch_is_declined_and_can_be_wanted_again() -> None:
    with serving() as client:
        game = make(client, "drei", HERE, FRIEND, begins=0)
        with game.sit(0) as ada, game.sit(1) as bo:
            ada.act("resign")
            bo.act("again")
            assert game.look()["again"] == [1]
            assert ada.act("decline")["t"] == "done"
            state = game.look()
            assert state["again"] == []
            assert state["last"] == {"kind": "decline", "person": 0}
            assert not state["following"]
            ada.act("again")
            bo.act("again")
            assert game.look()["following"]


def test_the_code_of_a_link_is_a_picture_and_reads_as_the_link() -> None:
    segno = pytest.importorskip("segno")
    link = "https://example.org/g/abc#k=secret"
    with serving() as client:
        answer = client.post("/api/code", json={"link": link})
        assert answer.headers["content-type"] == "image/svg+xml"
        size = segno.make_qr(link).symbol_size(border=2)[0]
        assert f'viewBox="0 0 {size} {size}"' in answer.text
        for wrong in ({"link": ""}, {"link": "x" * 301}, {}):
            assert client.post("/api/code", json=wrong).status_code == 400
