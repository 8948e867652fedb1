"""The four tableaus, the boards laid with them, their numbers and texts, and what is refused."""

from __future__ import annotations

from collections import Counter

import pytest

from brettwerk.boards.square import SMALL, WHOLE
from brettwerk.boards.tableaus import (
    DISTINCT,
    FRONTS,
    Arrangement,
    Tableau,
    all_tableaus,
    board_text,
    cell_colours,
    numbered_arrangement,
    parse_board,
    parse_tableaus,
    random_arrangement,
    random_tableau,
    turned,
)
from brettwerk.errors import BadOptions

EVERY = range(0, DISTINCT, 101)  # some of all boards, for what takes longer


def rows(picture: str) -> tuple[str, ...]:
    """The rows of a board drawn with spaces."""
    return tuple(line.replace(" ", "") for line in picture.strip().splitlines())


# -- the tableaus -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "picture"),
    [
        (
            1,
            """
            r y b g
            g r g b
            y y b r
            b g r y
            """,
        ),
        (
            2,
            """
            r y g b
            g y r y
            b b g r
            y r b g
            """,
        ),
        (
            3,
            """
            r g b y
            y y g r
            b b r g
            g r y b
            """,
        ),
        (
            4,
            """
            r g b y
            y y b r
            b g r g
            g r y b
            """,
        ),
    ],
)
def test_the_fronts_are_those_of_the_rules(number: int, picture: str) -> None:
    assert FRONTS[number] == Tableau(number).rows == rows(picture)


@pytest.mark.parametrize("tableau", list(all_tableaus()), ids=str)
def test_every_tableau_has_four_fields_of_each_colour(tableau: Tableau) -> None:
    assert Counter("".join(tableau.rows)) == {"r": 4, "y": 4, "g": 4, "b": 4}


@pytest.mark.parametrize("number", FRONTS)
def test_the_back_is_the_transpose_of_the_front(number: int) -> None:
    front, back = Tableau(number, "a").rows, Tableau(number, "b").rows
    assert all(
        back[down][across] == front[across][down] for down in range(4) for across in range(4)
    )


def test_turns_go_clockwise_and_come_after_the_choice_of_the_side() -> None:
    assert Tableau(1, "a", 1).rows == rows(
        """
        b y g r
        g y r y
        r b g b
        y r b g
        """
    )
    assert Tableau(1, "b", 1).rows == rows(
        """
        g b y r
        b g r g
        r b y y
        y r g b
        """
    )
    for tableau in all_tableaus():
        assert tableau.rows == turned(Tableau(tableau.number, tableau.side).rows, tableau.turns)
        assert tableau.turned(3).turned(1) == tableau


def test_there_are_32_different_placements_of_a_tableau() -> None:
    ways = list(all_tableaus())
    assert len(ways) == len({tableau.rows for tableau in ways}) == 32


def test_a_tableau_in_the_mirror_is_the_other_side() -> None:
    for tableau in all_tableaus():
        image = tableau.mirrored()
        assert image.rows == tuple(row[::-1] for row in tableau.rows)
        assert (image.number, image.mirrored()) == (tableau.number, tableau)
        assert image.side != tableau.side


# -- the whole board --------------------------------------------------------------------------


def test_arrangements_list_tableaus_from_the_top_left() -> None:
    arrangement = Arrangement((Tableau(1), Tableau(2), Tableau(3), Tableau(4)))
    assert arrangement.rows == rows(
        """
        r y b g  r y g b
        g r g b  g y r y
        y y b r  b b g r
        b g r y  y r b g
        r g b y  r g b y
        y y g r  y y b r
        b b r g  b g r g
        g r y b  g r y b
        """
    )
    assert str(arrangement) == "1a0 2a0 3a0 4a0"


def test_all_24576_boards_are_different_and_no_turns_of_each_other() -> None:
    boards = [arrangement.rows for arrangement in map(numbered_arrangement, range(DISTINCT))]
    assert len(boards) == DISTINCT == 24_576
    seen = {turned(board, quarters) for board in boards for quarters in range(4)}
    assert len(seen) == 98_304 == 24 * 2**4 * 4**4


def test_a_board_turned_is_its_tableaus_turned_and_moved_round() -> None:
    for number in EVERY:
        arrangement = numbered_arrangement(number)
        for quarters in range(4):
            assert arrangement.turned(quarters).rows == turned(arrangement.rows, quarters)
        assert arrangement.turned(4) == arrangement


