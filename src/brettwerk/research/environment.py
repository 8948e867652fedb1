"""A game made ready for research: encoded, compiled, and sure to end."""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brettwerk.core.game import Game, Move, Position
from brettwerk.core.history import History
from brettwerk.core.options import Options
from brettwerk.core.registry import definition, find_name
from brettwerk.kernels.choice import shared_backend
from brettwerk.kernels.game import KernelRunner
from brettwerk.kernels.repetition import key_of
from brettwerk.kernels.types import Array
from brettwerk.research import core
from brettwerk.research.encoding import encoding
from brettwerk.research.encoding.base import Encoding

LONGEST_PAST = 20_000  # plies, where every game stores its earlier positions


def defaults(name: str) -> dict[str, Any]:
    """Return the default options of an environment, with which every game ends."""
    known = encoding(name)
    found = {**definition(find_name(name)).defaults, **known.option_overrides}
    return found if known.ply_limit is None else {**found, "ply_limit": known.ply_limit}


@dataclass(slots=True, eq=False)
class Node:
    """A game at some point: row, past, outcome code, player to move, legal actions.

    It never changes, so copies are free.
    """

    row: NDArray[np.uint64]
    past: NDArray[np.uint64]
    code: int
    player: int
    legal: list[int]

    def __deepcopy__(self, memo: object) -> Node:
        return self


