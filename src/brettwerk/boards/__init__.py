"""Where pieces stand: the hexagon of 61, the square of 64 or 16, the triangle of 45."""