def test_numbers_and_boards_belong_to_each_other() -> None:
    assert [
        arrangement.number for arrangement in map(numbered_arrangement, range(DISTINCT))
    ] == list(range(DISTINCT))


def test_all_turns_of_a_board_have_its_number() -> None:
    for number in EVERY:
        arrangement = numbered_arrangement(number)
        assert {arrangement.turned(quarters).number for quarters in range(4)} == {number}
        assert {arrangement.turned(quarters).canonical() for quarters in range(4)} == {arrangement}
        assert arrangement.tableaus[0].number == 1


def test_the_first_and_the_last_number_are_pinned() -> None:
    assert str(numbered_arrangement(0)) == "1a0 2a0 3a0 4a0"
    assert str(numbered_arrangement(1)) == "1a0 2a0 3a0 4a1"
    assert str(numbered_arrangement(24_575)) == "1b3 4b3 3b3 2b3"


@pytest.mark.parametrize("number", [-1, 24_576, 10**9])
def test_there_are_no_other_numbers(number: int) -> None:
    with pytest.raises(BadOptions) as caught:
        numbered_arrangement(number)
    assert caught.value.key == "board-number"
    assert str(number) in str(caught.value)
    assert "24575" in str(caught.value)


def test_the_mirror_image_of_a_board_is_a_board() -> None:
    for number in EVERY:
        arrangement = numbered_arrangement(number)
        image = arrangement.mirrored()
        assert image.rows == tuple(row[::-1] for row in arrangement.rows)
        assert image.mirrored() == arrangement
        assert image.number != number  # no board is its own mirror image


def test_a_board_has_eight_images() -> None:
    for number in EVERY:
        arrangement = numbered_arrangement(number)
        images = [image.rows for image in arrangement.symmetries()]
        mirror = tuple(row[::-1] for row in arrangement.rows)
        assert images == [
            turned(board, q) for board in (arrangement.rows, mirror) for q in range(4)
        ]
        assert len(set(images)) == 8


# -- from a seed ------------------------------------------------------------------------------


def test_a_random_board_is_the_same_on_every_machine() -> None:
    assert board_text(parse_board("random:7", 8)) == (
        "rgbyrybg/yybrgygr/grgbbbry/byrgyrgb/rybgybgr/grgbrgyy/yybrgrbb/bgrybyrg"
    )
    assert board_text(parse_board("random:7", 4)) == "gryb/bbrg/yygr/rgby"
    pinned = {0: "4b0 2a2 1a0 3b0", 1: "4b3 1a0 2a1 3b1", 2026: "4b0 3a3 1a0 2a0"}
    assert {seed: str(random_arrangement(seed)) for seed in pinned} == pinned
    assert [str(random_tableau(seed)) for seed in range(4)] == ["2b3", "1a1", "2b2", "2b1"]


