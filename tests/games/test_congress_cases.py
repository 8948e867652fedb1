"""Congress: every special case of the rules as a picture; see `diagrams`."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import brettwerk
from brettwerk.boards.board import mask
from brettwerk.boards.square import DIAGONAL, STRAIGHT, WHOLE
from brettwerk.core.game import Position
from brettwerk.errors import BadPosition, IllegalMove
from brettwerk.games.congress.rules import is_connected
from games.diagrams import after, drawing, drawn, ended, goes_on, legal, painted, position, targets
from slow import congress as slow_congress
from strategies import boards

BLUE = painted("b")
SHUTTLE = ("d8-d7", "e8-e7", "d7-d8", "e7-e8")


def congress(picture: str, to_move: str = "white", board: str = BLUE, **given: Any) -> Position:
    """A position."""
    return position("congress", picture, to_move, board=board, **given)


def refused(here: Position, move: str) -> str:
    """The reason for which a move is refused."""
    with pytest.raises(IllegalMove) as caught:
        here.play(move)
    assert move not in legal(here)
    return caught.value.localized("en")


# -- set-up and moves -------------------------------------------------------------------------


def test_the_pieces_alternate_round_the_edge_and_white_begins() -> None:
    start = brettwerk.game("congress").start()
    assert (start.to_move, start.game.seats) == (0, ("white", "black"))
    assert drawing(start) == drawn(
        """
        . b . w b . w .
        w . . . . . . b
        . . . . . . . .
        b . . . . . . w
        w . . . . . . b
        . . . . . . . .
        b . . . . . . w
        . w . b w . b .
        """
    )


APART = """
    b . . . . . . w
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . w . w . b . .
    . . . . . . . .
    . . . w . . . .
    . . . . . . . .
"""


def test_a_piece_goes_as_the_colour_of_its_field_says_to_empty_fields_only() -> None:
    here = congress(APART, board=painted("b", d4="r", h8="y", b4="g"))
    assert targets(here, "d4") == {"c4", "e4", "d3", "d5", "d6", "d7", "d8"}
    assert targets(here, "h8") == {"g7", "f6", "e5"}
    assert targets(here, "b4") == {"a2", "a6", "c2", "c6", "d3", "d5"}
    assert targets(here, "d2") == {"c1", "c2", "c3", "d1", "d3", "e1", "e2", "e3"}
    assert not [text for text in legal(here) if "x" in text]


def test_the_reason_says_why_a_move_is_not_allowed() -> None:
    here = congress(APART, board=painted("b", d4="r"))
    assert refused(here, "f4-f5") == "You have no piece on f4."
    assert refused(here, "d4-d2") == "Your own piece is on d2."
    assert "without captures" in refused(here, "d4-f4")
    assert refused(here, "d4xf4") == refused(here, "d4-f4")
    assert "out of reach: d4 is red" in refused(here, "d4-e5")
    assert "nothing to capture" in refused(here, "d4xe4")
    quebec = congress(APART, board=painted("b", d4="r"), captures=True)
    assert {text for text in legal(quebec) if "x" in text} == {"d4xf4"}
    assert quebec.play("d4f4") == quebec.play("d4xf4")


# -- connected --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pieces", "connected"),
    [
        ("a1", True),
        ("a1 b1", True),
        ("a1 b2", False),
        ("h1 a2", False),
        ("h4 a5", False),
        ("a1 a2 c1 c2", False),
        ("a8 b8 c8 c7 c6 b6 a6 a7", True),
        ("a1 b1 c1 d1 e1 f1 g1 h1", True),
        ("h1 h2 h3 h4 h5 h6 h7 h8", True),
        ("a1 b1 c1 d1 f1 g1 h1 e2", False),
        ("a1 b1 c1 d1 e2 f1 g1 e1", True),
    ],
)
def test_a_group_holds_together_along_files_and_ranks(pieces: str, connected: bool) -> None:
    assert is_connected(mask(WHOLE.index[cell] for cell in pieces.split())) is connected


@settings(max_examples=400)
@given(st.sets(st.sampled_from(WHOLE.names), min_size=1, max_size=8))
def test_groups_agree_with_the_slow_referee(pieces: set[str]) -> None:
    _groups_agree(frozenset(pieces))


@settings(max_examples=400)
@given(st.data(), st.integers(1, 8))
def test_grown_groups_agree_with_the_slow_referee(data: st.DataObject, size: int) -> None:
    pieces = {data.draw(st.sampled_from(WHOLE.names))}
    for _ in range(size):
        cell = WHOLE.index[data.draw(st.sampled_from(sorted(pieces)))]
        around = (WHOLE.step(cell, step) for step in STRAIGHT + DIAGONAL)
        near = [WHOLE.names[other] for other in around if other is not None]
        pieces.add(data.draw(st.sampled_from(near)))
    _groups_agree(frozenset(pieces))


def _groups_agree(pieces: frozenset[str]) -> None:
    board = slow_congress.Congress().board
    ours = is_connected(mask(WHOLE.index[cell] for cell in pieces))
    assert ours is slow_congress.is_connected(board, pieces)


JOINING = """
    b . . . . . . b
    . . . . . . . .
    . . . . . . . .
    . . w w . . . .
    . . w . . . . .
    . . w w . . . .
    . . w w . . . .
    . . . . . w . .
