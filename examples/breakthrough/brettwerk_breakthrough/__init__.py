"""Breakthrough, a game for Brettwerk in a package of its own."""
