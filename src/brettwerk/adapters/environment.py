"""A game made ready for research: bounded, encoded, compiled; what all environments stand on."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from brettwerk.adapters import core
from brettwerk.adapters.encoding import encoding
from brettwerk.games.catalogue import face, find_name
from brettwerk.games.core import Game, Position
from brettwerk.games.past import Past

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from brettwerk.adapters.encoding.base import Encoding

LONGEST_PAST = 20_000  # plies, where every game keeps its earlier positions


def defaults(name: str) -> dict[str, Any]:
    """The options of a game as they are here unless chosen otherwise: every game ends."""
    known = encoding(name)
    found = {option.name: option.default for option in face(find_name(name)).known}
    found |= known.bounded
    return found if known.ply_limit is None else {**found, "ply_limit": known.ply_limit}


class Node:
    """A game as it stands: its row and past, how it ended (0: not yet), who is to move, and what
    may be played. It never changes, so copies are free.
    """

    __slots__ = ("code", "legal", "past", "player", "row")

    def __init__(
        self,
        row: NDArray[np.uint64],
        past: NDArray[np.uint64],
        code: int,
        player: int,
        legal: list[int],
    ) -> None:
        self.row, self.past, self.code, self.player, self.legal = row, past, code, player, legal

    def __deepcopy__(self, memo: object) -> Node:
        return self


class Environment:
    """One game, or several variants of it, with everything that kernels are called with.

    A variant is a set of options; all variants of an environment have the same encoding and the
    same limits, and differ in boards or set-ups.
    """

    def __init__(self, name: str, variants: Sequence[Mapping[str, Any]] = ({},)) -> None:
        self.encoding: Encoding = encoding(name)
        self.name = self.encoding.name
        self._variants = [dict(options) for options in variants]
        chosen = [{**defaults(name), **options} for options in variants]
        if not chosen:
            raise ValueError("At least one variant is needed.")
        self.limit = _limit(self.encoding, chosen)
        self.games = tuple(Game(face(self.name), options) for options in chosen)
        self.players = self.games[0].players
        self.longest = max(self._bound(game, self.encoding.longest) for game in self.games)
        self._room = max(self._room_of(game) for game in self.games)
        self.marker = self._marked()
        self.width = self.marker.starts.shape[1]
        self.shape = (len(self.encoding.planes), *self.encoding.shape)

    def __reduce__(self) -> tuple[Any, ...]:
        # Kernels do not travel to other processes; names and options do.
        return environment, (self.name, self._variants)

    def __deepcopy__(self, memo: object) -> Environment:
        return self  # it never changes

    def _bound(self, game: Game, bound: Any) -> int:
        found: int = bound(game.options, self.limit)
        if not found:
            limits = ", ".join(k for k in defaults(self.name) if k.endswith("_limit"))
            raise ValueError(
                f"{self.name} could go on for ever with these options: set {limits} to more than 0."
            )
        return found

    def _room_of(self, game: Game) -> int:
        """How many earlier positions have to be kept."""
        plies = self._bound(game, self.encoding.plies)
        if game.repetition and plies > LONGEST_PAST:
            raise ValueError(
                f"With repetition at most {LONGEST_PAST} plies can be played here, not {plies}."
            )
        return plies if game.repetition else 0

    def _marked(self) -> Any:
        """The marker: contexts and starts of all variants."""
        rules = import_module(f"brettwerk.compiled.{self.name}")
        words = np.array(
            [[*g.face.context(g.options), *self.encoding.extra(g.options)] for g in self.games],
            np.uint64,
        )
        if hasattr(rules, "prepare"):
            scratch = np.zeros(rules.MAX_MOVES, np.int32)
            for ctx in words:
                rules.prepare(ctx, scratch)
        starts = np.array([g.face.start(g.options) for g in self.games], np.uint64)
        return self.encoding.marker(words, starts)

    # -- rows -----------------------------------------------------------------------------------
    def rows(self, count: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """Room for so many games: their rows and their pasts."""
        rows = np.zeros((count, self.width + core.EXTRA), np.uint64)
        return rows, np.zeros((count, 2 * self._room), np.uint64)

    def row(self, which: int = 0) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """One game at its beginning."""
        rows, past = self.rows(1)
        core.begin(self.marker, rows[0], which)
        return rows[0], past[0]

    def begin(self, which: int = 0) -> Node:
        """A game at its beginning, as something that never changes."""
        row, past = self.row(which)
        return self._node(row, past, -1)

    def play(self, node: Node, action: int) -> Node:
        """The game after an action, which must be legal."""
        return self._node(node.row.copy(), node.past.copy(), action)

    def _node(self, row: NDArray[np.uint64], past: NDArray[np.uint64], action: int) -> Node:
        acts = np.empty(self.encoding.most, np.int32)
        code, count, player = core.forward(self.marker, row, past, action, self.limit, acts)
        return Node(row, past, code, player, acts[:count].tolist())

    def returns(self, code: int) -> list[float]:
        """What an end is worth to each player; nothing while the game goes on."""
        out = np.zeros(self.players)
        if code:
            core.write_returns(code, self.players, out)
        found: list[float] = out.tolist()
        return found

    def see(self, node: Node, player: int, out: NDArray[np.float32]) -> None:
        """Write what a player sees into a flat array."""
        core.see(self.marker, node.row, self.limit, player, out)

    def position(self, row: NDArray[np.uint64], past: NDArray[np.uint64]) -> Position:
        """The position of a row, at the beginning of the turn."""
        words = row.tolist()
        n = self.width
        game = self.games[words[n + core.WHICH]]
        state = game.face.state_class(*words[:n])
        kept = past[: 2 * words[n + core.KEPT]].reshape(-1, 2).tolist()
        return Position(game, state, Past((a, b) for a, b in kept) if kept else None)

    def shown(self, row: NDArray[np.uint64], past: NDArray[np.uint64]) -> Position:
        """The position of a row as it looks, in the middle of a turn too."""
        part = int(row[self.width + core.PART])
        return self.encoding.shown(self.position(row, past), part)


def _limit(known: Encoding, chosen: list[dict[str, Any]]) -> int:
    """The environment's own limit of plies, taken out of the options; 0 where there is none."""
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


def environment(name: str, variants: Sequence[Mapping[str, Any]] = ({},)) -> Environment:
    """The environment of these variants; the same one again for those who ask again."""
    return _made(find_name(name), json.dumps([dict(options) for options in variants]))
