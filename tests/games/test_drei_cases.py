"""Die Drei: every special case of the rules as a picture; see `diagrams`.

Where the colours of the fields do not matter, the board is all blue (a piece reaches the eight
fields around it) or all green (a piece reaches by knight's moves).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import brettwerk
from brettwerk.boards.square import WHOLE
from brettwerk.core.game import Position
from brettwerk.core.outcome import Outcome
from brettwerk.match import Match
from games.diagrams import after, ended, goes_on, legal, painted, position, slow_twin, targets
from kernels.running import running_on
from slow.drei import Drei

BLUE, GREEN = painted("b"), painted("g")
# On this board placements are often forbidden because they would strand the opponent.
STRANDING = "ryyyryyr/yryyyyrr/yyrryyyy/ryyyryry/yyyryyyr/yryyyryy/yyyyrryy/ryryyyyr"


def blue(picture: str, last: str, **given: Any) -> Position:
    """A position on a board all blue."""
    return position("drei", picture, board=BLUE, last=last, **given)


def green(picture: str, last: str, **given: Any) -> Position:
    """A position on a board all green."""
    return position("drei", picture, board=GREEN, last=last, **given)


def names(text: str) -> set[str]:
    """Some names."""
    return set(text.split())


# -- placing ----------------------------------------------------------------------------------


def test_white_begins_and_places_on_any_field() -> None:
    start = brettwerk.game("drei").start()
    assert (start.to_move, start.game.seats) == (0, ("white", "black"))
    assert legal(start) == set(WHOLE.names)


def test_each_piece_is_placed_en_prise_to_the_opponents_last_one() -> None:
    board = painted("b", a1="r", a6="r", f1="r", h8="y", e5="y")
    picture = """
        . . . . . . . w
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        w . b . . . . .
    """
    red = position("drei", picture, board=board, last="a1")
    assert legal(red) == names("a2 a3 a4 a5 a6 b1")
    yellow = position("drei", picture, board=board, last="h8")
    assert legal(yellow) == names("g7 f6 e5")


def test_nothing_moves_and_nothing_is_captured() -> None:
    here = after(brettwerk.game("drei", board=BLUE).start(), "d4", "d5", "e5")
    assert "d4" not in legal(here)
    assert all(len(text) == 2 for text in legal(here))


# -- the Drei ---------------------------------------------------------------------------------


def test_the_middle_piece_stands_half_way_whatever_stands_between() -> None:
    here = blue(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        w b b . . . w .
        """,
        last="c1",
    )
    ended(after(here, "d1"), "drei", [0], [1.0, -1.0])
    goes_on(after(here, "d2"))


def test_unequal_gaps_are_no_drei() -> None:
    here = blue(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        w w b . . . b .
        """,
        last="c1",
    )
    goes_on(after(here, "d1"))  # a1, b1 and d1


def test_an_enemy_piece_in_the_middle_makes_no_drei() -> None:
    here = blue(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        w b . . . . . .
        . . . . w b . .
        """,
        last="b2",
    )
    assert "c2" in legal(here)
    goes_on(after(here, "c2"))


LINES = [
    pytest.param("a1 b1", "c1", id="a row, by its end"),
    pytest.param("a1 c1", "b1", id="a row, by its middle"),
    pytest.param("a4 g4", "d4", id="a row over the whole board"),
    pytest.param("c2 c4", "c6", id="a column"),
    pytest.param("b2 d4", "f6", id="a diagonal up"),
    pytest.param("h1 e4", "b7", id="a diagonal down"),
    pytest.param("a1 g7", "d4", id="a diagonal by its middle"),
]
NO_LINES = [
    pytest.param("a1 a2", "b1", id="a corner"),
    pytest.param("a1 c1", "d1", id="unequal gaps in a row"),
    pytest.param("a1 a4", "a2", id="unequal gaps in a column"),
    pytest.param("a1 c3", "d4", id="unequal gaps in a diagonal"),
    pytest.param("a1 d1", "b1", id="no middle half-way"),
]
SLANTED = [
    pytest.param("a1 b3", "c5", id="one across, two up"),
    pytest.param("a1 e3", "c2", id="two across, one up"),
    pytest.param("c8 d5", "e2", id="one across, three down"),
    pytest.param("a2 d4", "g6", id="three across, two up"),
]


