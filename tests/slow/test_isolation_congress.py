"""Sanity of the slow referees of Isolation and Congress: cases made by hand from the rules."""

from __future__ import annotations

import pytest

from . import congress, game, isolation

GREEN = "gggggggg"
ALL_BLUE = "/".join(["bbbbbbbb"] * 8)
ALL_GREEN = "/".join([GREEN] * 8)
RED_A1 = "/".join([*[GREEN] * 3, "rggggggg", *[GREEN] * 3, "rggggggg"])  # a5 and a1 are red
YELLOW_A1 = "/".join([*[GREEN] * 7, "yggggggg"])
BLUE_A1 = "/".join([*[GREEN] * 7, "bggggggg"])


# --- Isolation


def board_of(white: str, black: str) -> isolation.State:
    """A position of Isolation; White is to move if both have placed as many."""
    sides = tuple(frozenset(fields.split()) for fields in (white, black))
    return isolation.State(sides, int(len(sides[0]) > len(sides[1])))


@pytest.mark.parametrize(
    ("board", "placed", "taken"),
    [
        (ALL_BLUE, "d4", "c3 c4 c5 d3 d4 d5 e3 e4 e5"),
        (ALL_GREEN, "a1", "a1 b3 c2"),
        (RED_A1, "a1", "a1 a2 a3 a4 a5 b1 c1 d1 e1 f1 g1 h1 b3 c2"),
        (YELLOW_A1, "a1", "a1 b2 c3 d4 e5 f6 g7 h8 b3 c2"),
        (BLUE_A1, "a1", "a1 a2 b1 b2 b3 c2"),
    ],
)
def test_a_piece_takes_what_it_attacks_and_what_attacks_it(
    board: str, placed: str, taken: str
) -> None:
    slow = game("isolation", {"board": board})
    state = slow.play(slow.start(), placed)
    assert slow.to_move(state) == 1
    fields = {file + rank for file in "abcdefgh" for rank in "12345678"}
    assert fields - set(slow.legal(state)) == set(taken.split())


def test_own_pieces_must_not_attack_each_other_either() -> None:
    slow = game("isolation", {"board": ALL_BLUE})
    state = slow.play(slow.play(slow.start(), "a1"), "h8")
    assert "b2" not in slow.legal(state)
    assert "g7" not in slow.legal(state)
    assert "c3" in slow.legal(state)


def test_who_finds_no_field_loses() -> None:
    slow = game("isolation", {"board": ALL_BLUE})
    state = board_of("b2 b5 b8 e2 e5", "e8 h2 h5 h8")
    assert slow.outcome(state) == {
        "winners": [0],
        "points": None,
        "reason": "no-placement",
        "returns": [1.0, -1.0],
    }


def test_who_has_no_piece_left_loses_even_on_a_free_board() -> None:
    slow = game("isolation", {"board": ALL_GREEN})
    state = board_of("a1 c1 e1 g1 a3 c3 e3 g3", "a5 c5 e5 g5 a7 c7 e7")
    assert "g7" in slow.legal(state)
    outcome = slow.outcome(slow.play(state, "g7"))
    assert outcome is not None
    assert (outcome["winners"], outcome["reason"]) == ([1], "no-piece")


# --- Congress


def meeting(white: str, black: str, turn: int = 0) -> congress.State:
    """A position of Congress that nothing came before."""
    pieces = (frozenset(white.split()), frozenset(black.split()))
    return congress.State((congress.Position(pieces, turn),))


def test_the_pieces_alternate_round_the_edge() -> None:
    start = game("congress").start().history[-1]
    ring = [*(f + "8" for f in "abcdefgh"), *("h" + r for r in "7654321")]
    ring += [*(f + "1" for f in "gfedcba"), *("a" + r for r in "234567")]
    held = [
        int(field in start.pieces[1])
        for field in ring
        if field in start.pieces[0] | start.pieces[1]
    ]
    assert len(held) == 16
    assert all(one != other for one, other in zip(held, held[1:] + held[:1], strict=True))


@pytest.mark.parametrize(
    ("pieces", "connected"),
    [
        ("a1 b1 c1 c2", True),
        ("a1 b2", False),  # corners do not connect
        ("a1 a2 c1 c2", False),
        ("h1 a2", False),  # the edge does not wrap
        ("d4", True),
        ("c3 c4 c5 d5 e5 e4 e3 d3", True),
    ],
)
def test_a_group_is_connected_orthogonally(pieces: str, connected: bool) -> None:
    board = congress.Congress().board
    assert congress.is_connected(board, frozenset(pieces.split())) is connected


