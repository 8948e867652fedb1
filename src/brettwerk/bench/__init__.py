"""Measuring speed: each game beside a fixed yardstick, in one run, as ratios."""
