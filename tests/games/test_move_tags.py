"""Tags of moves: on random games, against what they do to the board."""

from __future__ import annotations

from random import Random

import pytest

import brettwerk
from brettwerk.boards.triangle import TRIANGLE
from brettwerk.core.game import Move, Position
from brettwerk.games.triapon.triads import closes


def walk(name: str, seed: int) -> list[tuple[Position, Move]]:
    """A random game, each position with one of its moves; captures are liked."""
    rng, found = Random(seed), list[tuple[Position, Move]]()
    here = brettwerk.game(name).start()
    while here.moves and len(found) < 120:
        taking = [move for move in here.moves if here.effects(move).taken]
        move = rng.choice(taking if taking and rng.random() < 0.5 else here.moves)
        found.append((here, move))
        here = here.play(move)
    return found


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_tags_say_what_the_effects_say(name: str, seed: int) -> None:
    for here, move in walk(name, seed):
        found, effects = here.move_tags(move), here.effects(move)
        assert ("take" in found) is bool(effects.taken)
        assert ("move" in found) is bool(effects.moved)
        assert ("place" in found) is bool(effects.placed)
        assert ("pass" in found) is not bool(effects.moved or effects.placed)


@pytest.mark.parametrize("seed", range(3))
def test_a_sumito_moves_enemy_marbles_and_is_named_by_its_numbers(seed: int) -> None:
    for here, move in walk("abalone", seed):
        found, effects = here.move_tags(move), here.effects(move)
        mine = here.game.seats[here.turn]
        cells = [start for start, _ in effects.moved] + list(effects.taken)
        count = sum(here.pieces[cell] == mine for cell in cells)
        pushed = len(cells) - count
        assert ("sumito" in found) is bool(pushed)
        assert (f"sumito-{count}-{pushed}" in found) is bool(pushed)
        assert {1: "one", 2: "two", 3: "three"}[count] in found
        assert ("in-line" in found) is not ("broadside" in found)
        starts, targets = map(set, zip(*effects.moved, strict=True))
        assert ("broadside" in found) is (count > 1 and not starts & targets)


@pytest.mark.parametrize("seed", range(4))
def test_a_triad_is_closed_where_the_rules_say_so(seed: int) -> None:
    kinds = set()
    for here, move in walk("triapon", seed):
        found = here.move_tags(move)
        hole, origin = move.code & 63, (move.code >> 6 & 127) - 1
        mine = here.state[0]
        others = mine & ~(1 << origin) if origin >= 0 else mine
        assert ("triad" in found) is bool(closes(hole, others))
        kinds |= {word for word in found if word.startswith("triad-")}
        near = origin < 0 or hole in TRIANGLE.neighbours[origin]
        assert ("jump" in found) is not near
    assert kinds


def test_going_into_a_camp_has_a_tag_of_its_own() -> None:
    row = "/........" * 6
    here = brettwerk.position(f"katarenga/1 ..w...bb{row}/w....... w")
    assert {m.text for m in here.moves if "camp" in here.move_tags(m)} == {"c8-left", "c8-right"}