def completing(own: str, field: str, **options: Any) -> Position:
    """White puts the third piece on a field beside Black's last one, all on blue."""
    white = own.split()
    beside = next(
        name
        for name in (WHOLE.names[cell] for cell in WHOLE.neighbours[WHOLE.index[field]])
        if name not in white
    )
    far = next(name for name in reversed(WHOLE.names) if name not in (*white, beside, field))
    letters = dict.fromkeys(white, "w") | dict.fromkeys((beside, far), "b")
    rows = [[letters.get(WHOLE.names[cell], ".") for cell in row] for row in WHOLE.rows]
    picture = "\n".join(" ".join(row) for row in rows)
    return after(blue(picture, last=beside, **options), field)


@pytest.mark.parametrize(("own", "field"), LINES)
def test_a_drei_in_row_column_or_diagonal_wins(own: str, field: str) -> None:
    for lines in ("straight", "any"):
        ended(completing(own, field, lines=lines), "drei", [0], [1.0, -1.0])


@pytest.mark.parametrize(("own", "field"), NO_LINES)
def test_no_drei(own: str, field: str) -> None:
    for lines in ("straight", "any"):
        goes_on(completing(own, field, lines=lines))


@pytest.mark.parametrize(("own", "field"), SLANTED)
def test_lines_at_any_angle_count_only_if_so_chosen(own: str, field: str) -> None:
    ended(completing(own, field, lines="any"), "drei", [0], [1.0, -1.0])
    goes_on(completing(own, field, lines="straight"))
    goes_on(completing(own, field))


def test_black_wins_with_a_drei_too() -> None:
    begun = after(brettwerk.game("drei", board=BLUE).start(), "d4", "d5", "c4", "c5")
    ended(after(begun, "b4"), "drei", [0], [1.0, -1.0])
    ended(after(begun, "b6", "b5"), "drei", [1], [-1.0, 1.0])


# -- no stranding -----------------------------------------------------------------------------


def test_a_placement_that_leaves_no_placement_is_illegal() -> None:
    here = blue(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . w . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        w b . . . . . .
        . b . . . . . .
        """,
        last="b2",
    )
    # On a1 White would leave Black nothing: a2, b1 and b2 are taken.
    assert legal(here) == names("a3 b3 c1 c2 c3")


def test_a_placement_that_wins_needs_no_reply() -> None:
    here = blue(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        w . . . . . . .
        w b . . . . . .
        . b . . . . . .
        """,
        last="b2",
    )
    assert legal(here) == names("a1 b3 c1 c2 c3")
    ended(after(here, "a1"), "drei", [0], [1.0, -1.0])


FIFTEEN_ON_BLUE = """
        . . . . w w . b
        . . . . . . . b
        . . . b . . . .
        . w . . . . b .
        . . . . w . . .
        . b w . . w . .
        b w . . . . b .
        . w . . . . . .
"""


def test_the_sixteenth_piece_needs_no_reply() -> None:
    here = blue(FIFTEEN_ON_BLUE, last="b2")
    assert legal(here) == names("a1 a3 c1 c2")
    ended(after(here, "a1"), "all-placed", [], [0.0, 0.0])


