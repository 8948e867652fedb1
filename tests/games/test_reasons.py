"""Why a move is refused, in both languages; and what is understood though not written exactly."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import brettwerk
from brettwerk.core.game import Position
from brettwerk.errors import BrettwerkError, IllegalMove, InvalidMove
from games.diagrams import legal, painted, position, row_e

BLUE, GREEN = painted("b"), painted("g")


def refused(
    here: Position, move: str, key: str, *named: str, kind: type[BrettwerkError] = IllegalMove
) -> None:
    """The move is refused with this sentence, which in both languages names all these things."""
    assert move not in legal(here)
    with pytest.raises(BrettwerkError) as caught:
        here.play(move)
    assert type(caught.value) is kind
    assert caught.value.key == key
    english, german = caught.value.localized("en"), caught.value.localized("de")
    assert str(caught.value) == english
    assert english != german
    for name in named:
        assert name in english
        assert name in german


def understood(here: Position, typed: str, move: str) -> None:
    """What was typed means this legal move, and is written exactly."""
    assert move in legal(here)
    assert here.move(typed).text == move
    assert here.play(typed) == here.play(move)


# -- all games --------------------------------------------------------------------------------

NONSENSE = [
    "",
    " ",
    "-",
    "x",
    "hello",
    "1a",
    "aa",
    "11",
    "a1b2c3d4e5",
    "é4",
    "\x00",
    "٣٣",
]


@pytest.mark.parametrize("name", brettwerk.NAMES)
@pytest.mark.parametrize("text", NONSENSE, ids=repr)
def test_what_is_no_move_at_all_is_told_so_with_an_example(name: str, text: str) -> None:
    start = brettwerk.game(name).start()
    with pytest.raises(InvalidMove) as caught:
        start.move(text)
    assert caught.value.key in (f"{name}-not-a-move", "cell-unknown")
    assert caught.value.localized("de") != caught.value.localized("en")


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_an_endless_text_is_answered_shortly(name: str) -> None:
    with pytest.raises(InvalidMove) as caught:
        brettwerk.game(name).start().move("q" * 100_000)
    assert len(str(caught.value)) < 250


def over() -> dict[str, tuple[Position, str]]:
    """A game of each kind that has ended, and a move that looks possible."""
    return {
        "abalone": (row_e(". . . w . . b b w", out=(0, 5)).play("e7e8"), "e4e5"),
        "triapon": (
            position(
                "triapon",
                """
                1
               1 1
              1 1 1
             2 2 3 3
            2 2 . 3 3
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . . . .
            """,
            ),
            "a1-i1",
        ),
        "bedraengnis": (
            position(
                "bedraengnis",
                """
            b. b. b. b.
            b. b. b. b.
            bw bb b. b.
            bb bw b. b.
            """,
                last="a1",
            ),
            "c3",
        ),
        "drei": (
            position(
                "drei",
                "\n".join(["........"] * 6 + ["bb......", "www....."]),
                board=BLUE,
                last="c1",
            ),
            "d1",
        ),
        "schlacht": (
            position(
                "schlacht",
                "\n".join(["w......."] + ["........"] * 6 + ["b......."]),
                board=BLUE,
                passes=2,
            ),
            "pass",
        ),
        "katarenga": (
            position(
                "katarenga",
                "\n".join(["w......."] + ["........"] * 6 + ["bb......"]),
                board=BLUE,
                camps="w-left,w-right",
                to_move="black",
            ),
            "a1-a2",
        ),
        "isolation": (
            position(
                "isolation",
                "\n".join(["." * 8, ".w..b..w", "." * 8, "." * 8, ".b..w..b", "." * 8, ".w..b..w"])
                + "\n........",
                board=BLUE,
            ),
            "a1",
        ),
        "congress": (
            position(
                "congress",
                "\n".join(["ww......"] + ["........"] * 6 + ["b......b"]),
                "black",
                board=BLUE,
            ),
            "a1-a2",
        ),
    }


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_when_the_game_is_over_that_is_the_reason(name: str) -> None:
    here, move = over()[name]
    assert here.outcome is not None
    refused(here, move, "game-over")
    with pytest.raises(IllegalMove) as caught:
        here.random_move(Random(1))
    assert caught.value.key == "game-over"


# -- Abalone ----------------------------------------------------------------------------------


def hexagon() -> Position:
    """Some black marbles, and white ones that get in their way."""
    return position(
        "abalone",
        """
            . . . . .
           . . . . . .
          . . w . . . .
         . . b b b . . .
        b b b b w w w . .
         . . . . . . . .
          b b w b . . .
           . . . . . .
            b b b b b
        """,
    )


@pytest.mark.parametrize(
    ("move", "key", "named"),
    [
        ("e5e6", "abalone-not-your-marble", ["e5"]),
        ("i5i6", "abalone-not-your-marble", ["i5"]),
        ("a1c3", "abalone-one-step", ["a1", "c3"]),
        ("f4f4", "abalone-one-step", ["f4"]),
        ("e1e2", "abalone-too-many", ["4"]),
        ("a1a2", "abalone-too-many", ["5"]),
        ("a3a4", "abalone-own-off", ["a5"]),
        ("a4a5", "abalone-own-off", ["a5"]),
        ("e2e3", "abalone-patt", ["3"]),
        ("e4e5", "abalone-patt", ["1", "3"]),
        ("c1c2", "abalone-blocked", ["c4"]),
        ("f4f6g4", "abalone-broadside-held", ["g5"]),
        ("f4f6e4", "abalone-broadside-held", ["e4"]),
        ("a1a2b3", "abalone-one-step", ["a1", "b3"]),
        ("e3e5f4", "abalone-not-your-marble", ["e5"]),
        ("e1e4d1", "abalone-not-a-row", ["e1", "e4"]),
        ("f4f6f7", "abalone-one-step", ["f4", "f7"]),
        ("f4f6f3", "abalone-not-a-row", ["f4", "f6"]),
        ("c1d4d1", "abalone-not-a-row", ["c1", "d4"]),
    ],
)
def test_abalone_says_why_not(move: str, key: str, named: list[str]) -> None:
    refused(hexagon(), move, key, *named)


def test_abalone_says_that_a_row_would_leave_the_board() -> None:
    refused(row_e(". . . . . . . b b"), "e8e9f9", "abalone-broadside-edge")
    refused(row_e("b b . . . . . . ."), "e2e1f2", "abalone-broadside-edge")


@pytest.mark.parametrize(
    ("move", "named"), [("a1a6", "a6"), ("a6a5", "a6"), ("f1f2", "f1"), ("i5i4h4", "i4")]
)
def test_abalone_knows_which_cells_there_are(move: str, named: str) -> None:
    refused(hexagon(), move, "abalone-off-board", named, kind=InvalidMove)


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("A1B2", "a1b2"),
        (" a1 b2 ", "a1b2"),
        ("a1-b2", "a1b2"),
        ("a1 – b2", "a1b2"),
        ("a1—b2", "a1b2"),
        ("a1−b2", "a1b2"),
        ("C3C5D3", "c3c5d3"),
        ("c3-c5-d3", "c3c5d3"),
        ("c3 c5 d3", "c3c5d3"),
        # Aba-Pro: the ends in either order, the target that of the end named first.
        ("c5c3d5", "c3c5d3"),
        ("c5c3d6", "c3c5d4"),
        ("C5 C3 - D6", "c3c5d4"),
        ("c4c3d4", "c3c4d3"),
    ],
)
def test_abalone_understands(typed: str, move: str) -> None:
    understood(brettwerk.game("abalone").start(), typed, move)


def test_with_the_ends_swapped_the_target_is_that_of_the_end_named_first() -> None:
    start = brettwerk.game("abalone").start()
    # d3 is no neighbour of c5: read with the lowest marble's target it would be c3c5d3.
    refused(start, "c5c3d3", "abalone-one-step", "c5", "d3")


# -- Triapon ----------------------------------------------------------------------------------

PLACING = """
                .
               3 .
              . . .
             . 3 . .
            2 2 2 . 3
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . 2 . . . 1 1 .
"""


@pytest.mark.parametrize(
    ("move", "key", "named"),
    [
        ("i7-i9", "triapon-place", []),
        ("a1-b2", "triapon-place", []),
        ("e1", "triapon-held", ["e1"]),
        ("i7", "triapon-held", ["i7"]),
        ("i9", "triapon-must-take", ["xi3"]),
        ("a1xi3", "triapon-no-triad", ["a1"]),
        ("i9xe1", "triapon-held-fast", ["e1", "e1–e2–e3"]),
        ("i9xe2", "triapon-held-fast", ["e2", "e1–e2–e3"]),
        ("i9xe5", "triapon-from-other", ["e5"]),
        ("i9xa1", "triapon-no-prey", ["a1"]),
        ("i9xi7", "triapon-no-prey", ["i7"]),
        ("i9xi9", "triapon-no-prey", ["i9"]),
        ("a1+b2", "triapon-no-barricades", []),
        ("i9xi3+b2", "triapon-no-barricades", []),
    ],
)
def test_triapon_says_why_not_while_placing(move: str, key: str, named: list[str]) -> None:
    refused(position("triapon", PLACING, hands="111"), move, key, *named)


MOVING = """
                2
               . .
              # . 2
             . . . .
            . 3 . 3 .
           . . . . . .
          . . . . 3 . .
         . . . . 3 . . 1
        . 1 . . 1 . 1 1 .