def test_who_brings_all_pieces_together_wins_at_once() -> None:
    slow = game("congress", {"board": ALL_BLUE})
    state = slow.play(meeting("a1 a2 b3", "h1 h3"), "b3-b2")
    assert slow.outcome(state) == {
        "winners": [0],
        "points": None,
        "reason": "connected",
        "returns": [1.0, -1.0],
    }


def test_nothing_is_captured_unless_chosen() -> None:
    state = meeting("a1 d4", "a2 h8")
    assert not [text for text in game("congress", {"board": ALL_BLUE}).legal(state) if "x" in text]
    quebec = game("congress", {"board": ALL_BLUE, "captures": True})
    assert [text for text in quebec.legal(state) if "x" in text] == ["a1xa2"]


def test_a_capture_may_be_the_very_first_move() -> None:
    quebec = game("congress", {"board": ALL_BLUE, "captures": True})
    assert "d8xe8" in quebec.legal(quebec.start())


def test_a_capture_that_connects_only_the_opponent_loses() -> None:
    quebec = game("congress", {"board": ALL_BLUE, "captures": True})
    outcome = quebec.outcome(quebec.play(meeting("a1 h8", "a2 d4 d5"), "a1xa2"))
    assert outcome is not None
    assert (outcome["winners"], outcome["reason"]) == ([1], "connected")


def test_a_single_piece_left_is_connected() -> None:
    quebec = game("congress", {"board": ALL_BLUE, "captures": True})
    outcome = quebec.outcome(quebec.play(meeting("a1 h8", "a2 d4"), "a1xa2"))
    assert outcome is not None
    assert outcome["winners"] == [1]


def test_if_both_are_connected_the_mover_wins() -> None:
    quebec = game("congress", {"board": ALL_BLUE, "captures": True})
    outcome = quebec.outcome(quebec.play(meeting("a1 b2", "a2 d4 d5"), "a1xa2"))
    assert outcome is not None
    assert outcome["winners"] == [0]


def test_who_cannot_move_loses() -> None:
    slow = game("congress", {"board": "/".join(["yggggggy", *[GREEN] * 6, "yggggggy"])})
    hemmed_in = meeting("b2 g7 d4", "a1 h8", 1)
    outcome = slow.outcome(hemmed_in)
    assert outcome is not None
    assert (outcome["winners"], outcome["reason"]) == ([0], "no-move")
    limited = game("congress", {**slow.options, "ply_limit": 1})
    before = meeting("b2 g7 d4", "a1 h8", 0).history
    outcome = limited.outcome(congress.State(before + hemmed_in.history))
    assert outcome is not None
    assert outcome["reason"] == "no-move"  # which comes before the limit


TO_AND_FRO = ["d8-d7", "e8-e7", "d7-d8", "e7-e8"]


@pytest.mark.parametrize(("repetition", "plies"), [(2, 4), (3, 8), (5, 16)])
def test_positions_that_come_back_draw(repetition: int, plies: int) -> None:
    slow = game("congress", {"board": ALL_BLUE, "repetition": repetition})
    state = slow.start()
    for ply in range(plies):
        assert slow.outcome(state) is None
        state = slow.play(state, TO_AND_FRO[ply % 4])
    outcome = slow.outcome(state)
    assert outcome is not None
    assert (outcome["winners"], outcome["reason"]) == ([], "repetition")


def test_three_is_the_default_and_zero_is_never() -> None:
    assert congress.Congress().repetition == 3
    slow = game("congress", {"board": ALL_BLUE, "repetition": 0})
    state = slow.start()
    for ply in range(40):
        state = slow.play(state, TO_AND_FRO[ply % 4])
    assert slow.outcome(state) is None


@pytest.mark.parametrize(("limit", "reason"), [(7, "ply-limit"), (8, "repetition")])
def test_a_limit_of_plies_draws_after_repetition_is_asked(limit: int, reason: str) -> None:
    slow = game("congress", {"board": ALL_BLUE, "ply_limit": limit})
    state = slow.start()
    for ply in range(limit):
        assert slow.outcome(state) is None
        state = slow.play(state, TO_AND_FRO[ply % 4])
    outcome = slow.outcome(state)
    assert outcome is not None
    assert (outcome["winners"], outcome["reason"]) == ([], reason)
