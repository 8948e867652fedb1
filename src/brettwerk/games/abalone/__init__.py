"""Abalone: push six marbles of the other player off the board."""
