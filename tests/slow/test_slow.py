"""Sanity of the slow referee: the numbers and examples in the rules, and random games."""

from __future__ import annotations

import random
from itertools import permutations, product
from typing import Any

import pytest

from . import GAMES, Outcome, SlowGame, abalone, board, drei, game, katarenga, schlacht, triapon

ALL_BLUE = "/".join(["bbbbbbbb"] * 8)
ALL_GREEN = "/".join(["gggggggg"] * 8)
RED_ENDS = "/".join(["rggggggg", *["gggggggg"] * 6, "rggggggg"])  # a8 and a1 are red
GREEN_D4 = "/".join([*["bbbbbbbb"] * 4, "bbbgbbbb", *["bbbbbbbb"] * 3])
STRANDING = "ryyyryyr/yryyyyrr/yyrryyyy/ryyyryry/yyyryyyr/yryyyryy/yyyyrryy/ryryyyyr"

CONFIGURATIONS: list[tuple[str, dict[str, Any]]] = [
    ("abalone", {"ply_limit": 120}),
    ("abalone", {"setup": "belgian-daisy", "repetition": 3, "ply_limit": 150}),
    ("abalone", {"setup": {"black": ["a1", "a2"], "white": ["i9"]}, "repetition": 2}),
    ("bedraengnis", {}),
    ("bedraengnis", {"board": "3b2"}),
    ("bedraengnis", {"board": "rrrr/yyyy/gggg/bbbb"}),
    ("drei", {}),
    ("drei", {"lines": "any", "board": "1a0 3b2 4a1 2b3"}),
    ("drei", {"continuation": True, "continuation_limit": 40}),
    ("drei", {"continuation": True, "continuation_limit": 3, "lines": "any"}),
    ("schlacht", {}),
    ("schlacht", {"board": ALL_GREEN}),
    ("katarenga", {}),
    ("katarenga", {"board": ALL_BLUE}),
    ("isolation", {}),
    ("isolation", {"board": ALL_GREEN}),
    ("congress", {"ply_limit": 60}),
    ("congress", {"captures": True, "board": ALL_BLUE, "ply_limit": 200}),
    ("congress", {"repetition": 0, "ply_limit": 30}),
    ("triapon", {}),
    ("triapon", {"barricades": True}),
    ("triapon", {"crossing": "others"}),
    ("triapon", {"barricades": True, "crossing": "others"}),
]


def played(slow: SlowGame[Any], moves: str) -> Any:
    """The state after some moves."""
    state = slow.start()
    for text in moves.split():
        state = slow.play(state, text)
    return state


def at_random(slow: SlowGame[Any], seed: int) -> tuple[list[Any], Outcome]:
    """The states and the outcome of a game with moves drawn at random."""
    lot = random.Random(seed)
    states = [slow.start()]
    while (outcome := slow.outcome(states[-1])) is None:
        states.append(slow.play(states[-1], lot.choice(slow.legal(states[-1]))))
    return states, outcome


# --- every game


@pytest.mark.parametrize(("name", "options"), CONFIGURATIONS)
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2))])
def test_random_games_come_to_an_end(name: str, options: dict[str, Any], seed: int) -> None:
    slow = game(name, options)
    states, outcome = at_random(slow, seed)
    assert slow.to_move(states[-1]) is None
    assert slow.legal(states[-1]) == []
    assert sum(outcome["returns"]) == 0
    assert (outcome["points"] is None) == (name not in ("bedraengnis", "schlacht"))
    assert len(outcome["returns"]) == slow.players
    assert all(slow.legal(state) == sorted(set(slow.legal(state))) for state in states[:20])


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_move_is_refused(name: str) -> None:
    slow = game(name)
    with pytest.raises(ValueError, match="not legal"):
        slow.play(slow.start(), "z9")


