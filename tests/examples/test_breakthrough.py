"""The example package, installed by pip, is a game like all others; and its rules are right."""

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
from brettwerk.core.registry import names
from brettwerk.i18n import LANGUAGES
from brettwerk.research.encoding import encoding
from cli.helpers import done, facts, refused
from games.foreign import installed
from server.helpers import COMPUTER, HERE, make, serving

NAME = "breakthrough"
PACKAGE = Path(__file__).parents[2] / "examples" / NAME
PERFT = [22, 484, 11_132, 256_036]
OFFLINE = ("--no-index", "--no-build-isolation", "--no-deps", "--disable-pip-version-check")


@pytest.fixture(scope="module", autouse=True)
def breakthrough(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("site")
    pip = (sys.executable, "-m", "pip", "install", "--quiet", *OFFLINE)
    subprocess.run([*pip, "--target", folder, PACKAGE], check=True)
    with installed(folder, "brettwerk_breakthrough"):
        yield


@pytest.fixture(scope="module")
def client(breakthrough: None) -> Iterator[TestClient]:  # noqa: ARG001 - installed before
    with serving(messages_burst=10_000) as client:
        client.headers["accept-language"] = "en"
        yield client


# -- the rules ------------------------------------------------------------------------------------
class SlowBreakthrough:
    """The rules once more, word for word: pawns by cell, `w` or `b`."""

    def __init__(self) -> None:
        self.pawns = {f"{file}{rank}": "w" for file in "abcdefgh" for rank in (1, 2)}
        self.pawns |= {f"{file}{rank}": "b" for file in "abcdefgh" for rank in (7, 8)}
        self.turn = "w"
        self.winner: str | None = None

    def moves(self) -> set[str]:
        mine = [cell for cell, colour in self.pawns.items() if colour == self.turn]
        return set() if self.winner else {move for cell in mine for move in self.steps(cell)}

    def steps(self, cell: str) -> Iterator[str]:
        rank = int(cell[1]) + (1 if self.turn == "w" else -1)
        for file in (chr(ord(cell[0]) + aside) for aside in (-1, 0, 1)):
            there = self.pawns.get(f"{file}{rank}")
            straight = file == cell[0]
            if file in "abcdefgh" and (there is None or (there != self.turn and not straight)):
                yield f"{cell}-{file}{rank}"

    def play(self, move: str) -> None:
        origin, target = move.split("-")
        self.pawns[target] = self.pawns.pop(origin)
        other = "b" if self.turn == "w" else "w"
        if target[1] == ("8" if self.turn == "w" else "1") or other not in self.pawns.values():
            self.winner = self.turn
        self.turn = other

    def perft(self, depth: int) -> int:
        if depth == 1:
            return len(self.moves())
        return sum(self.after(move).perft(depth - 1) for move in self.moves())

    def after(self, move: str) -> SlowBreakthrough:
        there = SlowBreakthrough()
        there.pawns, there.turn, there.winner = dict(self.pawns), self.turn, self.winner
        there.play(move)
        return there


def test_random_games_agree_with_a_slow_referee() -> None:
    reasons = set()
    for seed in range(40):
        rng, slow, position = Random(seed), SlowBreakthrough(), brettwerk.game(NAME).start()
        while True:
            legal = {move.text for move in position.moves}
            assert legal == slow.moves()
            if position.outcome:
                break
            move = rng.choice(sorted(legal))
            slow.play(move)
            position = position.play(move)
            assert brettwerk.position(position.text) == position
        assert ["wb".index(slow.winner or "")] == list(position.outcome.winners)
        reasons.add(position.outcome.reason)
    assert reasons == {"last-rank"}


def test_the_last_capture_wins() -> None:
    position = brettwerk.position(
        "breakthrough/1 ......../......../......../..b...../.w....../......../......../........ w"
    )
    outcome = position.play("b4xc5").outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "all-captured")


def test_perft() -> None:
    assert [SlowBreakthrough().perft(depth) for depth in (1, 2, 3)] == PERFT[:3]
    assert facts("perft", NAME, "4")["perft"] == PERFT


@pytest.mark.parametrize(
    ("move", "key"),
    [
        ("d2-d4", "breakthrough-no-step"),
        ("d2-c1", "own-piece"),
        ("d7-d6", "not-your-piece"),
        ("d9-d6", "breakthrough-not-a-move"),
        ("forwards", "breakthrough-not-a-move"),
    ],
)
def test_wrong_moves_are_refused_with_a_reason(move: str, key: str) -> None:
    with pytest.raises(brettwerk.BrettwerkError) as refusal:
        brettwerk.game(NAME).start().play(move)
    assert refusal.value.key == key


