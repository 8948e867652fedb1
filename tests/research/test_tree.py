"""Tree search finds what wins, for two players and for three."""

from __future__ import annotations

from typing import Any

import numpy as np

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
