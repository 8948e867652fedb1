"""Where puzzles come from: for each game how games are played, and what is looked for in them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from brettwerk.puzzles.sources.base import Source


def source_of(name: str) -> Source:
    """The source of a game's puzzles."""
    found: Source = import_module(f"brettwerk.puzzles.sources.{name}").SOURCE()
    return found