@pytest.mark.parametrize("rows", ["w......./......../b.......", "......../......../w......."])
def test_a_position_that_is_won_is_refused(rows: str) -> None:
    with pytest.raises(brettwerk.BadPosition):
        brettwerk.position(f"breakthrough/1 {rows}{'/........' * 5} w")


# -- texts ----------------------------------------------------------------------------------------
def test_examples_of_the_rules_are_true() -> None:
    from brettwerk.learn.examples import examples
    from brettwerk.learn.rules import figures
    from learn.touching import next_cells

    for example in examples(NAME).values():
        position = example.position
        assert set(example.can) <= {move.text for move in position.moves}
        for move, key in example.cannot.items():
            assert example.explain_illegal(move).key == key
        for gesture, cells in example.touch.items():
            assert set(next_cells(position, gesture)) == set(cells.split())
        for moves, end in example.ends.items():
            there = position
            for move in moves.split():
                there = there.play(move)
            assert there.outcome is not None
            assert there.outcome.reason == end.reason
    for language in LANGUAGES:
        assert {figure.name for figure in figures(NAME, language)} == set(examples(NAME))


def test_every_step_of_the_lesson_can_be_done() -> None:
    from brettwerk.learn.lessons import check_moves, example_move, steps

    for step in steps(NAME):
        assert all(step.text(language).title for language in LANGUAGES)
        made: tuple[str, ...] = ()
        for _ in step.goal:
            move = example_move(NAME, step.name, made)
            assert move is not None
            result = check_moves(NAME, step.name, (*made, move))
            assert result.right
            made = (*made, move, *result.answers)
        assert result.done


def test_no_text_is_missing() -> None:
    assert NAME not in done("texts", "de")


# -- pages ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "address",
    [
        *("/", "/learn", "/lessons", "/rules", "/analysis", "/known", "/puzzles"),
        *(f"/{part}/{NAME}" for part in ("new", "rules", "learn", "lessons", "analysis")),
        f"/lessons/{NAME}/run",
    ],
)
def test_pages_are_there_and_link_only_to_what_is(
    client: TestClient, address: str, lang: str
) -> None:
    answer = client.get(address, params={"lang": lang})
    assert answer.status_code == 200
    assert "Breakthrough" in answer.text or address in ("/known", "/puzzles")
    for link in set(re.findall(rf'href="(/[^"]*/{NAME}[^"]*)"', answer.text)):
        assert client.get(link).status_code == 200, link


@pytest.mark.parametrize("part", ["puzzles", "known"])
def test_what_is_absent_is_not_found_with_a_sentence(client: TestClient, part: str) -> None:
    answer = client.get(f"/{part}/{NAME}", params={"lang": "en"})
    assert answer.status_code == 404
    assert re.search(rf"There are no [a-z ]+ (for|about) {NAME} yet", answer.text)


@pytest.mark.parametrize("address", ["/board/{}.svg", "/start/{}.svg"])
def test_its_boards_are_drawn(client: TestClient, address: str) -> None:
    answer = client.get(address.format(NAME))
    assert answer.status_code == 200
    assert answer.text.count('data-cell="h8"') == 1


def test_it_is_played_to_its_end_and_reviewed(client: TestClient) -> None:
    game = make(client, NAME, HERE, COMPUTER, begins=0)
    with game.sit(0) as player:
        rng = Random(3)
        while player.table["outcome"] is None:
            if player.table["turn"] == 0:
                assert player.act("play", rng.choice(player.table["moves"])[0])["t"] == "done"
            else:
                player.get("table")
    for address in (f"/g/{game.id}", f"/review/{game.id}", f"/api/games/{game.id}/record.pgn"):
        assert client.get(address).status_code == 200
    asked = {"game": NAME, "options": {}, "moves": ["a2-a3", "b7-b6"]}
    assert client.post("/api/study", json=asked).status_code == 200


