"""Abalone: every special case of the rules as a picture; see `diagrams`."""

from __future__ import annotations

import pytest

import brettwerk
from brettwerk.boards.hexagon import HEXAGON
from brettwerk.errors import IllegalMove
from brettwerk.games.abalone.setups import setups
from games.diagrams import after, drawing, drawn, ended, goes_on, legal, position, row_e, targets

# -- the set-up -------------------------------------------------------------------------------


def test_the_standard_set_up_has_fourteen_each_and_black_begins() -> None:
    start = brettwerk.game("abalone").start()
    assert drawing(start) == drawn(
        """
            w w w w w
           w w w w w w
          . . w w w . .
         . . . . . . . .
        . . . . . . . . .
         . . . . . . . .
          . . b b b . .
           b b b b b b
            b b b b b
        """
    )
    assert start.to_move == 0
    assert start.game.seats == ("black", "white")
    assert len(legal(start)) == 44


@pytest.mark.parametrize("name", setups())
def test_every_named_set_up_is_fair_and_can_be_played(name: str) -> None:
    start = brettwerk.game("abalone", setup=name).start()
    cells = drawing(start)
    assert cells.count("b") == cells.count("w") == (12 if name == "atomouche" else 14)
    assert start.to_move == 0
    goes_on(start)


def test_a_set_up_of_ones_own_is_an_option() -> None:
    own = brettwerk.game("abalone", setup={"black": ["e1"], "white": ["e9", "a1"]}).start()
    assert drawing(own) == drawn(
        """
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        b . . . . . . . w
         . . . . . . . .
          . . . . . . .
           . . . . . .
            w . . . .
        """
    )
    assert own == brettwerk.game("abalone", setup="black:e1;white:a1,e9").start()
    assert targets(own, "e1") == {"e2", "d1", "f2"}


# -- one, two or three marbles ----------------------------------------------------------------


def test_one_marble_goes_one_cell_in_any_of_six_directions() -> None:
    alone = position(
        "abalone",
        """
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . . b . . . .
         . . . . . . . .
          . . . . . . .
           . . . . . .
            . . . . w
        """,
    )
    assert legal(alone) == {"e5e4", "e5e6", "e5d4", "e5d5", "e5f5", "e5f6"}


def test_two_marbles_go_in_line_or_broadside_and_each_may_go_alone() -> None:
    two = row_e(". . . b b . . . .")
    in_line = {"e4e5", "e5e4"}
    alone = {"e4e3", "e4d3", "e4d4", "e4f4", "e4f5", "e5e6", "e5d4", "e5d5", "e5f5", "e5f6"}
    broadside = {"e4e5d3", "e4e5d4", "e4e5f4", "e4e5f5"}
    assert legal(two) == in_line | alone | broadside
    assert drawing(two.play("e4e5")) == drawing(row_e(". . . . b b . . ."))
    assert drawing(two.play("e5e4")) == drawing(row_e(". . b b . . . . ."))


def test_three_marbles_go_broadside_into_the_rows_above_and_below() -> None:
    three = row_e(". . . b b b . . .")
    assert {text for text in legal(three) if text.startswith("e4e6")} == {
        "e4e6d3",
        "e4e6d4",
        "e4e6f4",
        "e4e6f5",
    }
    assert drawing(after(three, "e4e6f4")) == drawn(
        """
            . . . . .
           . . . . . .
          . . . . . . .
         . . b b b . . .
        . . . . . . . . .
         . . . . . . . .
          . . . . . . .
           . . . . . .
            . . . . .
        """
    )


def test_a_slanting_row_goes_broadside_too() -> None:
    slanting = position(
        "abalone",
        """
            . . . . .
           . . . . . .
          . . . b . . .
         . . . b . . . .
        . . . b . . . . .
         . . . . . . . .
          . . . . . . .
           . . . . . .
            w . . . .
        """,
    )
    assert {text for text in legal(slanting) if text.startswith("e4g6")} == {
        "e4g6e3",
        "e4g6e5",
        "e4g6d4",
        "e4g6f4",
    }
    assert drawing(after(slanting, "e4g6e5")) == drawn(
        """
            . . . . .
           . . . . . .
          . . . . b . .
         . . . . b . . .
        . . . . b . . . .
         . . . . . . . .
          . . . . . . .
           . . . . . .
            w . . . .
        """
    )


