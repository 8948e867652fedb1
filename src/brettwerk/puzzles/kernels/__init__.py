"""What proves puzzles, in plain Python; `brettwerk.puzzles.compiled` are the same files again."""
