"""The levels of computer players, weakest first, and the styles of those with a name."""

LEVELS = range(1, 11)
STYLES = ("attacking", "solid")