def test_marbles_with_a_gap_or_a_bend_do_not_go_together() -> None:
    apart = position(
        "abalone",
        """
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . b . b b . . .
         . . . . . b . .
          . . . . . . .
           . . . . . .
            w . . . .
        """,
    )
    broadside = {text for text in legal(apart) if len(text) == 6}
    assert {text[:4] for text in broadside} == {"e5e6", "d6e6"}
    for text in ("e3e5f3", "d6e5d5"):
        with pytest.raises(IllegalMove) as caught:
            apart.play(text)
        assert caught.value.key in ("abalone-not-a-row", "abalone-not-your-marble")


def test_broadside_every_target_must_be_free() -> None:
    crowded = position(
        "abalone",
        """
            . . . . .
           . . . . . .
          . . . . . . .
         . . . w . . . .
        . . . b b b . . .
         . . . . . b . .
          . . . . . . .
           . . . . . .
            . . . . .
        """,
    )
    rows_of_three = {text for text in legal(crowded) if text.startswith("e4e6")}
    # f4 and f6 and f7 are free, but f5 is not; d3 to d5 are free, but d6 is not.
    assert rows_of_three == {"e4e6d3"}
    assert {text for text in legal(crowded) if text.startswith("e4e5")} == {
        "e4e5",
        "e4e5d3",
        "e4e5d4",
    }
    assert {text for text in legal(crowded) if text.startswith("e5e6")} == {
        "e5e6",
        "e5e6d4",
        "e5e6f6",
    }


def test_broadside_never_pushes() -> None:
    beside = position(
        "abalone",
        """
            . . . . .
           . . . . . .
          . . . . . . .
         . . w . . . . .
        . . . b b b . . .
         . . . . . . . .
          . . . . . . .
           . . . . . .
            . . . . .
        """,
    )
    assert "e4e6f4" not in legal(beside)
    assert "e4e6f5" in legal(beside)
    assert "e5e6f5" in legal(beside)


def test_broadside_no_marble_may_leave_the_board() -> None:
    edge = position(
        "abalone",
        """
            . . . . b
           . . . . . b
          . . . . . . b
         . . . . . . . .
        . . . . . . . . .
         . . . . . . . .
          . . . . . . .
           . . . . . .
            w . . . .
        """,
    )
    texts = {text for text in legal(edge) if text.startswith("g9i9")}
    assert texts == {"g9i9f8", "g9i9g8"}


# -- longer rows ------------------------------------------------------------------------------


def test_of_a_row_of_four_any_one_two_or_three_go_broadside_but_not_four() -> None:
    four = row_e(". . b b b b . . .")
    groups = {text[:4] for text in legal(four) if len(text) == 6}
    assert groups == {"e3e4", "e4e5", "e5e6", "e3e5", "e4e6"}
    with pytest.raises(IllegalMove) as caught:
        four.play("e3e6f3")
    assert caught.value.key == "abalone-not-a-row"


def test_of_a_row_of_four_the_front_three_go_in_line_but_not_all() -> None:
    four = row_e(". . b b b b . . .")
    assert "e3e4" not in legal(four)
    assert drawing(after(four, "e4e5")) == drawing(row_e(". . b . b b b . ."))
    assert drawing(after(four, "e5e6")) == drawing(row_e(". . b b . b b . ."))
    assert drawing(after(four, "e6e7")) == drawing(row_e(". . b b b . b . ."))
    assert "e6e5" not in legal(four)
    assert drawing(after(four, "e5e4")) == drawing(row_e(". b b b . b . . ."))


def along_row_e(here: brettwerk.Position) -> set[str]:
    """The in-line moves along the row e."""
    return {text for text in legal(here) if len(text) == 4 and text[2] == "e"}


def test_more_than_three_in_front_cannot_move() -> None:
    five = row_e(". . b b b b b . .")
    assert "e3e4" not in legal(five)
    assert "e4e5" not in legal(five)
    assert {"e5e6", "e6e7", "e7e8"} <= legal(five)
    full = row_e("b b b b b b b b b")
    assert not along_row_e(full)


# -- sumito and Patt --------------------------------------------------------------------------

