"""Isolation: place so that no piece attacks another."""