def test_it_stays_short_enough_to_be_copied() -> None:
    files = (file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*.py"))
    assert sum(text.count("\n") for text in files) < 310


# -- commands -------------------------------------------------------------------------------------
def test_a_new_process_lists_it() -> None:
    command = [sys.executable, "-m", "brettwerk", "games", "--json"]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert json.loads(listed)[-1]["game"] == NAME == names()[-1]


def test_commands_show_it_and_answer_programs() -> None:
    assert "Breakthrough" in done("games", "--lang", "en")
    assert "W  W  W" in done("show", NAME)
    assert "letzte Reihe" in done("rules", "durchbruch", "--lang", "de")
    assert "no exact answer" in done("solve", NAME, "--lang", "en")
    lines = done("referee", stdin=json.dumps({"game": NAME, "moves": ["b2-c3"]}) + "\n")
    assert len(json.loads(lines)["legal"]) == 22
    for command in (("known", "show"), ("puzzles", "show")):
        assert NAME in refused(*command, NAME)


def test_it_is_played_in_a_terminal(tmp_path: Path) -> None:
    moves = "d2d3 d7d6 d3d4 d6d5 d4e5 a7a6 e5e6 a6a5 e6xf7 a5a4 f7xg8"
    typed = moves.replace(" ", "\n") + "\n"
    players = ("--players", "human,human", "--save", tmp_path / "x", "--lang", "en")
    assert "A pawn has reached the last rank." in done("play", NAME, *players, stdin=typed)


def test_engines_play_it_and_the_analyst_finds_the_win(tmp_path: Path) -> None:
    options = ("--games", "2", "--nodes", "50", "--save", tmp_path / "match.jsonl")
    assert "level:1" in done("match", NAME, "level:1", "engine", *options)
    rows = "....b.../.w....../......../......../......../......../....b.../w......."
    asked = {"position": f"{NAME}/1 {rows} w", "limit": {"nodes": 500}}
    found = json.loads(done("analyse", "--json", stdin=json.dumps(asked) + "\n"))
    assert found["best"] in {"b7-a8", "b7-b8", "b7-c8"}
    assert found["exact"]["plies"] == 1


@pytest.mark.slow
def test_it_can_be_measured_and_tuned(tmp_path: Path) -> None:
    assert NAME in json.dumps(facts("bench", NAME, "--rounds", "1"))
    file = tmp_path / "weights.json"
    done(
        "tune", NAME, "--games", "1", "--rounds", "1", "--nodes", "50", "--jobs", "1", "--out", file
    )
    shipped = json.loads((PACKAGE / "brettwerk_breakthrough/data/weights.json").read_bytes())
    assert json.loads(file.read_bytes())["features"].keys() == shipped["features"].keys()


# -- research -------------------------------------------------------------------------------------
def test_batches_play_it_to_its_end() -> None:
    from brettwerk.research.batch import Batch

    batch, game = Batch(NAME, 8, seed=1), brettwerk.game(NAME)
    batch.reset()
    places, ends = [game.start()] * 8, 0
    for _ in range(80):
        actions = batch.sample()
        places = [p.play_unchecked(int(a)) for p, a in zip(places, actions, strict=True)]
        _, rewards, terminated, *_ = batch.step(actions)
        for i, outcome in enumerate([p.outcome for p in places]):
            assert terminated[i] == (outcome is not None)
            assert tuple(rewards[i]) == (outcome.returns if outcome else (0, 0))
            if outcome:
                places[i] = game.start()
                ends += 1
    assert ends


def test_its_mirror_image_is_the_same_game() -> None:
    known = encoding(NAME)
    _, mirror = known.symmetries
    assert known.action_text(mirror.actions[1 << 6 | 8]) == "g1-h2"


@pytest.mark.filterwarnings("ignore:Obs", "ignore:Action mask")  # of dictionaries and empty masks
def test_pettingzoo_plays_it() -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test

    api_test(brettwerk.breakthrough_v0.env(), num_cycles=50)


OPENSPIEL = """
import random, pyspiel
import brettwerk.research.openspiel
theirs, ours = (pyspiel.load_game(name) for name in ("breakthrough", "brettwerk_breakthrough"))

def same(move):
    # There Black begins, and captures have a star: the same game upside down.
    a, b, c, d = move.removesuffix("*")
    return f"{a}{9 - int(b)}-{c}{9 - int(d)}"

for seed in range(10):
    choose, one, other = random.Random(seed), theirs.new_initial_state(), ours.new_initial_state()
    while not one.is_terminal():
        moves = {same(one.action_to_string(a)): a for a in one.legal_actions()}
        assert sorted(moves) == sorted(map(other.action_to_string, other.legal_actions()))
        move = choose.choice(sorted(moves))
        one.apply_action(moves[move])
        other.apply_action(other.string_to_action(move))
    assert other.is_terminal() and one.returns() == other.returns()
"""


def test_openspiel_plays_it_as_its_own_breakthrough() -> None:
    pytest.importorskip("pyspiel")
    subprocess.run([sys.executable, "-c", OPENSPIEL], check=True)
