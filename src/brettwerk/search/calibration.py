"""Measures chances of winning: the engine plays itself, and each position gets its result.

In many games from random openings every third position is noted with the shares of the win that the
engine gives it, and with what became of it. The two numbers of `Chances` are those under which the
results are most likely. A table says how well they fit: positions with like chances, and how often
they were won. It counts games, too, since all positions of a game have the same result.

Games that do not end within a number of plies are left out: they were cut off, and nobody knows
what would have become of them. So chances are those in games that end.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from brettwerk.search import memory_layout as at
from brettwerk.search.chances import Chances, win_shares
from brettwerk.search.report import Limit
from brettwerk.search.searchers import new_searcher
from brettwerk.search.tuning import MEGABYTES, opening, random_game

MOST_PLIES = 300  # a longer game is left out
MANY = 0.1  # of the games without an end are many
EVERY = 3
BINS = 10
_SLOPES, _DRAWS = (0.05, 4.0), (-6.0, 0.0)
_STEPS = 40  # of a golden-section search


class Noted(NamedTuple):
    """A position: the engine's shares of the win, and how the win was shared in the end.

    `won` is 1 for the only winner; two winners have a half each, and a draw gives nobody anything.
    """

    shares: tuple[float, ...]
    won: tuple[float, ...]


PlayedGame = list[Noted] | None  # None if it did not end
Spread = Callable[[Callable[[int], PlayedGame], Iterable[int]], Iterable[PlayedGame]]


def play_one(name: str, nodes: int, seed: int) -> PlayedGame:
    """Play one game of the engine with itself; return every third position that is not settled.

    Return None if the game does not end.
    """
    rng = Random(f"{name} {seed}")
    game = random_game(name, rng)
    position, searcher = opening(game, rng), new_searcher(game, MEGABYTES)
    noted: list[tuple[float, ...]] = []
    for ply in range(MOST_PLIES):
        if position.outcome:
            break
        best = searcher.think(position, Limit(nodes=nodes)).lines[0]
        is_settled = best.exact or abs(best.value or 0) >= at.HIGHEST
        if ply % EVERY == seed % EVERY and not is_settled:
            noted.append(win_shares(best.score))
        position = position.play_unchecked(best.move.code)
    if not position.outcome:
        return None
    winners = position.outcome.winners
    won = tuple((player in winners) / max(1, len(winners)) for player in range(game.players))
    return [Noted(shares, won) for shares in noted]


def fit(noted: Sequence[Noted]) -> Chances:
    """Return the chances under which the results are most likely."""
    import numpy as np  # slow to load, and playing does without

    shares = np.clip(np.array([one.shares for one in noted]), 1e-6, 1)
    won = np.array([one.won for one in noted])

    def loss(slope: float, drawn: float) -> float:
        powers = shares**slope
        p = 1 / (1 + np.exp(-drawn) * (powers.sum(1, keepdims=True) / powers - 1))
        p = np.clip(p, 1e-9, 1 - 1e-9)
        return -float(np.mean(won * np.log(p) + (1 - won) * np.log(1 - p)))

    def best_drawn(slope: float) -> float:
        return _least(partial(loss, slope), *_DRAWS)

    slope = _least(lambda slope: loss(slope, best_drawn(slope)), *_SLOPES)
    return Chances(round(slope, 4), round(best_drawn(slope), 4))


def _least(function: Callable[[float], float], low: float, high: float) -> float:
    """Return where a function with one valley is least, by golden section."""
    part = (5**0.5 - 1) / 2
    a, b = high - part * (high - low), low + part * (high - low)
    left, right = function(a), function(b)
    for _ in range(_STEPS):
        if left < right:
            high, b, right = b, a, left
            a = high - part * (high - low)
            left = function(a)
        else:
            low, a, left = a, b, right
            b = low + part * (high - low)
            right = function(b)
    return (low + high) / 2


def table(games: Sequence[Sequence[Noted]], chances: Chances) -> Iterator[dict[str, Any]]:
    """Yield how many positions with like chances were won, from the least to the best."""
    bins: list[list[tuple[float, float, int]]] = [[] for _ in range(BINS)]
    for number, noted in enumerate(games):
        for one in noted:
            for chance, won in zip(chances.wins(one.shares), one.won, strict=True):
                bins[min(int(chance * BINS), BINS - 1)].append((chance, won, number))
    for found in filter(None, bins):
        yield {
            "said": round(sum(chance for chance, _, _ in found) / len(found), 3),
            "won": round(sum(won for _, won, _ in found) / len(found), 3),
            "positions": len(found),
            "games": len({number for _, _, number in found}),
        }


def measure(name: str, *, games: int, nodes: int, seed: int, spread: Spread = map) -> str:
    """Return the text of a file of chances; `spread` may be the `map` of a pool of processes."""
    played = list(spread(partial(play_one, name, nodes), range(seed, seed + games)))
    ended = [game for game in played if game is not None]
    noted = [one for game in ended for one in game]
    chances = fit(noted)
    won = [game[0].won for game in ended if game]
    found = {
        "how": f"brettwerk chances {name} --games {games} --nodes {nodes} --seed {seed}",
        "games": len(won),
        "drawn": sum(not any(shares) for shares in won),
        "endless": len(played) - len(ended),
        "positions": len(noted),
        "table": list(table(ended, chances)),
    }
    if_ended = len(played) - len(ended) > MANY * len(played)
    facts = {"slope": chances.slope, "drawn": chances.drawn, "if_ended": if_ended, "found": found}
    return json.dumps(facts, indent=1) + "\n"
