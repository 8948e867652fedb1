"""Games, positions and errors can go to other processes."""

from __future__ import annotations

import copy
import pickle

import pytest

import brettwerk


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_a_position_travels_with_its_game_and_its_past(name: str) -> None:
    position = brettwerk.game(name).start()
    for _ in range(3):
        position = position.play(position.moves[-1])
    position.perft(1)
    for again in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):
        assert again == position
        assert again.moves == position.moves


def test_an_error_keeps_its_sentence_in_both_languages() -> None:
    with pytest.raises(brettwerk.IllegalMove) as caught:
        brettwerk.game("abalone").start().play("e1e2")
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is brettwerk.IllegalMove
    assert str(again) == str(caught.value)
    assert again.localized("de") == caught.value.localized("de")


def test_positions_and_options_cannot_be_changed() -> None:
    position = brettwerk.game("drei").start()
    with pytest.raises(AttributeError, match="never changes"):
        position.state = ()
    with pytest.raises(TypeError):
        position.game.options["lines"] = "any"  # type: ignore[index]


def test_a_move_of_another_game_is_not_taken_for_one_of_this() -> None:
    small = brettwerk.game("bedraengnis").start()
    whole = brettwerk.game("drei").start()
    move = small.move("d4")
    assert whole.play(move) == whole.play("d4")
    with pytest.raises(brettwerk.InvalidMove):
        whole.play(brettwerk.Move("nonsense", 3))


def test_what_a_library_user_asks_for_first() -> None:
    position = brettwerk.game("abalone").start()
    assert position.is_legal("a1b2")
    assert not position.is_legal("e1e2")
    assert not position.is_legal("hello")
    assert position.pieces["a1"] == "black"
    assert brettwerk.Match.new(position.game).to_move == 0
    assert brettwerk.Record.of(position.game, ["a1b2"]).final() == position.play("a1b2")
    with pytest.raises(AttributeError):
        brettwerk.nothing  # noqa: B018