PUSHES = [
    pytest.param("b b w . . . . . .", ". b b w . . . . .", id="two push one"),
    pytest.param("b b b w . . . . .", ". b b b w . . . .", id="three push one"),
    pytest.param("b b b w w . . . .", ". b b b w w . . .", id="three push two"),
    pytest.param("b b w . w . . . .", ". b b w w . . . .", id="one before a gap goes alone"),
    pytest.param("b b b w . w . . .", ". b b b w w . . .", id="three push one up to the next"),
    pytest.param("b b b w w . b . .", ". b b b w w b . .", id="three push two up to an own one"),
    pytest.param(
        "b b b w . b . . .", ". b b b w b . . .", id="three push one, an own one further on"
    ),
]


@pytest.mark.parametrize(("before", "then"), PUSHES)
def test_sumito(before: str, then: str) -> None:
    assert drawing(after(row_e(before), "e1e2")) == drawing(row_e(then))


PATT = [
    pytest.param("b w . . . . . . .", id="one against one"),
    pytest.param("b w w . . . . . .", id="one against two"),
    pytest.param("b b w w . . . . .", id="two against two"),
    pytest.param("b b w w w . . . .", id="two against three"),
    pytest.param("b b b w w w . . .", id="three against three"),
    pytest.param("b b b w w w w . .", id="three against four"),
    pytest.param("b b b b w w w . .", id="four against three"),
    pytest.param("b b b b b w w w .", id="five against three"),
    pytest.param("b b b b w . . . .", id="four against one, all four"),
    pytest.param("b b w b . . . . .", id="an own one behind one"),
    pytest.param("b b b w w b . . .", id="an own one behind two"),
    pytest.param("b b w b w . . . .", id="own and enemy in turn"),
    pytest.param("b b b w b w . . .", id="an enemy behind an own one"),
]


@pytest.mark.parametrize("before", PATT)
def test_no_sumito(before: str) -> None:
    here = row_e(before)
    assert "e1e2" not in legal(here)
    with pytest.raises(IllegalMove):
        here.play("e1e2")


def test_more_than_three_own_marbles_count_as_three() -> None:
    against_three = row_e("b b b b w w w . .")
    assert not along_row_e(against_three)
    against_two = row_e("b b b b w w . . .")
    assert "e1e2" not in legal(against_two)
    assert drawing(after(against_two, "e2e3")) == drawing(row_e("b . b b b w w . ."))


def test_a_push_takes_all_own_marbles_from_the_rearmost_on() -> None:
    three = row_e("b b b w . . . . .")
    assert drawing(after(three, "e2e3")) == drawing(row_e("b . b b w . . . ."))
    assert "e3e4" not in legal(three)  # one against one


def test_before_a_gap_nothing_is_pushed() -> None:
    gap = row_e("b b b . w w . . .")
    assert drawing(after(gap, "e1e2")) == drawing(row_e(". b b b w w . . ."))
    narrow = row_e("b b . w . . . . .")
    assert drawing(after(narrow, "e1e2")) == drawing(row_e(". b b w . . . . ."))


def test_own_marbles_with_a_gap_do_not_help_each_other() -> None:
    parted = row_e("b . b b w w . . .")
    assert "e3e4" not in legal(parted)
    assert drawing(after(parted, "e1e2")) == drawing(row_e(". b b b w w . . ."))


def test_white_pushes_just_as_black() -> None:
    here = row_e(". . . b b w w w .", to_move="white")
    assert drawing(after(here, "e8e7")) == drawing(row_e(". . b b w w w . ."))
    assert "e6e5" not in legal(here)
    assert "e7e6" not in legal(here)


@pytest.mark.parametrize("image", HEXAGON.symmetries)
def test_lines_in_all_directions_are_alike(image: tuple[int, ...]) -> None:
    here = position(
        "abalone",
        """
            . . . . w
           . . b . b .
          . . . b b . .
         . . w b w . . .
        b b b w w . b b w
         . . w . w . . .
          . . . . . . .
           b b w b . .
            . b . . .
        """,
    )
    names = HEXAGON.names
    turned = {names[image[HEXAGON.index[name]]]: name for name in names}
    letters = dict(
        zip(
            (names[cell] for row in HEXAGON.rows for cell in row),
            drawing(here).replace("/", ""),
            strict=True,
        )
    )
    picture = "\n".join(" ".join(letters[turned[names[c]]] for c in r) for r in HEXAGON.rows)
    there = position("abalone", picture)
    assert {
        tuple(sorted((turned[a], turned[b]) for a, b in there.effects(move).moved))
        for move in there.moves
    } == {tuple(sorted(here.effects(move).moved)) for move in here.moves}
    assert legal(there)


