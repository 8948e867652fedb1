"""What the network of Katarenga looks at."""

from __future__ import annotations

from random import Random

import pytest

import brettwerk
from brettwerk.boards.board import cells_of
from brettwerk.core.game import Game
from brettwerk.games.katarenga import evaluation
from brettwerk.games.katarenga.rules import KatarengaState
from brettwerk.games.katarenga_family.base import fields_of
from brettwerk.search.memory_layout import REDUCTIONS

COLOURS = "gbyr"


def random_pieces(rng: Random) -> tuple[int, int]:
    """Return some cells, and others."""
    cells = rng.sample(range(64), 16)
    return sum(1 << cell for cell in cells[:8]), sum(1 << cell for cell in cells[8:])


def seen(game: Game, state: KatarengaState) -> tuple[int, ...]:
    """Return the sets of cells of a state."""
    mem = [0] * REDUCTIONS
    evaluation.board_facts(game.kernels.context, mem)
    return evaluation.sets(state, game.kernels.context, mem)


@pytest.mark.parametrize("seed", range(5))
def test_pieces_are_told_apart_by_the_colour_of_their_field(seed: int) -> None:
    game = brettwerk.game("katarenga", board=f"random:{seed}")
    me, opp = random_pieces(Random(seed))
    found = seen(game, KatarengaState(me, opp, 0, 2))
    assert sum(found[:4]) == me
    assert sum(found[4:]) == opp
    fields = fields_of(game.options)
    for number, cells in enumerate(found):
        assert {fields[cell] for cell in cells_of(cells)} <= {COLOURS[number % 4]}


@pytest.mark.parametrize("seed", range(5))
def test_both_players_see_the_board_from_their_own_side(seed: int) -> None:
    game = brettwerk.game("katarenga", board=f"random:{seed}")
    rows = str(game.options["board"]).split("/")
    turned = brettwerk.game("katarenga", board="/".join(reversed(rows)))
    me, opp = random_pieces(Random(seed))
    white = KatarengaState(me, opp, 0, 2)
    upside_down = evaluation.upside_down(me), evaluation.upside_down(opp)
    assert upside_down[0] == int.from_bytes(me.to_bytes(8, "little"), "big")
    assert seen(turned, KatarengaState(*upside_down, 0, 3)) == seen(game, white)
