"""Finds the weights of an evaluation: games of the engine with itself, then logistic regression.

An evaluation's weights are fitted to comparisons of two players in a position: the features that
speak for the one, times the weights, shall be the logit of the chance that this one comes out
above the other. So: play many games from random openings, compare players in some positions of
each, note what the search saw and what became of them, and choose the weights under which these
are most likely, drawn a little towards the weights before. The next round is played with the
weights found.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from brettwerk.core.game import Game, Position
from brettwerk.core.registry import definition
from brettwerk.core.registry import game as make_game
from brettwerk.search import memory_layout as at
from brettwerk.search.alphabeta import AlphaBetaSearcher
from brettwerk.search.mcts_leaves import root_features
from brettwerk.search.report import Limit, Searcher
from brettwerk.search.searchers import new_searcher
from brettwerk.search.weights import Weights, weights_of

Spread = Callable[[Callable[[int], "list[Samples]"], Iterable[int]], Iterable["list[Samples]"]]

OPENING_PLIES = 6
MOST_PLIES = 240
EVERY = 3  # of a game's positions one in this many is noted: neighbours say much the same
# Where there are more than two, the others stop a leader; some random moves lead to clear wins.
BLUNDERS = 0.1
PRIOR = 3.0
# How much of what a position is to be worth is what the search saw from there; the rest is what
# became of it, which is true but depends on all that was played afterwards, too.
LOOKED = 0.5
LOGIT = 1000  # weights are in thousandths of a logit
MEGABYTES = 2


class Comparison(NamedTuple):
    """What speaks in a position for one player and against another."""

    phase: int
    features: list[float]
    one: int
    other: int

    def lead(self, values: Sequence[float]) -> float:
        """Return how far the one is ahead if these are the values of all players, from -1 to 1."""
        return (values[self.one] - values[self.other]) / (1 + 1 / (len(values) - 1))


@dataclass(frozen=True, slots=True)
class Samples:
    """Comparisons of one phase: their features, and the chance of the one to come out above."""

    features: list[list[float]]
    results: list[float]


def compare(searcher: Searcher, position: Position) -> Iterator[Comparison]:
    """Yield the comparisons of players that the evaluation makes in a position."""
    game, turn = position.game, position.turn
    if isinstance(searcher, AlphaBetaSearcher):
        yield Comparison(0, [*map(float, searcher.features(position))], turn, 1 - turn)
        return
    kernels = game.kernels.runner()
    evaluation = kernels.game.player_evaluation
    assert evaluation
    count = len(evaluation.FEATURES)
    facts = kernels.floats(game.players * count + evaluation.KEPT)
    phase = kernels.run(root_features, kernels.rows(position.state), kernels.ctx, facts)
    for one, other in combinations(game.definition.still_in(position), 2):
        a, b = ((player - turn) % game.players * count for player in (one, other))
        difference = [float(facts[a + k] - facts[b + k]) for k in range(count)]
        yield Comparison(phase, difference, one, other)


def play_one(name: str, weights: Weights, nodes: int, seed: int) -> list[Samples]:
    """Play one game of the engine with itself; return what it says, by phase."""
    rng = Random(seed)
    game = random_game(name, rng)
    position = opening(game, rng)
    searcher = new_searcher(game, MEGABYTES, weights=weights)
    blunders = BLUNDERS if game.definition.kernels.player_evaluation else 0.0
    noted: list[tuple[Comparison, float]] = []
    returns: tuple[float, ...] = (0.0,) * game.players
    for ply in range(MOST_PLIES):
        if position.outcome:
            returns = position.outcome.returns
            break
        best = searcher.think(position, Limit(nodes=nodes)).lines[0]
        returns = best.score  # in case the game is cut short here
        settled = best.exact or abs(best.value or 0) >= at.HIGHEST
        if ply % EVERY == seed % EVERY and not settled:
            noted += ((found, found.lead(best.score)) for found in compare(searcher, position))
        blunder = blunders and rng.random() < blunders
        position = position.play(position.random_move(rng) if blunder else best.move)
    return [_samples(noted, returns, phase) for phase in range(len(_phases(name)))]


def _samples(
    noted: Iterable[tuple[Comparison, float]], returns: Sequence[float], phase: int
) -> Samples:
    """Return the comparisons of a phase with what the search saw and what became of them."""
    here = [(found, looked) for found, looked in noted if found.phase == phase]
    leads = (LOOKED * looked + (1 - LOOKED) * found.lead(returns) for found, looked in here)
    return Samples([found.features for found, _ in here], [(1 + lead) / 2 for lead in leads])


def _phases(name: str) -> tuple[str, ...]:
    """Return the phases that have weights of their own."""
    evaluation = definition(name).kernels.player_evaluation
    return evaluation.PHASES if evaluation else ("",)


def random_game(name: str, rng: Random) -> Game:
    """Return a game with random options, which ends even if neither side makes progress."""
    kind = definition(name)
    options = {**kind.engine_overrides, **kind.random_options(rng.randrange(2**31))}
    starts = kind.kernels.evaluation.STARTS
    return make_game(name, **options, **(rng.choice(starts) if starts else {}))


def opening(game: Game, rng: Random) -> Position:
    """Return a position after a few random moves in which the game goes on."""
    while True:
        position = game.start()
        for _ in range(rng.randrange(OPENING_PLIES + 1)):
            if position.legal_codes:
                position = position.play_unchecked(rng.choice(position.legal_codes))
        if position.legal_codes:
            return position


def fit(samples: Iterable[Samples], start: list[float]) -> tuple[list[float], float, int]:
    """Return the most likely weights in logits, the mean loss under them, and how many samples."""
    import numpy as np  # slow to load, and playing does without

    rows: list[list[float]] = []
    results: list[float] = []
    for sample in samples:
        rows += sample.features
        results += sample.results
    if not rows:
        return start, 0.0, 0
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
    name: str, weights: Weights, *, games: int, nodes: int, seed: int, spread: Spread = map
) -> Weights:
    """Return better weights from self-play; `spread` may be the `map` of a pool of processes.

    If it ends early, the weights are fitted to the games that were played.
    """
    names, phases = definition(name).kernels.evaluation.FEATURES, _phases(name)
    played = list(spread(partial(play_one, name, weights, nodes), range(seed, seed + games)))
    found: dict[str, dict[str, float]] = {}
    positions, losses = [], []
    for number, phase in enumerate(phases):
        start = [weight / LOGIT for weight in weights.in_order(names, phase)]
        fitted, loss, count = fit((samples[number] for samples in played), start)
        found[phase] = {n: round(w * LOGIT) for n, w in zip(names, fitted, strict=True)}
        positions.append(count)
        losses.append(round(loss, 5))
    record = {
        "how": "self-play and logistic regression: brettwerk tune",
        "games": len(played),
        "nodes": nodes,
        "seed": seed,
        "positions": positions,
        "loss": losses,
    }
    rounds = [*weights.found.get("rounds", ()), record]
    return replace(weights, phases=found, found={**weights.found, "rounds": rounds})


def improve(
    name: str, text: str, *, games: int, nodes: int, seed: int, spread: Spread = map
) -> tuple[str, dict[str, Any]]:
    """Return the text of a file of weights after one more round, and the record of the round."""
    found = tune(name, weights_of(text), games=games, nodes=nodes, seed=seed, spread=spread)
    return found.as_json(), found.found["rounds"][-1]
