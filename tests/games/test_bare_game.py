"""A game of another package with rules and a definition alone works everywhere.

What it does not have is not offered, and asking for it gets a sentence.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient

import brettwerk
from brettwerk.core.registry import definition, names
from cli.helpers import done, facts, refused
from games.foreign import installed, write_metadata
from server.helpers import COMPUTER, HERE, make, serving

NAME = "bare_game"
ABSENT = ("rules", "lessons", "puzzles", "known")


@pytest.fixture(scope="module", autouse=True)
def bare_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("site")
    write_metadata(folder, NAME, f"{NAME}.definition:GAME")
    with installed(folder, NAME):
        yield


@pytest.fixture(scope="module")
def client(bare_game: None) -> Iterator[TestClient]:  # noqa: ARG001 - installed before
    with serving(messages_burst=10_000) as client:
        client.headers["accept-language"] = "en"
        yield client


# -- the library ----------------------------------------------------------------------------------
def test_it_is_listed_last_and_has_no_parts() -> None:
    assert names()[-1] == NAME
    game = definition(NAME)
    parts = (game.solver, game.encoding, game.puzzles, game.findings, game.commands())
    assert set(parts) == {None}
    assert list(game.routes()) == []


def test_it_is_played_and_written_and_read() -> None:
    position = brettwerk.game(NAME).start()
    for move in ("a1", "a2", "b1", "b2", "c1"):
        assert position.outcome is None
        position = position.play(move)
        assert brettwerk.position(position.text) == position
    assert position.outcome is not None
    assert (position.outcome.winners, position.outcome.reason) == ((0,), "three-in-a-row")
    assert "W" in str(position)
    assert position.svg().startswith("<svg")
    with pytest.raises(brettwerk.InvalidMove, match="not a move that can be played"):
        brettwerk.game(NAME).start().play("z9")


def test_computers_play_it_and_positions_are_analysed() -> None:
    from brettwerk.search import choose

    position = brettwerk.game(NAME).start()
    for move in ("a1", "a3", "b1", "b3"):
        position = position.play(move)
    winning = {"c1", "d1"} & {move.text for move in position.moves}
    assert choose(position, 10).text in winning
    found = brettwerk.analyse(position, nodes=2000)
    assert found.best is not None
    assert found.best.text in winning
    assert found.exact is not None
    assert found.exact.plies == 1


# -- pages ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize(
    "address", ["/", "/learn", "/known", "/puzzles", f"/new/{NAME}", f"/learn/{NAME}"]
)
def test_pages_are_there_and_link_only_to_what_is(
    client: TestClient, address: str, lang: str
) -> None:
    answer = client.get(address, params={"lang": lang})
    assert answer.status_code == 200
    for link in links(answer.text):
        assert link.split("/")[1] not in ABSENT
        assert client.get(link).status_code == 200, link


def links(page: str) -> set[str]:
    """The addresses of this game's pages that a page links to."""
    return {found for found in re.findall(r'href="(/[^"]*)"', page) if f"/{NAME}" in found}


@pytest.mark.parametrize("part", ABSENT)
def test_what_is_absent_is_not_found_with_a_sentence(client: TestClient, part: str) -> None:
    answer = client.get(f"/{part}/{NAME}", params={"lang": "en"})
    assert answer.status_code == 404
    assert re.search(rf"There are no [a-z ]+ (for|about) {NAME} yet", answer.text)


@pytest.mark.parametrize("address", ["/board/{}.svg", "/start/{}.svg", "/analysis/{}"])
def test_its_boards_are_drawn(client: TestClient, address: str) -> None:
    answer = client.get(address.format(NAME))
    assert answer.status_code == 200
    assert answer.text.count('data-cell="d4"') == 1


def test_programs_find_it_in_the_catalogue(client: TestClient) -> None:
    assert [game["game"] for game in client.get("/api/catalogue").json()][-1] == NAME


def test_it_is_played_to_its_end_and_reviewed(client: TestClient) -> None:
    game = make(client, NAME, HERE, COMPUTER, begins=0)
    with game.sit(0) as player:
        rng = Random(3)
        while player.table["outcome"] is None:
            if player.table["turn"] == 0:
                assert player.act("play", rng.choice(player.table["moves"])[0])["t"] == "done"
            else:
                player.get("table")
        moves = player.moves
    assert len(moves) >= 5
    for address in (f"/g/{game.id}", f"/review/{game.id}", f"/api/games/{game.id}/record.pgn"):
        answer = client.get(address)
        assert answer.status_code == 200
        assert not [link for link in links(answer.text) if link.split("/")[1] in ABSENT]


