"""The history of a position: shared along a game, copied where it branches, never changed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from brettwerk.core.history import History, Key

KEYS = st.tuples(st.integers(0, 3), st.integers(0, 2))


def plain_count(keys: list[Key], key: Key) -> int:
    """Every other entry, from the last but one on."""
    return keys[-2::-2].count(key)


@given(st.lists(KEYS, max_size=30), KEYS)
def test_it_counts_what_the_same_player_has_seen(keys: list[Key], key: Key) -> None:
    past = History()
    for one in keys:
        past = past.then(one)
    assert list(past) == keys
    assert len(past) == len(keys)
    assert past.count(key) == plain_count(keys, key)
    assert past.identity == History(keys).identity


@given(st.lists(KEYS, max_size=12), st.lists(KEYS, max_size=6), st.lists(KEYS, max_size=6), KEYS)
def test_going_on_two_ways_from_one_position_keeps_all_three(
    trunk: list[Key], left: list[Key], right: list[Key], key: Key
) -> None:
    past = History(trunk)
    one = other = past
    for step in left:
        one = one.then(step)
    for step in right:
        other = other.then(step)
    for found, keys in ((past, trunk), (one, trunk + left), (other, trunk + right)):
        assert list(found) == keys
        assert found.count(key) == plain_count(keys, key)