"""
MOVING_GIVEN: dict[str, Any] = {
    "taken": "020/405/050",
    "built": "100",
    "out": "2",
    "barricades": True,
}


@pytest.mark.parametrize(
    ("move", "key", "named"),
    [
        ("a1", "triapon-move", []),
        ("i9xg5", "triapon-move", []),
        ("i2-i1xe2", "triapon-no-triad", ["i1"]),
        ("i1-i2", "triapon-held", ["i2"]),
        ("i2-i2", "triapon-held", ["i2"]),
        ("i7-i8", "triapon-held", ["i8"]),
        ("i2-c1", "triapon-held", ["c1"]),
        ("e2-d2", "triapon-not-your-ball", ["e2"]),
        ("b1-b2", "triapon-not-your-ball", ["b1"]),
        ("i2-g2", "triapon-far", ["i2", "g2"]),
        ("h8-i9", "triapon-must-take", ["x"]),
        ("h8-i9xa1", "triapon-owner-out", ["a1"]),
        ("h8-i9xc1", "triapon-no-prey", ["c1"]),
        ("h8-i9xe2+i9", "triapon-held", ["i9"]),
        ("i2-i1+i1", "triapon-held", ["i1"]),
        ("i2-i1+c1", "triapon-held", ["c1"]),
    ],
)
def test_triapon_says_why_not_while_moving(move: str, key: str, named: list[str]) -> None:
    refused(position("triapon", MOVING, **MOVING_GIVEN), move, key, *named)


def test_triapon_says_why_there_is_no_barricade_now() -> None:
    spent = MOVING.replace("              # . 2", "              # # 2")
    given = MOVING_GIVEN | {"built": "200"}
    refused(position("triapon", spent, **given), "i2-i1+b1", "triapon-no-barricade-now")
    placing = position("triapon", PLACING, hands="111", barricades=True)
    refused(placing, "a1+b2", "triapon-no-barricade-now")


@pytest.mark.parametrize(("move", "named"), [("a2", "a2"), ("i9xc4", "c4"), ("e5-e6", "e6")])
def test_triapon_knows_which_holes_there_are(move: str, named: str) -> None:
    here = position("triapon", PLACING, hands="111")
    refused(here, move, "triapon-off-board", named, kind=InvalidMove)


@pytest.mark.parametrize("move", ["i9x", "i9+", "i9+a1xi3", "xi3", "i9xi3xe5", "e4-", "-e4"])
def test_triapon_refuses_what_is_not_written_as_a_move(move: str) -> None:
    here = position("triapon", PLACING, hands="111")
    refused(here, move, "triapon-not-a-move", move, kind=InvalidMove)


@pytest.mark.parametrize(
    ("typed", "move"),
    [("A1", "a1"), (" a 1 ", "a1"), ("I9 x I3", "i9xi3"), ("i9×i3", "i9xi3"), ("i9:i3", "i9xi3")],
)
def test_triapon_understands_placements(typed: str, move: str) -> None:
    understood(position("triapon", PLACING, hands="111"), typed, move)


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("i2i1", "i2-i1"),
        ("I2 I1", "i2-i1"),
        ("i2 – i1", "i2-i1"),
        ("i2—i1", "i2-i1"),
        ("i2i1+b2", "i2-i1+b2"),
        ("I2-I1 + B2", "i2-i1+b2"),
        ("h8i9xe2", "h8-i9xe2"),
        ("h8 i9 x e2 + b2", "h8-i9xe2+b2"),
        ("H8–I9×E2+B2", "h8-i9xe2+b2"),
    ],
)
def test_triapon_understands_moves(typed: str, move: str) -> None:
    understood(position("triapon", MOVING, **MOVING_GIVEN), typed, move)


# -- Das Bedrängnis ---------------------------------------------------------------------------

ONE_OF_EACH = """
        g. r. b. {}.
        y. g. r. b.
        b. y. g. r.
        r. {} y. g.