def test_positions_are_set_up_and_looked_at(client: TestClient) -> None:
    asked = {"game": NAME, "options": {}, "moves": ["a1", "b2"]}
    answer = client.post("/api/study", json=asked)
    assert answer.status_code == 200
    wish = {"game": NAME, "options": {}, "pieces": {"a1": "white"}, "turn": 1, "details": {}}
    assert client.post("/api/study/set", json=wish).status_code == 200


# -- commands -------------------------------------------------------------------------------------
def test_commands_show_and_count_it() -> None:
    assert NAME in done("games")
    assert facts("games")[-1]["game"] == NAME
    assert "1  2" not in done("show", NAME)
    assert facts("perft", NAME, "3")["perft"][-1] == 16 * 15 * 14
    assert "no exact answer" in done("solve", NAME)
    lines = done("referee", stdin=json.dumps({"game": NAME, "moves": ["a1"]}) + "\n")
    assert len(json.loads(lines)["legal"]) == 15


def test_it_is_played_in_a_terminal(tmp_path: Path) -> None:
    typed = "a1\na2\nb1\nb2\nc1\n"
    said = done("play", NAME, "--players", "human,human", "--save", tmp_path / "x", stdin=typed)
    assert "Three in a row." in said


@pytest.mark.parametrize(
    "command",
    [
        ("rules", NAME),
        ("known", "show", NAME),
        ("known", "make", NAME),
        ("puzzles", "show", NAME),
        ("puzzles", "check", NAME),
        ("puzzles", "make", NAME, "--count", "1"),
        ("tune", NAME, "--out", "weights.json"),
    ],
    ids=" ".join,
)
def test_commands_for_what_is_absent_say_so(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert NAME in refused(*command)


def test_commands_for_all_games_pass_over_what_is_absent() -> None:
    assert NAME not in done("known", "show")


def test_engines_play_it_against_each_other(tmp_path: Path) -> None:
    options = ("--games", "2", "--nodes", "50", "--save", tmp_path / "match.jsonl")
    assert "level:1" in done("match", NAME, "level:1", "engine", *options)
    assert done("analyse", NAME, "--nodes", "500")


def test_it_can_be_measured() -> None:
    assert NAME in json.dumps(facts("bench", NAME, "--rounds", "1"))


# -- research -------------------------------------------------------------------------------------
def test_it_is_a_research_environment() -> None:
    said = done("environment", NAME, "--games", "50")
    assert "16 actions, of which at most 16 are legal at a time." in said
    assert "| 0 | bits of `me`, as the player to move sees it |" in said


def test_batches_play_it_to_its_end() -> None:
    from brettwerk.research.batch import Batch

    batch = Batch(NAME, 8, seed=1)
    batch.reset()
    places = [position := brettwerk.game(NAME).start()] * 8
    ends = 0
    for _ in range(60):
        actions = batch.sample()
        places = [p.play_unchecked(p.legal_codes[a]) for p, a in zip(places, actions, strict=True)]
        _, rewards, terminated, *_ = batch.step(actions)
        for i, outcome in enumerate([p.outcome for p in places]):
            assert terminated[i] == (outcome is not None)
            assert tuple(rewards[i]) == (outcome.returns if outcome else (0, 0))
            if outcome:
                places[i] = position
                ends += 1
    assert ends > 20


def test_self_play_writes_its_games(tmp_path: Path) -> None:
    from brettwerk.research.training import Reader

    options = ("--games", "2", "--simulations", "20", "--out", tmp_path / "games")
    done("selfplay", NAME, *options)
    for found in Reader(tmp_path / "games").batches(64):
        assert found.observation.shape[1:] == (5, 8, 8)
        assert found.policy.sum(axis=1) == pytest.approx(1)


@pytest.mark.filterwarnings("ignore:Obs", "ignore:Action mask")  # of dictionaries and empty masks
def test_pettingzoo_plays_it() -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test

    api_test(brettwerk.bare_game_v0.env(), num_cycles=50)


def test_openspiel_plays_it() -> None:
    pytest.importorskip("pyspiel")
    code = (
        "import brettwerk.research.openspiel, pyspiel, random; choose = random.Random(1);"
        f"state = pyspiel.load_game({NAME!r}).new_initial_state()\n"
        "while not state.is_terminal(): state.apply_action(choose.choice(state.legal_actions()))\n"
        "assert sum(state.returns()) == 0"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
