"""Why a piece of Das Bedrängnis cannot be placed on a field."""

from __future__ import annotations

from brettwerk.games.bedraengnis.rules import BedraengnisState
from brettwerk.games.katarenga_family.explain import why_not_here
from brettwerk.kernels.types import Numbers, Words


def refusal(state: BedraengnisState, ctx: Words, move: int, out: Numbers) -> int:
    """Occupied, or not en prise."""
    return why_not_here(state, ctx, move, out)