"""


@pytest.mark.parametrize(
    ("field", "cell", "colour"),
    [("rw", "c3", "red"), ("yw", "b4", "yellow"), ("gw", "c1", "green"), ("bw", "d4", "blue")],
)
def test_bedraengnis_says_what_is_out_of_reach(field: str, cell: str, colour: str) -> None:
    here = position("bedraengnis", ONE_OF_EACH.format("b", field), last="b1")
    refused(here, cell, f"out-of-reach-{colour}", cell, "b1")
    refused(here, "b1", "field-held", "b1")


@pytest.mark.parametrize("move", ["e1", "a5", "h8", "a0"])
def test_bedraengnis_knows_which_fields_there_are(move: str) -> None:
    start = brettwerk.game("bedraengnis").start()
    refused(start, move, "cell-unknown", move, "a1", "d4", kind=InvalidMove)


@pytest.mark.parametrize("move", ["a1b2", "a1-b2", "pass", "a"])
def test_bedraengnis_knows_placements_only(move: str) -> None:
    start = brettwerk.game("bedraengnis").start()
    refused(start, move, "bedraengnis-not-a-move", move, kind=InvalidMove)


@pytest.mark.parametrize("typed", ["B3", " b3", "b 3", "b3\n"])
def test_bedraengnis_understands(typed: str) -> None:
    understood(brettwerk.game("bedraengnis").start(), typed, "b3")


# -- Die Drei ---------------------------------------------------------------------------------

POCKET = """
        . . . . . . . .
        . . . . . . . .
        . . . . . w . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        w b . . . . . .
        . b . . . . . .
