"""Exact answers where a game is small enough, with proofs that a separate check verifies."""
