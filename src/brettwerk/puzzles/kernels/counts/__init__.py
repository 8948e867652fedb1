"""What puzzles count in each game: one module a game."""
