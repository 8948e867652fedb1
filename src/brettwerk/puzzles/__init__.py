"""Puzzles of all games: positions in which exactly one move reaches a goal, proven exactly."""