"""
RELOCATING = """
        . . b . . w . .
        . w . . . w . .
        w . . . . . b .
        . . . w . . b .
        . . w . . b . .
        b b . . . . w w
        . . b . . . . .
        . b . . . . . .
"""


@pytest.mark.parametrize(
    ("move", "key", "named"),
    [
        ("a1", "drei-strands", ["a1"]),
        ("a2", "field-held", ["a2"]),
        ("b2", "field-held", ["b2"]),
        ("d4", "out-of-reach-blue", ["d4", "b2"]),
        ("a2-a3", "drei-place", []),
    ],
)
def test_drei_says_why_not_while_placing(move: str, key: str, named: list[str]) -> None:
    refused(position("drei", POCKET, board=BLUE, last="b2"), move, key, *named)


def relocating() -> Position:
    """All sixteen stand, on a board all green."""
    return position("drei", RELOCATING, board=GREEN, last="b3", continuation=True)


@pytest.mark.parametrize(
    ("move", "key", "named"),
    [
        ("d4", "drei-relocate", []),
        ("a1-d4", "not-your-piece", ["a1"]),
        ("b3-d4", "not-your-piece", ["b3"]),
        ("h3-h3", "drei-same-field", ["h3"]),
        ("h3-c2", "field-held", ["c2"]),
        ("h3-b7", "field-held", ["b7"]),
        ("h3-h4", "out-of-reach-green", ["h4", "b3"]),
        ("h3-a1", "drei-strands-relocation", ["a1"]),
    ],
)
def test_drei_says_why_not_while_relocating(move: str, key: str, named: list[str]) -> None:
    refused(relocating(), move, key, *named)


@pytest.mark.parametrize("move", ["b2xd4", "pass", "d4d5d6", "d"])
def test_drei_knows_placements_and_relocations_only(move: str) -> None:
    start = brettwerk.game("drei").start()
    with pytest.raises(InvalidMove) as caught:
        start.play(move)
    assert caught.value.key in ("drei-not-a-move", "cell-unknown")


@pytest.mark.parametrize("typed", ["h3d4", "H3D4", "h3 d4", "h3 - d4", "h3–d4", "h3—d4"])
def test_drei_understands(typed: str) -> None:
    understood(relocating(), typed, "h3-d4")
    understood(brettwerk.game("drei").start(), " D 4 ", "d4")


# -- Die Schlacht -----------------------------------------------------------------------------

BATTLE = """
        . . . . . . . b
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . w . . . .
        . . . . . . . .
        w w . . . . . .
        b . . . . . . .
