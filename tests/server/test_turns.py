"""Those who wait take turns."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from brettwerk.server.turns import Turns


@dataclass(frozen=True)
class Wish:
    """One of somebody's."""

    owner: str
    number: int = 0


def waiting(*owners: str) -> Turns[Wish]:
    """Wishes that came in this order."""
    turns = Turns[Wish]()
    for number, owner in enumerate(owners):
        turns.append(Wish(owner, number))
    return turns


def test_whoever_asks_for_much_waits_behind_himself_only() -> None:
    turns = waiting(*"aaabac")
    expected = [0, 3, 5, 1, 2, 4]
    assert [wish.number for wish in turns] == expected
    assert turns.index(Wish("c", 5)) == 2
    assert (len(turns), turns.owned_by("a"), turns.owned_by("z")) == (6, 4, 0)
    assert [turns.popleft().number for _ in range(6)] == expected
    assert not turns


def test_who_was_served_waits_for_the_others_first() -> None:
    turns = waiting(*"ab")
    assert turns.popleft().owner == "a"
    turns.append(Wish("a", 9))
    assert [wish.owner for wish in turns] == ["b", "a"]


def test_who_leaves_is_not_waited_for() -> None:
    turns = waiting(*"aba")
    turns.remove(Wish("b", 1))
    turns.remove(Wish("a", 0))
    assert list(turns) == [Wish("a", 2)]
    for nobody in (Wish("b", 1), Wish("a", 0)):
        with pytest.raises(ValueError, match=r".*"):
            turns.remove(nobody)
    turns.clear()
    assert len(turns) == 0
