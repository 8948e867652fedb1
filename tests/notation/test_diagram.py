"""What a text diagram promises: every label, everything that stands, nothing too wide."""

from __future__ import annotations

from dataclasses import replace

import pytest

from brettwerk.boards.hexagon import HEXAGON
from brettwerk.boards.square import SMALL, WHOLE
from brettwerk.boards.triangle import TRIANGLE
from brettwerk.core.registry import definition
from brettwerk.notation.board_view import BoardView, OffBoardCell, Tray
from brettwerk.notation.diagram import StyledText, diagram, diagram_rows
from brettwerk.notation.pieces import USUAL

TRIAPON = definition("triapon").piece_specs
FIELDS = "bgryyybrgrgbrybg"
CAMPS = (
    OffBoardCell("black-left", (-1.0, 8.0), "white"),
    OffBoardCell("black-right", (8.0, 8.0)),
    OffBoardCell("white-left", (-1.0, -1.0)),
    OffBoardCell("white-right", (8.0, -1.0)),
)
SCENES = {
    "hexagon": BoardView(HEXAGON, {0: "black", 4: "black", 60: "white"}, last=("a1", "a2")),
    "small": BoardView(SMALL, {0: "white", 6: "black"}, fields=FIELDS, last=("c2",)),
    "whole": BoardView(WHOLE, {0: "white", 63: "black"}, fields=FIELDS * 4, off_board=CAMPS),
    "triangle": BoardView(
        TRIANGLE,
        {0: "one", 20: "two", 40: "three", 30: "barricade"},
        trays=(
            Tray("one", "hand", "one", 9),
            Tray("one", "taken", "two", 9),
            Tray("one", "taken", "three", 9),
        ),
        specs=TRIAPON,
    ),
}


def shown(which: str, *, flipped: bool = False) -> list[str]:
    return diagram(SCENES[which], flipped=flipped).splitlines()


def roles(rows: list[list[StyledText]]) -> list[str]:
    return [token.role for row in rows for token in row]


def test_a_hexagon_shows_its_rows_shifted_and_numbers_at_the_ends_of_slanting_lines() -> None:
    assert shown("hexagon") == [
        "      i  . . . . W",
        "     h  . . . . . .",
        "    g  . . . . . . .",
        "   f  . . . . . . . .",
        "  e  . . . . . . . . .",
        "   d  . . . . . . . . \\",
        "    c  . . . . . . . \\ 9",
        "     b  . . . . . . \\ 8",
        "      a [B .]. . B \\ 7",
        "          \\ \\ \\ \\ \\ 6",
        "           1 2 3 4 5",
    ]


def test_a_flipped_hexagon_has_row_i_below() -> None:
    lines = shown("hexagon", flipped=True)
    assert lines[0] == "      a  B . .[. B]"
    assert lines[8] == "      i  W . . . . \\ 3"
    assert lines[10].split() == ["9", "8", "7", "6", "5"]


def test_a_katarenga_board_keeps_the_colour_under_a_piece_visible() -> None:
    assert shown("small") == [
        "  4  .r .y .b .g",
        "  3  .g .r .g .b",
        "  2  .y .y[Bb].r",
        "  1  Wb .g .r .y",
        "     a  b  c  d",
    ]


def test_marked_cells_are_stars_if_free_and_in_parentheses_if_occupied() -> None:
    lines = diagram(SCENES["small"], marks=("a1", "b1", "c2", "d4")).splitlines()
    assert lines[0].endswith("*g")
    assert lines[2:4] == ["  2  .y .y(Bb).r", "  1 (Wb)*g .r .y"]


def test_a_flipped_square_board_begins_with_h_and_1() -> None:
    lines = shown("small", flipped=True)
    assert lines[0] == "  1  .y .r .g Wb"
    assert lines[-1].split() == ["d", "c", "b", "a"]


