"""The positions of a recorded game as keys, and the moves between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from brettwerk.explorer.keys import keys_of
from brettwerk.records import Record
from brettwerk.records.replay import replay
from brettwerk.records.tags import seat_tags


class WalkedEdge(NamedTuple):
    """A move from a position to another, plain or with images joined, and the mover's strength."""

    joined: int
    parent: int
    child: int
    strength: int | None


class GameWalk(NamedTuple):
    """A game: the plies at which it had each position, and the moves between positions."""

    visits: list[tuple[int, int]]
    edges: list[WalkedEdge]


def walk(record: Record, plies: int | None = None) -> GameWalk:
    """Return the positions of a game and its moves, of the first plies or of all."""
    strengths = list(_strengths(record))
    before, *made = replay(record.game, record.start, (ply.text for ply in record.plies[:plies]))
    keys = keys_of(before.position.game)
    parents = (keys.plain(before.position.state), keys.joined(before.position.state))
    visits, edges = [(0, parents[0])], list[WalkedEdge]()
    for ply, (step, played) in enumerate(zip(made, record.plies, strict=False), start=1):
        keys = keys_of(step.position.game)
        state = step.position.state
        children = (keys.plain(state), keys.joined(state))
        if not played.is_event:
            strength = strengths[before.position.turn]
            edges += (
                WalkedEdge(joined, parent, child, strength)
                for joined, (parent, child) in enumerate(zip(parents, children, strict=True))
            )
        visits.append((ply, children[0]))
        before, parents = step, children
    return GameWalk(visits, edges)


def _strengths(record: Record) -> Iterator[int | None]:
    """Yield each seat's strength, from tags such as `BlackElo`; None where it is unknown."""
    for tag in seat_tags(record.game):
        text = record.tags.get(f"{tag}Elo", "")
        yield int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None
