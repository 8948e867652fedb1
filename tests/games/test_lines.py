"""Lines on boards: triads that are closed or could be, what holds a ball fast, what won."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import brettwerk
from brettwerk.core.effects import Line

OPTIONS: dict[str, dict[str, Any]] = {
    "triapon": {"barricades": True},
    "congress": {"board": "random:3"},
}


def lines_of(position: brettwerk.Position, move: brettwerk.Move) -> tuple[Line, ...]:
    return position.game.definition.lines(position, move.code)


def walk(name: str, seed: int) -> list[tuple[brettwerk.Position, brettwerk.Move]]:
    """A random game in which captures are liked."""
    rng, position = Random(seed), brettwerk.game(name, **OPTIONS.get(name, {})).start()
    found = list[tuple[brettwerk.Position, brettwerk.Move]]()
    while position.moves and len(found) < 120:
        taking = [move for move in position.moves if position.effects(move).taken]
        move = rng.choice(taking or position.moves)
        found.append((position, move))
        position = position.play(move)
    return found


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_lines_join_cells_that_are_there(name: str) -> None:
    for position, move in walk(name, 1):
        view, after = position.board_view, position.play(move)
        names = {*position.game.board.names, *(cell.name for cell in view.off_board)}
        for kind, *cells in lines_of(position, move):
            assert cells
            assert set(cells) <= names
            assert kind != "won" or after.outcome


def test_a_move_has_the_line_of_every_triad_that_it_closes() -> None:
    seen = set[str]()
    for seed in range(8):
        for position, move in walk("triapon", seed):
            tags = position.game.definition.move_tags(position, move.code)
            lines = lines_of(position, move)
            assert {f"triad-{kind}" for kind, *_ in lines} == {t for t in tags if "triad-" in t}
            after = position.play(move).pieces
            for kind, *cells in lines:
                assert len(cells) >= 3
                assert {after[cell] for cell in cells} == {position.game.seats[position.turn]}
                seen.add(kind)
    assert seen == {"short", "medium", "long"}


def test_a_free_hole_shows_the_triads_that_the_mover_could_close_there() -> None:
    checked = 0
    for seed in range(4):
        for position, _ in walk("triapon", seed)[::5]:
            shown = position.game.definition.cell_lines(position, "")
            mine = {
                cell
                for cell, piece in position.pieces.items()
                if piece == position.game.seats[position.turn]
            }
            closing: dict[str, set[Line]] = {}
            for move in position.moves:
                effects = position.effects(move)
                hole = effects.moved[0][1] if effects.moved else effects.placed[0][0]
                closing.setdefault(hole, set()).update(
                    position.game.definition.lines(position, move.code)
                )
            for hole, lines in closing.items():
                own = {line for line in shown.get(hole, ()) if mine >= set(line[1:]) - {hole}}
                assert own == lines
                checked += len(lines)
    assert checked > 20


def test_a_ball_shows_a_row_that_holds_it_exactly_if_one_does() -> None:
    held = 0
    for seed in range(6):
        for position, _ in walk("triapon", seed):
            definition = position.game.definition
            lines = definition.cell_lines(position, "")
            for ball, note in definition.notes(position, "").items():
                kinds = {line[0] for line in lines.get(ball, ())}
                if note.key != "triapon-owner-out":
                    assert ("holds" in kinds) == (note.key == "triapon-held-fast")
                    assert "crosses" in kinds or "note-crossed" not in note.key
                held += "holds" in kinds
    assert held > 10


def test_what_won_is_shown() -> None:
    """Three in line, the last piece placed, the pieces left, a row that pushes."""
    found = dict[str, set[int]]()
    for name in brettwerk.NAMES:
        for seed in range(2):
            for position, move in walk(name, seed)[-1:]:
                outcome = position.play(move).outcome
                won = [line for line in lines_of(position, move) if line[0] == "won"]
                if outcome and outcome.winners:
                    found.setdefault(f"{name} {outcome.reason}", set()).update(map(len, won))
    assert found["drei drei"] == {4}
    assert found["bedraengnis no-placement"] == {2}
    assert found["isolation no-placement"] == {2}
    assert found["schlacht both-passed"] == {2}
    start = brettwerk.game("abalone", setup="black:e5,e6,e7,a1;white:e8,e9,i9,i8").start()
    assert lines_of(start, start.move("e5e6")) == (("push", "e6", "e7", "e8", "e9"),)


def test_the_two_camps_and_the_group_that_won_are_shown() -> None:
    rows = ".w....../......../......../......../......../......../......../b......b"
    position = brettwerk.position(f"katarenga/1 {rows} w camps=w-left")
    camps = lines_of(position, position.move("b8-right"))
    assert camps == (("won", "black-left"), ("won", "black-right"))
    rows = "......../......../......../......../......../......../w......./.w.b..b."
    position = brettwerk.position(f"congress/1 {rows} w")
    won = [lines_of(position, move) for move in position.moves if position.play(move).outcome]
    assert won
    assert all(len(lines) == 1 and len(lines[0]) == 3 for lines in won)
