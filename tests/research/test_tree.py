"""Tree search finds what wins, for two players and for three."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from brettwerk.research.environment import Environment, Node
from brettwerk.research.tree import BatchTreeSearch, VisitCounts
from brettwerk.solving import solve
from kernels.running import each_compiled


def searched(env: Environment, node: Node, simulations: int, **options: Any) -> VisitCounts:
    return BatchTreeSearch(env, 1, simulations, **options).run(node.row[None], node.past[None])[0]


def best(counts: VisitCounts) -> int:
    return int(counts.actions[counts.visits.argmax()])


def test_the_most_visited_move_wins_das_bedraengnis() -> None:
    for seed in range(4):
        env = Environment("bedraengnis", [{"board": f"random:{seed}"}])
        counts = searched(env, env.begin(), 20_000, seed=seed)
        solution: Any = solve(env.games[0].start())
        assert best(counts) in {move.code for move in solution.winning}


@each_compiled("bedraengnis", "triapon")
def test_every_simulation_is_counted_and_a_seed_gives_the_same(name: str) -> None:
    env = Environment(name)
    node = env.begin()
    for _ in range(5):
        node = env.play(node, node.legal[len(node.legal) // 2])
    first = searched(env, node, 60, seed=1, rollout=50)
    assert first.visits.sum() == 60
    assert first.actions.tolist() == node.legal
    again = searched(env, node, 60, seed=1, rollout=50)
    assert first.visits.tolist() == again.visits.tolist()


def test_threads_search_the_same_trees() -> None:
    env = Environment("drei")
    rows, pasts = env.rows(5)
    for i in range(5):
        node = env.begin()
        rows[i], pasts[i] = node.row, node.past
    one = BatchTreeSearch(env, 5, 40, seed=3).run(rows, pasts)
    two = BatchTreeSearch(env, 5, 40, seed=3, threads=2).run(rows, pasts)
    assert [c.visits.tolist() for c in one] == [c.visits.tolist() for c in two]
    assert len({tuple(c.visits) for c in one}) > 1


def test_a_network_guides_the_search() -> None:
    env = Environment("drei")
    node = env.begin()

    def fond_of_d4(planes: Any) -> tuple[Any, Any]:
        policy = np.full((len(planes), env.encoding.num_actions), 1e-3)
        policy[:, 27] = 1
        return policy, np.zeros((len(planes), 2))

    search = BatchTreeSearch(env, 1, 50)
    counts = search.run(node.row[None], node.past[None], fond_of_d4)[0]
    assert best(counts) == 27
    noise = np.zeros((1, env.encoding.num_actions))
    noise[0, 5] = 1
    spiced = search.run(node.row[None], node.past[None], fond_of_d4, noise)[0]
    assert spiced.visits[5] > counts.visits[5]


def answering(policy: Any, values: Any) -> list[VisitCounts]:
    """Search with a network that always gives this answer."""
    env = Environment("drei")
    node = env.begin()
    search = BatchTreeSearch(env, 1, 4)
    return search.run(node.row[None], node.past[None], lambda _: (policy, values))


POLICY, VALUES = np.full((1, 128), 1 / 128), np.zeros((1, 2))


@pytest.mark.parametrize(
    ("policy", "values", "sentence"),
    [
        (POLICY, np.zeros((1, 1)), r"values are floats of shape \(1, 2\), not float64 of \(1, 1\)"),
        (POLICY[:, :64], VALUES, r"policies are floats of shape \(1, 128\)"),
        (POLICY[0], VALUES, r"policies are floats of shape"),
        (POLICY * np.nan, VALUES, "policies are finite"),
        (POLICY, VALUES + np.inf, "values are finite"),
        (POLICY - 1, VALUES, "negative"),
        (POLICY.astype(int), VALUES, "policies are floats .* not int64"),
        (POLICY.astype(object), VALUES, "policies are floats .* not object"),
    ],
)
def test_a_networks_answer_is_checked(policy: Any, values: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        answering(policy, values)


def test_a_network_gives_two_arrays() -> None:
    env = Environment("drei")
    node = env.begin()
    with pytest.raises(ValueError, match="two arrays"):
        BatchTreeSearch(env, 1, 4).run(node.row[None], node.past[None], lambda _: POLICY)  # type: ignore[arg-type,return-value]


class Tensor:
    """Behaves like one of torch that may be differentiated: only its detached copy is an array."""

    def __init__(self, array: Any) -> None:
        self._array = array

    dtype = "torch.float32"

    def __array__(self, *_: object, **__: object) -> Any:
        raise RuntimeError("Call detach first.")

    def detach(self) -> Detached:
        return Detached(self._array)


class Detached(Tensor):
    """The copy."""

    def __array__(self, *_: object, **__: object) -> Any:
        return self._array

    def cpu(self) -> Detached:
        return self


def test_tensors_and_small_floats_are_taken_as_arrays() -> None:
    expected = answering(POLICY, VALUES)[0].visits.tolist()
    assert answering(Tensor(POLICY), Tensor(VALUES))[0].visits.tolist() == expected
    small = answering(POLICY.astype(np.float32), VALUES.astype(np.float16))
    assert small[0].visits.tolist() == expected
    assert answering(POLICY.tolist(), VALUES.tolist())[0].visits.tolist() == expected


def test_a_search_with_a_network_is_stopped() -> None:
    env = Environment("drei")
    node = env.begin()
    search = BatchTreeSearch(env, 1, 50)
    asked = iter([False, False, True])
    found = search.run(
        node.row[None], node.past[None], lambda _: (POLICY, VALUES), stop=lambda: next(asked)
    )
    assert found[0].visits.sum() == 3


def test_searches_without_trees_and_of_too_many_games_are_refused() -> None:
    env = Environment("bedraengnis")
    node = env.begin()
    for trees, simulations in ((0, 8), (1, 0)):
        with pytest.raises(ValueError, match="at least one tree and one simulation"):
            BatchTreeSearch(env, trees, simulations)
    for count in (0, 3):
        with pytest.raises(ValueError, match=f"From 1 to 2 games are searched here, not {count}"):
            BatchTreeSearch(env, 2, 8).run(
                np.array([node.row] * count), np.array([node.past] * count)
            )
