"""Das Bedrängnis, solved: what each first move is worth on each tableau, and chances in a match."""

from itertools import product
from typing import Any

from brettwerk.boards.tableaus import FRONTS, Tableau, board_text, cell_colours
from brettwerk.core.game import Position
from brettwerk.core.registry import game
from brettwerk.findings.facts import GamesOfPlan
from brettwerk.games.bedraengnis.equity import match_value
from brettwerk.games.bedraengnis.rules import BedraengnisState
from brettwerk.games.bedraengnis.solver import SOLVER, reachable, table, values_after
from brettwerk.games.bedraengnis.solver_kernels import BIAS

TARGET = 15
# How rounds follow each other, and whether people resign lost ones.
TERMS = tuple(product(("new", "keep"), ("out", "resigned")))


def facts(games: GamesOfPlan) -> dict[str, Any]:
    """All of it."""
    return {
        "tableaus": [tableau_facts(number) for number in FRONTS],
        "complete": [complete_games(board_text(FRONTS[number])) for number in FRONTS],
        "target": TARGET,
        "chances": {
            f"{tableau}-{ending}": [chances(number, tableau, ending) for number in FRONTS]
            for tableau, ending in TERMS
        },
    }


def tableau_facts(number: int, side: str = "a", turns: int = 0) -> dict[str, Any]:
    """One tableau as it lies: what White gains by each first move if the round is played out."""
    start = game("bedraengnis", board=str(Tableau(number, side, turns))).start()
    solved = SOLVER.solve(start)
    reached, won = positions(start.game.options["board"])
    return {
        "number": number,
        "board": start.game.options["board"],
        "points": max(values_after(start).values()),
        "first": {move.text: worth for move, worth in values_after(start).items()},
        "line": " ".join(move.text for move in solved.line),
        "resigned": solved.with_resignation[0],
        "positions": reached,
        "won": won,
    }


def positions(board: str) -> tuple[int, int]:
    """How many positions can come about, and in how many of them the player to move wins.

    Colours are not told apart: a position is the occupied fields and the one placed on last.
    """
    colours = cell_colours(tuple(board.split("/")))
    seen = reachable(colours)
    won = sum(value > BIAS for value, met in zip(table(colours), seen, strict=True) if met)
    return sum(seen), won


def complete_games(board: str) -> int:
    """How many games there are, from the empty board to the last move.

    It depends on the occupied fields and the last one only: whose pieces they are does not matter.
    """
    known: dict[tuple[int, int], int] = {}

    def after(position: Position) -> int:
        state = position.state_as(BedraengnisState)
        key = (state.me | state.opp, state.last)
        if key not in known:
            moves = position.legal_codes
            known[key] = sum(after(position.play_unchecked(move)) for move in moves) or 1
        return known[key]

    return after(game("bedraengnis", board=board).start())


def chances(number: int, tableau: str, ending: str) -> list[str]:
    """The chance of the next White, a row for each score of White's, columns by Black's."""
    board = game("bedraengnis", board=board_text(FRONTS[number]))
    scores = range(TARGET)
    found = [
        [
            match_value(
                board, (mine, theirs), TARGET, tableau=tableau, resigning=ending == "resigned"
            )[0]
            for theirs in scores
        ]
        for mine in scores
    ]
    return [" ".join(map(str, row)) for row in found]
