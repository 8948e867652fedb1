"""Finds the weights of Triapon's evaluation from games that it plays against itself.

For any two players who are still in, the one's features less the other's should tell who comes
out above the other: logistic regression, for each phase by itself.
"""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any

from brettwerk.engine.three import ranked
from brettwerk.engine.three_tree import Tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from brettwerk.games.core import Position

BLUNDERS = 0.1  # of the moves are random, so that there is something to tell apart
OPENING = 9  # fewer random moves than that begin a game
SMALLNESS = 5.0  # how strongly weights are held near 0
STEPS = 30
MEGABYTES = 8


def tune(
    games: int,
    nodes: int,
    seed: int,
    *,
    generations: int = 1,
    onward: dict[str, Any] | None = None,
    progress: Callable[[str], None] | None = None,
) -> dict[str, Any]:
    """Weights by so many generations of so many games each: a record of them and of the way there.

    It begins with counting balls only, or goes onward from an earlier record, such as the one
    that `data/triapon.json` keeps.
    """
    import numpy as np

    evaluation = import_module("brettwerk.engine.three_evaluation")
    table = _counting_balls(np, evaluation) if onward is None else _read(np, evaluation, onward)
    history = [] if onward is None else list(onward["generations"])
    for generation in range(generations):
        pairs = _Pairs(evaluation)
        for number in range(games):
            _play(
                Tree(MEGABYTES, table.ravel()),
                nodes,
                Random(f"{seed} {generation} {number}"),
                pairs,
            )
            if progress:
                progress(f"generation {generation + 1}: game {number + 1} of {games}")
        fitted = [_fit(np, *pairs.of(phase)) for phase in range(len(evaluation.PHASES))]
        table = np.array([row for row, _ in fitted])
        losses = [round(loss, 4) for _, loss in fitted]
        found = {"pairs": pairs.counts(), "loss": losses}
        history.append({"games": games, "nodes": nodes, "seed": seed} | found)
    again = "" if onward is None else ", onward=the record before"
    command = f"tune({games}, {nodes}, {seed}, generations={generations}{again})"
    return {
        "command": command,
        "generations": history,
        "weights": {
            phase: {
                name: round(float(weight), 4)
                for name, weight in zip(evaluation.FEATURES, row, strict=True)
            }
            for phase, row in zip(evaluation.PHASES, table, strict=True)
        },
    }


def _counting_balls(np: Any, evaluation: Any) -> Any:
    table = np.zeros((len(evaluation.PHASES), evaluation.COUNT))
    table[:, evaluation.FEATURES.index("balls in the game")] = 0.5
    table[:, evaluation.FEATURES.index("balls taken")] = 0.5
    return table


def _read(np: Any, evaluation: Any, record: dict[str, Any]) -> Any:
    rows = record["weights"]
    return np.array([[rows[p][name] for name in evaluation.FEATURES] for p in evaluation.PHASES])


class _Pairs:
    """For each phase the differences of features of two players, and who came out above."""

    def __init__(self, evaluation: Any) -> None:
        import numpy as np

        self._np, self._evaluation = np, evaluation
        self._facts = np.zeros(evaluation.FACTS)
        self._differences: list[list[Any]] = [[] for _ in evaluation.PHASES]
        self._results: list[list[float]] = [[] for _ in evaluation.PHASES]

    def counts(self) -> list[int]:
        """How many there are."""
        return [len(results) for results in self._results]

    def of(self, phase: int) -> tuple[Any, Any]:
        """The differences as rows, and the results."""
        return self._np.array(self._differences[phase]), self._np.array(self._results[phase])

    def add(self, position: Position, returns: tuple[float, ...]) -> None:
        """Every two players who are still in."""
        state = position.state
        words = self._evaluation.State(*map(self._np.uint64, state))
        phase = self._evaluation.features(words, self._facts)
        rows = self._facts.reshape(3, -1).copy()
        for a in range(3):
            b = (a + 1) % 3
            one, other = (state.side + a) % 3, (state.side + b) % 3
            if state.out >> one & 1 or state.out >> other & 1:
                continue
            lead = returns[one] - returns[other]
            self._differences[phase].append(rows[a] - rows[b])
            self._results[phase].append(1.0 if lead > 0 else 0.0 if lead < 0 else 0.5)


def _play(tree: Tree, nodes: int, choose: Random, pairs: _Pairs) -> None:
    """One game; its positions go to `pairs`."""
    from brettwerk.games.catalogue import game

    position = game("triapon", crossing=choose.choice(("any", "any", "any", "others"))).start()
    opening = choose.randrange(OPENING)
    positions: list[Position] = []
    while not position.outcome:
        if len(positions) < opening or choose.random() < BLUNDERS:
            code = choose.choice(position.codes)
        else:
            code = _best(tree, position, nodes)
        position = position.play_unchecked(code)
        positions.append(position)
    for before in positions[:-1]:
        pairs.add(before, position.outcome.returns)


def _best(tree: Tree, position: Position, nodes: int) -> int:
    tree.plant(position)
    tree.grow_first()
    while tree.nodes < nodes and not tree.proven:
        tree.grow(nodes)
    return ranked(tree.children(), position.turn)[0].move


def _fit(np: Any, differences: Any, results: Any) -> tuple[Any, float]:
    """The weights with the least loss, by Newton's method, and that loss."""
    row = np.zeros(differences.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-differences @ row))
        slope = differences.T @ (chance - results) + SMALLNESS * row
        bend = (differences * (chance * (1 - chance))[:, None]).T @ differences
        row = row - np.linalg.solve(bend + SMALLNESS * np.eye(len(row)), slope)
    chance = 1 / (1 + np.exp(-differences @ row))
    loss = -np.mean(results * np.log(chance) + (1 - results) * np.log(1 - chance))
    return row, float(loss)