# -- pushing off ------------------------------------------------------------------------------

OFF = [
    pytest.param(". . . . . . b b w", "e7e8", ". . . . . . . b b", id="two push one off"),
    pytest.param(". . . . . b b b w", "e6e7", ". . . . . . b b b", id="three push one off"),
    pytest.param(". . . . b b b w w", "e5e6", ". . . . . b b b w", id="three push one of two off"),
]


@pytest.mark.parametrize(("before", "move", "then"), OFF)
def test_a_marble_pushed_off_is_out(before: str, move: str, then: str) -> None:
    here = row_e(before)
    pushed = after(here, move)
    assert drawing(pushed) == drawing(row_e(then))
    assert here.effects(here.move(move)).taken == ("e9",)
    trays = [(tray.owner, tray.piece, tray.count) for tray in pushed.board_view.trays]
    assert trays == [("black", "white", 1), ("white", "black", 0)]


@pytest.mark.parametrize(
    ("before", "move"),
    [(". . . . . . . b b", "e8e9"), (". . . . . . b b b", "e7e8"), (". . . . . b b b b", "e7e8")],
)
def test_own_marbles_are_never_pushed_off(before: str, move: str) -> None:
    here = row_e(before)
    assert move not in legal(here)
    with pytest.raises(IllegalMove) as caught:
        here.play(move)
    assert caught.value.key == "abalone-own-off"


def test_equal_numbers_do_not_push_off_either() -> None:
    assert "e6e7" not in legal(row_e(". . . . . b b w w"))
    assert "e8e9" not in legal(row_e(". . . . . . . b w"))


# -- the end ----------------------------------------------------------------------------------


def test_six_enemy_marbles_out_win() -> None:
    five_out = row_e(". . . w . . b b w", out=(0, 5))
    goes_on(five_out)
    ended(after(five_out, "e7e8"), "six-out", [0], [1.0, -1.0])
    goes_on(after(five_out, "e7f7"))


def test_five_out_are_not_enough() -> None:
    goes_on(after(row_e(". . . w . . b b w", out=(5, 4)), "e7e8"))


def test_white_wins_with_six_out_too() -> None:
    five_out = row_e("b w w . . b . . .", to_move="white", out=(5, 5))
    ended(after(five_out, "e3e2"), "six-out", [1], [-1.0, 1.0])


TWELVE_BEGAN = """
            w w w w w
           {} . . . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . b b w
         . . . . . . . .
          . . . . . . .
           b b b b b b
            b b b b w
"""


def test_six_out_win_also_where_twelve_began() -> None:
    seven_left = position("abalone", TWELVE_BEGAN.format("."), setup="atomouche")
    goes_on(seven_left)
    ended(after(seven_left, "e7e8"), "six-out", [0], [1.0, -1.0])


def test_where_twelve_began_seven_left_are_only_five_out() -> None:
    eight_left = position("abalone", TWELVE_BEGAN.format("w"), setup="atomouche")
    goes_on(after(eight_left, "e7e8"))


def test_without_a_legal_move_the_game_is_drawn() -> None:
    cornered = position(
        "abalone",
        """
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . . . .
         . . . . . . . .
          . . . . . . .
           w w w . . .
            b b w w .
        """,
        out=(0, 5),
    )
    ended(cornered, "no-move", [], [0.0, 0.0])


def test_who_can_only_push_is_not_stuck() -> None:
    pushing = position(
        "abalone",
        """
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . . . .
         . . . . . . . .
          . . . . . . .
           w w w . . .
            b b w . .
        """,
    )
    assert legal(pushing) == {"a1a2"}
    goes_on(pushing)


THERE_AND_BACK = ("c3d3", "g5f5", "d3c3", "f5g5")


def test_unless_chosen_positions_may_repeat_for_ever() -> None:
    goes_on(after(brettwerk.game("abalone").start(), *THERE_AND_BACK * 5))


def test_the_third_occurrence_draws_and_the_start_counts() -> None:
    here = brettwerk.game("abalone", repetition=3).start()
    here = after(here, *THERE_AND_BACK, *THERE_AND_BACK[:3])
    goes_on(here)
    ended(after(here, THERE_AND_BACK[3]), "repetition", [], [0.0, 0.0])


def test_the_second_occurrence_draws_if_so_chosen() -> None:
    here = after(brettwerk.game("abalone", repetition=2).start(), *THERE_AND_BACK[:3])
    goes_on(here)
    ended(after(here, THERE_AND_BACK[3]), "repetition", [], [0.0, 0.0])


