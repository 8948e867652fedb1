"""What a module says about its game is enough for programs that have nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest

import brettwerk
from brettwerk.core.about import about


def told(name: str) -> Any:
    return json.loads(json.dumps(about(brettwerk.game(name).definition)))


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_seats_cells_and_options_are_those_of_the_game(name: str) -> None:
    game, facts = brettwerk.game(name), told(name)
    assert facts["seats"] == list(game.seats)
    assert sorted(facts["cells"][: len(game.board)]) == sorted(game.board.names)
    assert {one["name"]: one["default"] for one in facts["options"]} == dict(game.options)
    assert set(facts["letters"]) == set(facts["pieces"])
    assert [bool(reason) for reason in facts["reasons"][:2]] == [False, True]


def test_values_of_options_are_told_as_far_as_they_can_be_listed() -> None:
    options = {one["name"]: one for one in told("drei")["options"]}
    assert options["lines"]["choices"] == ["straight", "any"]
    assert options["board"]["reader"]
    assert told("abalone")["options"][0]["texts"] is not None
    limits = [one for one in told("abalone")["options"] if "largest" in one]
    assert all(one["largest"] > 0 and one["fault"] for one in limits)
    assert limits
