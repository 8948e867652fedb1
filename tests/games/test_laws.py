"""Laws that hold in every position of every game."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import brettwerk
from brettwerk.core.game import Game, Position
from brettwerk.core.setup import set_up
from brettwerk.errors import BadPosition
from strategies import OPTIONS, choices

RELAXED = settings(
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@st.composite
def walks(draw: st.DrawFn) -> list[Position]:
    """The positions of a game, from the start on."""
    name = draw(st.sampled_from(brettwerk.NAMES))
    position = brettwerk.game(name, **draw(OPTIONS[name])).start()
    found = [position]
    for choice in draw(choices(40)):
        if position.outcome:
            break
        position = position.play(position.moves[choice % len(position.moves)])
        found.append(position)
    return found


@RELAXED
@given(walks())
def test_a_move_read_from_its_text_is_that_move(walk: list[Position]) -> None:
    for position in walk[-3:]:
        for move in position.moves[:60]:
            assert position.move(move.text) == move
            assert position.move(f"  {move.text.upper()} ") == move
            assert position.move(move.text.replace("-", "")) == move
            assert str(move) == move.text


@RELAXED
@given(walks())
def test_the_text_of_a_position_reads_back_equal_and_goes_on_the_same(walk: list[Position]) -> None:
    for position in walk[-3:]:
        again = brettwerk.position(position.text)
        assert again == position
        assert hash(again) == hash(position)
        assert again.moves == position.moves
        assert again.outcome == position.outcome
        assert again.text == position.text
        assert position.game.position(position.text) == position
        assert eval(repr(position), {"brettwerk": brettwerk}) == position  # our own text


@RELAXED
@given(walks())
def test_a_position_set_up_by_hand_is_the_same_but_for_its_past(walk: list[Position]) -> None:
    for position in walk[-3:]:
        definition, game = position.game.definition, position.game
        off_board = {
            off_cell.name: off_cell.piece
            for off_cell in position.board_view.off_board
            if off_cell.piece
        }
        told = definition.details(position.state, game.options)
        # What stands on spots and what is in hand follows from the board.
        details = {name: told[name] for name in told if name not in ("camps", "hands")}
        found = set_up(game, {**position.pieces, **off_board}, position.turn, details)
        assert found.text == " ".join(w for w in position.text.split() if "seen=" not in w)


@pytest.mark.parametrize(
    ("name", "pieces", "turn", "details", "key"),
    [
        ("abalone", {"z9": "black"}, 0, {}, "position-piece"),
        ("abalone", {"a1": "one"}, 0, {}, "position-piece"),
        ("abalone", {}, 2, {}, "position-seat"),
        ("abalone", {}, 0, {"x y": "1"}, "position-word"),
        ("abalone", {}, 0, {"ply": "1 seen=3"}, "position-needs"),
        ("katarenga", {"a1": "white", "white-left": "white"}, 0, {}, "katarenga-position-camp-own"),
        ("drei", {"d4": "white"}, 1, {}, "position-needs"),
        ("drei", {"d4": "white", "e4": "white"}, 1, {"last": "d4"}, "position-alternate"),
        ("triapon", {"a1": "one"}, 0, {"hands": "999"}, "triapon-position-nine"),
        ("triapon", {"a1": "one", "b1": "one"}, 1, {}, "triapon-position-hands"),
        ("schlacht", {"a1": "white"}, 0, {"phase": "placing"}, "position-alternate"),
    ],
)
def test_what_cannot_be_set_up_is_refused_with_the_reason(
    name: str, pieces: dict[str, str], turn: int, details: dict[str, str], key: str
) -> None:
    with pytest.raises(BadPosition) as refused:
        set_up(brettwerk.game(name), pieces, turn, details)
    assert refused.value.key == key


@RELAXED
@given(walks())
def test_there_are_moves_exactly_while_there_is_no_outcome(walk: list[Position]) -> None:
    for position in walk:
        assert bool(position.moves) == (position.outcome is None) == (position.to_move is not None)
    for position in walk[:-1]:
        assert position.outcome is None


@RELAXED
@given(walks())
def test_returns_sum_to_nothing(walk: list[Position]) -> None:
    outcome = walk[-1].outcome
    if outcome:
        assert sum(outcome.returns) == 0
        assert len(outcome.returns) == walk[-1].game.players
        assert all(outcome.returns[winner] > 0 for winner in outcome.winners)


@RELAXED
@given(walks())
def test_playing_leaves_the_old_position_as_it_was(walk: list[Position]) -> None:
    for position, after in pairwise(walk):
        text = position.text
        assert position.play(position.moves[0]) != position
        assert position.text == text
        assert after != position


@RELAXED
@given(walks())
def test_the_effects_of_a_move_are_what_changes_on_the_board(walk: list[Position]) -> None:
    for position in walk[-4:]:
        for move in position.moves[:20]:
            assert shown_after(position, move) == seen(position.play(move))


def seen(position: Position) -> dict[str, str]:
    """Everything that stands somewhere, by the name of the place."""
    names = position.game.board.names
    cells = {names[cell]: piece for cell, piece in position.board_view.pieces.items()}
    return cells | {
        off_cell.name: off_cell.piece
        for off_cell in position.board_view.off_board
        if off_cell.piece
    }


def shown_after(position: Position, move: brettwerk.Move) -> dict[str, str]:
    """What stands where if the effects are all that happens."""
    before, effects = seen(position), position.effects(move)
    after = {place: piece for place, piece in before.items() if place not in effects.taken}
    movers = {place: before[place] for place, _ in effects.moved}
    for place, _ in effects.moved:
        after.pop(place, None)
    after |= {target: movers[place] for place, target in effects.moved}
    return after | dict(effects.placed)


@RELAXED
@given(walks())
def test_pieces_come_to_the_board_only_by_being_placed(walk: list[Position]) -> None:
    for position in walk[-4:]:
        for move in position.moves[:20]:
            after, effects = position.play(move), position.effects(move)
            for piece in {*position.pieces.values(), *after.pieces.values()}:
                placed = sum(what == piece for _, what in effects.placed)
                before = sum(what == piece for what in position.pieces.values())
                assert sum(what == piece for what in after.pieces.values()) <= before + placed


@pytest.mark.parametrize("name", ["abalone", "katarenga"])
def test_where_nothing_is_placed_no_piece_ever_appears(name: str) -> None:
    position, choose = brettwerk.game(name).start(), random.Random(name)
    for _ in range(80):
        if position.outcome:
            break
        after = position.play(choose.choice(position.moves))
        assert len(after.pieces) <= len(position.pieces)
        position = after


@RELAXED
@given(walks(), st.text(alphabet="abcdefghi123456789-x+ps left", max_size=12))
def test_a_text_is_playable_exactly_if_it_is_a_legal_move(walk: list[Position], text: str) -> None:
    position = walk[-1]
    legal = {move.text for move in position.moves}
    fault = refused(position, text)
    assert fault is None or text not in legal
    assert fault is not None or position.move(text).text in legal


def refused(position: Position, text: str) -> brettwerk.BrettwerkError | None:
    """The fault of a text that is refused, with a sentence in both languages."""
    try:
        position.move(text)
    except (brettwerk.IllegalMove, brettwerk.InvalidMove) as fault:
        return fault if 10 < len(str(fault)) < 300 and len(fault.localized("de")) < 300 else None
    return None


@RELAXED
@given(walks(), st.text(max_size=200))
def test_nonsense_is_refused_with_a_sentence(walk: list[Position], text: str) -> None:
    legal = {move.text for move in walk[-1].moves}
    assert refused(walk[-1], text) or walk[-1].move(text).text in legal


def colours_turned(board: str, symmetry: tuple[int, ...]) -> str:
    """The board text after a symmetry of the square."""
    size = len(board.split("/"))
    layout = "".join(reversed(board.split("/")))
    turned = [""] * len(layout)
    for cell, image in enumerate(symmetry):
        turned[image] = layout[cell]
    rows = ["".join(turned[at : at + size]) for at in range(0, len(turned), size)]
    return "/".join(reversed(rows))


def turned_game(game: Game, symmetry: tuple[int, ...]) -> Game:
    """The same game on the turned board."""
    options = dict(game.options)
    if "board" in options:
        options["board"] = colours_turned(options["board"], symmetry)
    if "setup" in options:
        names = game.board.names
        sides: dict[str, list[str]] = {"black": [], "white": []}
        for cell, piece in game.start().board_view.pieces.items():
            sides[piece].append(names[symmetry[cell]])
        options["setup"] = sides
    return brettwerk.game(game.name, **options)


def image(position: Position, symmetry: tuple[int, ...]) -> frozenset[tuple[int, str]]:
    """The pieces after a symmetry."""
    return frozenset((symmetry[cell], piece) for cell, piece in position.board_view.pieces.items())


def children(position: Position, symmetry: tuple[int, ...]) -> dict[Any, Position]:
    """The positions after each move, by the pieces they show."""
    after = (position.play_unchecked(code) for code in position.legal_codes)
    return {image(child, symmetry): child for child in after}


Symmetry = tuple[int, ...]


def generators(symmetries: Sequence[Symmetry]) -> list[int]:
    """The numbers of a few symmetries of which all the others are made."""
    found, made = list[int](), {tuple(range(len(symmetries[0])))}
    for number, one in enumerate(symmetries):
        if one not in made:
            found.append(number)
            new = {one}
            while new - made:
                made |= new
                new = {tuple(a[cell] for cell in b) for a in made for b in made}
    return found


def turnings() -> Iterator[ParameterSet]:
    """Each game with each symmetry of its board that maps the start to itself, or to a set-up.

    Katarenga's sides of the board differ, and a mirror exchanges the colours of Congress. What
    holds for some of which all are made holds for all: the rest is slow.
    """
    for name in brettwerk.NAMES:
        if name != "katarenga":
            symmetries = brettwerk.game(name).board.symmetries[: 4 if name == "congress" else None]
            quick = generators(symmetries)
            for number in range(len(symmetries)):
                marks = [] if number in quick else [pytest.mark.slow]
                yield pytest.param(name, number, marks=marks)


@pytest.mark.parametrize(("name", "number"), [*turnings()])
def test_symmetries_commute_with_play(name: str, number: int) -> None:
    choose = random.Random(number)
    game = brettwerk.game(name)
    symmetry = game.board.symmetries[number]
    identity = tuple(range(len(symmetry)))
    here, there = game.start(), turned_game(game, symmetry).start()
    for _ in range(30):
        ours, theirs = children(here, symmetry), children(there, identity)
        assert set(ours) == set(theirs)
        assert here.outcome == there.outcome
        if here.outcome:
            break
        key = choose.choice(sorted(ours, key=sorted))
        here, there = ours[key], theirs[key]


def test_katarenga_is_the_same_in_a_mirror() -> None:
    swap = {"left": "right", "right": "left"}
    files = dict(zip("abcdefgh", "hgfedcba", strict=True))

    def mirrored(text: str) -> str:
        origin, sign, target = re.split("([-x])", text)
        turned = swap.get(target) or files[target[0]] + target[1]
        return files[origin[0]] + origin[1] + sign + turned

    game = brettwerk.game("katarenga", board="random:5")
    mirror = game.board.symmetries[4]
    here, there = game.start(), turned_game(game, mirror).start()
    choose = random.Random(5)
    while not here.outcome:
        assert {mirrored(move.text) for move in here.moves} == {m.text for m in there.moves}
        move = choose.choice(here.moves).text
        here, there = here.play(move), there.play(mirrored(move))
    assert here.outcome == there.outcome


def test_positions_are_equal_when_the_game_would_go_on_the_same_way() -> None:
    def after(game: Game, *moves: str) -> Position:
        position = game.start()
        for move in moves:
            position = position.play(move)
        return position

    cycle = ("c3d3", "g5f5", "d3c3", "f5g5")
    free = brettwerk.game("abalone")
    assert after(free, *cycle) == after(free)
    counted = brettwerk.game("abalone", repetition=3)
    assert after(counted, *cycle) != after(counted)
    limited = brettwerk.game("abalone", ply_limit=100)
    assert after(limited, *cycle) != after(limited)
    other_order = ("c3d3", "g7f6", "c5d5", "g5f5")
    same_stones = ("c5d5", "g5f5", "c3d3", "g7f6")
    assert after(free, *other_order) == after(free, *same_stones)
    assert hash(after(free, *other_order)) == hash(after(free, *same_stones))
    assert free.start() != counted.start()
