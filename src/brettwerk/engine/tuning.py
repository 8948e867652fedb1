"""Finds the weights of an evaluation: games of the engine with itself, then logistic regression.

A position's features times the weights shall be the logit of the chance to win of the player to
move. So: play many games from random openings, note quiet positions of each with what the search
saw and what became of them, and choose the weights under which these are most likely, drawn a
little towards the weights that were there before. The next round is played with the weights found.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from brettwerk.engine import layout as at
from brettwerk.engine.report import Limit
from brettwerk.engine.two import LOGIT, TwoPlayerThinker
from brettwerk.engine.weights import Weights, weights_of
from brettwerk.games.catalogue import game as make_game

if TYPE_CHECKING:
    from collections.abc import Iterable

    from brettwerk.games.core import Game, Position

OPENING_PLIES = 6
MOST_PLIES = 240
EVERY = 3  # of the positions of a game one in so many is noted: neighbours say much the same
PRIOR = 3.0
# How much of what a position is to be worth is what the search saw from there; the rest is what
# became of it, which is true but depends on all that was played afterwards, too.
LOOKED = 0.5


@dataclass(frozen=True, slots=True)
class Sample:
    """Positions of one game: their features, and what they were worth to the player to move."""

    features: list[list[int]]
    results: list[float]


def play_one(name: str, weights: Weights, nodes: int, seed: int) -> Sample:
    """One game of the engine with itself."""
    rng = Random(seed)
    game = _game_by_lot(name, rng)
    position = _opening(game, rng)
    thinker = TwoPlayerThinker(game, megabytes=2, weights=weights)
    noted: list[tuple[int, list[int], float]] = []
    returns: tuple[float, ...] = (0.0, 0.0)
    for ply in range(MOST_PLIES):
        if position.outcome:
            returns = position.outcome.returns
            break
        best = thinker.think(position, Limit(nodes=nodes)).lines[0]
        returns = best.score  # in case the game is cut short here
        if ply % EVERY == seed % EVERY and abs(best.value or 0) < at.HIGHEST:
            noted.append((position.turn, thinker.features(position), returns[position.turn]))
        position = position.play(best.move)
    return Sample(
        [features for _, features, _ in noted],
        [(1 + LOOKED * looked + (1 - LOOKED) * returns[turn]) / 2 for turn, _, looked in noted],
    )


def _game_by_lot(name: str, rng: Random) -> Game:
    """A game with a board by lot, and an end even if nobody makes progress."""
    from brettwerk.engine.two import evaluation_of

    plain = make_game(name)
    options = {**plain.face.with_programs, **plain.face.by_lot(rng.randrange(2**31))}
    starts = getattr(evaluation_of(name), "STARTS", ())
    return make_game(name, **options, **(rng.choice(starts) if starts else {}))


def _opening(game: Game, rng: Random) -> Position:
    """A position after a few random moves in which the game goes on."""
    while True:
        position = game.start()
        for _ in range(rng.randrange(OPENING_PLIES + 1)):
            if position.codes:
                position = position.play_unchecked(rng.choice(position.codes))
        if position.codes:
            return position


def fit(samples: Iterable[Sample], start: list[float]) -> tuple[list[float], float, int]:
    """The most likely weights in logits, the mean loss under them, and how many positions."""
    import numpy as np

    rows: list[list[int]] = []
    results: list[float] = []
    for sample in samples:
        rows += sample.features
        results += sample.results
    x, y = np.array(rows, float), np.array(results, float)
    before = np.array(start, float)
    w = before.copy()
    for _ in range(30):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        gradient = x.T @ (y - p) - PRIOR * (w - before)
        curvature = (x * (p * (1 - p))[:, None]).T @ x + PRIOR * np.eye(len(w))
        step = np.linalg.solve(curvature, gradient)
        w += step
        if np.abs(step).max() < 1e-6:
            break
    p = np.clip(1 / (1 + np.exp(-(x @ w))), 1e-9, 1 - 1e-9)
    loss = -float(np.mean(y * np.log(p) + (1 - y) * np.log(1 - p)))
    return [float(value) for value in w], loss, len(y)


def tune(
    name: str, weights: Weights, *, games: int, nodes: int, seed: int, spread: Any = map
) -> Weights:
    """Better weights from so many games; `spread` may be the `map` of a pool of processes."""
    from brettwerk.engine.two import evaluation_of

    names = evaluation_of(name).FEATURES
    seeds = range(seed, seed + games)
    samples = spread(_Play(name, weights, nodes), seeds)
    found, loss, positions = fit(samples, [w / LOGIT for w in weights.in_order(names)])
    features = {n: round(w * LOGIT) for n, w in zip(names, found, strict=True)}
    record = {
        "how": "self-play and logistic regression: brettwerk tune",
        "games": games,
        "nodes": nodes,
        "seed": seed,
        "positions": positions,
        "loss": round(loss, 5),
    }
    rounds = [*weights.found.get("rounds", ()), record]
    return Weights(features, weights.steering, {**weights.found, "rounds": rounds})


def improve(
    name: str, text: str, *, games: int, nodes: int, seed: int, spread: Any = map
) -> tuple[str, dict[str, Any]]:
    """The text of a file of weights after one more round, and what is recorded of the round."""
    if make_game(name).players == 2:
        found = tune(name, weights_of(text), games=games, nodes=nodes, seed=seed, spread=spread)
        return found.as_json(), found.found["rounds"][-1]
    from brettwerk.engine import three_tuning

    record = three_tuning.tune(games, nodes, seed, onward=json.loads(text))
    return json.dumps(record, indent=1, ensure_ascii=False) + "\n", record["generations"][-1]


@dataclass(frozen=True, slots=True)
class _Play:
    """`play_one` of a seed, for other processes."""

    name: str
    weights: Weights
    nodes: int

    def __call__(self, seed: int) -> Sample:
        return play_one(self.name, self.weights, self.nodes, seed)
