"""Gestures: every legal move can be made by touching cells, and no two moves share one."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import brettwerk
from brettwerk.core.gestures import parse_gesture
from brettwerk.i18n import LANGUAGES

OPTIONS: dict[str, dict[str, Any]] = {
    "triapon": {"barricades": True},
    "drei": {"continuation": True, "continuation_limit": 8},
}


def some_positions(name: str, seed: int, plies: int) -> list[brettwerk.Position]:
    rng, position = Random(seed), brettwerk.game(name, **OPTIONS.get(name, {})).start()
    found = [position]
    while len(found) < plies and position.moves:
        position = position.play(rng.choice(position.moves))
        found.append(position)
    return found


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_a_way_leads_to_one_move_over_cells_that_are_there(name: str) -> None:
    for position in some_positions(name, 3, 90):
        definition = position.game.definition
        cells = {
            *position.game.board.names,
            *(off_cell.name for off_cell in position.board_view.off_board),
        }
        seen = dict[str, str]()
        for move in position.moves:
            for way in definition.gestures(position, move.code):
                assert seen.setdefault(way, move.text) == move.text
                plain = way.replace("~", ".").replace(":", ".")
                assert {cell for _, cell in parse_gesture(plain)} <= cells


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_what_was_touched_is_understood_as_the_move(name: str) -> None:
    for position in some_positions(name, 4, 60):
        definition = position.game.definition
        for move in position.moves:
            for way in definition.gestures(position, move.code):
                if way and not way.startswith(":"):
                    assert position.gesture(way.replace("~", ".")).text == move.text


def test_a_row_names_its_marbles_and_where_each_of_them_goes() -> None:
    rows = 0
    for position in some_positions("abalone", 5, 60):
        for move in position.moves:
            whole = [
                w for w in position.game.definition.gestures(position, move.code) if w[0] == ":"
            ]
            effects = position.effects(move)
            own = [
                (a, b)
                for a, b in effects.moved
                if position.pieces[a] == position.pieces[effects.moved[0][0]]
            ]
            cells, targets = [a for a, _ in own], [b for _, b in own]
            along = len(own) > 1 and targets[0] == cells[1]
            told = "".join(f":{cell}" for cell in cells) + "".join(
                f">{cell}" for cell in (targets[-1:] if along else targets)
            )
            assert whole == ([told] if len(own) > 1 else [])
            rows += len(whole)
    assert rows > 500


@pytest.mark.parametrize(
    ("gesture", "key"),
    [
        (".b3>black-left", "katarenga-baseline"),
        (".b3>white-left", "katarenga-own-camp"),
        (".b8>black-left", "katarenga-camp-full"),
    ],
)
def test_a_camp_that_cannot_be_reached_says_why(gesture: str, key: str) -> None:
    rows = ".w....../......../......../......../......../.w....../......../b......b"
    position = brettwerk.position(f"katarenga/1 {rows} w camps=w-left")
    with pytest.raises(brettwerk.IllegalMove) as refused:
        position.gesture(gesture)
    assert refused.value.key == key


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_notes_are_sentences_about_cells_of_the_board(name: str) -> None:
    found = 0
    walks = (position for seed in range(6) for position in some_positions(name, seed, 60))
    for position in walks:
        for cell, note in position.game.definition.notes(position, "").items():
            assert cell in position.game.board.index
            assert all(cell in note.localized(language) for language in LANGUAGES)
            found += 1
    assert found or name != "triapon"


def test_a_ball_is_noted_as_free_exactly_if_it_can_be_taken() -> None:
    checked = 0
    for seed in range(6):
        for position in some_positions("triapon", seed, 70):
            definition = position.game.definition
            ways = {
                way.split("+")[0]
                for m in position.moves
                for way in definition.gestures(position, m.code)
            }
            stems = {way.split("!")[0] for way in ways if "!" in way}
            for stem in sorted(stems)[:3]:
                notes = definition.notes(position, stem)
                free = {
                    cell for cell, note in notes.items() if note.key.startswith("triapon-note-")
                }
                assert free == {way.split("!")[1] for way in ways if way.startswith(stem + "!")}
                checked += len(notes)
    assert checked > 100


def test_every_piece_on_fields_has_its_reach() -> None:
    position = brettwerk.game("katarenga").start()
    reach = position.game.definition.reach(position)
    assert set(reach) == set(position.pieces)
    targets = {move.text[3:] for move in position.moves if move.text.startswith("b1-")}
    assert targets <= set(reach["b1"])


@pytest.mark.parametrize("way", ["", "x", ".e5>", "." * 200, ".e5 >e6", ">é5"])
def test_what_is_no_way_has_no_steps(way: str) -> None:
    assert parse_gesture(way) == []
