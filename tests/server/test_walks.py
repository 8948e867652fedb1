"""Positions lately come to: a step further costs a step, ways are not mixed up, not too many."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import brettwerk
from brettwerk.requests import Refused, played
from brettwerk.server import walks as module
from brettwerk.server.walks import EVERY, Walks

START = brettwerk.game("abalone").start()


@pytest.fixture
def plays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The moves that were really played."""
    found = list[str]()

    def counted(at: brettwerk.Position, moves: list[str]) -> brettwerk.Position:
        found.extend(moves)
        return played(at, moves)

    monkeypatch.setattr(module, "played", counted)
    return found


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
    walks, moves = Walks(), some_moves(80)
    there = walks.after(START, moves)
    assert (there, plays) == (played(START, moves), moves)
    assert walks.left(START, moves) == 0
    further = [*moves, there.moves[0].text]
    assert walks.left(START, further) == 1
    plays.clear()
    assert walks.after(START, further) == there.play(there.moves[0])
    assert plays == further[-1:]
    plays.clear()
    assert walks.after(START, moves[:-1]) == played(START, moves[:-1])
    assert len(plays) < EVERY
    assert list(walks.along(START, moves, 78)) == [played(START, moves[:n]) for n in (78, 79, 80)]


def test_other_ways_lead_elsewhere(plays: list[str]) -> None:
    walks, moves = Walks(), some_moves(4)
    walks.after(START, moves)
    plays.clear()
    other = played(START, some_moves(2, which=3))
    same = [move.text for move in other.moves if move.text in moves][:1]
    assert walks.after(other, same) == played(other, same)
    assert walks.after(START, some_moves(4, which=3)) == played(START, some_moves(4, which=3))
    assert len(plays) == len(same) + 4


def test_a_move_that_cannot_be_has_its_number_also_after_known_ones() -> None:
    walks, moves = Walks(), some_moves(6)
    walks.after(START, moves)
    with pytest.raises(Refused) as refused:
        walks.after(START, [*moves, "a1z9"])
    assert refused.value.at == 6


def test_only_so_many_are_kept_those_used_last(plays: list[str]) -> None:
    walks = Walks(2)
    first, second, third = (move.text for move in START.moves[:3])
    for move in (first, second, first, third):
        walks.after(START, [move])
    assert plays == [first, second, third]
    walks.after(START, [first])
    assert plays == [first, second, third]
    walks.after(START, [second])
    assert plays == [first, second, third, second]
