"""Puzzles of Katarenga."""

from brettwerk.games.katarenga_family.puzzles import MovingSource


class KatarengaSource(MovingSource):
    """Wins and defences."""

    name = "katarenga"
    first_ply = 8
    levels = (5, 6, 7, 8)
    win_plies = 9
    hold_plies = (6, 4, 2)
