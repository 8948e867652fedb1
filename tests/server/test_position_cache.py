"""Positions lately come to: a step further costs a step, ways are not mixed up, not too many."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import brettwerk
from brettwerk.requests import MoveRefused
from brettwerk.server.study.position_cache import EVERY, PositionCache

START = brettwerk.game("abalone").start()


@pytest.fixture
def plays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The moves whose texts were read, which each was once."""
    found, parse = list[str](), brettwerk.Position.move

    def counted(at: brettwerk.Position, text: str) -> brettwerk.Move:
        found.append(text)
        return parse(at, text)

    monkeypatch.setattr(brettwerk.Position, "move", counted)
    return found


def after(at: brettwerk.Position, moves: list[str]) -> brettwerk.Position:
    """The position after legal moves, without reading their texts."""
    for text in moves:
        at = at.play(next(move for move in at.moves if move.text == text))
    return at


def some_moves(count: int, which: int = 0) -> list[str]:
    """Legal moves from the start."""
    return [move for move, _ in zip(_way(which), range(count), strict=False)]


def _way(which: int) -> Iterator[str]:
    at, number = START, which
    while True:
        number += 7
        move = at.moves[number % len(at.moves)]
        yield move.text
        at = at.play(move)


def test_a_step_further_or_back_does_not_begin_at_the_beginning(plays: list[str]) -> None:
    cache, moves = PositionCache(), some_moves(80)
    there = cache.after(START, moves)
    assert (there, plays) == (after(START, moves), moves)
    assert cache.left(START, moves) == 0
    further = [*moves, there.moves[0].text]
    assert cache.left(START, further) == 1
    plays.clear()
    assert cache.after(START, further) == there.play(there.moves[0])
    assert plays == further[-1:]
    plays.clear()
    assert cache.after(START, moves[:-1]) == after(START, moves[:-1])
    assert len(plays) < EVERY
    at, position, played = cache.along(START, moves, 78)
    assert at == EVERY * 3
    assert position == after(START, moves[:at])
    assert [one.after for one in played] == [after(START, moves[:n]) for n in range(at + 1, 81)]


def test_other_ways_lead_elsewhere(plays: list[str]) -> None:
    cache, moves = PositionCache(), some_moves(4)
    cache.after(START, moves)
    plays.clear()
    other = after(START, some_moves(2, which=3))
    same = [move.text for move in other.moves if move.text in moves][:1]
    assert cache.after(other, same) == after(other, same)
    assert cache.after(START, some_moves(4, which=3)) == after(START, some_moves(4, which=3))
    assert len(plays) == len(same) + 4


def test_a_move_that_cannot_be_has_its_number_also_after_known_ones() -> None:
    cache, moves = PositionCache(), some_moves(6)
    cache.after(START, moves)
    with pytest.raises(MoveRefused) as refused:
        cache.after(START, [*moves, "a1z9"])
    assert refused.value.at == 6


def test_only_so_many_are_kept_those_used_last(plays: list[str]) -> None:
    cache = PositionCache(2)
    first, second, third = (move.text for move in START.moves[:3])
    for move in (first, second, first, third):
        cache.after(START, [move])
    assert plays == [first, second, third]
    cache.after(START, [first])
    assert plays == [first, second, third]
    cache.after(START, [second])
    assert plays == [first, second, third, second]