def test_a_position_with_the_other_player_to_move_is_another() -> None:
    begun = row_e(". . b . . . . w .", repetition=2)
    # Black goes round a triangle in three moves while White goes there and back in two.
    again = after(begun, "e3e4", "e8e7", "e4f4", "e7e8", "f4e3")
    assert drawing(again) == drawing(begun)
    goes_on(again)
    back = after(again, "e8e7", "e3e4", "e7f8", "e4e3")
    goes_on(back)
    ended(after(back, "f8e8"), "repetition", [], [0.0, 0.0])


def test_a_position_with_the_colours_exchanged_is_another() -> None:
    begun = row_e(". . . b . w . . .", repetition=2)
    exchanged = after(begun, "e4f5", "e6e5", "f5f6", "e5e4", "f6e6")
    assert drawing(exchanged) == drawing(row_e(". . . w . b . . ."))
    assert exchanged.to_move == 1
    goes_on(exchanged)


def test_the_third_occurrence_need_not_follow_the_second() -> None:
    here = after(brettwerk.game("abalone", repetition=3).start(), *THERE_AND_BACK)
    detour = ("c4d4", "g6f6", "d4c4", "f6g6")
    ended(after(here, *detour), "repetition", [], [0.0, 0.0])


def test_a_position_text_remembers_what_may_repeat() -> None:
    here = after(brettwerk.game("abalone", repetition=2).start(), *THERE_AND_BACK[:3])
    read = brettwerk.position(here.text)
    assert read == here
    ended(after(read, THERE_AND_BACK[3]), "repetition", [], [0.0, 0.0])


def test_at_the_ply_limit_more_enemy_marbles_out_win() -> None:
    black_leads = row_e("b . . . . . . . w", ply_limit=9, ply=8, out=(1, 2))
    goes_on(black_leads)
    ended(after(black_leads, "e1e2"), "ply-limit", [0], [1.0, -1.0])
    white_leads = row_e("b . . . . . . . w", ply_limit=9, ply=8, out=(2, 1))
    ended(after(white_leads, "e1e2"), "ply-limit", [1], [-1.0, 1.0])


def test_at_the_ply_limit_equal_numbers_out_draw() -> None:
    equal = row_e("b b . . . . . . w", ply_limit=9, ply=8, out=(3, 3))
    ended(after(equal, "e1e2"), "ply-limit", [], [0.0, 0.0])


def test_the_last_ply_before_the_limit_still_counts() -> None:
    last = row_e(". w . . . . b b w", ply_limit=9, ply=8, out=(1, 1))
    ended(after(last, "e7e8"), "ply-limit", [0], [1.0, -1.0])


def test_the_ply_limit_counts_from_the_start_and_is_off_unless_chosen() -> None:
    limited = brettwerk.game("abalone", ply_limit=4).start()
    goes_on(after(limited, *THERE_AND_BACK[:3]))
    ended(after(limited, *THERE_AND_BACK), "ply-limit", [], [0.0, 0.0])
    goes_on(after(brettwerk.game("abalone").start(), *THERE_AND_BACK))


def test_six_out_come_before_the_ply_limit() -> None:
    both = row_e(". w . . . . b b w", ply_limit=9, ply=8, out=(5, 5))
    ended(after(both, "e7e8"), "six-out", [0], [1.0, -1.0])


def test_a_player_without_a_move_comes_before_the_ply_limit() -> None:
    picture = """
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . . . .
         . . . . . . . .
          . . . . . . .
           w w . . . .
            b . w . .
    """
    closing_in = position("abalone", picture, "white", ply_limit=10, ply=9, out=(2, 0))
    ended(after(closing_in, "a3a2"), "no-move", [], [0.0, 0.0])
    ended(after(closing_in, "a3a4"), "ply-limit", [1], [-1.0, 1.0])


def test_repetition_comes_before_the_ply_limit() -> None:
    ahead = row_e(". . b . . . . w .", repetition=2, ply_limit=4, ply=0, out=(0, 1))
    ended(after(ahead, "e3e4", "e8e7", "e4e3", "e7e8"), "repetition", [], [0.0, 0.0])
    ended(after(ahead, "e3e4", "e8e7", "e4e3", "e7f7"), "ply-limit", [0], [1.0, -1.0])
