"""Looks for faults in the game of another package, so that its author gets a sentence at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.i18n import LANGUAGES
from brettwerk.i18n.catalog import messages_in
from brettwerk.kernels.contract import Evaluation, Rules, names_in

if TYPE_CHECKING:
    from brettwerk.core.definition import GameDefinition


def check_definition(game: GameDefinition) -> None:
    """Raise if functions, pieces or texts of a game are missing or cannot be read."""
    kernels = game.kernels
    _check_module(kernels.rules, Rules)
    _check_module(kernels.evaluation, Evaluation)
    pieces = [spec.name for spec in game.piece_specs]
    for seat in game.seats:
        if seat not in pieces:
            known = ", ".join(pieces)
            raise ValueError(f"seat {seat!r} has no piece (data/pieces.json; there is: {known})")
    for folder in game.pages.values():
        for language in LANGUAGES:
            messages_in(folder / "text", language)


def _check_module(module: object, protocol: type) -> None:
    missing = [name for name in names_in(protocol) if not hasattr(module, name)]
    if missing:
        raise TypeError(f"{getattr(module, '__name__', module)} lacks {', '.join(missing)}")