@pytest.mark.parametrize("name", GAMES)
def test_agreement_at_the_start_is_a_draw(name: str) -> None:
    slow = game(name)
    outcome = slow.agree(slow.start())
    assert outcome["winners"] == []
    assert outcome["reason"] == "agreement"
    assert outcome["returns"] == [0.0] * slow.players


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("chess", {}),
        ("drei", {"colour": "red"}),
        ("drei", {"lines": "curved"}),
        ("drei", {"continuation_limit": -1}),
        ("drei", {"board": "rybg/grgb/yybr/bgry"}),
        ("drei", {"board": "1a0 1b0 2a0 3a0"}),
        ("bedraengnis", {"board": "1a0 2a0 3a0 4a0"}),
        ("bedraengnis", {"board": "xybg/grgb/yybr/bgry"}),
        ("abalone", {"setup": "nonsense"}),
        ("abalone", {"setup": {"black": ["a1"], "white": ["a1"]}}),
        ("abalone", {"setup": {"black": ["a9"], "white": ["a1"]}}),
        ("isolation", {"captures": True}),
        ("congress", {"captures": 1}),
        ("congress", {"repetition": -1}),
        ("triapon", {"crossing": "some"}),
        ("triapon", {"barricades": 1}),
    ],
)
def test_nonsense_is_refused(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        game(name, options)


# --- the Katarenga board


def test_every_tableau_has_four_fields_of_each_colour() -> None:
    for front in board.FRONTS.values():
        assert all(front.count(colour) == 4 for colour in "rygb")


@pytest.mark.slow
def test_the_board_can_be_laid_in_24576_ways_up_to_turning() -> None:
    texts = {
        "/".join(board.lay([n + s + t for n, s, t in zip(order, sides, turns, strict=True)], 8))
        for order in permutations("1234")
        for sides in product("ab", repeat=4)
        for turns in product("0123", repeat=4)
    }
    assert len(texts) == 98304
    assert len({least_turn(text) for text in texts}) == 24576


def least_turn(text: str) -> str:
    """The first of a board's four turns in the order of letters."""
    turns = [text.split("/")]
    for _ in range(3):
        turns.append(board.turned(turns[-1]))
    return min("/".join(rows) for rows in turns)


def test_a_tableau_is_turned_clockwise_after_its_side_is_chosen() -> None:
    assert board.tableau("1a1") == ["bygr", "gyry", "rbgb", "yrbg"]
    assert board.tableau("1b0") == ["rgyb", "yryg", "bgbr", "gbry"]
    assert board.tableau("1b1") == board.turned(board.tableau("1b0"))


def test_names_count_from_the_bottom_left() -> None:
    colours = board.parse_board("rybg/grgb/yybr/bgry", 4)
    assert (colours["a4"], colours["d4"], colours["a1"], colours["c1"]) == ("r", "g", "b", "r")


def test_a_slide_ends_at_its_own_colour_and_at_a_piece() -> None:
    fields = board.parse_board("1a0", 4)  # rybg/grgb/yybr/bgry
    assert board.reach(fields, "a4", set()) == {"a3", "a2", "a1", "b4", "c4", "d4"}
    assert board.reach(fields, "b3", set()) == {"b4", "b2", "b1", "a3", "c3", "d3"}
    assert board.reach(fields, "b3", {"c3", "b2"}) == {"b4", "b2", "a3", "c3"}
    assert board.reach(fields, "a2", set()) == {"b1", "b3", "c4"}
    assert board.reach(fields, "b4", set()) == {"a3", "c3", "d2"}
    assert board.reach(fields, "c1", set()) == {"c2", "c3", "c4", "b1", "a1", "d1"}


def test_king_and_knight_leap() -> None:
    fields = board.parse_board("1a0", 4)
    assert board.reach(fields, "a1", {"b2"}) == {"a2", "b2", "b1"}
    assert board.reach(fields, "d4", {"c3", "d3"}) == {"b3", "c2"}


# --- Das Bedrängnis


def test_who_cannot_place_loses_a_point_for_every_piece() -> None:
    slow = game("bedraengnis", {"board": "bbbb/bbbb/bbbb/bbbb"})
    state = played(slow, "b2 b1 c1 d1 d2 c2 b3 a2 a1")
    outcome = slow.outcome(state)
    assert outcome is not None
    assert (outcome["winners"], outcome["points"]) == ([0], [9, 0])
    assert (outcome["reason"], outcome["returns"]) == ("no-placement", [1.0, -1.0])


def test_the_first_piece_may_go_anywhere() -> None:
    assert len(game("bedraengnis").legal(game("bedraengnis").start())) == 16


# --- Die Drei


@pytest.mark.parametrize(
    ("pieces", "straight", "any_line"),
    [
        ("a1 b1 c1", True, True),
        ("a1 d4 g7", True, True),
        ("h1 e4 b7", True, True),
        ("a1 b1 d1", False, False),
        ("a1 b3 c5", False, True),
        ("a1 a2 b2", False, False),
    ],
)
def test_the_middle_piece_stands_half_way(pieces: str, straight: bool, any_line: bool) -> None:
    held = frozenset(pieces.split())
    assert drei.Drei().has_drei(held) is straight
    assert drei.Drei({"lines": "any"}).has_drei(held) is any_line


def test_completing_a_drei_wins() -> None:
    slow = game("drei", {"board": ALL_BLUE})
    state = played(slow, "a1 a2 b1 b2 c1")
    outcome = slow.outcome(state)
    assert outcome is not None
    assert (outcome["winners"], outcome["points"], outcome["reason"]) == ([0], None, "drei")


def literally_legal(slow: drei.Drei, state: drei.State) -> set[str]:
    """The legal placements by the rule's own recursion, nothing remembered."""
    return {
        text
        for text, after in slow.placements(state).items()
        if slow.just_won(after) or drei.all_placed(after) or literally_legal(slow, after)
    }


def test_nobody_is_stranded() -> None:
    forbidden = 0
    for seed in range(40):
        slow = drei.Drei({"board": STRANDING})
        states, outcome = at_random(slow, seed)
        assert outcome["reason"] in ("drei", "all-placed")
        for state in states[11:-1]:
            assert set(slow.legal(state)) == literally_legal(slow, state)
            forbidden += len(slow.placements(state)) - len(slow.legal(state))
    assert forbidden > 0


def drawn_drei(options: dict[str, Any]) -> tuple[SlowGame[Any], Any]:
    """A game drawn with sixteen pieces."""
    for seed in range(100):
        slow = game("drei", options)
        states, outcome = at_random(slow, seed)
        if outcome["reason"] == "all-placed":
            return slow, states[-1]
    raise AssertionError("no draw found")


def test_players_may_agree_to_continue_after_the_draw() -> None:
    slow, state = drawn_drei({"continuation_limit": 1})
    longer, state = slow.continued(state)
    assert longer.to_move(state) == 0
    state = longer.play(state, longer.legal(state)[0])
    outcome = longer.outcome(state)
    assert outcome is not None
    assert outcome["reason"] in ("continuation-limit", "drei")


def test_a_relocated_piece_opens_the_way_and_may_not_return() -> None:
    white = frozenset(["a4", "h2", "h4", "g5", "e2", "c6", "f8", "d7"])
    black = frozenset(["a8", "h7", "g1", "b2", "e5", "d3", "g8", "c1"])
    state = drei.State((white, black), ("d7", "a8"), 0, 0)
    moves = drei.Drei({"board": RED_ENDS, "continuation": True}).relocations(state)
    assert "a4-a2" in moves  # with a4 lifted, the slide from a8 runs down to the red a1
    assert "a4-a4" not in moves
    assert "h2-a2" not in moves
    assert "h2-a5" in moves


def test_only_a_full_draw_can_be_continued() -> None:
    slow = game("drei")
    with pytest.raises(ValueError, match="sixteen"):
        slow.continued(slow.start())


# --- Die Schlacht


def battle(black: str, white: str) -> schlacht.State:
    """A position of the battle, Black to move."""
    pieces = (frozenset(black.split()), frozenset(white.split()))
    return schlacht.State(pieces, 16, 0, 0)


def test_who_can_capture_must() -> None:
    slow = game("schlacht", {"board": ALL_BLUE})
    assert slow.legal(battle("a1 h8", "a2 b2 d4")) == ["a1xa2", "a1xb2"]


def test_with_equal_numbers_the_last_to_pass_wins() -> None:
    slow = game("schlacht", {"board": ALL_BLUE})
    state = battle("a1 c1", "a8 c8")
    assert slow.legal(state) == ["pass"]
    state = slow.play(slow.play(state, "pass"), "pass")
    outcome = slow.outcome(state)
    assert outcome is not None
    assert (outcome["winners"], outcome["points"]) == ([1], [0, 2])


def test_one_may_come_back_after_a_pass() -> None:
    slow = game("schlacht", {"board": GREEN_D4})
    state = battle("b1 c2", "d4 h8")
    for move in ("pass", "d4xc2", "b1xc2", "pass", "pass"):
        assert slow.legal(state) == [move]
        state = slow.play(state, move)
    outcome = slow.outcome(state)
    assert outcome is not None
    assert (outcome["winners"], outcome["points"]) == ([0], [1, 0])


# --- Katarenga


def kata(white: str, black: str, turn: int = 0) -> katarenga.State:
    """A later position of Katarenga, both players having moved before."""
    pieces = (frozenset(white.split()), frozenset(black.split()))
    now = katarenga.Position(pieces, (frozenset(), frozenset()), turn)
    before = now._replace(pieces=(frozenset(), frozenset()))
    return katarenga.State((before, before, now))


def test_no_capture_on_the_own_first_move() -> None:
    slow = game("katarenga", {"board": "/".join(["ggggrggg", *["ggggyggg"] * 6, "ggggrggg"])})
    assert "e1-e7" in slow.legal(slow.start())
    assert "e1xe8" not in slow.legal(slow.start())
    state = played(slow, "a1-b3 a8-b6")
    assert "e1xe8" in slow.legal(state)


def test_two_pieces_in_the_camps_win() -> None:
    slow = game("katarenga", {"board": ALL_BLUE})
    state = kata("a8 e8 b3", "a1 h4 h5")
    assert "a8-left" in slow.legal(state)
    assert "e8-right" in slow.legal(state)
    state = slow.play(state, "a8-right")
    assert {"a1-left", "a1-right"} <= set(slow.legal(state))
    state = slow.play(state, "a1-left")
    assert "e8-right" not in slow.legal(state)
    outcome = slow.outcome(slow.play(state, "e8-left"))
    assert outcome is not None
    assert (outcome["winners"], outcome["reason"]) == ([0], "camps")


def test_one_piece_is_too_few() -> None:
    slow = game("katarenga", {"board": ALL_BLUE})
    outcome = slow.outcome(slow.play(kata("a1 a2", "b2 h8"), "a1xb2"))
    assert outcome is not None
    assert (outcome["winners"], outcome["reason"]) == ([0], "few-pieces")


def test_without_a_move_one_loses() -> None:
    # The foremost piece can always go forward, take or camp; so only on the own first move,
    # when nothing may be taken, can a player be without a move.
    slow = game("katarenga", {"board": ALL_BLUE})
    hemmed_in = kata("a1 h1", "a2 b1 b2 g1 g2 h2")
    assert slow.legal(hemmed_in)
    outcome = slow.outcome(katarenga.State(hemmed_in.history[-1:]))
    assert outcome is not None
    assert (outcome["winners"], outcome["reason"]) == ([1], "no-move")


def test_the_third_occurrence_draws() -> None:
    slow = game("katarenga", {"board": ALL_BLUE})
    there_and_back = "a1-a2 h8-h7 a2-a1 h7-h8 "
    assert slow.outcome(played(slow, there_and_back)) is None
    outcome = slow.outcome(played(slow, there_and_back * 2))
    assert outcome is not None
    assert (outcome["winners"], outcome["reason"]) == ([], "repetition")


# --- Abalone


@pytest.mark.parametrize(
    ("depth", "count"), [(1, 44), (2, 1936), pytest.param(3, 98912, marks=pytest.mark.slow)]
)
def test_abalone_perft(depth: int, count: int) -> None:
    slow = game("abalone")
    assert slow.perft(slow.start(), depth) == count


def test_the_belgian_daisy_has_52_moves() -> None:
    slow = game("abalone", {"setup": "belgian-daisy"})
    assert len(slow.legal(slow.start())) == 52


def test_the_hexagon() -> None:
    assert len(abalone.CELLS) == 61
    rows = {row: sorted(name for name in abalone.NAMES if name[0] == row) for row in "abefi"}
    ends = [(cells[0], cells[-1], len(cells)) for cells in rows.values()]
    assert ends == [
        ("a1", "a5", 5),
        ("b1", "b6", 6),
        ("e1", "e9", 9),
        ("f2", "f9", 8),
        ("i5", "i9", 5),
    ]


def test_every_setup_reads() -> None:
    for name, setup in abalone.SETUPS.items():
        black, white = abalone.parse_setup(name)
        assert len(black) == len(white) == (12 if "(12)" in setup["title"] else 14)
        assert not black & white


@pytest.mark.parametrize(
    ("black", "white", "move", "legal"),
    [
        ("e1 e2", "e3", "e1e2", True),
        ("e1 e2 e3", "e4", "e1e2", True),
        ("e1 e2 e3", "e4 e5", "e1e2", True),
        ("e1", "e2", "e1e2", False),
        ("e1 e2", "e3 e4", "e1e2", False),
        ("e1 e2 e3", "e4 e5 e6", "e1e2", False),
        ("e1 e2 e3 e4", "e5 e6 e7", "e1e2", False),
        ("e1 e2 e3 e4", "e5 e6", "e2e3", True),
        ("e1 e2 e3 e4", "i9", "e1e2", False),
        ("e1 e2 e4", "e3", "e1e2", False),
        ("e1 e2", "e3 e5", "e1e2", True),
        ("e1 e2 e3", "e4 e6", "e1e2", True),
        ("e8 e9", "a1", "e8e9", False),
        ("e7 e8", "e9", "e7e8", True),
        ("e1 e2", "f3", "e1e2f2", False),
        ("e1 e2", "f4", "e1e2f2", True),
        ("c3 c4 c5", "i9", "c3c5d3", True),
        ("c3 c4 c5", "i9", "c3c5d4", True),
        ("c3 c4 c5", "i9", "c5c3d5", False),
    ],
)
def test_sumito_and_patt(black: str, white: str, move: str, legal: bool) -> None:
    slow = game("abalone", {"setup": {"black": black.split(), "white": white.split()}})
    assert (move in slow.legal(slow.start())) is legal


def test_a_marble_pushed_off_is_out() -> None:
    slow = abalone.Abalone({"setup": {"black": ["e7", "e8"], "white": ["e9", "a1"]}})
    assert slow.marbles_out(slow.play(slow.start(), "e7e8")) == [0, 1]


def test_six_out_win() -> None:
    white = ["e1", "f2", "g3", "h4", "i5", "a1"]
    black = [cell[0] + str(int(cell[1]) + by) for cell in white for by in (1, 2)]
    slow = game("abalone", {"setup": {"black": black, "white": [*white, "e9"]}})
    state = slow.start()
    for count, cell in enumerate(white):
        rear = cell[0] + str(int(cell[1]) + 2)
        state = slow.play(state, rear + cell[0] + str(int(cell[1]) + 1))
        if count < 5:
            state = slow.play(state, ("e9f9", "f9e9")[count % 2])
    outcome = slow.outcome(state)
    assert outcome is not None
    assert (outcome["winners"], outcome["reason"]) == ([0], "six-out")


def test_without_a_move_abalone_is_drawn() -> None:
    setup = {"black": ["a1"], "white": ["a2", "b1", "b2", "a3", "c1", "c3"]}
    outcome = game("abalone", {"setup": setup}).outcome(game("abalone", {"setup": setup}).start())
    assert outcome is not None
    assert (outcome["winners"], outcome["reason"]) == ([], "no-move")


def test_repetition_is_an_option() -> None:
    there_and_back = "c3d3 g5f5 d3c3 f5g5 " * 2
    assert game("abalone").outcome(played(game("abalone"), there_and_back)) is None
    slow = game("abalone", {"repetition": 3})
    outcome = slow.outcome(played(slow, there_and_back))
    assert outcome is not None
    assert outcome["reason"] == "repetition"


def test_at_the_ply_limit_more_marbles_out_win() -> None:
    setup = {"black": ["e7", "e8"], "white": ["e9", "a1"]}
    slow = game("abalone", {"setup": setup, "ply_limit": 1})
    outcome = slow.outcome(slow.play(slow.start(), "e7e8"))
    assert outcome is not None
    assert (outcome["winners"], outcome["reason"]) == ([0], "ply-limit")
    outcome = slow.outcome(slow.play(slow.start(), "e7f7"))
    assert outcome is not None
    assert outcome["winners"] == []


# --- Triapon


def hole(name: str) -> triapon.Hole:
    """The hole of a name."""
    return triapon.LETTERS.index(name[0]), int(name[1:]) - 1


def holes(names: str) -> frozenset[triapon.Hole]:
    """The holes of some names."""
    return frozenset(hole(name) for name in names.split())


def moving(first: str, second: str, third: str, **changes: Any) -> triapon.State:
    """A position of the moving phase, player 0 to move."""
    balls = (holes(first), holes(second), holes(third))
    start = triapon.Triapon().start()
    return start._replace(balls=balls, hand=(0, 0, 0), moving=True)._replace(**changes)


def capturable(options: dict[str, Any], owner: int, *balls: str) -> set[str]:
    """The names of a player's capturable balls."""
    slow = triapon.Triapon(options)
    return {triapon.hole_name(ball) for ball in slow.capturable(moving(*balls), owner)}


def test_the_directions_of_the_triangle() -> None:
    assert len(triapon.HOLES) == 45
    assert {kind: len(ways) for kind, ways in triapon.DIRECTIONS.items()} == {
        "K": 3,
        "M": 3,
        "L": 6,
    }


def test_the_longest_rows() -> None:
    longest = {
        kind: max(len(chain) for way in ways for chain in triapon.chains(triapon.HOLES, way))
        for kind, ways in triapon.DIRECTIONS.items()
    }
    assert longest == {"K": 9, "M": 5, "L": 3}


@pytest.mark.parametrize(
    ("balls", "free"),
    [
        ("i1 i2 i3", ""),
        ("i1 i2 i3 i4", "i1 i4"),
        ("i1 i2 i3 i4 i5", "i1 i2 i4 i5"),
        ("i1 i2 i3 i4 i5 i6", "i1 i2 i3 i4 i5 i6"),
        ("a1 d2 g3", ""),  # a long triad
        ("a1 c2 e3 g4 i5", "a1 c2 g4 i5"),  # a medium row of five
        ("i1 i2 i4", "i1 i2 i4"),
        ("i1 i2 i3 i4 h4 g4", "i1"),  # i4 lies in a second row, which holds it
    ],
)
def test_which_balls_a_row_lets_go(balls: str, free: str) -> None:
    assert capturable({}, 1, "", balls, "") == set(free.split())


def test_a_longer_row_that_crosses_frees_a_row() -> None:
    for crossing in ("any", "others"):
        for owner_of_long in ("b1 d2 f3", "a1 d2 g3"):
            options = {"crossing": crossing}
            assert capturable(options, 1, owner_of_long, "e2 e3 e4", "") == {"e2", "e3", "e4"}
            assert capturable(options, 1, "", "e2 e3 e4", owner_of_long) == {"e2", "e3", "e4"}


def test_an_own_row_crosses_only_with_any() -> None:
    own = "e2 e3 e4 b1 d2 f3"
    assert capturable({"crossing": "any"}, 1, "", own, "") == {"e2", "e3", "e4"}
    assert capturable({"crossing": "others"}, 1, "", own, "") == set()


def test_crossing_means_inside_both() -> None:
    through_the_middle = "e2 e3 e4 c2 g4"
    assert capturable({}, 1, "", through_the_middle, "") == {"e2", "e4"}
    at_the_end = "e2 e3 e4 c1 g3"
    assert capturable({}, 1, "", at_the_end, "") == set()
    short_of_it = capturable({}, 1, "a1 c2", "e2 e3 e4", "")
    assert short_of_it == set()


def test_a_shorter_row_frees_nothing() -> None:
    assert capturable({}, 1, "e2 e3 e4", "b1 d2 f3", "") == set()


def test_closing_a_triad() -> None:
    assert triapon.closes(holes("i1 i2 i3"), hole("i3"))
    assert triapon.closes(holes("i1 i2 i3"), hole("i2"))
    assert triapon.closes(holes("i1 i2 i3 i4 i5"), hole("i3"))  # two and two
    assert not triapon.closes(holes("i1 i2 i3 i4"), hole("i4"))  # lengthened
    assert not triapon.closes(holes("i1 i2 i3 i4 i5"), hole("i4"))
    assert not triapon.closes(holes("i1 i2"), hole("i1"))


def test_an_end_ball_may_jump_to_the_other_end() -> None:
    slow = game("triapon")
    state = moving("i1 i2 i3", "a1 b1 c3 d1", "h8 g7 f1 c1")
    texts = slow.legal(state)
    assert "i1-i4" not in texts
    assert "i1-i4xa1" in texts


def test_the_ball_comes_from_the_one_with_more() -> None:
    slow = game("triapon")
    taken = ((0, 1, 0), (0, 0, 0), (0, 0, 0))
    state = moving("i1 i2 h3 f1", "a1 c1 d4 e1", "h8 g7 f4 d1", taken=taken)
    captures = {text[-2:] for text in slow.legal(state) if text.startswith("h3-i3x")}
    assert captures == {"h8", "g7", "f4", "d1"}
    captures = {
        text[-2:]
        for text in slow.legal(state._replace(taken=((0, 1, 0), (0, 0, 1), (0, 0, 0))))
        if text.startswith("h3-i3x")
    }
    assert len(captures) == 8


def test_captures_happen_while_placing() -> None:
    slow = game("triapon")
    state = played(slow, "i1 a1 c1 i2 d1 f1")
    assert {text for text in slow.legal(state) if text.startswith("i3")} == {
        "i3xa1",
        "i3xc1",
        "i3xd1",
        "i3xf1",
    }
    after = slow.play(state, "i3xa1")
    assert after.hand == (6, 7, 7)
    assert slow.to_move(after) == 1


def test_two_balls_are_too_few_in_the_moving_phase() -> None:
    slow = game("triapon")
    state = moving("i1 i2 h3 f1", "a1 c1 d4", "h8 g7 f4")
    after = slow.play(state, "h3-i3xa1")
    assert after.out == {1}
    assert slow.to_move(after) == 2


def test_the_last_one_left_wins() -> None:
    slow = game("triapon", {"barricades": True})
    taken = ((0, 6, 6), (0, 0, 0), (0, 0, 0))
    state = moving("i1 i2 h3 f1", "a1 c1", "h8 g7 f4", out=frozenset({1}), taken=taken)
    after = slow.play(state, "h3-i3xh8")
    outcome = slow.outcome(after)
    assert outcome is not None
    assert (outcome["winners"], outcome["returns"]) == ([0], [1.0, -0.5, -0.5])


@pytest.mark.parametrize(
    ("taken", "out", "winners", "returns"),
    [
        (((0, 1, 0), (0, 0, 0), (0, 0, 0)), set(), [0], [1.0, -0.5, -0.5]),
        (((0, 1, 0), (1, 0, 0), (0, 0, 0)), set(), [0, 1], [0.5, 0.5, -1.0]),
        (((0, 1, 0), (1, 0, 0), (0, 1, 0)), set(), [], [0.0, 0.0, 0.0]),
        (((0, 1, 2), (2, 0, 1), (0, 0, 0)), {2}, [0], [1.0, -0.5, -0.5]),
        (((0, 1, 2), (1, 0, 2), (4, 0, 0)), {2}, [], [0.5, 0.5, -1.0]),
    ],
)
def test_most_balls_taken_wins(
    taken: tuple[tuple[int, ...], ...], out: set[int], winners: list[int], returns: list[float]
) -> None:
    slow = game("triapon")
    quiet = 15 * (3 - len(out))
    state = moving("i1 i3 i5 i7", "a1 c1 e1 e3", "g1 g3 g5 g7", taken=taken, out=frozenset(out))
    assert slow.outcome(state._replace(quiet=quiet - 1)) is None
    by_count = slow.outcome(state._replace(quiet=quiet))
    assert by_count is not None
    for outcome in (by_count, slow.agree(state)):
        assert outcome["winners"] == winners
        assert outcome["returns"] == returns


def test_who_cannot_move_draws_for_all_still_in() -> None:
    slow = game("triapon")
    state = moving("a1 b1 b2 c1", "c2 c3 d1 d2", "h1 h2 i5 i6", out=frozenset({2}))
    outcome = slow.outcome(state)
    assert outcome is not None
    assert (outcome["winners"], outcome["reason"]) == ([], "no-move")
    assert outcome["returns"] == [0.5, 0.5, -1.0]


def test_a_resigned_player_is_skipped_and_the_balls_in_hand_are_not_placed() -> None:
    slow = game("triapon")
    state = slow.eliminate(played(slow, "i1 a1 c1 i3"), 1)
    assert slow.to_move(state) == 2
    assert state.hand == (7, 0, 8)
    state = slow.play(state, "e2")
    assert slow.to_move(state) == 0
    outcome = slow.outcome(slow.eliminate(state, 2))
    assert outcome is not None
    assert (outcome["winners"], outcome["returns"]) == ([0], [1.0, -0.5, -0.5])


def test_barricades_follow_the_turn_that_eliminates() -> None:
    slow = game("triapon", {"barricades": True})
    state = moving("i1 i2 h3 f1", "a1 c1 d4", "h8 g7 f4")
    texts = [text for text in slow.legal(state) if text.startswith("h3-i3xa1")]
    assert "h3-i3xa1" in texts
    assert {"h3-i3xa1+a1", "h3-i3xa1+h3"} <= set(texts)
    assert len(texts) == 1 + 45 - 9
    after = slow.play(state, "h3-i3xa1+h3")
    assert after.taken[0][1] == 1
    assert after.put_back == (1, 0, 0)
    assert not [text for text in slow.legal(after) if "+" in text]  # 2 took none from 1
    assert not [text for text in game("triapon").legal(state) if "+" in text]


def test_a_game_with_resignations_at_random_ends() -> None:
    for seed in range(3):
        lot = random.Random(seed)
        slow = game("triapon", {"barricades": True})
        state, resigns_at = slow.start(), lot.randrange(40)
        for ply in range(600):
            if slow.outcome(state):
                break
            if ply == resigns_at:
                state = slow.eliminate(state, lot.choice(triapon.still_in(state)))
                continue
            state = slow.play(state, lot.choice(slow.legal(state)))
        assert slow.outcome(state)
