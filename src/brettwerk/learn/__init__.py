"""Lessons, and the examples on the pages of rules."""