"""


def test_who_brings_all_pieces_together_wins_at_once() -> None:
    here = congress(JOINING)
    goes_on(after(here, "f1-e1"))  # corner to corner
    ended(after(here, "f1-e2"), "connected", [0], [1, -1])


def test_a_group_may_be_torn_apart_by_the_move_that_would_join_it() -> None:
    here = congress(
        """
        b . . . . . . b
        . . . . . . . .
        . . . . . . . .
        . . w w . . . .
        . . . w . w . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """
    )
    goes_on(after(here, "d4-e4"))
    ended(after(here, "f4-e4"), "connected", [0], [1, -1])


def test_if_a_capture_connects_both_the_mover_wins() -> None:
    here = congress(
        """
        . . . . . . . .
        . b b . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . w . . . . . .
        b . w . . . . .
        . . . . . . . .
        """,
        captures=True,
    )
    ended(after(here, "b3xa2"), "connected", [1], [-1, 1])
    both = after(congress(drawn_rows("b7 c7 b2", "b3 c2"), captures=True), "b3xb2")
    ended(both, "connected", [0], [1, -1])


def drawn_rows(black: str, white: str) -> str:
    """A picture of these pieces."""
    held = dict.fromkeys(black.split(), "b") | dict.fromkeys(white.split(), "w")
    rows = ([held.get(WHOLE.names[cell], ".") for cell in row] for row in WHOLE.rows)
    return "\n".join(" ".join(row) for row in rows)


def test_a_single_piece_left_is_connected() -> None:
    here = congress(drawn_rows("a1 h8", "b1 d4 f6"), captures=True)
    ended(after(here, "b1xa1"), "connected", [1], [-1, 1])


def test_captures_are_allowed_from_the_very_first_move() -> None:
    start = brettwerk.game("congress", board=BLUE, captures=True).start()
    after(start, "d8xe8")
    view = start.play("d8xe8").board_view
    assert [(tray.owner, tray.count) for tray in view.trays] == [("white", 1), ("black", 0)]
    assert not brettwerk.game("congress").start().board_view.trays


# -- the other ends ---------------------------------------------------------------------------
CORNERED = drawn_rows("a1 h8", "b2 g7 d4")


@pytest.mark.parametrize("given", [{}, {"ply_limit": 1, "ply": 1}])
def test_who_cannot_move_loses_whatever_the_limit_says(given: dict[str, Any]) -> None:
    here = congress(CORNERED, "black", board=painted("g", a1="y", h8="y"), **given)
    ended(here, "no-move", [0], [1, -1])


def test_the_third_occurrence_of_a_position_is_a_draw_unless_set_otherwise() -> None:
    here = after(brettwerk.game("congress", board=BLUE).start(), *SHUTTLE, *SHUTTLE[:3])
    goes_on(here)
    ended(after(here, SHUTTLE[3]), "repetition", [], [0, 0])
    goes_on(after(brettwerk.game("congress", board=BLUE, repetition=0).start(), *SHUTTLE * 6))


@pytest.mark.parametrize(("limit", "reason"), [(7, "ply-limit"), (8, "repetition")])
def test_a_limit_of_plies_draws(limit: int, reason: str) -> None:
    start = brettwerk.game("congress", board=BLUE, ply_limit=limit).start()
    moves = (SHUTTLE * 2)[:limit]
    goes_on(after(start, *moves[:-1]))
    ended(after(start, *moves), reason, [], [0, 0])


def test_a_move_that_connects_at_the_limit_wins() -> None:
    ended(after(congress(JOINING, ply_limit=1, ply=0), "f1-e2"), "connected", [0], [1, -1])


# -- positions set up by hand -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("black", "white", "fault"),
    [("", "a1", "at least one"), ("a1", "", "at least one"), ("a1 h8", "c1 c2", "already won")],
)
def test_what_cannot_stand_is_refused(black: str, white: str, fault: str) -> None:
    with pytest.raises(BadPosition, match=fault):
        congress(drawn_rows(black, white))


@settings(deadline=None, max_examples=150)
@given(data=st.data(), board=boards(8), captures=st.booleans(), turn=st.sampled_from("wb"))
def test_any_position_agrees_with_the_slow_referee(
    data: st.DataObject, board: str, captures: bool, turn: str
) -> None:
    cells = data.draw(st.lists(st.sampled_from(WHOLE.names), min_size=3, max_size=16, unique=True))
    half = len(cells) // 2
    picture = drawn(drawn_rows(" ".join(cells[half:]), " ".join(cells[:half])))
    game = brettwerk.game("congress", board=board, captures=captures)
    try:
        here = game.position(f"congress/1 {picture} {turn}")
    except BadPosition:
        assert not captures
        return
    if here.outcome:
        ended(here, here.outcome.reason, here.outcome.winners, here.outcome.returns)
    for move in here.moves:
        then = here.play(move)
        if then.outcome:
            ended(then, then.outcome.reason, then.outcome.winners, then.outcome.returns)
    legal(here)
