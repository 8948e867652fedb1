"""Regret: sets of positions with exact values, and what policies give away in them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import brettwerk
from brettwerk.errors import BadOptions, BrettwerkError
from brettwerk.i18n import Translator
from brettwerk.research.environment import Environment
from brettwerk.research.questions import (
    QuestionSet,
    all_set,
    make_set,
    read_set,
    shipped_set,
    write_set,
)
from brettwerk.research.regret import Regret, each, examine, mean, report, share
from brettwerk.research.regret_picture import picture
from brettwerk.solving import solve
from cli.helpers import done, refused

SOLVED = ("bedraengnis", "drei", "isolation", "schlacht")


def total(asked: QuestionSet, choose: Any) -> Regret:
    return report(asked, examine(asked, each(choose)), "somebody", 0.0).total


@pytest.mark.parametrize("name", SOLVED)
def test_shipped_values_are_those_of_the_solver(name: str) -> None:
    asked = shipped_set(name)
    assert len(asked.questions) > 700
    assert {split for split, _ in asked.boards} == {"train", "test"}
    for question in asked.part(None, 4, seed=3).questions:
        position = asked.position(question)
        assert sorted(question.values) == [move.text for move in position.moves]
        solution = solve(position)
        assert solution is not None
        assert solution.returns[position.turn] == question.best
        for move in solution.best:
            assert question.values[move.text] == question.best


@pytest.mark.parametrize("name", SOLVED)
def test_train_and_test_share_no_board(name: str) -> None:
    boards: dict[str, set[str]] = {"train": set(), "test": set()}
    for split, options in shipped_set(name).boards:
        boards[split].add(brettwerk.game(name, **options).options["board"])
    assert not boards["train"] & boards["test"]


def test_perfect_play_gives_nothing_away_and_the_worst_everything() -> None:
    asked = shipped_set("drei").part("test", 60, seed=1)
    values = {asked.position(q): q.values for q in asked.questions}
    best = total(asked, lambda p: max(values[p], key=values[p].__getitem__))
    assert best.won_given_away.times == best.drawn_given_away.times == 0
    assert best.lost_per_move.mean == 0
    worst = total(asked, lambda p: min(values[p], key=values[p].__getitem__))
    assert worst.won_given_away.share is not None
    assert worst.won_given_away.share > 0.5
    assert worst.lost_per_game is not None
    assert worst.lost_per_game.mean > worst.lost_per_move.mean > 0.5
    rng = Random(1)
    between = total(asked, lambda p: p.random_move(rng))
    assert 0 < between.lost_per_move.mean < worst.lost_per_move.mean


def test_groups_add_up() -> None:
    asked = shipped_set("schlacht").part(None, 80, seed=2)
    found = report(asked, examine(asked, each(lambda p: p.moves[0])), "first", 1.0)
    for groups in (found.by_split, found.by_phase, found.by_play):
        assert sum(group.positions for group in groups.values()) == 80
        won = sum(group.won_given_away.times for group in groups.values())
        assert won == found.total.won_given_away.times
    assert list(found.by_phase) == ["placement", "battle"]
    assert json.loads(json.dumps(found.as_json()))["policy"] == "first"


def test_a_move_that_is_not_legal_is_refused() -> None:
    asked = shipped_set("drei").part(None, 2, seed=1)
    with pytest.raises(BrettwerkError):
        total(asked, lambda _: "z9")


def test_intervals() -> None:
    assert share(0, 0).share is None
    found = share(8, 10)
    assert found.share == 0.8
    assert (found.low, found.high) == pytest.approx((0.4902, 0.9433), abs=1e-4)  # Wilson's
    assert mean([1.0, 1.0]) == (1, 1, 1)
    middle, low, high = mean([0.0, 2.0, 0.0, 2.0], 10)
    assert middle == 10
    assert high - middle == pytest.approx(10 * 1.96 * np.std([0, 2, 0, 2], ddof=1) / 2)
    assert low == 0 or low < middle


def test_a_set_is_made_again_from_its_seed(tmp_path: Path) -> None:
    one, other = (make_set("bedraengnis", 48, seed=5) for _ in range(2))
    assert one == other
    assert 24 <= len(one.questions) <= 48
    write_set(one, tmp_path / "set.gz")
    content = (tmp_path / "set.gz").read_bytes()
    assert read_set(content, "set.gz").questions == one.questions
    with pytest.raises(BadOptions, match="not a set of positions"):
        read_set(content[:20], "set.gz")
    with pytest.raises(BadOptions, match="not a set of positions"):
        read_set(b"{}", "set.gz")
    with pytest.raises(BadOptions, match="not a set of positions"):
        read_set(content[:20] + b"\xff" * 20 + content[40:], "set.gz")


def test_all_positions_of_das_bedraengnis_are_listed() -> None:
    some = all_set("bedraengnis", 80, seed=1)
    assert len(some.questions) == 80
    assert {len(q.moves) for q in some.questions} > {5, 8}
    assert some.decisions is None
    with pytest.raises(BadOptions, match="cannot all be listed"):
        all_set("drei", 10, seed=1)
    with pytest.raises(BadOptions, match="no exact answers"):
        shipped_set("abalone")


@pytest.mark.slow
def test_every_position_of_a_tableau_is_reached_by_its_line() -> None:
    from brettwerk.games.bedraengnis.lines import all_lines

    start = brettwerk.game("bedraengnis", board="1a0").start()
    lines = list(all_lines(start, np.random.default_rng(1), None))
    assert len({(frozenset(line), line[-1]) for line in lines}) == len(lines) > 10_000
    for line in lines[::50]:
        position = start
        for move in line:
            position = position.play(move)
        assert len(position.moves) > 1


def test_the_picture_has_a_row_for_each_policy() -> None:
    asked = shipped_set("drei").part(None, 30, seed=1)
    found = report(asked, examine(asked, each(lambda p: p.moves[0])), "<first>", 1.0)
    svg = picture([found, found], Translator("de"))
    assert svg.count("&lt;first&gt;") == 2
    assert "verschenkt" in svg


# -- the command ----------------------------------------------------------------------------------
def test_players_of_matches_are_examined(tmp_path: Path) -> None:
    file = tmp_path / "regret.svg"
    asked = ("regret", "drei", "random", "mcts", "--nodes", "20", "--positions", "20")
    found = json.loads(done(*asked, "--json", "--picture", str(file)))
    assert [one["policy"] for one in found] == ["random", "mcts nodes=20"]
    assert found[0]["total"]["positions"] == 20
    assert found[0]["about"]["brettwerk"] == brettwerk.__version__
    assert "<svg" in file.read_text(encoding="utf-8")
    told = done("regret", "schlacht", "random", "--positions", "20", "--split", "test")
    assert "battle" in told
    assert "…" not in told  # in a window of 80 columns


def test_functions_of_python_are_examined(monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = ModuleType("my_policy")
    module.first = lambda position: position.moves[0].text
    monkeypatch.setitem(sys.modules, "my_policy", module)
    asked = ("regret", "isolation", "python:my_policy:first", "--positions", "20", "--json")
    (found,) = json.loads(done(*asked))
    assert found["policy"] == "python:my_policy:first"
    assert found["total"]["positions"] == 20


OWN = """
def first(position):
    return position.moves[0]

