"""Plain words for what an engine thinks, in both languages."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import brettwerk
from brettwerk.core.game import Move, Position
from brettwerk.puzzles.puzzle import shipped
from brettwerk.search.chances import Chances
from brettwerk.search.explain import exact_words, line_words, score_words
from brettwerk.search.report import Exact, Line


@pytest.fixture(scope="module")
def start() -> Position:
    return brettwerk.game("katarenga").start()  # White begins


def line(value: int | None, score: tuple[float, ...], exact: Exact | None = None) -> Line:
    return Line((), score, exact, value)


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> Callable[[Chances | None], None]:
    """Sets what was measured for every game."""

    def measured(chances: Chances | None) -> None:
        for module in ("chances", "explain"):
            monkeypatch.setattr(f"brettwerk.search.{module}.chances_of", lambda _game: chances)

    return measured


@pytest.mark.parametrize(
    ("lead", "english", "german"),
    [
        (0.0, "even", "ausgeglichen"),
        (0.05, "even", "ausgeglichen"),
        (-0.15, "Black is slightly ahead", "Schwarz liegt etwas vorn"),
        (0.5, "White is clearly ahead", "Weiß liegt deutlich vorn"),
        (0.9, "White is close to winning", "Weiß steht kurz vor dem Sieg"),
    ],
)
def test_leads_in_general(
    lead: float, english: str, german: str, start: Position, measured: Callable[..., None]
) -> None:
    measured(None)
    assert score_words(start, (lead, -lead), "en") == english
    assert score_words(start, (lead, -lead), "de") == german


@pytest.mark.parametrize(
    ("lead", "chances", "english", "german"),
    [
        (0.04, Chances(1, 0), "even", "ausgeglichen"),
        (
            0.1,
            Chances(1, 0),
            "White wins about 55 of 100 such games",
            "Weiß gewinnt etwa 55 von 100 solchen Partien",
        ),
        (
            -0.1,
            Chances(2, 0),
            "Black wins about 60 of 100 such games",
            "Schwarz gewinnt etwa 60 von 100 solchen Partien",
        ),
        (
            0.2,
            Chances(1, -1),
            "White wins about 36 of 100 such games, 45 are drawn",
            "Weiß gewinnt etwa 36 von 100 solchen Partien, 45 enden remis",
        ),
        (
            0.2,
            Chances(1, 0, if_ended=True),
            "White wins about 60 of 100 such games that come to an end",
            "Weiß gewinnt etwa 60 von 100 solchen Partien, die zu Ende gehen",
        ),
        (
            0.99999,
            Chances(1, 0),
            "White wins about 99 of 100 such games",
            "Weiß gewinnt etwa 99 von 100 solchen Partien",
        ),
    ],
)
def test_leads_in_chances_where_they_were_measured(
    lead: float,
    chances: Chances,
    english: str,
    german: str,
    start: Position,
    measured: Callable[..., None],
) -> None:
    measured(chances)
    assert score_words(start, (lead, -lead), "en") == english
    assert score_words(start, (lead, -lead), "de") == german


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
    assert line_words(start, line(50, (0, 0), exact), "en") == english


def test_three_players(measured: Callable[..., None]) -> None:
    measured(Chances(1, 0))
    start = brettwerk.game("triapon").start()
    words = line_words(start, line(None, (-0.1, 0.3, -0.2)), "en")
    assert words == "Player 2 wins about 53 of 100 such games"
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
    assert told >= {(3, 2), (5, 3)}


def still_in(position: Position) -> tuple[int, ...]:
    return position.game.definition.still_in(position)
