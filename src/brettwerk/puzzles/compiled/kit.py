"""What kernels are written with, compiled: the same names as in `brettwerk.puzzles.kernels.kit`."""

from brettwerk.engine.compiled.kit import kernel, number, popcount, rules_of, word

__all__ = ["kernel", "number", "popcount", "rules_of", "word"]
