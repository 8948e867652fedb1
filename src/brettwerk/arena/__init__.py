"""Engines against engines: paired openings, many games, ratings, and tests of improvements."""
