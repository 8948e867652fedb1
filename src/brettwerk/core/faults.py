"""Looks for faults in the game of another package, so that its author gets a sentence at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.i18n import LANGUAGES
from brettwerk.i18n.catalog import messages_in
from brettwerk.kernels.contract import Rules, names_in
from brettwerk.kernels.description import Evaluation

if TYPE_CHECKING:
    from brettwerk.core.definition import GameDefinition


def check_definition(game: GameDefinition) -> None:
    """Raise if functions, pieces or texts of a game are missing or cannot be read."""
    kernels = game.kernels
    missing = [name for name in names_in(Rules) if not hasattr(kernels.rules, name)]
    if missing:
        module = getattr(kernels.rules, "__name__", kernels.rules)
        raise TypeError(f"{module} lacks {', '.join(missing)}")
    if not isinstance(kernels.evaluation, Evaluation):
        raise TypeError(f"the evaluation is no Evaluation but {kernels.evaluation!r}")
    pieces = [spec.name for spec in game.piece_specs]
    for seat in game.seats:
        if seat not in pieces:
            known = ", ".join(pieces)
            raise ValueError(f"seat {seat!r} has no piece (data/pieces.json; there is: {known})")
    for folder in game.pages.values():
        for language in LANGUAGES:
            messages_in(folder / "text", language)
