"""Boards: the hexagon of 61 cells, the square of 64 or 16, the triangle of 45."""
