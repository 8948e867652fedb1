"""The levels of computer players, weakest first."""

LEVELS = range(1, 11)
