"""Plain words for what an engine thinks, in both languages."""

from __future__ import annotations

import pytest

import brettwerk
from brettwerk.core.game import Move, Position
from brettwerk.i18n import LANGUAGES
from brettwerk.puzzles.puzzle import shipped
from brettwerk.search.explain import Unit, ahead_words, exact_words, line_words, unit_of
from brettwerk.search.report import Exact, Line

MARBLE = Unit("marble", 500)


@pytest.fixture(scope="module")
def start() -> Position:
    return brettwerk.game("katarenga").start()  # White begins


def line(value: int | None, score: tuple[float, ...], exact: Exact | None = None) -> Line:
    return Line((), score, exact, value)


@pytest.mark.parametrize(
    ("value", "english", "german"),
    [
        (0, "even", "ausgeglichen"),
        (100, "even", "ausgeglichen"),
        (-300, "Black is slightly ahead", "Schwarz liegt etwas vorn"),
        (1000, "White is clearly ahead", "Weiß liegt deutlich vorn"),
        (3000, "White is close to winning", "Weiß steht kurz vor dem Sieg"),
    ],
)
def test_leads_in_general(value: int, english: str, german: str, start: Position) -> None:
    assert line_words(start, line(value, (0, 0)), "en") == english
    assert line_words(start, line(value, (0, 0)), "de") == german


@pytest.mark.parametrize(
    ("value", "english", "german"),
    [
        (100, "even", "ausgeglichen"),
        (300, "White is less than one marble ahead", "Weiß liegt weniger als eine Kugel vorn"),
        (520, "White is about one marble ahead", "Weiß liegt etwa eine Kugel vorn"),
        (-1450, "Black is about 3 marbles ahead", "Schwarz liegt etwa 3 Kugeln vorn"),
    ],
)
def test_leads_in_the_unit_of_a_game(
    value: int, english: str, german: str, start: Position
) -> None:
    assert line_words(start, line(value, (0, 0)), "en", MARBLE) == english
    assert line_words(start, line(value, (0, 0)), "de", MARBLE) == german


@pytest.mark.parametrize(
    ("exact", "english"),
    [
        (Exact((1, -1), None, 9), "White wins in 5"),
        (Exact((-1, 1), None, 10), "Black wins in 5"),
        (Exact((1, -1), None, 1), "White wins with the next move"),
        (Exact((-1, 1), None, 2), "Black wins with the next move"),
        (Exact((1, -1), None, None), "White wins"),
        (Exact((1, -1), None, 0), "White has won"),
        (Exact((1, -1), (7, 0), 9), "White wins in 5 (7 points)"),
        (Exact((0, 0), None, 4), "a draw with best play"),
        (Exact((0, 0), None, 0), "a draw"),
    ],
)
def test_proven_results(exact: Exact, english: str, start: Position) -> None:
    assert exact_words(start, exact, "en") == english
    assert line_words(start, line(50, (0, 0), exact), "en", MARBLE) == english


def test_three_players() -> None:
    start = brettwerk.game("triapon").start()
    assert line_words(start, line(None, (-0.1, 0.3, -0.2)), "en") == "Player 2 is slightly ahead"
    assert line_words(start, line(700, (0.02, 0, -0.02)), "en") == "even"
    assert exact_words(start, Exact((-0.5, -0.5, 1), None, 9), "en") == "Player 3 wins in 3"
    shared = Exact((0.5, 0.5, -1), None, 9)
    assert exact_words(start, shared, "en") == "Player 1 and Player 2 share the win"
    assert exact_words(start, shared, "de") == "Spieler 1 und Spieler 2 teilen sich den Sieg"


def test_who_is_out_takes_no_turns() -> None:
    two = next(p.start for p in shipped("triapon").puzzles if len(still_in(p.start)) == 2)
    mine = tuple(1.0 if player == two.turn else -0.5 for player in range(3))
    whose = f"Player {two.turn + 1}"
    assert exact_words(two, Exact(mine, None, 3), "en") == f"{whose} wins in 2"
    assert exact_words(two, Exact(mine, None, 5), "en") == f"{whose} wins in 3"


def test_a_line_to_the_end_tells_how_many_moves_it_takes() -> None:
    """Two are left in these: three taking turns would make it one move and two."""
    told = set[tuple[int, int]]()
    for puzzle in shipped("triapon").puzzles:
        if puzzle.goal.kind != "win":
            continue
        start, line, turns = puzzle.start, list[Move](), list[int]()
        position = start
        for text in puzzle.solution:
            turns.append(position.turn)
            line.append(position.move(text))
            position = position.play(text)
        if position.outcome is None:
            continue
        mine = tuple(1.0 if player == start.turn else -0.5 for player in range(3))
        own, plies = turns.count(start.turn), len(line)
        moves = "with the next move" if own == 1 else f"in {own}"
        words = exact_words(start, Exact(mine, None, plies), "en", line)
        assert words == f"Player {start.turn + 1} wins {moves}"
        told.add((plies, own))
    assert told == {(3, 2), (5, 3)}


def still_in(position: Position) -> tuple[int, ...]:
    return position.game.definition.still_in(position)


def test_abalone_is_counted_in_marbles() -> None:
    unit = unit_of(brettwerk.game("abalone"))
    assert unit is not None
    assert ahead_words(unit.size, "Black", "en", unit) == "Black is about one marble ahead"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_every_unit_of_a_game_has_its_words(name: str, language: str) -> None:
    unit = unit_of(brettwerk.game(name))
    assert unit is None or unit.size > 50
    if unit:
        for value in (unit.size, 3 * unit.size):
            assert "X" in ahead_words(value, "X", language, unit)