def test_the_seed_is_mixed_by_splitmix64() -> None:
    first = 0xE220A8397B1DCDAF  # its first number from the seed 0, as published
    value = first % 98_304
    assert random_arrangement(0) == numbered_arrangement(value // 4).turned(value % 4)
    assert random_tableau(0) == list(all_tableaus())[first % 32]


def test_seeds_reach_many_boards_and_all_tableaus() -> None:
    assert len({random_arrangement(seed) for seed in range(500)}) > 490
    assert len({random_tableau(seed) for seed in range(500)}) == 32


# -- texts ------------------------------------------------------------------------------------

LAID = "1a0 3b2 4a1 2b3"


def test_a_board_is_read_as_its_fields() -> None:
    assert parse_board("rybg/grgb/yybr/bgry", 4) == FRONTS[1]
    custom = "/".join(["rygbrygb", "bbbbbbbb"] * 4)
    assert board_text(parse_board(custom, 8)) == custom


def test_a_board_is_read_as_its_tableaus() -> None:
    arrangement = Arrangement(
        (Tableau(1), Tableau(3, "b", 2), Tableau(4, "a", 1), Tableau(2, "b", 3))
    )
    assert parse_board(LAID, 8) == arrangement.rows
    assert str(arrangement) == LAID
    assert parse_tableaus(LAID) == arrangement.tableaus
    assert parse_board("3b2", 4) == Tableau(3, "b", 2).rows


def test_a_board_is_read_by_its_number() -> None:
    assert parse_board("#885", 8) == numbered_arrangement(885).rows
    assert parse_board("#0", 8) == parse_board("1a0 2a0 3a0 4a0", 8)


@pytest.mark.parametrize(
    ("text", "same", "size"),
    [
        ("RYBG/grgb/YYBR/bgry", "rybg/grgb/yybr/bgry", 4),
        (" rybg / grgb / yybr / bgry ", "rybg/grgb/yybr/bgry", 4),
        ("rybg/\ngrgb/\nyybr/\nbgry\n", "rybg/grgb/yybr/bgry", 4),
        ("  1A0   3B2 4a1\t2b3 ", LAID, 8),
        ("Random:7", "random:7", 8),
        ("random: 7", "random:7", 8),
        ("# 12", "#12", 8),
    ],
)
def test_case_and_spaces_do_not_matter(text: str, same: str, size: int) -> None:
    assert parse_board(text, size) == parse_board(same, size)


FAULTS = [
    (7, 8, "board-not-text", "int"),
    (None, 4, "board-not-text", "NoneType"),
    ("", 8, "board-rows", "1"),
    ("rybg/grgb/yybr/bgry", 8, "board-rows", "4"),
    ("/".join(["rygbrygb"] * 9), 8, "board-rows", "9"),
    ("/".join(["rygbrygb"] * 8), 4, "board-rows", "8"),
    ("rybg/grgb/yybr", 4, "board-rows", "3"),
    ("rybg/grxb/yybr/bgry", 4, "board-letter", "x"),
    ("rybg/grgb/yybr/bg.y", 4, "board-letter", "."),
    ("rybg/grgb/yyb/bgry", 4, "board-width", "3"),
    ("rybg/grgb//bgry", 4, "board-width", "0"),
    ("rybgr/grgb/yybr/bgry", 4, "board-width", "5"),
    ("5a0", 4, "tableau-word", "5a0"),
    ("1c0", 4, "tableau-word", "1c0"),
    ("1a4", 4, "tableau-word", "1a4"),
    ("1a0 2a0 3a0 4", 8, "tableau-word", "4"),
    ("1a0 2a0 3a0 4a00", 8, "tableau-word", "4a00"),
    ("1a0 2a0 3a0 1b2", 8, "tableau-twice", "1"),
    ("1a0 2a0 3a0", 8, "tableau-count", "3"),
    ("1a0", 8, "tableau-count", "1"),
    ("1a0 2a0", 4, "tableau-count", "2"),
    ("#24576", 8, "board-number", "24576"),
    ("#7", 4, "board-number-single", "#7"),
    ("#", 8, "board-seed", "#"),
    ("#-1", 8, "board-seed", "#-1"),
    ("#1.5", 8, "board-seed", "#1.5"),
    ("random:", 8, "board-seed", "random:"),
    ("random:x", 4, "board-seed", "random:x"),
    ("random:-3", 8, "board-seed", "random:-3"),
    ("random:" + "9" * 30, 8, "board-seed", "random:"),
    ("r" * 1001, 8, "board-too-long", "001"),
]


@pytest.mark.parametrize(("given", "size", "key", "named"), FAULTS)
def test_a_malformed_board_is_refused_with_a_message(
    given: object, size: int, key: str, named: str
) -> None:
    with pytest.raises(BadOptions) as caught:
        parse_board(given, size)
    assert caught.value.key == key
    english, german = caught.value.localized("en"), caught.value.localized("de")
    assert english != german
    assert named in english
    assert named in german


def test_the_message_names_the_row_of_the_error() -> None:
    with pytest.raises(BadOptions) as caught:
        parse_board("rybg/grgb/yxbr/bgry", 4)
    assert caught.value.details == {"letter": "x", "row": 3}
    with pytest.raises(BadOptions) as caught:
        parse_board("rybg/grgb/yybr/bgryy", 4)
    assert caught.value.details == {"row": 4, "count": 5, "size": 4}


@pytest.mark.parametrize("text", ["r" * 5000, "1a0 " * 5000, "#" * 5000, "/" * 5000])
def test_a_very_long_text_is_refused_with_a_short_message(text: str) -> None:
    with pytest.raises(BadOptions) as caught:
        parse_board(text, 8)
    assert len(str(caught.value)) < 200


def test_cell_colours_go_from_a1_to_the_top_right() -> None:
    fields = dict(zip(SMALL.names, cell_colours(FRONTS[1]), strict=True))
    assert [fields[name] for name in ("a1", "d1", "a4", "d4", "c1")] == ["b", "y", "r", "g", "r"]
    whole = dict(zip(WHOLE.names, cell_colours(parse_board("1a0 2a0 3a0 4a0", 8)), strict=True))
    assert [whole[name] for name in ("a1", "h1", "a8", "h8", "e4")] == ["g", "b", "r", "b", "r"]
