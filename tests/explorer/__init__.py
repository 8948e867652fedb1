"""Tests of the explorer of games."""