def test_camps_are_at_their_corners() -> None:
    lines = shown("whole")
    assert lines[0].split() == ["black-left", "(W)", "(.)", "black-right"]
    assert lines[-1].split() == ["white-left", "(.)", *"abcdefgh", "(.)", "white-right"]
    turned = shown("whole", flipped=True)
    assert turned[-1].split() == ["black-right", "(.)", *"hgfedcba", "(W)", "black-left"]


def test_a_camp_of_the_last_move_is_in_brackets() -> None:
    board_view = BoardView(WHOLE, {}, fields=FIELDS * 4, off_board=CAMPS, last=("black-left", "c8"))
    assert "black-left [W]" in diagram(board_view)
    assert "piece-white-last" in roles(diagram_rows(board_view))


def test_a_triangle_stands_centred_on_its_base() -> None:
    lines = shown("triangle")
    assert lines[0] == "          a  1"
    assert lines[8] == "  i  . . . . 3 . . . ."
    assert lines[9:11] == ["    / / / / / / / / /", "   1 2 3 4 5 6 7 8 9"]


def test_a_flipped_triangle_has_its_numbers_above() -> None:
    lines = shown("triangle", flipped=True)
    assert lines[0].split() == list("987654321")
    assert lines[2] == "  i  . . . . 3 . . . ."
    assert lines[10] == "          a  1"


def test_trays_are_lines_below_the_board() -> None:
    line = shown("triangle")[-1]
    assert line == "  1  in hand: 111111111 (9) taken: 222222222 (9) 333333333 (9)"


def test_empty_trays_take_no_line() -> None:
    empty = BoardView(SMALL, {}, fields=FIELDS, trays=(Tray("white", "taken", "black", 0),))
    assert diagram(empty).splitlines()[-1].split() == list("abcd")


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("which", SCENES)
def test_every_row_and_number_is_labelled_once(which: str, flipped: bool) -> None:
    board_view = SCENES[which]
    tokens = [token for row in diagram_rows(board_view, flipped=flipped) for token in row]
    labels = sorted(t.text for t in tokens if t.role == "label" and len(t.text) == 1)
    names = board_view.board.names
    assert labels == sorted({name[0] for name in names} | {name[1:] for name in names})


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("which", SCENES)
def test_no_line_is_wider_than_a_terminal(which: str, flipped: bool) -> None:
    assert max(map(len, shown(which, flipped=flipped))) <= 80


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("which", SCENES)
def test_the_styled_text_joined_is_the_diagram(which: str, flipped: bool) -> None:
    rows = diagram_rows(SCENES[which], flipped=flipped)
    joined = ["".join(token.text for token in row).rstrip() for row in rows]
    assert joined == shown(which, flipped=flipped)


@pytest.mark.parametrize("which", SCENES)
def test_every_cell_has_its_role(which: str) -> None:
    board_view = replace(SCENES[which], off_board=(), trays=(), last=())
    found = roles(diagram_rows(board_view))
    standing = [role for role in found if role.startswith("piece-")]
    assert len(standing) == len(board_view.pieces)
    assert found.count("empty") == len(board_view.board) - len(board_view.pieces)
    assert sum(role.startswith("field-") for role in found) == len(board_view.fields or "")


def test_cells_of_the_last_move_have_roles_of_their_own() -> None:
    found = roles(diagram_rows(SCENES["small"]))
    assert found.count("piece-black-last") == 1
    assert found.count("field-b-last") == 1
    assert found.count("mark") == 2


def test_every_piece_has_a_sign_of_its_own() -> None:
    specs = (*USUAL, *TRIAPON)
    pieces = {cell: spec.name for cell, spec in enumerate(specs)}
    board_view = BoardView(HEXAGON, pieces, specs=specs)
    tokens = [
        token
        for row in diagram_rows(board_view)
        for token in row
        if token.role.startswith("piece-")
    ]
    assert len({token.text for token in tokens}) == len(specs)
