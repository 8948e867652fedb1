"""Evaluations, one file a game: features that a player would name."""