"""


@pytest.mark.parametrize(
    ("move", "key", "named"),
    [
        ("pass", "schlacht-must-capture", []),
        ("d5", "schlacht-battle", []),
        ("a1xb1", "schlacht-no-prey", ["b1"]),
        ("a1-b1", "schlacht-no-prey", ["b1"]),
        ("a1xh8", "schlacht-no-prey", ["h8"]),
        ("b2xa1", "not-your-piece", ["b2"]),
        ("c3xd4", "not-your-piece", ["c3"]),
        ("a1xd4", "out-of-reach-blue", ["a1", "d4"]),
    ],
)
def test_schlacht_says_why_not_in_the_battle(move: str, key: str, named: list[str]) -> None:
    refused(position("schlacht", BATTLE, board=BLUE), move, key, *named)


@pytest.mark.parametrize(
    ("move", "key", "named"),
    [
        ("pass", "schlacht-place", []),
        ("d4xd5", "schlacht-place", []),
        ("d4", "field-held", ["d4"]),
        ("d5", "field-held", ["d5"]),
    ],
)
def test_schlacht_says_why_not_while_placing(move: str, key: str, named: list[str]) -> None:
    start = brettwerk.game("schlacht", board=BLUE).start()
    refused(start.play("d4").play("d5"), move, key, *named)


def test_schlacht_knows_which_fields_there_are() -> None:
    start = brettwerk.game("schlacht").start()
    refused(start, "i9", "cell-unknown", "i9", "h8", kind=InvalidMove)
    refused(start, "a1xi9", "cell-unknown", "i9", kind=InvalidMove)
    refused(start, "passed", "schlacht-not-a-move", "passed", kind=InvalidMove)


@pytest.mark.parametrize("typed", ["A1XB2", "a1b2", "a1-b2", "a1 b2", "a1 × b2", "a1:b2", "a1–b2"])
def test_schlacht_understands_captures(typed: str) -> None:
    understood(position("schlacht", BATTLE, board=BLUE), typed, "a1xb2")


@pytest.mark.parametrize("typed", ["pass", "PASS", " Pass ", "passe", "passen"])
def test_schlacht_understands_the_pass(typed: str) -> None:
    apart = BATTLE.replace("w w", ". .").replace("w", ".")
    understood(position("schlacht", apart, board=BLUE), typed, "pass")


# -- Katarenga --------------------------------------------------------------------------------

CAMPING = """
        . . w . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . w b . . .
        . . . w . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . b . w
"""


@pytest.mark.parametrize(
    ("move", "key", "named"),
    [
        ("a1-a2", "not-your-piece", ["a1"]),
        ("e5-e6", "not-your-piece", ["e5"]),
        ("f1-left", "not-your-piece", ["f1"]),
        ("d4-d5", "own-piece", ["d5"]),
        ("d4-d4", "own-piece", ["d4"]),
        ("d4-d7", "out-of-reach-blue", ["d4", "d7"]),
        ("d4xf1", "out-of-reach-blue", ["d4", "f1"]),
        ("d4xc4", "nothing-to-capture", ["c4"]),
        ("d5-left", "katarenga-baseline", ["d5", "8"]),
        ("h1-right", "katarenga-baseline", ["h1", "8"]),
        ("c8-left", "katarenga-camp-full", []),
    ],
)
def test_katarenga_says_why_not(move: str, key: str, named: list[str]) -> None:
    here = position("katarenga", CAMPING, board=BLUE, camps="w-left")
    refused(here, move, key, *named)


def test_katarenga_says_that_nobody_captures_on_the_first_move() -> None:
    here = position("katarenga", CAMPING, board=BLUE, ply=0)
    refused(here, "d4xe5", "katarenga-first", "e5")
    refused(here, "d4-e5", "katarenga-first", "e5")


def test_katarenga_names_blacks_baseline_to_black() -> None:
    here = position("katarenga", CAMPING, "black", board=BLUE)
    refused(here, "e5-left", "katarenga-baseline", "e5", "1")


@pytest.mark.parametrize(
    ("move", "key"),
    [
        ("d4", "katarenga-not-a-move"),
        ("d4-i9", "cell-unknown"),
        ("z1-d4", "cell-unknown"),
        ("c8xleft", "cell-unknown"),
        ("c8-middle", "cell-unknown"),
    ],
)
def test_katarenga_knows_which_fields_and_camps_there_are(move: str, key: str) -> None:
    here = position("katarenga", CAMPING, board=BLUE)
    refused(here, move, key, kind=InvalidMove)


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("D4C4", "d4-c4"),
        ("d4 c4", "d4-c4"),
        ("d4–c4", "d4-c4"),
        ("d4-e5", "d4xe5"),
        ("d4e5", "d4xe5"),
        ("d4:e5", "d4xe5"),
        ("D4 X E5", "d4xe5"),
        ("c8left", "c8-left"),
        ("C8 Left", "c8-left"),
        ("c8-l", "c8-left"),
        ("c8 – links", "c8-left"),
        ("c8-RIGHT", "c8-right"),
        ("c8r", "c8-right"),
        ("c8 rechts", "c8-right"),
    ],
)
def test_katarenga_understands(typed: str, move: str) -> None:
    understood(position("katarenga", CAMPING, board=BLUE), typed, move)