class Environment:
    """One game, or several variants of it, with everything that kernels are called with.

    A variant is a set of options; all variants of an environment have the same encoding and the
    same limits, and differ in boards or set-ups.
    """

    def __init__(self, name: str, variants: Sequence[Options] = ({},)) -> None:
        self.encoding: Encoding = encoding(name)
        self.name = self.encoding.name
        self.variants = tuple(dict(options) for options in variants)
        chosen = [{**defaults(name), **options} for options in variants]
        if not chosen:
            raise ValueError("At least one variant is needed.")
        self.limit = _limit(self.encoding, chosen)
        self.games = tuple(Game(definition(self.name), options) for options in chosen)
        self.players = self.games[0].players
        self.max_actions = max(self._bound(g, self.encoding.max_actions) for g in self.games)
        self._room = max(self._room_of(game) for game in self.games)
        self.shape = (len(self.encoding.planes), *self.encoding.shape)
        self._size = math.prod(self.shape)
        self._seats = tuple(np.array([player]) for player in range(self.players))
        kernels = self.games[0].definition.kernels
        # The contexts of the games themselves have been prepared already.
        encoded = replace(kernels, encoding=self.encoding.kernels, prepare=None)
        context = self.games[0].kernels.context
        self.kernels = KernelRunner(encoded, context, shared_backend(encoded))
        self.width = len(kernels.fields)
        self._local = threading.local()

    def __reduce__(
        self,
    ) -> tuple[Callable[..., Environment], tuple[str, tuple[dict[str, Any], ...]]]:
        # Kernels do not travel to other processes; names and options do.
        return environment, (self.name, self.variants)

    def __deepcopy__(self, memo: object) -> Environment:
        return self  # it never changes

    def _bound(self, game: Game, bound: Callable[[Options, int], int]) -> int:
        found = bound(game.options, self.limit)
        if not found:
            limits = ", ".join(k for k in defaults(self.name) if k.endswith("_limit"))
            raise ValueError(
                f"{self.name} could go on for ever with these options: set {limits} to more than 0."
            )
        return found

    def _room_of(self, game: Game) -> int:
        """Return how many earlier positions have to be stored."""
        plies = self._bound(game, self.encoding.max_plies)
        if game.repetition and plies > LONGEST_PAST:
            raise ValueError(
                f"With repetition at most {LONGEST_PAST} plies can be played here, not {plies}."
            )
        return plies if game.repetition else 0

    # -- arrays ---------------------------------------------------------------------------------
    @cached_property
    def contexts(self) -> NDArray[np.uint64]:
        """The contexts of all variants, one after the other."""
        extra = self.encoding.extra_context
        shared = (game.kernels.runner(shared=True).ctx[:] for game in self.games)
        found = ([*ctx, *extra(g.options)] for ctx, g in zip(shared, self.games, strict=True))
        return np.asarray(self.kernels.rows(*found))

    @cached_property
    def starts(self) -> NDArray[np.uint64]:
        """The starting states of all variants, one after the other."""
        return np.asarray(self.kernels.rows(*(game.start().state for game in self.games)))

    def rows(self, count: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """Return room for games: their rows and their pasts."""
        width = self.width + core.EXTRA
        rows = shaped(self.kernels.words(count * width), count, width)
        return rows, shaped(self.kernels.words(count * 2 * self._room), count, 2 * self._room)

    # -- playing --------------------------------------------------------------------------------
    def begin(self, variant: int = 0) -> Node:
        """Begin a game."""
        rows, past = self.rows(1)
        return self._node(rows[0], past[0], -1 - variant)

    def play(self, node: Node, action: int) -> Node:
        """Return the game after an action, which must be legal."""
        return self._node(node.row.copy(), node.past.copy(), action)

    def _node(self, row: NDArray[np.uint64], past: NDArray[np.uint64], action: int) -> Node:
        acts = self._scratch()
        code = self._step(self.contexts, self.starts, row, past, acts, self.limit, action)
        most = self.encoding.max_legal
        return Node(row, past, code, acts.item(most + 1), acts[: acts.item(most)].tolist())

    @cached_property
    def _step(self) -> Callable[..., int]:
        return self.kernels.linked(core.step)

    def _scratch(self) -> NDArray[np.int64]:
        """Return this thread's room for actions."""
        found: NDArray[np.int64] | None = getattr(self._local, "acts", None)
        if found is None:
            found = self._local.acts = np.asarray(self.kernels.numbers(self.encoding.max_legal + 2))
        return found

    def returns(self, code: int) -> list[float]:
        """Return what an outcome is worth to each player; 0 while the game goes on."""
        found = [0.0] * self.players
        core.write_returns(code, found)
        return found

    def observe(self, node: Node, player: int) -> NDArray[np.float32]:
        """Return what a player sees, as planes."""
        out = np.empty(self._size, np.float32)
        self.observe_into(node, player, out)
        return out.reshape(self.shape)

    def observe_into(self, node: Node, player: int, out: NDArray[np.float32]) -> None:
        """Write what a player sees into a flat array of 32-bit floats."""
        seats = self._seats[player]
        self._observe(self.contexts, self.starts, node.row, seats, out, self.limit)

    def observe_rows(
        self, rows: NDArray[np.uint64], players: NDArray[np.int64]
    ) -> NDArray[np.float32]:
        """Return what these players see, each of one row, as planes."""
        count = len(players)
        out = self.kernels.floats32(count * self._size)
        self._observe(self.contexts, self.starts, rows.ravel(), players, out, self.limit)
        return shaped(out, count, *self.shape)

    @cached_property
    def _observe(self) -> Callable[..., int]:
        return self.kernels.linked(core.observe_rows)

    def eliminated(self, node: Node) -> int:
        """Return the set of players who have been eliminated."""
        kernels = self.games[0].definition.kernels
        return kernels.counts.out(kernels.state(*node.row.tolist()[: self.width]))

    def position(self, row: NDArray[np.uint64], past: NDArray[np.uint64]) -> Position:
        """Return the position of a row, at the beginning of the turn."""
        words = row.tolist()
        n = self.width
        game = self.games[words[n + core.VARIANT]]
        state = game.definition.kernels.state(*words[:n])
        stored = past[: 2 * words[n + core.STORED]].reshape(-1, 2).tolist()
        return Position(game, state, History((a, b) for a, b in stored) if stored else None)

    def node_of(self, position: Position) -> Node:
        """Return the node of a position that is not over; the limit of plies counts from here."""
        rows, pasts = self.rows(1)
        row, past, n = rows[0], pasts[0], self.width
        keys = list(position.history or ())[-(len(past) // 2) :]
        past[: 2 * len(keys)] = np.array(keys, np.uint64).ravel()
        seen = 1 + (position.history.count(key_of(position.state)) if position.history else 0)
        row[:n] = position.state
        row[n:] = 0
        row[n + core.OCCURRENCE], row[n + core.STORED] = seen, len(keys)
        actions = {self.encoding.actions_of(position, code)[0] for code in position.legal_codes}
        return Node(row, past, 0, position.turn, sorted(actions))

    def move_of(self, position: Position, actions: tuple[int, ...]) -> Move:
        """Return the legal move that these actions make."""
        of = self.encoding.actions_of
        return next(move for move in position.moves if of(position, move.code) == actions)

    def choose_move(self, position: Position, choose: Callable[[Node], int]) -> Move:
        """Return the move of the actions that are chosen one by one, until the turn is complete."""
        node, actions = self.node_of(position), list[int]()
        while True:
            actions.append(choose(node))
            node = self.play(node, actions[-1])
            if node.code or node.player != position.turn or not self.is_partial(node):
                return self.move_of(position, tuple(actions))

    def is_partial(self, node: Node) -> bool:
        """Return whether a part of a turn has been played, and the rest is to come."""
        return bool(node.row[self.width + core.PART])

    def partial_position(self, row: NDArray[np.uint64], past: NDArray[np.uint64]) -> Position:
        """Return the position of a row as it looks, in the middle of a turn too."""
        part = int(row[self.width + core.PART])
        return self.encoding.partial_position(self.position(row, past), part)


def shaped(array: Array[Any], *shape: int) -> NDArray[Any]:
    """Return a kernel's array as one of NumPy, which shares its memory."""
    return np.asarray(array).reshape(shape)


def bounds(count: int, threads: int) -> tuple[list[int], list[int]]:
    """Return where the shares of threads in this number of games begin and end."""
    edges = [count * share // threads for share in range(threads + 1)]
    return edges[:-1], edges[1:]


def _limit(known: Encoding, chosen: list[dict[str, Any]]) -> int:
    """Take the environment's own limit of plies out of the options; 0 where there is none."""
    if known.ply_limit is None:
        return 0
    limits = {options.pop("ply_limit") for options in chosen}
    limit = limits.pop()
    if limits or type(limit) is not int or not 0 <= limit <= LONGEST_PAST:
        raise ValueError(
            f"ply_limit is a whole number from 1 to {LONGEST_PAST}, the same for all variants."
        )
    return limit


@lru_cache(maxsize=256)
def _made(name: str, variants: str) -> Environment:
    return Environment(name, json.loads(variants))


def environment_of(game: Game) -> Environment:
    """Return the environment of a game; limits that it leaves open are those of environments."""
    usual = defaults(game.name)
    limits = {key for key in usual if key.endswith("_limit") and not game.options.get(key)}
    options = {key: value for key, value in game.options.items() if key not in limits}
    return environment(game.name, [options])


def environment(name: str, variants: Sequence[Options] = ({},)) -> Environment:
    """Return the environment of these variants; equal calls share one."""
    return _made(find_name(name), json.dumps([dict(options) for options in variants]))
