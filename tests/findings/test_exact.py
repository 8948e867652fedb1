"""The exact facts that are shipped are what the solvers and the atlas say."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import islice, product
from random import Random
from statistics import fmean
from typing import Any

import numpy as np
import pytest

import brettwerk
from brettwerk.boards.square import WHOLE
from brettwerk.boards.tableaus import DISTINCT, board_text, cell_colours, numbered_arrangement
from brettwerk.findings import has_facts, load_facts, load_games
from brettwerk.findings.exact import exact_findings
from brettwerk.findings.generate import MAX_SEQUENCES, sequences
from brettwerk.games.abalone import findings as abalone
from brettwerk.games.bedraengnis import findings as bedraengnis
from brettwerk.games.bedraengnis.equity import match_value
from brettwerk.games.bedraengnis.solver import reachable
from brettwerk.games.bedraengnis.solver_kernels import place
from brettwerk.games.drei import findings as drei
from brettwerk.games.drei.atlas import Atlas
from brettwerk.games.isolation import findings as isolation
from brettwerk.games.isolation.census import BoardFacts, solve_sheet
from brettwerk.games.isolation.census import load as load_census
from brettwerk.games.katarenga_family import fair_boards
from brettwerk.games.katarenga_family.sheets import board_of, sheet_of
from brettwerk.games.schlacht import findings as schlacht
from brettwerk.i18n import Language, Translator
from brettwerk.solving import solve


def exact(game: str) -> dict[str, Any]:
    return load_facts(game).exact


@pytest.mark.parametrize("name", [name for name in brettwerk.NAMES if has_facts(name)])
def test_sequences_are_counted_within_the_bound(name: str) -> None:
    counts = exact(name)["sequences"]
    start = brettwerk.game(name).start()
    for depth, count in enumerate(counts, start=1):
        if count < 300_000:
            assert start.perft(depth) == count
    assert len(start.moves) == counts[0]
    if name == "bedraengnis":
        assert sequences(name) == counts
    else:
        assert max(counts) <= MAX_SEQUENCES


# -- Das Bedrängnis ---------------------------------------------------------------------------
def test_bedraengnis_comes_out_again() -> None:
    assert exact("bedraengnis")["tableaus"] == [bedraengnis.tableau_facts(n) for n in range(1, 5)]


def test_first_moves_are_worth_what_the_solver_says_of_the_position_after() -> None:
    for tableau in exact("bedraengnis")["tableaus"]:
        start = brettwerk.game("bedraengnis", board=tableau["board"]).start()
        for field, worth in tableau["first"].items():
            found = solve(start.play(field))
            assert found is not None
            assert found.points == ((worth, 0) if worth > 0 else (0, -worth))
        position = start
        for move in tableau["line"].split():
            position = position.play(move)
        assert position.outcome is not None
        assert position.outcome.points == (tableau["points"], 0)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_turned_or_turned_over_a_tableau_is_worth_the_same(number: int) -> None:
    front = exact("bedraengnis")["tableaus"][number - 1]
    for side, turns in (("a", 1), ("a", 2), ("b", 0), ("b", 3)):
        other = bedraengnis.tableau_facts(number, side, turns)
        assert Counter(other["first"].values()) == Counter(front["first"].values())
        same = ("points", "resigned", "positions", "won")
        assert [other[name] for name in same] == [front[name] for name in same]


def test_positions_are_those_that_games_come_to() -> None:
    tableau = exact("bedraengnis")["tableaus"][1]
    start = brettwerk.game("bedraengnis", board=tableau["board"]).start()
    seen = reachable(cell_colours(tuple(tableau["board"].split("/"))))
    assert sum(seen) == tableau["positions"]
    layer, counts = {(0, 0): start}, list[int]()
    for _ in range(5):
        following: dict[tuple[int, int], Any] = {}
        for position in layer.values():
            for code in position.legal_codes:
                after = position.play_unchecked(code)
                me, opp, last = after.state
                following.setdefault((me | opp, last), after)
        assert all(seen[place(last, occupied)] for occupied, last in following)
        counts.append(len(following))
        layer = following
    sizes = Counter((at & 0xFFFF).bit_count() for at, met in enumerate(seen) if met)
    assert counts == [sizes[size] for size in range(1, 6)]


def test_chances_in_a_match_are_those_of_the_solver() -> None:
    facts, rng = exact("bedraengnis"), Random(1)
    assert set(facts["chances"]) == {"new-out", "new-resigned", "keep-out", "keep-resigned"}
    for key, tables in facts["chances"].items():
        tableau, ending = key.split("-")
        for number, table in enumerate(tables, start=1):
            cells = [[Fraction(cell) for cell in row.split()] for row in table]
            assert [len(row) for row in cells] == [facts["target"]] * facts["target"]
            for _ in range(12):
                mine, theirs = rng.randrange(15), rng.randrange(15)
                right = match_value(
                    brettwerk.game("bedraengnis", board=f"{number}a0"),
                    (mine, theirs),
                    tableau=tableau,
                    resigning=ending == "resigned",
                )
                assert cells[mine][theirs] == right[0]


def test_claims_about_resigning_and_chance_hold() -> None:
    facts = exact("bedraengnis")
    assert all(tableau["resigned"] == 1 for tableau in facts["tableaus"])
    for key, tables in facts["chances"].items():
        cells = {cell for table in tables for row in table for cell in row.split()}
        assert (cells == {"0", "1"}) == (key != "new-out")


# -- Die Drei ---------------------------------------------------------------------------------
def ends() -> Any:
    """The atlas as an array: a row for each board, the pieces that stand in the end by field."""
    atlas = Atlas.load()
    rows = np.zeros((DISTINCT, len(WHOLE)), np.int64)
    for number in range(DISTINCT):
        sheet, symmetry = sheet_of(numbered_arrangement(number))
        rows[number] = np.frombuffer(atlas.sheets[sheet], np.uint8)[list(symmetry)]
    return rows


def test_the_atlas_comes_to_what_is_told() -> None:
    facts, rows = exact("drei"), ends()
    won, drawn, lost = rows % 2 == 1, rows == 0, (rows % 2 == 0) & (rows > 0)
    verdicts = {"won": won, "drawn": drawn, "lost": lost}
    assert facts["boards"] == DISTINCT == len(rows)
    assert won.any(axis=1).all()  # White wins everywhere
    assert drawn.any(axis=1).all()  # and a fair start is there everywhere
    soonest = np.where(won, rows, 99).min(axis=1)
    assert keyed(facts["shortest"]) == Counter(soonest.tolist())
    for name, verdict in verdicts.items():
        assert facts["moves"][name] == verdict.sum()
        assert keyed(facts["by_board"][name]) == Counter(verdict.sum(axis=1).tolist())
    for name in ("won", "lost"):
        assert keyed(facts["lengths"][name]) == Counter(rows[verdicts[name]].tolist())
    centre = [WHOLE.index[name] for name in ("d4", "d5", "e4", "e5")]
    assert facts["by_field"]["d4"]["won"] == won[:, centre].sum()
    assert sum(sum(tally.values()) for tally in facts["by_field"].values()) == rows.size
    colours = np.array(
        [list(cell_colours(numbered_arrangement(number).rows)) for number in range(DISTINCT)]
    )
    for letter, tally in facts["by_colour"].items():
        here = colours == letter
        assert tally == {name: (verdict & here).sum() for name, verdict in verdicts.items()}
    remarkable = facts["remarkable"]
    for kind, values in {
        "sharpest": won.sum(axis=1),
        "easiest": -won.sum(axis=1),
        "even": -drawn.sum(axis=1),
        "decided": drawn.sum(axis=1),
        "quickest": soonest,
        "slowest": -soonest,
    }.items():
        named = [int(values[number]) for number in remarkable[kind]]
        assert named == sorted(named)
        assert named[0] == values.min()
        assert len(remarkable[kind]) == drei.NAMED
        # Each stands for itself and its mirror image: nothing better was left out.
        pairs = {
            number
            for n in remarkable[kind]
            for number in (n, numbered_arrangement(n).mirrored().number)
        }
        left = [int(values[number]) for number in range(DISTINCT) if number not in pairs]
        assert min(left) >= max(named)


def keyed(counts: dict[str, int]) -> dict[int, int]:
    return {int(key): count for key, count in counts.items()}


def test_a_summary_of_a_few_boards_counts_them() -> None:
    atlas = Atlas.load()
    numbers = [board_of(sheet).number for sheet in (0, 5000, 12_000)]
    found = drei.summary({number: atlas.first_moves(number) for number in numbers})
    assert sum(found["moves"].values()) == 3 * 64
    first = drei.tally(atlas.first_moves(numbers[0]))
    assert sum(first.values()) == 64
    assert found["by_board"]["won"][first["won"]] >= 1
    assert set(found["remarkable"]["sharpest"]) == set(numbers)


# -- Die Schlacht -----------------------------------------------------------------------------
def test_battles_are_counted() -> None:
    facts = exact("schlacht")["battles"]
    points = keyed(facts["points"])
    assert sum(points.values()) == facts["count"] == schlacht.BATTLES
    black = sum(count for worth, count in points.items() if worth > 0)
    assert facts["black"]["value"] == pytest.approx(black / facts["count"], abs=1e-4)


def test_random_battles_have_the_values_of_the_solver() -> None:
    for number in range(6):
        position = schlacht.random_battle(schlacht.SEED, number)
        (worth,) = schlacht.values([position])
        found = solve(position)
        assert found is not None
        assert found.points == ((worth, 0) if worth > 0 else (0, -worth))
        assert len(position.pieces) == schlacht.PIECES


@pytest.mark.slow
def test_all_battles_come_out_again() -> None:
    assert keyed(schlacht.battles(schlacht.BATTLES, schlacht.SEED)["points"]) == keyed(
        exact("schlacht")["battles"]["points"]
    )


def test_the_end_of_the_engines_games_is_what_the_solver_says() -> None:
    if not load_facts("schlacht").samples:
        pytest.skip("No games are shipped.")
    for record in islice(load_games("schlacht", "start"), 6):
        positions = list(islice(record.positions(), schlacht.FROM, schlacht.PIECES + 1))
        worths = schlacht.values(positions)
        assert record.result == ("1-0" if worths[-1] > 0 else "0-1")


# -- Abalone, Die Schlacht and Isolation ----------------------------------------------------------
def test_set_ups_are_compared_by_all_games_that_are_shipped() -> None:
    found = abalone.facts(lambda _: ())["setups"]
    assert found == exact("abalone")["setups"]
    assert len(found) == 20
    standard = [float(record.shares[0]) for record in load_games("abalone", "standard")]
    assert found["standard"]["games"] == len(standard)
    assert found["standard"]["drawn"] == standard.count(0.5)
    assert found["standard"]["first"]["value"] == round(sum(standard) / len(standard), 4)


@pytest.mark.parametrize("game", ["katarenga", "congress"])
def test_boards_are_compared_by_games_on_each(game: str) -> None:
    found = exact(game)
    assert list(found["boards"]) == [f"#{number}" for number in fair_boards.BOARDS]
    counts = [group["games"] for group in found["boards"].values()]
    assert fair_boards.GAMES < min(counts) <= max(counts) <= 2 * fair_boards.GAMES
    begins = [group["begins"] for group in found["boards"].values()]
    assert found["begins"]["value"] == pytest.approx(fmean(begins), abs=1e-3)
    assert found["spread"] == pytest.approx(fair_boards.spread(found["boards"]), abs=1e-3)


@pytest.mark.parametrize("game", ["katarenga", "congress"])
def test_with_its_rows_swapped_a_board_has_its_sides_swapped(game: str) -> None:
    """Whoever begins there has the places, and so the moves, of the other."""
    rows = numbered_arrangement(fair_boards.BOARDS[0]).rows
    ways = [brettwerk.game(game, board=board_text(way)).start() for way in (rows, rows[::-1])]
    black, white = [
        {(cell[0], int(cell[1])) for cell, piece in start.pieces.items() if piece == side}
        for start, side in zip(ways, ("black", "white"), strict=True)
    ]
    assert {(file, 9 - rank) for file, rank in black} == white
    colours = [cell_colours(way) for way in (rows, rows[::-1])]
    assert all(colours[0][cell] == colours[1][cell ^ 56] for cell in range(64))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["katarenga", "congress"])
def test_games_on_a_board_differ(game: str) -> None:
    rows = numbered_arrangement(fair_boards.BOARDS[5]).rows
    games = fair_boards.board_games(game, rows, 3)
    assert [record.game for record in games] == [brettwerk.game(game, board=board_text(rows))] * 3
    assert len({tuple(ply.text for ply in record.plies) for record in games}) == 3


def test_what_chance_adds_is_no_difference_of_boards() -> None:
    """Shares as far from a half as forty tosses of a coin leave no spread; others do."""
    by_chance = {name: _group(0.5 + d * 0.079) for name, d in (("#1", -1), ("#2", 0), ("#3", 1))}
    assert fair_boards.spread(by_chance) < 0.02
    apart = {"#1": _group(0.2), "#2": _group(0.8)}
    assert 0.28 < fair_boards.spread(apart) < 0.3


def _group(share: float) -> dict[str, Any]:
    return {
        "games": 40,
        "drawn": 0,
        "begins": 0.6,
        "first": {"value": share, "low": share - 0.1, "high": share + 0.1},
    }


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", ["abalone", "katarenga", "congress"])
def test_the_fairest_are_told_first(game: str, language: Language) -> None:
    findings = exact_findings(game)
    assert findings
    found = exact(game)
    if game != "abalone":
        groups = {"#1": _group(0.6), "#2": _group(0.5), "#3": _group(0.2)}
        begins = {"value": 0.43, "low": 0.4, "high": 0.5}
        found = {"nodes": [1000, 1100], "boards": groups, "begins": begins, "spread": 0.1}
    (section,) = findings.report(found, Translator(language))
    assert section.table
    fairest, unfairest = section.table.rows[0][0], section.table.rows[-1][0]
    assert fairest in section.sentences[0]
    assert game == "abalone" or (fairest, unfairest) == ("#2", "#3")
    assert game == "abalone" or unfairest in section.sentences[0]
    assert "{" not in "".join(section.sentences)


def test_it_is_said_which_set_ups_are_surely_unfair() -> None:
    findings = exact_findings("abalone")
    assert findings
    names = ("standard", "belgian-daisy", "duel")
    setups = dict(zip(names, map(_group, (0.7, 0.52, 0.3)), strict=True))
    (section,) = findings.report({"setups": setups}, Translator("en"))
    told = section.sentences[0]
    assert "from Standard, worse off from Duel. The other 1 " in told
    even = dict.fromkeys(names, _group(0.5))
    (section,) = findings.report({"setups": even}, Translator("en"))
    assert "from –, worse off from –. The other 3 " in section.sentences[0]


def test_the_chances_in_a_match_follow_from_the_rounds() -> None:
    rounds = [record.points or () for record in load_games("schlacht", "start")]
    told = exact("schlacht")["match"]
    assert schlacht.match_chances(rounds) == told
    chances = told["chances"]
    for mine, others in product(range(7), range(7)):
        if mine:
            assert chances[mine][others] >= chances[mine - 1][others]
        if others:
            assert chances[mine][others] <= chances[mine][others - 1]
    # At 6 all, whoever wins the round wins the match.
    won = sum(black > white for black, white in rounds)
    assert chances[6][6] == round(won / len(rounds), 4)


def test_a_census_comes_to_what_its_sheets_say() -> None:
    sheets = {0: BoardFacts(13, 15), 1: BoardFacts(12, 14), 5: BoardFacts(13, 16)}
    found = isolation.summary(sheets)
    assert (found["boards"], found["first_wins"]) == (6, 4)
    assert found["lengths"] == {12: 2, 13: 4}
    assert found["room"] == {14: 2, 15: 2, 16: 2}
    assert found["second_wins"] == [board_of(1).number]
    assert found["examples"] == {
        "lengths": [board_of(1).number, board_of(0).number],
        "room": [board_of(1).number, board_of(5).number],
    }


def test_the_shipped_census_is_told_and_says_what_the_solver_says() -> None:
    sheets = load_census()
    told = exact("isolation")
    assert told["boards"] == 2 * len(sheets)
    assert {int(plies): count for plies, count in told["lengths"].items()} == isolation.summary(
        sheets
    )["lengths"]
    for sheet in Random(3).sample(sorted(sheets), 2):
        assert solve_sheet(sheet) == (sheet, bytes(sheets[sheet]))
