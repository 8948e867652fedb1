"""Boards to study on: analysis, reviews, and boards to try moves on."""
