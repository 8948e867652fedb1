"""Actions and moves are the same thing, planes show the position, and symmetries commute."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import brettwerk
from brettwerk.core.game import Position
from brettwerk.core.registry import definition
from brettwerk.kernels.choice import backend_for
from brettwerk.kernels.game import KernelRunner
from brettwerk.research import core
from brettwerk.research.encoding import encoding, generic_encoding
from brettwerk.research.environment import Environment, Node, defaults
from kernels.running import each_compiled
from strategies import OPTIONS, seeds

NAME = pytest.mark.parametrize("name", brettwerk.NAMES)
# Options besides the defaults that are needed to see every plane of an encoding at work.
VARIANTS: dict[str, tuple[dict[str, Any], ...]] = {
    "abalone": ({"setup": "belgian-daisy", "repetition": 3},),
    "congress": ({"captures": True},),
    "drei": ({"continuation": True},),
    "triapon": ({"barricades": True},),
}
FEW = settings(max_examples=12, deadline=None)


def bounded(options: dict[str, Any]) -> dict[str, Any]:
    """Without the zeros that let a game go on for ever."""
    return {k: v for k, v in options.items() if not (k.endswith("_limit") and v == 0)}


def played(env: Environment, node: Node, path: tuple[int, ...]) -> Node:
    """The game after the actions of one move, each of them legal."""
    for action in path:
        assert action in node.legal
        node = env.play(node, action)
    return node


def turn_ends(env: Environment, node: Node) -> list[Node]:
    """All ends of the turn, by every sequence of legal actions."""
    found = []
    for action in node.legal:
        after = env.play(node, action)
        again = after.row[env.width] and not after.code
        found += turn_ends(env, after) if again else [after]
    return found


def same(env: Environment, node: Node, position: Position) -> None:
    """The environment stands where the library stands."""
    here = env.position(node.row, node.past)
    assert here == position
    assert bool(node.code) == bool(position.outcome)
    if position.outcome:
        assert env.returns(node.code) == pytest.approx(position.outcome.returns)
        assert node.legal == []
    else:
        assert node.player == position.to_move
        assert node.legal == sorted(set(node.legal))
        assert 0 <= node.legal[0] <= node.legal[-1] < env.encoding.num_actions


@NAME
@given(data=st.data(), seed=seeds())
@FEW
def test_every_legal_move_has_its_actions_and_every_action_its_moves(
    name: str, data: st.DataObject, seed: int
) -> None:
    options = bounded(data.draw(OPTIONS[name]))
    env = Environment(name, [options])
    choose = random.Random(seed)
    position, node = env.games[0].start(), env.begin()
    actions = 0
    for _ in range(30):
        same(env, node, position)
        if position.outcome:
            break
        some = choose.sample(position.legal_codes, min(len(position.legal_codes), 12))
        for code in some:
            after = played(env, node, env.encoding.actions_of(position, code))
            same(env, after, position.play_unchecked(code))
        if len(position.legal_codes) < 200:
            assert len(turn_ends(env, node)) == len(position.legal_codes)
        code = choose.choice(some)
        actions += len(env.encoding.actions_of(position, code))
        node = played(env, node, env.encoding.actions_of(position, code))
        position = position.play_unchecked(code)
    assert actions <= env.max_actions


@each_compiled("bedraengnis")
def test_the_generic_encoding_plays_any_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    generic = generic_encoding(definition(name))
    monkeypatch.setattr("brettwerk.research.environment.encoding", lambda _: generic)
    env = Environment(name)
    choose = random.Random(name)
    position, node = env.games[0].start(), env.begin()
    while not node.code:
        assert node.legal == list(range(len(position.legal_codes)))
        assert node.player == position.to_move
        planes = env.observe(node, node.player).reshape(len(generic.planes), 64)
        words = [sum(1 << int(at) for at in plane.nonzero()[0]) for plane in planes]
        assert words[: env.width] == list(position.state)
        assert planes[env.width].all()
        code = choose.choice(position.legal_codes)
        node = env.play(node, *generic.actions_of(position, code))
        position = position.play_unchecked(code)
    if position.outcome:
        assert env.returns(node.code) == pytest.approx(position.outcome.returns)
    else:
        assert env.returns(node.code) == [0] * env.players


@NAME
def test_games_end_within_what_is_said_to_be_the_longest(name: str) -> None:
    env = Environment(name)
    choose = random.Random(name)
    for _ in range(10):
        node, count = env.begin(), 0
        while not node.code:
            node = env.play(node, choose.choice(node.legal))
            count += 1
        assert count <= env.max_actions
        assert sum(env.returns(node.code)) == pytest.approx(0)


def mask(env: Environment, node: Node) -> np.ndarray[Any, Any]:
    found = np.zeros(env.encoding.num_actions, np.bool_)
    found[node.legal] = True
    return found


@NAME
@given(data=st.data(), seed=seeds())
@FEW
def test_symmetries_commute_with_play(name: str, data: st.DataObject, seed: int) -> None:
    options = bounded(data.draw(OPTIONS[name]))
    known = encoding(name)
    symmetry = data.draw(st.sampled_from(known.symmetries))
    here = Environment(name, [options])
    image = known.map_game(here.games[0], symmetry)
    limit = {"ply_limit": here.limit} if known.ply_limit else {}
    there = Environment(name, [{**image.options, **limit}])
    choose = random.Random(seed)
    one, other = here.begin(), there.begin()
    for _ in range(60):
        assert other.code == one.code
        assert (symmetry.policy(mask(here, one)) == mask(there, other)).all()
        for player in range(here.players):
            seen = here.observe(one, player)
            assert (symmetry.observation(seen) == there.observe(other, player)).all()
        if one.code:
            break
        action = choose.choice(one.legal)
        one, other = here.play(one, action), there.play(other, int(symmetry.actions[action]))


@NAME
def test_symmetries_are_permutations_and_the_first_changes_nothing(name: str) -> None:
    known = encoding(name)
    for symmetry in known.symmetries:
        for found in (symmetry.actions, symmetry.places, symmetry.channels):
            assert sorted(found) == list(range(len(found)))
    identity = known.symmetries[0]
    assert (identity.actions == np.arange(known.num_actions)).all()
    assert len({tuple(symmetry.actions) for symmetry in known.symmetries}) == len(known.symmetries)


@NAME
def test_the_first_planes_show_the_pieces_of_each_player(name: str) -> None:
    env = Environment(name)
    choose = random.Random(name)
    node = env.begin()
    places = env.encoding.places()
    for _ in range(30):
        if node.code:
            break
        shown = env.partial_position(node.row, node.past)
        for player in range(env.players):
            planes = env.observe(node, player)
            assert planes.min() >= 0
            assert planes.max() <= 1
            for ahead in range(env.players):
                seat = shown.game.seats[(player + ahead) % env.players]
                cells = {shown.game.board.index[c] for c, p in shown.pieces.items() if p == seat}
                there = planes[ahead].ravel().nonzero()[0]
                assert sorted(places[cell] for cell in cells) == there.tolist()
        node = env.play(node, choose.choice(node.legal))


def walk(env: Environment, choose: random.Random) -> Iterator[Node]:
    """A random game in which moves are taken back where that is possible, so that it repeats."""
    nodes = [env.begin()]
    while not nodes[-1].code:
        here = nodes[-1]
        after = [env.play(here, action) for action in choose.sample(here.legal, len(here.legal))]
        earlier = nodes[-3].row[0] if len(nodes) > 2 else None
        back = [node for node in after if node.row[1] == earlier]
        nodes.append((back or after)[0])
        yield nodes[-1]


def random_game(env: Environment, choose: random.Random) -> Iterator[Node]:
    node = env.begin()
    while not node.code:
        node = env.play(node, choose.choice(node.legal))
        yield node


@NAME
def test_no_plane_is_the_same_everywhere_and_always(name: str) -> None:
    choose = random.Random(name)
    planes = encoding(name).planes
    low, high = np.ones(len(planes)), np.zeros(len(planes))
    for options in ({}, *VARIANTS.get(name, ())):
        env = Environment(name, [options])
        games = [walk(env, choose), *(random_game(env, choose) for _ in range(12))]
        for node in chain.from_iterable(games):
            seen = env.observe(node, choose.randrange(env.players)).reshape(len(planes), -1)
            low, high = np.minimum(low, seen.min(1)), np.maximum(high, seen.max(1))
    assert [plane for plane, varies in zip(planes, low < high, strict=True) if not varies] == []


@pytest.mark.parametrize(
    ("name", "whole"), [("isolation", 16), ("congress", 300), ("katarenga", 300)]
)
def test_the_last_plane_shows_how_much_of_the_game_is_over(name: str, whole: int) -> None:
    env = Environment(name)
    node = env.begin()
    for plies in range(5):
        for player in range(2):
            assert env.observe(node, player)[-1] == pytest.approx(np.full((8, 8), plies / whole))
        node = env.play(node, node.legal[0])


@NAME
def test_texts_of_actions_are_all_different(name: str) -> None:
    known = encoding(name)
    texts = [known.action_text(action) for action in range(known.num_actions)]
    assert len(set(texts)) == len(texts)


def test_a_move_is_written_as_its_action_where_it_is_one() -> None:
    for name, shared in (("abalone", 44), ("bedraengnis", 16), ("drei", 64), ("schlacht", 64)):
        env = Environment(name)
        node = env.begin()
        texts = {env.encoding.action_text(action) for action in node.legal}
        assert texts == {move.text for move in env.games[0].start().moves}
        assert len(texts) == shared


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("abalone", {"ply_limit": 0}),
        ("drei", {"continuation": True, "continuation_limit": 0}),
        ("katarenga", {"ply_limit": 0}),
    ],
)
def test_games_without_end_are_refused(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="for ever"):
        Environment(name, [options])


@pytest.mark.parametrize("limit", [-1, 10**6, "x", True])
def test_limits_that_cannot_be_are_refused(limit: Any) -> None:
    with pytest.raises(ValueError, match="ply_limit"):
        Environment("katarenga", [{"ply_limit": limit}])
    with pytest.raises(ValueError, match="At least one"):
        Environment("katarenga", [])
    with pytest.raises(ValueError, match="20000 plies"):
        Environment("abalone", [{"ply_limit": 30_000}])


def test_defaults_bound_every_game() -> None:
    assert defaults("abalone")["repetition"] == 3
    for name in brettwerk.NAMES:
        assert Environment(name).max_actions > 0


@NAME
def test_kernels_give_the_same_in_plain_python(name: str) -> None:
    env = Environment(name)
    kernels = replace(definition(name).kernels, encoding=env.encoding.kernels)
    plain = KernelRunner(kernels, [0], backend_for(kernels, "plain"))
    step, observe = plain.linked(core.step), plain.linked(core.observe_rows)
    contexts, starts = env.contexts.tolist(), env.starts.tolist()
    node = env.begin()
    row, past = plain.words(len(node.row)), plain.words(len(node.past))
    acts = plain.numbers(env.encoding.max_legal + 2)
    choose, action = random.Random(name), -1
    for _ in range(60):
        assert step(contexts, starts, row, past, acts, env.limit, action) == node.code
        assert (row, past) == (node.row.tolist(), node.past.tolist())
        assert acts[-2:] == [len(node.legal), node.player]
        assert acts[: len(node.legal)] == node.legal
        out = plain.floats32(math.prod(env.shape))
        observe(contexts, starts, row, [node.player], out, env.limit)
        assert out == pytest.approx(env.observe(node, node.player).ravel().tolist())
        if node.code:
            break
        action = choose.choice(node.legal)
        node = env.play(node, action)
