"""What puzzles count in this game: nothing but how it ends."""

from __future__ import annotations

from .nothing import lost, out, taken, turns_to_win

__all__ = ["lost", "out", "taken", "turns_to_win"]
