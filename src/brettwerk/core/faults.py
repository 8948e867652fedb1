"""Checks the game of another package when it is loaded, so that faults are reported at once."""

from brettwerk.core.game import GameDefinition
from brettwerk.i18n import LANGUAGES
from brettwerk.i18n.catalog import messages_in
from brettwerk.kernels.contract import Rules, names_in
from brettwerk.kernels.description import Evaluation
from brettwerk.kernels.primitives import MOST_PLAYERS, MOST_REASONS


def check_definition(game: GameDefinition) -> None:
    """Raise if a game lacks functions, pieces or texts, or has more than kernels have room for."""
    _check_kernels(game)
    _check_room(game)
    _check_seats(game)
    for folder in game.pages.values():
        for language in LANGUAGES:
            messages_in(folder / "text", language)


def _check_kernels(game: GameDefinition) -> None:
    kernels = game.kernels
    missing = [name for name in names_in(Rules) if not hasattr(kernels.rules, name)]
    if missing:
        module = getattr(kernels.rules, "__name__", kernels.rules)
        raise TypeError(f"{module} lacks {', '.join(missing)}")
    if not isinstance(kernels.evaluation, Evaluation):
        raise TypeError(f"the evaluation is no Evaluation but {kernels.evaluation!r}")


def _check_room(game: GameDefinition) -> None:
    """Raise if an outcome code has no room for the players or reasons, or repetition for seats."""
    if not 2 <= game.players <= MOST_PLAYERS:
        raise ValueError(f"a game has 2 to {MOST_PLAYERS} seats, not {game.players}")
    reasons = len(game.rules.REASONS)
    if reasons > MOST_REASONS:
        raise ValueError(f"REASONS has {reasons} members; there is room for {MOST_REASONS}")
    if not game.for_two and game.context(game.defaults)[0]:
        raise ValueError("repetition compares the pieces of two players: context()[0] must be 0")


def _check_seats(game: GameDefinition) -> None:
    pieces = [spec.name for spec in game.piece_specs]
    for seat in game.seats:
        if seat not in pieces:
            known = ", ".join(pieces)
            raise ValueError(f"seat {seat!r} has no piece (data/pieces.json; there is: {known})")
