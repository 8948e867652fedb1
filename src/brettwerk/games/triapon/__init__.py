"""Triapon: three players close triads and take balls."""
