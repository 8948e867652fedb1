"""A fair start of Die Drei: random, shown as such, kept through records, rematch, restart."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

import brettwerk
from brettwerk.boards.tableaus import numbered_arrangement
from brettwerk.errors import BadOptions, MatchError
from brettwerk.games.drei.atlas import Atlas
from brettwerk.records import read_jsonl, read_records
from brettwerk.records.saved_match import restore_match, to_records
from brettwerk.server.play.config import make_config
from brettwerk.server.play.messages import GameRequest
from brettwerk.server.storage.model import GameConfig
from brettwerk.solving import fair_moves, fair_opening
from server.helpers import HERE, make, serving

BOARD = "1a0 3b2 4a1 2b3"


def test_the_first_piece_lies_by_lot_where_the_atlas_says_draw() -> None:
    rng, atlas = Random(5), Atlas.load()
    for _ in range(20):
        number = rng.randrange(24_576)
        config = make_config(GameRequest("drei", options={"board": f"#{number}"}, fair=True), rng)
        (field,) = config.opening
        assert atlas.first_moves(numbered_arrangement(number))[field].value == 0


def test_every_even_field_can_be_drawn_and_no_other() -> None:
    game = brettwerk.game("drei", board=BOARD)
    drawn = {fair_opening(game, Random(seed))[0] for seed in range(200)}
    assert drawn == {move.text for move in fair_moves(game.start())}


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("katarenga", {}),
        ("drei", {"continuation": True}),
        ("drei", {"lines": "any"}),
        ("drei", {"board": "/".join(["rygbrygb"] * 8)}),
    ],
)
def test_where_none_is_known_a_sentence_says_so(game: str, options: dict[str, object]) -> None:
    with pytest.raises(BadOptions, match="No fair start is known"):
        make_config(GameRequest(game, options=options, fair=True), Random(1))


def test_the_move_is_shown_as_by_lot_and_black_is_to_move() -> None:
    with serving() as client:
        game = make(
            client, "drei", HERE, HERE, options={"board": BOARD}, begins=0, fair=True, clock="5"
        )
        table = game.look()
        (frame,) = table["frames"]
        assert frame["lot"] is True
        assert (frame["by"], table["turn"]) == (0, 1)
        assert table["clock"]["running"] is None
        with game.sit(0, 1) as player:
            assert player.act("takeback")["key"] == "page-nothing-to-take-back"
            move = player.table["moves"][0][0]
            assert player.act("play", move)["t"] == "done"
            assert "lot" not in player.table["frames"][-1]
            assert player.act("takeback")["t"] == "done"
            assert player.table["moment"] == 2
            assert game.look()["frames"] == [frame]


def test_the_record_says_so_and_can_be_read_again() -> None:
    with serving() as client:
        game = make(client, "drei", HERE, HERE, options={"board": BOARD}, fair=True)
        with game.sit(0, 1) as player:
            player.play_on(Random(3), 3)
        first = game.look()["frames"][0]["text"]
        for ending, read in (("pgn", read_records), ("json", read_jsonl)):
            (record,) = read(client.get(f"/api/games/{game.id}/record.{ending}").text)
            record.check()
            assert record.tags["OpeningPlies"] == "1"
            assert (record.plies[0].text, record.plies[0].comment) == (first, "Drawn at random.")
            assert [ply.comment for ply in record.plies[1:]] == [""] * 3
            again = restore_match([record])
            assert again.opening_plies == 1
            assert to_records(again)[0].plies == record.plies
            with pytest.raises(MatchError, match="At most 3"):
                again.match.take_back(4)


def test_a_rematch_draws_another_lot_on_the_same_board() -> None:
    with serving(messages_burst=10_000) as client:
        game = make(client, "drei", HERE, HERE, options={"board": BOARD}, fair=True)
        with game.sit(0, 1) as player:
            assert player.act("resign")["t"] == "done"
            assert player.act("again")["t"] == "done"
            following = player.table["following"]
        table = client.get(f"/api/games/{following}").json()
        assert table["board"] == game.look()["board"]
        assert table["frames"][0]["lot"] is True
        assert table["frames"][0]["by"] != game.look()["frames"][0]["by"]
        field = table["frames"][0]["text"]
        start = brettwerk.game("drei", board=BOARD).start()
        assert field in [move.text for move in fair_moves(start)]


def test_it_survives_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with serving(file) as client:
        game = make(client, "drei", HERE, HERE, options={"board": BOARD}, fair=True)
        with game.sit(0, 1) as player:
            player.play_on(Random(2), 2)
        before = game.look()
    with serving(file) as client:
        after = client.get(f"/api/games/{game.id}").json()
    assert after["frames"] == before["frames"]
    assert after["moves"] == before["moves"]


def test_games_from_before_there_was_one_are_still_read() -> None:
    config = make_config(GameRequest("drei"), Random(1))
    stored = msgspec.to_builtins(config)
    del stored["opening"]
    assert msgspec.convert(stored, GameConfig) == config


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_pages_offer_it_and_tell_it(lang: str) -> None:
    with serving() as client:
        assert 'id="fair"' in client.get(f"/new/drei?lang={lang}").text
        assert 'id="fair"' not in client.get(f"/new/katarenga?lang={lang}").text
        game = make(client, "drei", HERE, HERE, fair=True)
        move = game.look()["frames"][0]["text"]
        assert f": {move} " in client.get(f"/g/{game.id}?lang={lang}").text