def test_the_reply_must_itself_be_legal() -> None:
    here = blue(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        w b w . . . . .
        . . b . . . . .
        """,
        last="c1",
    )
    # On b1 White leaves Black a1 only, from where White would have nothing: so b1 is illegal.
    assert legal(here) == names("d1 d2")


def test_the_reply_to_the_reply_must_be_legal_too() -> None:
    here = blue(
        """
        . . . . . . . w
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        w b w b . . . .
        . . . b . . . .
        """,
        last="d1",
    )
    # c1, then b1, then a1, and nothing is left.
    assert legal(here) == names("e1 e2")


def test_a_reply_that_wins_is_a_legal_one() -> None:
    here = blue(
        """
        . . . . . . . w
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . b . . . . .
        w b w . . . . .
        . . b . . . . .
        """,
        last="c1",
    )
    assert legal(here) == names("b1 d1 d2")
    ended(after(here, "b1", "a1"), "drei", [1], [-1.0, 1.0])


def test_a_reply_that_is_the_sixteenth_is_a_legal_one() -> None:
    here = blue(
        """
        w . . b . . . w
        . . . . . . . .
        . . . . . . w w
        . . . b . . w .
        . b . . . b . b
        . . . . . . . .
        w b w . . . . .
        . . b . . . . .
        """,
        last="c1",
    )
    assert legal(here) == names("b1 d1 d2")
    assert legal(after(here, "b1")) == {"a1"}
    ended(after(here, "b1", "a1"), "all-placed", [], [0.0, 0.0])


def test_nobody_is_ever_stranded_on_a_board_where_that_is_near() -> None:
    forbidden = 0
    for seed in range(8):
        lot = random.Random(seed)
        here = brettwerk.game("drei", board=STRANDING).start()
        while here.outcome is None:
            if len(here.board_view.pieces) > 9:
                referee, state = slow_twin(here)
                assert isinstance(referee, Drei)
                forbidden += len(referee.placements(state)) - len(legal(here))
            here = here.play(lot.choice(here.moves))
        assert here.outcome.reason in ("drei", "all-placed")
    assert forbidden > 0


@pytest.mark.parametrize(
    ("pieces", "field", "is_legal"),
    [
        ("8/...ww.../..bb..../w.b...../8/8/8/8 w last=c6", "c7", True),
        ("8/8/8/......w./8/......b./.....b../....w... w last=f2", "h2", False),
        ("..w.b.../.b...w../8/.w....../8/8/8/8 b last=b5", "a6", False),
    ],
)
def test_lines_at_any_angle_decide_whether_a_reply_is_left(
    pieces: str, field: str, is_legal: bool
) -> None:
    rows = pieces.replace("8", "." * 8)
    here = brettwerk.position(f"drei/1 {rows} board={STRANDING} lines=any")
    assert (field in legal(here)) == is_legal


# -- all placed -------------------------------------------------------------------------------


def test_sixteen_pieces_without_a_drei_draw() -> None:
    here = blue(FIFTEEN_ON_BLUE, last="b2")
    goes_on(here)
    ended(after(here, "c1"), "all-placed", [], [0.0, 0.0])


def test_a_drei_by_the_sixteenth_piece_wins() -> None:
    here = blue(
        """
        b . . . . . b .
        . . . . w w b .
        . . . . . . . .
        . . . . . . . .
        . b . b . . w .
        . . . . w . . .
        b w . . . w . .
        . w w . . . b .
        """,
        last="b2",
    )
    ended(after(here, "a1"), "drei", [1], [-1.0, 1.0])
    ended(after(here, "a3"), "all-placed", [], [0.0, 0.0])


# -- the continuation -------------------------------------------------------------------------


@pytest.fixture(params=["wasm", "plain"])
def _backend(request: pytest.FixtureRequest) -> Iterator[None]:
    with running_on(request.param):
        yield


# Few random games get that far, so that plain Python is not tried elsewhere.
compiled_and_plain = pytest.mark.usefixtures("_backend")

OPEN_LINES = painted("g", a8="r", a1="r")
SIXTEEN_ON_LINES = """
        b . . . . w b .
        . . . w . . . b
        . . w . . . . .
        . . . . b . w .
        w . . . . . . w
        . . . b . . . .
        . b . . w . . w
        . . b . . . b .
"""


@compiled_and_plain
def test_with_the_continuation_each_turn_relocates_one_own_piece() -> None:
    here = position("drei", SIXTEEN_ON_LINES, board=OPEN_LINES, last="a8", continuation=True)
    goes_on(here)
    assert here.to_move == 0
    origins = {text.partition("-")[0] for text in legal(here)}
    assert origins == names("a4 c6 d7 e2 f8 g5 h2 h4")
    moved = after(here, "h2-a6")
    assert moved.to_move == 1
    assert len(moved.board_view.pieces) == 16
    assert {text.partition("-")[2] for text in legal(moved)} <= names("b4 b8 c5 c7")


@compiled_and_plain
def test_the_reach_is_judged_with_the_lifted_piece_gone() -> None:
    here = position("drei", SIXTEEN_ON_LINES, board=OPEN_LINES, last="a8", continuation=True)
    # The slide from a8 ends before White's a4, unless a4 is the piece that is lifted.
    others = names("a5 a6 a7 b8 c8 d8 e8")
    assert targets(here, "h2") == others
    assert targets(here, "a4") == others | names("a1 a2 a3")


def test_a_piece_may_not_be_relocated_to_the_field_it_left() -> None:
    here = position("drei", SIXTEEN_ON_LINES, board=OPEN_LINES, last="a8", continuation=True)
    assert "a4" not in targets(here, "a4")
    assert "f8" not in targets(here, "f8")


def test_without_the_continuation_the_same_position_is_drawn() -> None:
    here = position("drei", SIXTEEN_ON_LINES, board=OPEN_LINES, last="a8")
    ended(here, "all-placed", [], [0.0, 0.0])


BEFORE_THE_CORNER = """
        . . b . . w . .
        . w . . . w . .
        w . . . . . b .
        . . . w . . b .
        . . w . . b . .
        b b . . . . {} w
        . . {} . . . . .
        . b . . . . . .
"""


def test_a_relocation_must_leave_the_opponent_a_relocation() -> None:
    # From a1 a knight reaches b3 and c2, on which Black stands; and a piece may not go back to
    # the field it has just left.
    here = green(BEFORE_THE_CORNER.format("w", "b"), last="b3", continuation=True)
    assert not {text for text in legal(here) if text.endswith("-a1")}
    assert targets(here, "h3") == names("a5 c1 c5 d2 d4")


def test_a_relocation_may_leave_one_by_the_field_it_empties() -> None:
    here = green(BEFORE_THE_CORNER.format("b", "w"), last="b3", continuation=True)
    assert {text for text in legal(here) if text.endswith("-a1")} == {"c2-a1"}


def test_a_relocation_may_leave_one_by_a_piece_that_must_be_lifted_for_it() -> None:
    picture = """
        w . b . . . . w
        . . . w . . . w
        . . w . . . . .
        . . . . . . w b
        . . . . . . . .
        . b . b . . b .
        b . b . . b . .
        . w . . . w . .
    """
    # From the red a1 Black's own a2 is in the way, and may be lifted to go on to a3 and further.
    here = position("drei", picture, board=painted("g", a1="r"), last="b3", continuation=True)
    assert "a1" in targets(here, "h7")
    assert targets(after(here, "h7-a1"), "a2") == names("a3 a4 a5 a6 a7")
    assert {text[:2] for text in legal(here.play("h7-a1"))} == {"a2"}
    # From a green a1 there would be b3 and c2 only, and Black stands on both.
    assert "a1" not in targets(green(picture, last="b3", continuation=True), "h7")


def test_a_relocation_that_wins_need_not_leave_one() -> None:
    here = green(
        """
        . . . . . . b .
        b w . . . w w .
        . . . . w . . .
        . . . . . . . b
        . . . w . . b .
        . b . w . . . .
        . . b . w . . .
        . b . . . b w .
        """,
        last="b3",
        continuation=True,
    )
    # a1, d4 and g7 are a Drei, as long as neither d4 nor g7 is the piece that moves.
    assert {text for text in legal(here) if text.endswith("-a1")} == {
        "b7-a1",
        "d3-a1",
        "e2-a1",
        "e6-a1",
        "f7-a1",
        "g1-a1",
    }
    ended(after(here, "e2-a1"), "drei", [0], [1.0, -1.0])


FIFTEEN_ON_GREEN = """
        . . . w . w . .
        . . . b . . . w
        . . . . w b . .
        . . . b . . . .
        . . . . . . . .
        b w . . w b w .
        . . b . w . b .
        . . . . . . . .
"""


def test_the_sixteenth_placement_too_must_leave_a_relocation() -> None:
    fields = names("a5 c1 c5 d2 d4")
    assert legal(green(FIFTEEN_ON_GREEN, last="b3")) == fields | {"a1"}
    assert legal(green(FIFTEEN_ON_GREEN, last="b3", continuation=True)) == fields


def test_a_sixteenth_placement_that_wins_need_not_leave_one() -> None:
    here = green(
        """
        . . . . . . b .
        b w . . . w . .
        . . . . w . . .
        . . . . . . w b
        . . . . . . . .
        . w . . . . . .
        . . b . w . w .
        . b . b . w b .
        """,
        last="b3",
        continuation=True,
    )
    ended(after(here, "a1"), "drei", [1], [-1.0, 1.0])
    goes_on(after(here, "a5"))


def test_with_the_continuation_a_fifteenth_must_leave_such_a_sixteenth() -> None:
    picture = """
        w . . b . . . w
        . . . . . . . .
        . . . . . . w w
        . . . b . . w .
        . b . . . b . b
        . . . . . . . .
        w b w . . . . .
        . . b . . . . .
    """
    # From b1 only a1 would be left, from where nothing can be relocated.
    assert legal(blue(picture, last="c1")) == names("b1 d1 d2")
    assert legal(blue(picture, last="c1", continuation=True)) == names("d1 d2")


@compiled_and_plain
def test_a_player_without_a_relocation_draws() -> None:
    no_moves_outcome = after(green(FIFTEEN_ON_GREEN, last="b3"), "a1")
    ended(no_moves_outcome, "all-placed", [], [0.0, 0.0])
    read = brettwerk.position(no_moves_outcome.text + " continuation=true")
    ended(read, "no-relocation", [], [0.0, 0.0])


@compiled_and_plain
def test_the_continuation_ends_by_a_drei() -> None:
    here = green(
        """
        . . . . . . b .
        b w . . . w w .
        . . . . w . . .
        . . . . . . . b
        . . . w . . b .
        . b . w . . . .
        . . b . w . . .
        . b . . . b w .
        """,
        last="b3",
        continuation=True,
        turns=2,
    )
    assert here.to_move == 0
    ended(after(here, "e2-a1"), "drei", [0], [1.0, -1.0])


@compiled_and_plain
def test_the_limit_of_the_continuation_draws() -> None:
    given: dict[str, Any] = {"board": OPEN_LINES, "last": "a8", "continuation": True}
    here = position("drei", SIXTEEN_ON_LINES, continuation_limit=3, turns=0, **given)
    goes_on(here)
    twice = after(here, "h2-a6", min(legal(here.play("h2-a6"))))
    goes_on(twice)
    ended(after(twice, min(legal(twice))), "continuation-limit", [], [0.0, 0.0])


def test_without_a_limit_the_continuation_goes_on() -> None:
    given: dict[str, Any] = {"board": OPEN_LINES, "last": "a8", "continuation": True}
    goes_on(position("drei", SIXTEEN_ON_LINES, turns=1000, **given))
    limited = position("drei", SIXTEEN_ON_LINES, turns=1000, continuation_limit=1000, **given)
    ended(limited, "continuation-limit", [], [0.0, 0.0])


def test_a_drei_on_the_last_turn_of_the_limit_wins() -> None:
    picture = """
        . . . . . . b .
        b w . . . w w .
        . . . . w . . .
        . . . . . . . b
        . . . w . . b .
        . b . w . . . .
        . . b . w . . .
        . b . . . b w .
    """
    given: dict[str, Any] = {"last": "b3", "continuation": True, "continuation_limit": 5}
    ended(after(green(picture, turns=4, **given), "e2-a1"), "drei", [0], [1.0, -1.0])


# -- agreed after the draw --------------------------------------------------------------------


def continued(here: Position) -> Position | None:
    """Where play goes on if the players agree on the continuation."""
    after_draw = here.game.definition.continuation(here)
    if after_draw:
        referee, state = slow_twin(here)
        other, _ = referee.continued(state)
        twin, twin_state = slow_twin(after_draw)
        assert other.legal(state) == twin.legal(twin_state)
    return after_draw


def test_players_may_agree_on_the_continuation_after_the_draw() -> None:
    drawn = after(green(FIFTEEN_ON_GREEN, last="b3"), "d4")
    ended(drawn, "all-placed", [], [0.0, 0.0])
    there = continued(drawn)
    assert there is not None
    goes_on(there)
    assert there.to_move == 0
    assert {text.partition("-")[2] for text in legal(there)} <= names("b5 c6 e2 e6 f3 f5")
    assert after(there, min(legal(there))).to_move == 1


def test_the_draw_stands_if_the_player_to_move_has_no_relocation() -> None:
    there = continued(after(green(FIFTEEN_ON_GREEN, last="b3"), "a1"))
    assert there is not None
    ended(there, "no-relocation", [], [0.0, 0.0])


def test_only_a_draw_with_all_sixteen_placed_can_be_continued() -> None:
    assert continued(green(FIFTEEN_ON_GREEN, last="b3")) is None
    won = after(brettwerk.game("drei", board=BLUE).start(), "d4", "d5", "c4", "c5", "b4")
    assert won.outcome == Outcome((0,), None, "drei", (1.0, -1.0))
    assert continued(won) is None
    given: dict[str, Any] = {"board": OPEN_LINES, "last": "a8", "continuation": True}
    at_the_limit = position("drei", SIXTEEN_ON_LINES, turns=4, continuation_limit=4, **given)
    assert continued(at_the_limit) is None


def test_resigning_ends_the_game_at_once() -> None:
    match = Match.new(brettwerk.game("drei")).resign(1)
    assert match.outcome == Outcome((0,), None, "resignation", (1.0, -1.0))
