"""The positions of a recorded game as keys, and the moves between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from brettwerk.explorer.keys import keys_of
from brettwerk.records import Record
from brettwerk.records.replay import is_event, replay
from brettwerk.records.tags import seat_tags

OPENING = 40  # plies


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
    """Return the positions of a game and its moves, of the first plies or of all.

    Images are joined in the opening only: later hardly any two games meet again.
    """
    strengths = list(_strengths(record))
    visits, edges = list[tuple[int, int]](), list[WalkedEdge]()
    steps = replay(record.game, record.start, (ply.text for ply in record.plies[:plies]))
    before, parents = None, list[int]()
    for ply, step in enumerate(steps):
        keys, state = keys_of(step.position.game), step.position.state
        children = [keys.plain(state)]
        if ply <= OPENING:
            children.append(keys.joined(state))
        if before and not is_event(step.text):
            strength = strengths[before.position.turn]
            for joined, (parent, child) in enumerate(zip(parents, children, strict=False)):
                edges.append(WalkedEdge(joined, parent, child, strength))
        visits.append((ply, children[0]))
        before, parents = step, children
    return GameWalk(visits, edges)


def _strengths(record: Record) -> Iterator[int | None]:
    """Yield each seat's strength, from tags such as `BlackElo`; None where it is unknown."""
    for tag in seat_tags(record.game):
        text = record.tags.get(f"{tag}Elo", "")
        yield int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None
