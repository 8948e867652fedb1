"""Puzzles of all games: positions in which exactly one move reaches an aim, proven exactly."""
