"""A move without any search, in plain Python: for the moments before compiled kernels are there.

It takes a piece if it can, and rather lets nobody take one next: what a beginner looks at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from brettwerk.games.core import Move, Position

_LOOKED_AT = 40


def first_thought(position: Position, without: Sequence[int], rng: Random) -> Move:
    """A sensible move among those not left out."""
    from brettwerk.games.core import Move

    left = [code for code in position.codes if code not in without]
    rng.shuffle(left)
    code = max(left[:_LOOKED_AT], key=lambda code: _promise(position, code))
    return Move(position.game.text_of(code), code)


def _promise(position: Position, code: int) -> tuple[float, int, int]:
    """What the end brings, pieces taken now, and pieces that the next player cannot take."""
    after = position.play_unchecked(code)
    player = position.turn
    if after.outcome:
        return after.outcome.returns[player], 0, 0
    taken = len(position.game.face.effects(position, code).taken)
    threatened = sum(1 for reply in after.moves[:_LOOKED_AT] if after.effects(reply).taken)
    return 0.0, taken, -threatened