def fails(position):
    return helper(position)

def helper(position):
    import json
    return json.loads("{")

def nothing(position):
    return None

number = 3
"""


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with modules of a user, in which the command is called."""
    (tmp_path / "own_policy.py").write_text(OWN, encoding="utf-8")
    (tmp_path / "own_typo.py").write_text("x = 1\ny = = 2\n", encoding="utf-8")
    (tmp_path / "own_zero.py").write_text("x = 1 / 0\n", encoding="utf-8")
    (tmp_path / "own_import.py").write_text("import json\nimport nowhere\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "own_policy", raising=False)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return tmp_path


def test_functions_in_the_current_folder_are_found(own_folder: Path) -> None:
    asked = ("regret", "drei", "python:own_policy:first", "--positions", "4", "--json")
    assert json.loads(done(*asked))[0]["total"]["positions"] == 4
    assert str(own_folder) in sys.path


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        ("own_policy:fails", "failed in {}/own_policy.py, line 10: JSONDecodeError: Expecting"),
        ("own_typo:first", "failed in {}/own_typo.py, line 2: SyntaxError: invalid syntax"),
        ("own_zero:first", "failed in {}/own_zero.py, line 1: ZeroDivisionError: division"),
        ("own_import:first", "failed in {}/own_import.py, line 2: ModuleNotFoundError: No module"),
        ("own_policy:number", "python:own_policy:number is not a function."),
        ("own_policy:nothing", "answered with None, not with a move or its text."),
        ("own_policy:last", "cannot be loaded: module 'own_policy' has no attribute 'last'"),
    ],
)
def test_errors_of_own_functions_are_told_with_their_line(
    player: str, sentence: str, own_folder: Path
) -> None:
    told = refused("regret", "drei", f"python:{player}", "--positions", "2")
    assert sentence.format(own_folder) in told


def test_programs_over_json_lines_are_examined() -> None:
    program = f"command:{sys.executable} -m brettwerk analyse --json"
    (found,) = json.loads(
        done("regret", "bedraengnis", program, "--nodes", "50", "--positions", "6", "--json")
    )
    assert found["total"]["positions"] == 6


def test_a_set_is_made_by_the_command(tmp_path: Path) -> None:
    file = tmp_path / "set.json.gz"
    told = done("regret", "bedraengnis", "--make", str(file), "--positions", "24")
    assert "positions:" in told
    assert read_set(file.read_bytes(), "set").game == "bedraengnis"


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("abalone", "random"), "no exact answers"),
        (("drei",), "Which players?"),
        (("drei", "random", "--split", "both"), "neither train nor test"),
        (("drei", "python:nowhere:f"), "cannot be loaded"),
        (("bedraengnis", "net"), "no network for bedraengnis"),
        (("drei", "net:/nowhere.npz"), "nowhere.npz"),
        (("drei", "random", "--all"), "cannot all be listed"),
    ],
)
def test_wrong_requests_get_a_sentence(asked: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused("regret", *asked)


def test_openspiels_bots_are_policies() -> None:
    pytest.importorskip("pyspiel")
    openspiel: Any = pytest.importorskip("brettwerk.research.openspiel")
    from open_spiel.python.bots.uniform_random import UniformRandomBot

    asked = shipped_set("drei").part("test", 12, seed=1)
    bots = [UniformRandomBot(player, np.random.RandomState(1)) for player in range(2)]
    found = examine(asked, openspiel.bot_policy(lambda _: bots))
    assert len(found) == 12


def test_bots_that_can_only_step_are_policies(capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel: Any = pytest.importorskip("pyspiel")
    openspiel: Any = pytest.importorskip("brettwerk.research.openspiel")

    class FirstLegal(pyspiel.Bot):  # type: ignore[misc]
        def __init__(self) -> None:
            pyspiel.Bot.__init__(self)

        def step(self, state: Any) -> Any:
            return state.legal_actions()[0]

    asked = shipped_set("isolation").part("test", 6, seed=1)
    found = examine(asked, openspiel.bot_policy(lambda _: [FirstLegal(), FirstLegal()]))
    env = Environment("isolation")
    first = each(lambda position: env.choose_move(position, lambda node: node.legal[0]))
    assert found == examine(asked, first)
    assert not any(capfd.readouterr())  # OpenSpiel writes what it raises
